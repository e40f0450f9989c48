"""Python source for data: it reads back as it was, is ASCII, and black leaves it alone."""

from __future__ import annotations

import ast

import black
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.render.code import Construct, Open, Value, keyword_argument, literal, split_text, write

MODE = black.Mode(line_length=100, target_versions={black.TargetVersion.PY311})

TEXTS = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            ["Pets.", "It's", '"x"', "\\", "a\\'b", '\\"', "é", "日本", "\n", "  ", "x" * 60, "{y}"]
        ),
        max_size=40,
    ).map(" ".join),
)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(TEXTS, inner, max_size=6),
    max_leaves=20,
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.lists(inner, max_size=5).map(tuple),
        st.lists(inner, max_size=3).map(lambda values: Open(tuple(values))),
        st.dictionaries(TEXTS, inner, max_size=5),
        st.dictionaries(TEXTS, inner, max_size=5).map(Open),
        st.lists(inner, max_size=4).map(lambda values: Construct("Field", tuple(values))),
        st.lists(inner, max_size=4).map(
            lambda values: Construct("Field", (), tuple((f"k{i}", v) for i, v in enumerate(values)))
        ),
    ),
    max_leaves=25,
)


@given(JSON)
def test_a_json_value_reads_back_as_it_was(value: Value) -> None:
    source = write(value)
    assert ast.literal_eval(source) == value
    assert source.isascii()
    assert not any(ord(character) < 32 and character != "\n" for character in source)


@settings(max_examples=60, deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=3))
def test_black_leaves_every_value_alone(values: list[Value]) -> None:
    lines = [keyword_argument(f"name{i}", value, 4) for i, value in enumerate(values)]
    source = "TOOL = Tool(\n" + "".join(f"    {line}\n" for line in lines) + ")\n"
    assert black.format_str(source, mode=MODE) == source


@given(TEXTS, st.integers(20, 90))
def test_a_split_text_is_the_same_text(text: str, room: int) -> None:
    assert "".join(split_text(text, room)) == text


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
def test_a_number_outside_json_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="outside JSON"):
        literal(number)


def test_anything_but_json_is_refused() -> None:
    with pytest.raises(TypeError):
        write(object())  # type: ignore[arg-type]


def test_a_long_text_has_one_sentence_a_line() -> None:
    text = (
        "Lists the pets of the shop that are for sale today. "
        "Give a status to see only some of them; the default is to show all.\n"
        "Results come in pages."
    )
    assert keyword_argument("description", text, 4) == (
        "description=(\n"
        '        "Lists the pets of the shop that are for sale today. "\n'
        '        "Give a status to see only some of them; "\n'
        '        "the default is to show all.\\n"\n'
        '        "Results come in pages."\n'
        "    ),"
    )


def test_what_fits_stays_on_one_line_unless_it_is_open() -> None:
    value: Value = {"type": "integer", "minimum": 1}
    assert write(value) == '{"type": "integer", "minimum": 1}'
    assert write(Open(value)) == '{\n    "type": "integer",\n    "minimum": 1,\n}'
    assert write(("one",)) == '("one",)'
