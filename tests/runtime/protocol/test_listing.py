"""Pages of tools and their cursors."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.shared.exceptions import MCPError
from shop_service import LOCAL

from package_name.runtime.listing import PAGE_SIZE, Listing, read_cursor, write_cursor
from package_name.runtime.model import Tool
from package_name.runtime.view import View


def tools(*names: str) -> list[Tool]:
    return [Tool(name, name, "", LOCAL, arguments={}, operations={}) for name in names]


MANY = [f"tool_{number:04}" for number in range(600)]


def test_a_normal_server_has_one_page() -> None:
    page = Listing(tools(*MANY[:PAGE_SIZE])).page()
    assert len(page.tools) == PAGE_SIZE
    assert page.next_cursor is None


def test_a_large_one_has_more() -> None:
    listing = Listing(tools(*reversed(MANY)))
    names: list[str] = []
    page = listing.page()
    while page.next_cursor is not None:
        names += [tool.name for tool in page.tools]
        page = listing.page(page.next_cursor)
    names += [tool.name for tool in page.tools]
    assert names == MANY


def test_a_release_in_between_loses_and_repeats_nothing() -> None:
    before = Listing(tools("a", "b", "d", "e"), page_size=2)
    after = Listing(tools("a", "aa", "c", "e"), page_size=2)
    cursor = before.page().next_cursor
    assert cursor is not None
    assert [tool.name for tool in after.page(cursor).tools] == ["c", "e"]


def test_a_view_has_its_own_pages() -> None:
    view = View(frozenset({"a", "c", "d"}))
    listing = Listing(tools("a", "b", "c", "d"), page_size=2)
    first = listing.page(view=view)
    assert [tool.name for tool in first.tools] == ["a", "c"]
    assert [tool.name for tool in listing.page(first.next_cursor, view).tools] == ["d"]
    assert {first.cache_scope, listing.page(first.next_cursor, view).cache_scope} == {"private"}


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_cursor_gives_back_its_name(name: str) -> None:
    assert read_cursor(write_cursor(name)) == name


@given(st.text())
def test_a_text_is_read_only_if_it_could_have_been_written(text: str) -> None:
    with suppress(MCPError):
        assert write_cursor(read_cursor(text)) == text


@pytest.mark.parametrize(
    "cursor", ["", "=", "YWZ0ZXI6", "YWZ0ZXI6YQ==", "YWZ0ZXI6YQ\n", "ÿ", "a" * 9]
)
def test_cursors_that_were_never_written(cursor: str) -> None:
    with pytest.raises(MCPError):
        read_cursor(cursor)
