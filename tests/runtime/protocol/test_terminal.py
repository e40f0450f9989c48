"""The command line: help, `tools`, `call`, and what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from shop_service import SERVICE, running_api

from package_name.runtime.commands import main
from package_name.runtime.model import Annotations, ApiKey, Operation, Tool
from package_name.runtime.terminal import InputError, read_arguments

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def api_url() -> Iterator[str]:
    with running_api() as url:
        yield url


def typed(schema: dict[str, Any]) -> Tool:
    hints = Annotations(read_only=True, destructive=False, idempotent=True, open_world=True)
    return Tool("t", "T", "", hints, {"a": schema}, {"get": Operation("GET", "/")})


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        ({"type": "integer"}, "5", 5),
        ({"type": "integer"}, "five", "five"),
        ({"type": "boolean"}, "true", True),
        ({"type": "array"}, '["a"]', ["a"]),
        ({"type": "array"}, "a", "a"),
        ({"type": "object"}, '{"a":1}', {"a": 1}),
        ({"type": "string"}, "5", "5"),
        ({"type": "string"}, '"5"', '"5"'),
        ({"type": "string"}, "a=b", "a=b"),
        ({"type": "string"}, "", ""),
        ({"enum": ["1", "2"]}, "1", "1"),
        ({"enum": [1, 2]}, "1", 1),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "null", None),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "null", None),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "5", "5"),
        ({"type": "array"}, "[" * 100_000, "[" * 100_000),
        ({}, "5", 5),
    ],
    ids=lambda value: str(value)[:40],
)
def test_values_are_read_by_their_schema(schema: dict[str, Any], text: str, value: Any) -> None:
    assert read_arguments(typed(schema), [f"a={text}"]) == {"a": value}


def test_arguments_that_are_not_shown_to_models_are_read_as_well() -> None:
    tool = replace(typed({}), rare={"b": {"type": "integer"}, "c": {"type": "string"}})
    assert read_arguments(tool, ["b=5", "c=5"]) == {"b": 5, "c": "5"}


@pytest.mark.parametrize("pairs", [["a"], ["=5"], ["a=1", "a=2"]])
def test_pairs_that_are_none(pairs: list[str]) -> None:
    with pytest.raises(InputError):
        read_arguments(typed({}), pairs)


def test_call(api_url: str, capsys: Capture) -> None:
    arguments = ["call", "shop_read_books", "action=get", "book_id=7", "--base-url", api_url]
    assert main(SERVICE, arguments) == 0
    shown = capsys.readouterr()
    assert '"id":7' in shown.out
    assert shown.err == ""


def test_call_that_fails(api_url: str, capsys: Capture) -> None:
    arguments = ["--base-url", api_url, "call", "shop_read_books", "action=get"]
    assert main(SERVICE, arguments) == 1
    shown = capsys.readouterr()
    assert "book_id" in shown.err
    assert shown.out == ""


def test_dry_run_sends_nothing_and_shows_no_secret(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_TOKEN", "a-very-secret-token")
    # Nothing listens there, so a request that was sent would fail.
    monkeypatch.setenv("SHOP_BASE_URL", "http://127.0.0.1:9")
    assert main(SERVICE, ["call", "shop_create_book", "title=Dune", "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("POST http://127.0.0.1:9/books\n")
    assert '{"title":"Dune"}' in shown
    assert "secret" not in shown


def test_dry_run_of_a_bad_call(capsys: Capture) -> None:
    assert main(SERVICE, ["call", "shop_create_book", "--dry-run"]) == 1
    shown = capsys.readouterr()
    assert "title" in shown.err
    assert shown.out == ""


def test_tools(capsys: Capture) -> None:
    assert main(SERVICE, ["tools"]) == 0
    assert "shop_read_books   Read books\n" in capsys.readouterr().out


def test_one_tool(capsys: Capture) -> None:
    assert main(SERVICE, ["tools", "shop_create_book"]) == 0
    shown = capsys.readouterr().out
    assert "Add a book to the shop." in shown
    assert "title  string, required" in shown
    assert "pages  integer or null, optional" in shown


@pytest.mark.parametrize("command", [["tools"], ["call"]])
def test_a_tool_that_does_not_exist(command: list[str], capsys: Capture) -> None:
    assert main(SERVICE, [*command, "shop_read_book"]) == 2
    assert capsys.readouterr().err == (
        "shop-mcp: no tool is named 'shop_read_book'; did you mean shop_read_books?\n"
    )


def test_a_setting_that_cannot_be_used(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_TIMEOUT", "soon")
    assert main(SERVICE, ["tools"]) == 2
    assert "SHOP_TIMEOUT" in capsys.readouterr().err


def test_http_does_not_listen_to_the_world_by_itself(capsys: Capture) -> None:
    assert main(SERVICE, ["http", "--host", "0.0.0.0"]) == 2
    assert "--allow-unauthenticated" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8e3", "٣"])
def test_ports(port: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main(SERVICE, ["http", f"--port={port}"])
    assert left.value.code == 2
    assert "is not a port number" in capsys.readouterr().err


def test_help_names_every_variable(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(SERVICE, ["--help"])
    shown = capsys.readouterr().out
    for suffix in ("BASE_URL", "TOKEN", "TIMEOUT", "MAX_CHARS", "ALLOWED_HOSTS"):
        assert f"SHOP_{suffix} " in shown


def test_help_of_a_hostile_document(capsys: Capture) -> None:
    key = ApiKey("SHOP_KEY", "header", "%(prog)s %d \x1b[31m")
    api = replace(SERVICE.api, credentials={"%(x)s": key})
    with pytest.raises(SystemExit) as left:
        main(replace(SERVICE, title="%(prog)s %s", api=api), ["--help"])
    assert left.value.code == 0
    assert "\x1b" not in capsys.readouterr().out
