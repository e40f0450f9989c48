"""YAML and JSON text to values: YAML 1.2 core, and the same positions in both."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.diagnostics import McpgenError
from mcpgen.openapi.documents import escape
from mcpgen.openapi.json_values import read_json
from mcpgen.openapi.positions import json_index, yaml_index
from mcpgen.openapi.yaml_values import read_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("NO", "NO"),
        ("on", "on"),
        ("yes", "yes"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("12:30", "12:30"),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("1_000", "1_000"),
        ("-12", -12),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("2020-01-01", "2020-01-01"),
        ("3.1.0", "3.1.0"),
        ("3.1", 3.1),
        (".inf", ".inf"),
        ("-", None),
        ("'010'", "010"),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_a_plain_scalar_is_read_by_the_core_schema(text: str, value: object) -> None:
    found = read_yaml(f"key: {text}\n" if text != "-" else "key:\n", "x.yaml")
    assert found == {"key": value}
    assert type(found["key"]) is type(value)


def test_keys_are_text() -> None:
    assert read_yaml("200: a\nNO: b\nnull: c\n1.0: d\n", "x.yaml") == {
        "200": "a",
        "NO": "b",
        "null": "c",
        "1.0": "d",
    }


def test_a_merge_key_gives_way_to_own_keys_and_earlier_mappings() -> None:
    text = """
    base: &base {a: 1, b: 1}
    other: &other {b: 2, c: 2}
    merged: {<<: [*base, *other], a: 3}
    "<<": kept
    """
    found = read_yaml(dedent(text), "x.yaml")
    assert isinstance(found, dict)
    assert found["merged"] == {"a": 3, "b": 1, "c": 2}
    assert found["<<"] == "kept"


def test_an_alias_is_the_value_it_names() -> None:
    found = read_yaml("a: &x {n: [1]}\nb: *x\nc: &k key\n? *k\n: d\n", "x.yaml")
    assert found == {"a": {"n": [1]}, "b": {"n": [1]}, "c": "key", "key": "d"}


def test_a_hundred_thousand_brackets_are_refused() -> None:
    for text in ("[" * 100_000, "{a: " * 100_000, '{"a":' * 100_000):
        with pytest.raises(McpgenError, match="200 levels"):
            read_yaml(text, "x.yaml")
    for text in ("[" * 100_000 + "]" * 100_000, '{"a":' * 3_000 + "1" + "}" * 3_000):
        with pytest.raises(McpgenError, match="200 levels"):
            read_json(text, "x.json")


def test_an_alias_does_not_hide_depth() -> None:
    text = f"a: &a {'[' * 150}{']' * 150}\nb: {'[' * 100}*a{']' * 100}\n"
    with pytest.raises(McpgenError, match="200 levels"):
        read_yaml(text, "x.yaml")


def test_surrogate_pairs_in_json_are_one_character() -> None:
    assert read_json('{"a": "\\ud83d\\ude00"}', "x.json") == {"a": "\N{GRINNING FACE}"}


def test_a_number_too_large_for_json_is_kept_as_text() -> None:
    assert read_json('{"a": 1e999}', "x.json") == {"a": "1e999"}
    with pytest.raises(McpgenError, match="not a number JSON can hold"):
        read_json('{"a": ' + "9" * 5000 + "}", "x.json")


_SCALARS = st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="ascii"))
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(st.characters(codec="ascii")), inner, max_size=4),
    max_leaves=20,
)


@given(_VALUES, st.sampled_from([None, 2]))
def test_yaml_and_json_agree_on_values_and_positions(value: object, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    assert read_json(text, "x.json") == value
    by_json = json_index(text)
    by_yaml = yaml_index(text, "x.yaml")
    for pointer in _pointers(value, ""):
        assert by_json(pointer) == by_yaml(pointer)


def _pointers(value: object, pointer: str) -> list[str]:
    if isinstance(value, dict):
        children = [(f"{pointer}/{escape(key)}", child) for key, child in value.items()]
    elif isinstance(value, list):
        children = [(f"{pointer}/{number}", child) for number, child in enumerate(value)]
    else:
        children = []
    return [pointer, *(found for path, child in children for found in _pointers(child, path))]


def test_a_member_stands_at_its_key_and_what_an_alias_brought_at_its_use() -> None:
    text = "a: &x\n  b:\n  - c\n  - d\ne: *x\n"
    position = yaml_index(text, "x.yaml")
    assert position("") == (1, 1)
    assert position("/a/b") == (2, 3)
    assert position("/a/b/1") == (4, 5)
    assert position("/e/b/1") == (5, 1)
