"""The order of the stages; the only module that knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from mcpgen import assets
from mcpgen.config import (
    DEFAULT_MAX_TOKENS,
    PLAN_FILE,
    PlanFile,
    plan_file_text,
    read_plan_file,
)
from mcpgen.diagnostics import Report
from mcpgen.openapi.load import load_api
from mcpgen.openapi.model import Api
from mcpgen.plan.model import ToolPlan
from mcpgen.plan.plan import plan_tools
from mcpgen.plan.tokens import definition_tokens, tool_tokens
from mcpgen.project.disk import Disk
from mcpgen.project.exclusive import exclusive
from mcpgen.project.formatter import formatter
from mcpgen.project.lock import find_project, read_lock
from mcpgen.project.model import Changes, ConflictMode, Policy
from mcpgen.project.names import followed, renamed_tools
from mcpgen.project.new import check_target, write_new
from mcpgen.project.places import in_project, source_from, source_in
from mcpgen.project.reconcile import Made, reconcile
from mcpgen.project.record import Origin, ToolEntry, record_files
from mcpgen.project.transaction import apply, is_cut_off, recover, undo
from mcpgen.render.model import Kind, ProjectFile
from mcpgen.render.project import render_project

Progress: TypeAlias = Callable[[str], None]
Known: TypeAlias = Mapping[str, tuple[str, str]]
"""The tool and action an operation has in the lock, by its identity."""


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
    include: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()


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
    return _planned(wishes, _plan_file(wishes), {}, report, progress)


def _planned(
    wishes: Wishes, file: PlanFile, known: Known, report: Report, progress: Progress
) -> Planned:
    api = load_api(
        wishes.source,
        report,
        strict=wishes.strict,
        allow_refs=wishes.allow_refs,
        progress=progress,
    )
    progress("planning tools")
    plan = plan_tools(api, file, known, report)
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
    made = _render(planned, target, progress)
    file = _plan_file(wishes).model_copy(
        update={
            "spec": made.origin.source,
            "name": planned.plan.name,
            "prefix": planned.plan.prefix,
        }
    )
    path = PurePosixPath(PLAN_FILE)
    yours = ProjectFile(path, plan_file_text(file).encode(), Kind.YOURS, PLAN_FILE)
    files = (*made.files, yours)
    files += made.records + record_files(files, made.origin, made.operations)
    return NewProject(planned, target, tuple(sorted(files, key=lambda made: made.path)))


def _render(planned: Planned, folder: Path, progress: Progress) -> Made:
    """Every file of a project but the plan file and the lock."""
    progress("rendering files")
    templates = assets.read_templates(assets.templates_folder())
    files = render_project(planned.plan, templates, planned.tokens)
    source = source_from(planned.api.source, folder)
    origin = Origin(source, planned.api.sha256, assets.generator())
    return Made(files, (), origin, _entries(planned.plan))


def _plan_file(wishes: Wishes) -> PlanFile:
    return PlanFile(
        spec=wishes.source,
        name=wishes.name,
        prefix=wishes.prefix,
        base_url=wishes.base_url,
        max_tools=wishes.max_tools,
        max_tokens=wishes.max_tokens,
        include=wishes.include,
        hide=wishes.hide,
    )


def write_project(project: NewProject, progress: Progress) -> None:
    """Put a made project on disk."""
    progress(f"writing {len(project.files)} files")
    write_new(project.folder, project.files)


@dataclass(frozen=True, slots=True)
class Choices:
    """What the caller asks of a regeneration; an empty `source` is the plan file's."""

    source: str = ""
    conflict: ConflictMode = ConflictMode.FAIL
    recreate: tuple[str, ...] = ()
    strict: bool = False
    allow_refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Regeneration:
    """What a regeneration does to a project, done or not."""

    folder: Path
    planned: Planned
    changes: Changes
    written: bool
    refused: bool
    """Whether nothing was written because of conflicts."""


def regenerate(
    start: Path, choices: Choices, report: Report, progress: Progress, *, write: bool
) -> Regeneration:
    """Make a project again from its document, and merge that with what the team made of it."""
    folder = find_project(start)
    if not write and not is_cut_off(folder):
        return _regenerate(folder, choices, report, progress, write=False)
    with exclusive(folder):
        if recover(folder):
            report.warn("the last run was cut off; it was carried through first")
        return _regenerate(folder, choices, report, progress, write=write)


def _regenerate(
    folder: Path, choices: Choices, report: Report, progress: Progress, *, write: bool
) -> Regeneration:
    file, lock = read_plan_file(folder / PLAN_FILE), read_lock(folder)
    source = choices.source or source_in(file.spec, folder)
    wishes = Wishes(source, strict=choices.strict, allow_refs=choices.allow_refs)
    names = followed(lock.operations, file.moved)
    planned = _planned(wishes, file, _known(names), report, progress)
    made = _render(planned, folder, progress)
    progress("merging")
    policy = Policy(
        choices.conflict,
        keep=file.keep,
        recreate=frozenset(in_project(name, folder) for name in choices.recreate),
        formatter=formatter(file.format, folder),
        moves=renamed_tools(names, made.operations),
    )
    changes = reconcile(Disk(folder), lock, made, policy)
    refused = choices.conflict is ConflictMode.FAIL and bool(changes.conflicts)
    write = write and not refused and bool(changes.steps)
    if write:
        progress(f"writing {len(changes.steps)} files")
        apply(folder, changes.steps)
    return Regeneration(folder, planned, changes, write, refused)


def undo_run(start: Path) -> tuple[PurePosixPath, ...]:
    """Take the last run in a project back; the files this changed."""
    folder = find_project(start)
    with exclusive(folder):
        recover(folder)
        return undo(folder)


def _known(names: Mapping[str, ToolEntry]) -> Known:
    return {identity: (entry.tool, entry.action) for identity, entry in names.items()}


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
