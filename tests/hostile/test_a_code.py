"""A: texts that try to become code, in Python and in every other format."""

from __future__ import annotations

import ast
import json
import tomllib
from typing import Any

import pytest

from mcpgen.diagnostics import McpgenError
from mcpgen.plan.text import clean

from .documents import (
    BODY,
    KEY,
    NOTE,
    OPERATION,
    PETS,
    SORT,
    Place,
    assert_same_shape,
    base,
    benign,
    changed,
    make,
    make_or_refuse,
    places,
    texts_of,
    tools_of,
)

CALL = "a'] + [__import__('os').system('x')] + ['"
PATH = "/pets'+str(exec('import os'))+'/{petId}"
COOKIE = "# -*- coding: utf-7 -*-\n+AGkAbQBwAG8AcgB0-"
INFO: Place = ("info", "title")

PROSE = [
    ("A01", (*OPERATION, "description"), 'x """\nimport os; os.system("id")\n"""'),
    ("A02", (*OPERATION, "summary"), "*/ x /*"),
    ("A02", (*OPERATION, "summary"), "a\n__import__('os')\u0085\u2028\fb"),
    ("A05", ("servers", 0, "description"), "https://a/`${x}`{{7*7}}"),
    ("A08", (*OPERATION, "description"), "{{ 7*7 }} {% include '/etc/passwd' %} {#"),
    ("A08", INFO, "{{ 7*7 }}"),
    ("A09", (*OPERATION, "description"), 'ends in \\" \\N{BULLET} \\x41 \\\\\\'),
    ("A10", (*OPERATION, "description"), COOKIE),
    ("A10", INFO, COOKIE),
    ("A11", (*OPERATION, "description"), "half \ud800 and \u0000 nothing"),
    ("A11", INFO, "half \ud800 and \u0000 nothing"),
    ("A16", INFO, "=cmd|'/C calc'!A0 [x](javascript:alert) <img src=x onerror=y>"),
]
EXACT = [
    ("A03", (*SORT, "schema", "enum", 1), CALL),
    ("A04", ("paths", PETS, KEY), PATH),
    ("A05", ("servers", 0, "url"), "https://pets.example/`$(x)`'+exit()+'"),
    ("A07", (*SORT, "name"), "v{__import__('os')}"),
    ("A07", (*OPERATION, "parameters", 2, "name"), "X-'+exit+'"),
    ("A07", (*BODY[:-2], "application/json", KEY), "application/x'+exit()+'+json"),
    ("A07", ("components", "securitySchemes", "key", "name"), "X-`exit`"),
    ("A09", (*SORT, "schema", "enum", 1), 'ends in \\" \\N{BULLET} \\x41 \\\\\\'),
    ("A11", (*SORT, "schema", "enum", 1), "a\u0000b"),
]


def ids(rows: list[tuple[str, Place, str]]) -> list[str]:
    return [f"{row}-{place[-1]}-{at}" for at, (row, place, _) in enumerate(rows)]


@pytest.mark.parametrize(("row", "place", "text"), PROSE, ids=ids(PROSE))
def test_prose_is_data(row: str, place: Place, text: str) -> None:
    made = make(changed(place, text))
    assert_same_shape(made, benign())
    if row in ("A01", "A08", "A09") and place[0] == "paths":
        told = clean(text)
        assert any(told[:40] in found for found in texts_of(made))


@pytest.mark.parametrize(("row", "place", "text"), EXACT, ids=ids(EXACT))
def test_what_is_sent_arrives_exactly(row: str, place: Place, text: str) -> None:
    made = make(changed(place, text))
    assert_same_shape(made, benign())
    assert text in texts_of(made), row


def test_a02_no_text_of_a_document_is_in_a_comment_or_a_docstring() -> None:
    made = make(changed((*OPERATION, "summary"), "marker_text"))
    for path, content in made.generated.items():
        if path.endswith(".py"):
            lines = content.decode().splitlines()
            assert not [line for line in lines if line.lstrip()[:1] == "#" and "marker_" in line]
            assert "marker_" not in (ast.get_docstring(ast.parse(content)) or "")


@pytest.mark.parametrize(
    "title", ['"\n[tool.hatch]\nx = "', "'\nRUN curl evil", '"""\n- [x](y)', "$(id)", "a: {b: c}"]
)
@pytest.mark.parametrize("key", ["title", "version"])
def test_a06_a_title_is_no_line_of_any_file(key: str, title: str) -> None:
    made = make(changed(("info", key), title))
    assert_same_shape(made, benign())
    assert made.files["Dockerfile"] == benign().files["Dockerfile"]
    project = tomllib.loads(made.text("pyproject.toml"))
    assert project["project"]["name"] == "pets-mcp"
    assert set(project["tool"]) == set(tomllib.loads(benign().text("pyproject.toml"))["tool"])
    assert made.text("README.md").count("\n") == benign().text("README.md").count("\n")


