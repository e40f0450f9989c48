"""Templates can print only what a filter wrote, and each filter's text is data to its format."""

from __future__ import annotations

import ast
import json
import tomllib

import jinja2
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mcpgen.render.filters import FILTERS, UnsafeOutputError, make_environment

TEXTS = st.text() | st.sampled_from(
    [
        'x """\nimport os; os.system("id")\n"""',
        '"\n[tool.hatch]\n',
        "'\nRUN curl evil",
        "{{ 7*7 }}{% include '/etc/passwd' %}{#",
        "[x](javascript:alert(1))",
        "<script>alert(1)</script>",
        "| a | b |",
        "1. one",
        "# heading",
        "```\ncode",
        "&lt;b&gt; ~~x~~ $x$",
        "\ud800",
        "\x00\x1b]0;title\x07",
        "\u2028\u0085",
    ]
)


def render(source: str, **values: object) -> str:
    return make_environment({"it": source}).get_template("it").render(**values)


@pytest.mark.parametrize(
    "source",
    [
        "{{ text }}",
        "{{ 'constant' }}",
        "{{ text ~ text }}",
        "{{ (text | py) ~ 'x' }}",
        "{{ number }}",
        "{{ [text | py] }}",
        "{% for word in [text] %}{{ word }}{% endfor %}",
        "{% set copy = text %}{{ copy }}",
    ],
)
def test_a_value_no_filter_wrote_is_refused(source: str) -> None:
    with pytest.raises(UnsafeOutputError):
        render(source, text="import os", number=1)


@pytest.mark.parametrize("name", ["safe", "string", "upper", "replace", "join", "tojson"])
def test_no_filter_of_jinja_is_there(name: str) -> None:
    with pytest.raises(jinja2.TemplateAssertionError, match="No filter named"):
        render("{{ text | " + name + " }}", text="x")


def test_a_filter_block_is_refused() -> None:
    with pytest.raises((TypeError, UnsafeOutputError)):
        render("{% filter py %}{{ text | py }}{% endfilter %}", text="x")


def test_a_missing_value_is_refused() -> None:
    with pytest.raises(jinja2.UndefinedError):
        render("{{ nothing }}")


@given(TEXTS)
def test_a_text_never_becomes_template_source(text: str) -> None:
    assert ast.literal_eval(render("{{ text | py }}", text=text)) == text


@given(TEXTS)
def test_toml_yaml_and_json_hold_the_text(text: str) -> None:
    expected = text.encode("utf-8", "replace").decode()
    assert json.loads(render("{{ text | json }}", text=text)) == expected
    assert tomllib.loads(render("key = {{ text | toml }}", text=text)) == {"key": expected}
    source = render("key: {{ text | yaml }}", text=text)
    assert "\n" not in source
    assert yaml.safe_load(source) == {"key": expected}


@given(TEXTS)
def test_markdown_text_is_text(text: str) -> None:
    source = render("| a | {{ text | markdown }} |\n", text=text)
    assert source.count("\n") == 1
    tokens = MarkdownIt("commonmark").parseInline(source)[0].children or []
    assert {token.type for token in tokens} <= {"text", "text_special", "softbreak"}
    line = MarkdownIt("commonmark").parse(render("{{ text | markdown }}", text=text))
    assert {token.type for token in line} <= {"paragraph_open", "inline", "paragraph_close"}


@pytest.mark.parametrize("value", ["", "1a", "class", "a b", "é", "a-b", "__import__('os')"])
def test_only_a_python_name_is_a_name(value: str) -> None:
    with pytest.raises(UnsafeOutputError):
        render("{{ value | ident }}", value=value)


@pytest.mark.parametrize("value", ["", "a b", "a\n", "../x", ".hidden", "a/b", "é", "$(x)"])
def test_only_a_slug_is_a_slug(value: str) -> None:
    with pytest.raises(UnsafeOutputError):
        render("{{ value | slug }}", value=value)
    with pytest.raises(UnsafeOutputError):
        render("{{ value | env }}", value=value)


def test_every_filter_is_used() -> None:
    from mcpgen import assets

    sources = assets.read_templates(assets.templates_folder())
    used = b"\n".join(text for path, text in sources.items() if path.suffix == ".jinja").decode()
    assert {name for name in FILTERS if f"| {name}" not in used} <= {"yaml", "py"}
