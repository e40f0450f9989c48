"""What `mcpgen new` says at its end: what was made, what was not, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mcpgen.diagnostics import Diagnostic
from mcpgen.plan.model import ToolPlan
from mcpgen.project.record import BASE_FOLDER
from mcpgen.render.model import ProjectFile
from mcpgen.report.plan_json import left_out_list, warning_list
from mcpgen.report.plan_text import cost_line
from mcpgen.report.text import count, line

_SHOWN = 12


def new_project_lines(
    name: str, folder: Path, plan: ToolPlan, tokens: dict[str, int], separate_tokens: int
) -> Iterator[str]:
    """The summary of a written project."""
    yield f"Made `{folder}`, an MCP server for {line(plan.title)}"
    yield ""
    names = sorted(tokens)
    width = max(map(len, names), default=0)
    for tool in names[:_SHOWN]:
        yield f"  {tool:<{width}}  {tokens[tool]:>6,} tokens"
    if len(names) > _SHOWN:
        yield f"  … and {count(len(names) - _SHOWN, 'more tool')}: see `README.md`"
    operations = len(plan.calls)
    yield ""
    yield cost_line(len(names), sum(tokens.values()), operations, separate_tokens)
    if plan.left_out:
        few = len(plan.left_out) == 1
        yield f"{count(len(plan.left_out), 'operation')} {'was' if few else 'were'} left out."
    yield ""
    yield "Next:"
    yield f"  cd {folder}"
    yield "  pip install -e '.[dev]' && pytest"
    if not plan.base_url:
        yield f"  export {plan.name.upper()}_BASE_URL=…  (the document names no address)"
    yield f"  {name} tools"
    yield f"  claude mcp add {plan.name} -- {name}"


def dry_run_lines(folder: Path, files: Iterable[ProjectFile]) -> Iterator[str]:
    """What a dry run would write."""
    shown = _without_copies(files)
    yield f"Would write {count(len(shown), 'file')} into `{folder}`, and copies in `.mcpgen/`:"


def file_lines(files: Iterable[ProjectFile]) -> Iterator[str]:
    """The files a dry run would write."""
    for path in _without_copies(files):
        yield f"  A {path}"


def _without_copies(files: Iterable[ProjectFile]) -> list[str]:
    """The files people look at; the pristine copies are named by hashes."""
    return [str(file.path) for file in files if file.path.parent != BASE_FOLDER]


def new_project_object(
    name: str,
    folder: Path,
    files: Iterable[ProjectFile],
    plan: ToolPlan,
    tokens: dict[str, int],
    found: Iterable[Diagnostic],
    *,
    written: bool,
) -> dict[str, Any]:
    """The same for a program."""
    return {
        "api": plan.name,
        "name": name,
        "folder": str(folder),
        "written": written,
        "files": _without_copies(files),
        "tools": [{"name": tool, "tokens": tokens[tool]} for tool in sorted(tokens)],
        "tokens": sum(tokens.values()),
        "leftOut": left_out_list(plan.left_out),
        "warnings": warning_list(found),
    }