@pytest.mark.parametrize("place", list(places(base())), ids=lambda place: "/".join(map(str, place)))
def test_a07_code_in_any_text_is_refused_or_harmless(place: Place) -> None:
    """Not a list of known places, but all there are."""
    payload = '"\'\n""" + exit() + """\n{{ 7*7 }}{exit()}'
    made = make_or_refuse(changed(place, payload))
    if isinstance(made, McpgenError):
        return
    for path, content in made.generated.items():
        if path.endswith(".py"):
            calls = [n for n in ast.walk(ast.parse(content)) if isinstance(n, ast.Call)]
            names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
            assert "exit" not in names, path
    assert tools_of(made)


def test_a08_a_text_is_never_a_template() -> None:
    made = make(changed((*OPERATION, "description"), "Total {{ 7*7 }} of {% raw %}"))
    assert any("{{ 7*7 }} of {% raw %}" in text for text in texts_of(made))


@pytest.mark.parametrize(
    ("number", "refused"),
    [("NaN", True), ("Infinity", True), ("9" * 5000, True), ("1e999", False)],
)
def test_a12_numbers_no_json_holds(number: str, refused: bool) -> None:
    """`1e999` is JSON, and as a number it would be infinite: it is kept as the text it is."""
    document = json.dumps(changed((*SORT, "schema"), {"type": "number", "maximum": "N"}))
    document = document.replace('"N"', number)
    if refused:
        with pytest.raises(McpgenError, match="is not a number JSON can hold"):
            make(document)
    else:
        assert "maximum" not in json.dumps(make(document).plan.tools[0].input_schema)


@pytest.mark.parametrize("scalar", ["2020-01-01", ".inf", ".nan", "12:30", "NO", "1_000"])
def test_a12_yaml_scalars_are_text(scalar: str) -> None:
    document = (
        "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\nservers: [{url: https://a.example}]\n"
        "paths:\n  /a:\n    get:\n      parameters:\n"
        f"        - {{name: q, in: query, schema: {{type: string, default: {scalar}}}}}\n"
    )
    (tool,) = tools_of(make(document))
    assert tool.arguments["q"]["default"] == scalar


EXTENSIONS: list[tuple[str, Any]] = [
    ("x-python-import", "os"),
    ("x-mcp", {"code": "exit()", "command": "id", "header": "X-Marker", "file": "/etc/passwd"}),
    ("x-ms-kiota-info", {"languagesInformation": {"Python": {"dependencyInstallCommand": "id"}}}),
    ("x-codeSamples", [{"lang": "python", "source": "exit()"}]),
    ("x-mcp-header", "Authorization"),
    ("x-mcpgen", {"include": "/etc/passwd"}),
]


@pytest.mark.parametrize(("name", "value"), EXTENSIONS, ids=[name for name, _ in EXTENSIONS])
def test_a13_an_extension_changes_no_file(name: str, value: Any) -> None:
    document = base()
    for place in ((), ("info",), OPERATION, SORT, (*SORT, "schema"), NOTE):
        at: Any = document
        for step in place:
            at = at[step]
        at[name] = value
    made = make(document)
    changes = {path for path, text in made.generated.items() if text != benign().files[path]}
    # The lock holds the hash of the document.
    assert changes <= {"mcpgen.lock", "mcpgen.yaml"}


@pytest.mark.parametrize(
    "secret",
    [
        "sk_live_" + "a1" * 12,
        "AKIA" + "ABCDEFGH12345678",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0",
        "ghp_" + "a1" * 18,
    ],
)
def test_a17_a_credential_is_reported_and_copied_nowhere(secret: str) -> None:
    keys = ("default", "example", "const", "description")
    made = make(changed((*SORT, "schema"), {"type": "string", **dict.fromkeys(keys, secret)}))
    assert "a text looks like a credential" in made.titles
    assert not [path for path, content in made.files.items() if secret.encode() in content]


def test_a18_long_prose_is_cut() -> None:
    made = make(changed((*OPERATION, "description"), "word " * 200_000))
    assert max(map(len, texts_of(made))) < 10_000


@pytest.mark.parametrize(
    "place", [(*SORT, "schema", "enum", 0), (*SORT, "name"), ("paths", PETS, KEY)], ids=str
)
def test_a18_anything_else_that_long_is_refused(place: Place) -> None:
    with pytest.raises(McpgenError, match="longer than 64 KiB") as caught:
        make(changed(place, "/{petId}" + "a" * 5_000_000))
    assert caught.value.diagnostic.location is not None
