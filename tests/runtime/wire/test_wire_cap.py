"""The cap: never more than the limit, always valid JSON, whole items, and an account of the rest."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from package_name.runtime.cap import cap, cap_text
from package_name.runtime.jsontext import dump

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
texts = st.text(max_size=60) | st.text(alphabet='"\\\n\x01é😀', max_size=60)
values = st.recursive(
    scalars | texts,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(texts, inner, max_size=4)
        | st.builds(lambda item, times: [item] * times, inner, st.integers(2, 6))
    ),
    max_leaves=8,
)
objects = st.dictionaries(texts, values, max_size=5)


@given(objects, st.integers(0, 2_000))
@settings(deadline=None)
def test_a_result_never_exceeds_its_limit(value: dict[str, Any], limit: int) -> None:
    capped = cap(value, limit, "Use `page`.")
    text = dump(capped)
    assert len(text) <= max(limit, 2)
    assert json.loads(text) == capped
    if len(dump(value)) <= limit:
        assert capped is value
    elif limit >= 200:
        assert "truncated" in capped


@given(st.lists(values, min_size=1, max_size=5), st.integers(1, 20), st.integers(260, 1_500))
@settings(deadline=None)
def test_a_list_keeps_its_first_items_whole(some: list[Any], times: int, limit: int) -> None:
    items = some * times
    kept = cap({"items": items}, limit)["items"]
    # Only a lone first item is ever cut itself.
    whole = kept if len(kept) != 1 else []
    assert whole == items[: len(whole)]
    if len(dump(items[0])) < limit - 260:
        assert kept[:1] == items[:1]


@given(st.text(max_size=400), st.integers(0, 300))
def test_a_text_never_exceeds_its_limit(text: str, limit: int) -> None:
    capped = cap_text(text, limit, "Use `page`.")
    assert len(capped) <= limit or capped == text
    assert (capped == text) == (len(text) <= limit)


def test_exactly_the_limit_is_left_alone() -> None:
    value = {"items": ["x" * 50] * 10}
    assert cap(value, len(dump(value))) is value
    assert cap(value, len(dump(value)) - 1) is not value


def test_the_room_is_used() -> None:
    value = {"items": [{"id": number, "name": "n" * 80} for number in range(5_000)], "total": 5_000}
    capped = cap(value, 40_000, "Use `page` to get the rest.")
    assert 39_800 < len(dump(capped)) <= 40_000
    kept = len(capped["items"])
    assert capped["items"] == value["items"][:kept]
    assert capped["total"] == 5_000
    assert capped["truncated"] == {
        "cut": [{"at": "items", "kept": kept, "total": 5_000, "unit": "items"}],
        "hint": "Use `page` to get the rest.",
    }


def test_nested_lists_share_the_room() -> None:
    value = {"a": {"rows": list(range(10_000))}, "b": {"rows": list(range(10_000))}, "c": "small"}
    capped = cap(value, 4_000)
    assert capped["c"] == "small"
    for key in ("a", "b"):
        kept = len(capped[key]["rows"])
        assert kept > 300
        assert capped[key]["rows"] == list(range(kept))
    assert [cut["at"] for cut in capped["truncated"]["cut"]] == ["a.rows", "b.rows"]


def test_a_first_item_that_is_too_large_is_cut_inside() -> None:
    capped = cap({"items": [{"id": 1, "log": "é\n" * 10_000}, {"id": 2}]}, 1_000)
    (item,) = capped["items"]
    assert item["id"] == 1
    assert item["log"].endswith("…")
    assert ("é\n" * 10_000).startswith(item["log"][:-1])
    assert {cut["at"] for cut in capped["truncated"]["cut"]} == {"items", "items[0].log"}


def test_an_object_with_too_many_properties_keeps_the_first() -> None:
    value = {f"key{number}": number for number in range(10_000)}
    capped = cap(value, 2_000)
    note = capped.pop("truncated")["cut"][0]
    assert list(capped.items()) == list(value.items())[: len(capped)]
    assert note == {"at": ".", "kept": len(capped), "total": 10_000, "unit": "properties"}


def test_the_entries_of_a_map_are_kept_whole() -> None:
    value = {f"id{number}": {"name": "n" * 40, "tags": ["a"] * 5} for number in range(500)}
    capped = cap(value, 5_000)
    kept = [key for key in capped if key != "truncated"]
    assert len(kept) > 50
    assert all(capped[key] == value[key] for key in kept)


def test_a_property_of_the_apis_own_by_that_name_is_kept() -> None:
    capped = cap({"truncated": False, "tree": ["x" * 20] * 1_000}, 1_000)
    assert capped["truncated"] is False
    assert capped["_truncated"]["cut"][0]["at"] == "tree"


@pytest.mark.parametrize("depth", [5, 50, 400])
def test_depth_costs_no_more_than_a_few_passes(depth: int) -> None:
    value: Any = "x" * 200_000
    for _ in range(depth):
        value = {"a": value}
    assert len(dump(cap(value, 5_000))) <= 5_000


def test_few_cuts_are_told_and_the_rest_counted() -> None:
    value = {f"list{number}": ["x" * 20] * 100 for number in range(9)}
    note = cap(value, 2_000)["truncated"]
    assert len(note["cut"]) == 5
    assert note["more_cuts"] == 4
