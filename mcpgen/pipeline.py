"""The order of the stages; the only module that knows it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from mcpgen import assets
from mcpgen.config import DEFAULT_MAX_TOKENS, PLAN_FILE, PlanFile, plan_file_text
from mcpgen.diagnostics import Report
from mcpgen.openapi.load import load_api
from mcpgen.openapi.model import Api
from mcpgen.plan.model import ToolPlan
from mcpgen.plan.plan import plan_tools
from mcpgen.plan.tokens import definition_tokens, tool_tokens
from mcpgen.project.new import check_target, write_new
from mcpgen.project.record import Origin, ToolEntry, record_files
from mcpgen.render.model import Kind, ProjectFile
from mcpgen.render.project import render_project

Progress: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the caller asks of the document and the plan."""

    source: str
    name: str = ""
    prefix: str = ""
    base_url: str = ""
    max_tools: int | None = None
    max_tokens: int = DEFAULT_MAX_TOKENS
    strict: bool = False
    allow_refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """A document with its plan. `tokens` is the cost of each tool's definition by name."""

    api: Api
    plan: ToolPlan
    tokens: dict[str, int]
    separate_tokens: int
    """What the same operations would cost as one tool each, in the document's words."""


@dataclass(frozen=True, slots=True)
class NewProject:
    """A project that `mcpgen new` makes."""

    planned: Planned
    folder: Path
    files: tuple[ProjectFile, ...]

    @property
    def name(self) -> str:
        return project_name(self.planned.plan)


def project_name(plan: ToolPlan) -> str:
    """The name of the project, and of the command it installs."""
    return f"{plan.name.replace('_', '-')}-mcp"


def make_plan(wishes: Wishes, report: Report, progress: Progress) -> Planned:
    """Load a document and plan its tools."""
    api = load_api(
        wishes.source,
        report,
        strict=wishes.strict,
        allow_refs=wishes.allow_refs,
        progress=progress,
    )
    progress("planning tools")
    plan = plan_tools(api, _plan_file(wishes, wishes.source, wishes.name, wishes.prefix))
    progress("counting tokens")
    tokens = {tool.name: tool_tokens(tool) for tool in plan.tools}
    return Planned(api, plan, tokens, _separate_tokens(api, plan))


def make_project(wishes: Wishes, folder: str, report: Report, progress: Progress) -> NewProject:
    """Make every file of a new project in memory; an empty `folder` means one by its name."""
    if folder:
        check_target(Path(folder))
    planned = make_plan(wishes, report, progress)
    target = Path(folder or project_name(planned.plan))
    check_target(target)
    progress("rendering files")
    templates = assets.read_templates(assets.templates_folder())
    files = render_project(planned.plan, templates, planned.tokens)
    source = _source_from(planned.api.source, target)
    file = _plan_file(wishes, source, planned.plan.name, planned.plan.prefix)
    path = PurePosixPath(PLAN_FILE)
    files += (ProjectFile(path, plan_file_text(file).encode(), Kind.YOURS, PLAN_FILE),)
    origin = Origin(source, planned.api.sha256, assets.generator())
    files += record_files(files, origin, _entries(planned.plan))
    return NewProject(planned, target, tuple(sorted(files, key=lambda made: made.path)))


def _plan_file(wishes: Wishes, source: str, name: str, prefix: str) -> PlanFile:
    return PlanFile(
        spec=source,
        name=name,
        prefix=prefix,
        base_url=wishes.base_url,
        max_tools=wishes.max_tools,
        max_tokens=wishes.max_tokens,
    )


def write_project(project: NewProject, progress: Progress) -> None:
    """Put a made project on disk."""
    progress(f"writing {len(project.files)} files")
    write_new(project.folder, project.files)


def _entries(plan: ToolPlan) -> dict[str, ToolEntry]:
    entries = {
        call.identity: ToolEntry(tool.name, call.action)
        for tool in plan.tools
        for call in tool.calls
    }
    if plan.catalogue is not None:
        for _, caller in plan.catalogue.callers:
            for entry in plan.catalogue.reached_by(caller):
                entries[entry.call.identity] = ToolEntry(caller, entry.id)
    return entries


def _source_from(source: str, folder: Path) -> str:
    """The document as the plan file names it: a local path is written from the project."""
    if source == "-" or "://" in source:
        return source
    try:
        return Path(os.path.relpath(Path(source).resolve(), folder.resolve())).as_posix()
    except ValueError:  # another drive, on Windows
        return Path(source).resolve().as_posix()


def _separate_tokens(api: Api, plan: ToolPlan) -> int:
    texts = {
        operation.identity: "\n\n".join(filter(None, (operation.summary, operation.description)))
        for operation in api.operations
    }
    offered = [(tool.calls, (*tool.arguments, *tool.rare)) for tool in plan.tools]
    if plan.catalogue is not None:
        offered += [((entry.call,), entry.arguments) for entry in plan.catalogue.entries]
    total = 0
    for calls, arguments in offered:
        schemas = {argument.name: argument.schema for argument in arguments}
        for call in calls:
            properties = {name: schemas[name] for name in call.arguments if name in schemas}
            schema = {"type": "object", "properties": properties, "required": list(call.required)}
            name = f"{plan.prefix}_{call.action}"
            total += definition_tokens(name, texts.get(call.identity, ""), schema)
    return total
