"""A mistake in a template is found before a file is written, whatever the mistake is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath

import pytest

from mcpgen import assets
from mcpgen.plan.model import ToolPlan
from mcpgen.render.check import BrokenFileError
from mcpgen.render.code import Construct, Name
from mcpgen.render.filters import UnsafeOutputError
from mcpgen.render.project import render_project

from .documents import benign

TEMPLATES = assets.read_templates(assets.templates_folder())


def titled(title: str) -> ToolPlan:
    plan = benign().plan
    return replace(plan, title=title, tools=tuple(replace(t, title=title) for t in plan.tools))


def render(plan: ToolPlan, path: str, source: str) -> str:
    """What the project's templates and one more give for it."""
    templates = {**TEMPLATES, PurePosixPath(f"{path}.jinja"): source.encode()}
    tokens = dict.fromkeys((tool.name for tool in plan.tools), 1)
    (file,) = (f for f in render_project(plan, templates, tokens) if str(f.path) == path)
    return file.text


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("extra.py", 'TITLE = "{{ project.title }}"\n'),
        ("extra.py", "TITLE = {{ project.title ~ '' }}\n"),
        ("extra.toml", 'title = "{{ project.title }}"\n'),
        ("Extra", "RUN echo {{ project.title }}\n"),
    ],
)
def test_a_raw_interpolation_fails_the_build(path: str, source: str) -> None:
    with pytest.raises(UnsafeOutputError, match="without a filter"):
        render(titled("Pets"), path, "{# view: ProjectView #}\n" + source)


@pytest.mark.parametrize(
    ("path", "source", "title"),
    [
        ("a.py", 'T = "{{ project.title | markdown }}"\n', '", exit(), "'),
        ("a.py", "T = '{{ project.title | json }}'\n", "', exit(), '"),
        ("a.py", '"""{{ project.title | markdown }}"""\n', '""", exit(), """'),
        ("a.py", 'T = f"{{ project.title | markdown }}"\n', "{exit()}"),
        ("a.py", "class A:\n    {{ project.title | markdown }} = 1\n", "x: exit()"),
        ("a.py", "# {{ project.title | markdown }}\n", "harmless, and still no comment"),
        ("a.py", '"""{{ project.title | markdown }}"""\n', "harmless, and still no docstring"),
        ("a.toml", 't = { a = "{{ project.title | markdown }}" }\n', '", b = "'),
        ("a.yaml", "t: {{ project.title | markdown }}\n", "{a: b}"),
        ("a.yaml", "t: {{ project.title | markdown }}\n", "1"),
        ("a.json", '{"t": "{{ project.title | markdown }}"}\n', '", "b": "'),
        ("a.md", "| {{ project.title | py }} |\n", "a | <b>"),
        ("a.md", "{{ project.title | py }}\n[x]\n", "[a](javascript:1)"),
        ("Extra", "LABEL title={{ project.title | json }}\n", "harmless, and still not let in"),
        ("a.sh", "echo {{ project.title | json }}\n", "$(id)"),
    ],
)
def test_a_quoting_mistake_is_found_by_the_shape(path: str, source: str, title: str) -> None:
    source = "{# view: ProjectView #}\n" + source
    with pytest.raises(BrokenFileError, match=r"became more than a text|does not parse"):
        render(titled(title), path, source)


def test_a_declaration_of_an_encoding_is_seen() -> None:
    source = "{# view: ProjectView #}\n# coding: {{ project.title | markdown }}\nT = 1\n"
    with pytest.raises(BrokenFileError):
        render(titled("utf-7"), "a.py", source)


@pytest.mark.parametrize("title", ["Pets", '"""', "a\nb", "| <b> [x](y)", "{x} $(id) `id` \\"])
@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "T = {{ project.title | py }}\n"),
        ("a.toml", "t = {{ project.title | toml }}\n"),
        ("a.yaml", "t: {{ project.title | yaml }}\n"),
        ("a.json", '{"t": {{ project.title | json }}}\n'),
        ("a.md", "| {{ project.title | markdown }} |\n"),
    ],
)
def test_the_filter_of_the_format_lets_every_text_pass(path: str, source: str, title: str) -> None:
    assert render(titled(title), path, "{# view: ProjectView #}\n" + source)


@pytest.mark.parametrize("name", ["exit()", "a.b", "", "é"])
def test_only_names_stand_for_names_in_code(name: str) -> None:
    with pytest.raises(ValueError, match="not a name"):
        Name(name)
    with pytest.raises(ValueError, match="not a name"):
        Construct(name)
    with pytest.raises(ValueError, match="not a name"):
        Construct("Tool", keywords=((name, 1),))
