"""From the plan and a folder of templates to the files of a project, all in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import PurePosixPath

import jinja2

from mcpgen.plan.model import ToolPlan
from mcpgen.render.catalogue import CATALOGUE_FILE, catalogue_text
from mcpgen.render.check import BrokenFileError, check_syntax
from mcpgen.render.filters import make_environment
from mcpgen.render.format import format_python
from mcpgen.render.model import Kind, ProjectFile
from mcpgen.render.project_view import project_view
from mcpgen.render.shape import check_shape, harmless
from mcpgen.render.views import ProjectView

PACKAGE = "package_name"
"""The folder in the templates that is renamed to the project's package."""

_ONCE = {f"src/{PACKAGE}/hooks.py", "tests/test_custom.py"}
_VIEW = re.compile(r"\{# view: (\w+) #\}\n")


def render_project(
    plan: ToolPlan, templates: Mapping[PurePosixPath, bytes], tokens: Mapping[str, int]
) -> tuple[ProjectFile, ...]:
    """Render every template; `tokens` is the cost of each tool's definition by tool name."""
    view = project_view(plan, tokens)
    views = view, harmless(view)
    rendered = {str(path): text.decode() for path, text in templates.items() if _is_source(path)}
    environment = _environment(tuple(sorted(rendered.items())))
    files = [_copied(path, content, view) for path, content in templates.items()
             if not _is_source(path)]  # fmt: skip
    for name, source in rendered.items():
        files += _rendered(environment.get_template(name), view_name(name, source), views)
    if plan.catalogue is not None:
        path = PurePosixPath("src", view.package, CATALOGUE_FILE)
        files.append(_file(path, catalogue_text(plan.catalogue), Kind.MANAGED, CATALOGUE_FILE))
    return tuple(sorted(files, key=lambda file: file.path))


@lru_cache(maxsize=1)
def _environment(templates: tuple[tuple[str, str], ...]) -> jinja2.Environment:
    """One for the same templates: compiling them takes longer than rendering."""
    return make_environment(dict(templates))


def view_name(template: str, source: str) -> str:
    """The view a template says it takes, on its first line."""
    match = _VIEW.match(source)
    if match is None or match.group(1) not in ("ProjectView", "ToolView"):
        raise BrokenFileError(f"{template} does not begin with its view: {{# view: ToolView #}}")
    return match.group(1)


def _is_source(path: PurePosixPath) -> bool:
    return path.suffix == ".jinja"


def _copied(path: PurePosixPath, content: bytes, view: ProjectView) -> ProjectFile:
    return ProjectFile(_target(str(path), view), content, _kind(str(path)), str(path))


def _rendered(
    template: jinja2.Template, wanted: str, views: tuple[ProjectView, ProjectView]
) -> Iterator[ProjectFile]:
    """The files of one template; each is held against the one of the harmless view."""
    view, twin = views
    name = (template.name or "").removesuffix(".jinja")
    path = _target(name, view)
    if wanted == "ProjectView":
        text = template.render(project=view)
        check_shape(path, text, template.render(project=twin))
        yield _file(path, text, _kind(name), name)
        return
    for tool, twin_tool in zip(view.tools, twin.tools, strict=True):
        text = template.render(project=view, tool=tool)
        module = path.with_name(f"{tool.module}{path.suffix}")
        check_shape(module, text, template.render(project=twin, tool=twin_tool))
        yield _file(module, text, Kind.MANAGED, f"tool:{tool.name}")


def _file(path: PurePosixPath, text: str, kind: Kind, file_id: str) -> ProjectFile:
    check_syntax(path, text)
    if path.suffix == ".py":
        text = format_python(text)
    return ProjectFile(path, text.encode(), kind, file_id)


def _target(template: str, view: ProjectView) -> PurePosixPath:
    parts = PurePosixPath(template).parts
    return PurePosixPath(*(view.package if part == PACKAGE else part for part in parts))


def _kind(template: str) -> Kind:
    return Kind.ONCE if template in _ONCE else Kind.MANAGED
