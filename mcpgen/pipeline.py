"""The order of the stages; the only module that knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from mcpgen import assets
from mcpgen.config import (
    DEFAULT_MAX_TOKENS,
    PLAN_FILE,
    PlanFile,
    plan_file_text,
)
from mcpgen.diagnostics import Report
from mcpgen.openapi.load import load_api
from mcpgen.openapi.model import Api
from mcpgen.plan.model import ToolPlan
from mcpgen.plan.plan import plan_tools
from mcpgen.plan.tokens import tool_tokens
from mcpgen.project.new import check_target, write_new
from mcpgen.project.places import source_from
from mcpgen.project.reconcile import Made
from mcpgen.project.record import Origin, ToolEntry, record_files
from mcpgen.project.revision import as_file
from mcpgen.render.model import Kind, ProjectFile
from mcpgen.render.project import render_project
from mcpgen.report.cost import separate_tokens
from mcpgen.report.offer import TOOLS_FILE, Offer, offer_of, offer_text

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
        return self.planned.plan.project_name


def make_plan(wishes: Wishes, report: Report, progress: Progress) -> Planned:
    """Load a document and plan its tools."""
    return plan_document(wishes, _plan_file(wishes), {}, report, progress)


def plan_document(
    wishes: Wishes, file: PlanFile, known: Known, report: Report, progress: Progress
) -> Planned:
    """Load a document and plan its tools by a plan file; `known` keep their names."""
    with as_file(wishes.source) as source:
        api = load_api(
            source,
            report,
            strict=wishes.strict,
            allow_refs=wishes.allow_refs,
            progress=progress,
        )
        if source != wishes.source:
            api = replace(api, source=wishes.source)
    progress("planning tools")
    plan = plan_tools(api, file, {}, report)
    if not _keeps(plan, known):
        plan = plan_tools(api, file, known, report)
    progress("counting tokens")
    tokens = {tool.name: tool_tokens(tool) for tool in plan.tools}
    return Planned(api, plan, tokens, separate_tokens(api, plan))


def _keeps(plan: ToolPlan, known: Known) -> bool:
    """Whether a plan made afresh, which is the tidier one, calls everything what it was called."""
    return all(
        known.get(identity, (entry.tool, entry.action)) == (entry.tool, entry.action)
        for identity, entry in tool_entries(plan).items()
    )


def make_project(wishes: Wishes, folder: str, report: Report, progress: Progress) -> NewProject:
    """Make every file of a new project in memory; an empty `folder` means one by its name."""
    if folder:
        check_target(Path(folder))
    planned = make_plan(wishes, report, progress)
    target = Path(folder or planned.plan.project_name)
    check_target(target)
    made = render_files(planned, target, progress)
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


def render_files(planned: Planned, folder: Path, progress: Progress) -> Made:
    """Every file of a project but the plan file and the lock."""
    progress("rendering files")
    templates = assets.read_templates(assets.templates_folder())
    files = render_project(planned.plan, templates, planned.tokens)
    source = source_from(planned.api.source, folder)
    origin = Origin(source, planned.api.sha256, assets.generator())
    offer = offer_text(offer_made(planned, source))
    records = (ProjectFile(TOOLS_FILE, offer, Kind.RECORD, str(TOOLS_FILE)),)
    return Made(files, records, origin, tool_entries(planned.plan))


def offer_made(planned: Planned, source: str) -> Offer:
    """What the server of a plan offers."""
    return offer_of(planned.plan, planned.api, planned.tokens, source)


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


def tool_entries(plan: ToolPlan) -> dict[str, ToolEntry]:
    """The tool and action of every operation, as the lock has them."""
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
