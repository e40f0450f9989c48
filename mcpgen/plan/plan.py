"""The planner: few tools, flat, truthful, and every operation in exactly one or accounted for."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import urlsplit

from mcpgen.config import PlanFile
from mcpgen.naming import identifier, shorten
from mcpgen.openapi.model import Api, Operation
from mcpgen.plan.cells import Cell, group, name_cells, split
from mcpgen.plan.descriptions import write_instructions
from mcpgen.plan.effects import classify
from mcpgen.plan.inputs import common_parameters, read_inputs
from mcpgen.plan.lexicon import TITLE_NOISE
from mcpgen.plan.mentions import speak_of_tools, tool_names
from mcpgen.plan.model import Decision, LeftOut, ToolPlan
from mcpgen.plan.paths import collection_paths, resource_paths
from mcpgen.plan.subjects import read_subjects
from mcpgen.plan.text import clean
from mcpgen.plan.tools import MAX_TOOL_TOKENS, Built, Reading, build_tool, fill_base_url, named_tool

_NAME_LIMIT = 16
_UNSENDABLE = {
    "TRACE": "TRACE echoes the request, credentials with it, and is no API operation",
    "CONNECT": "CONNECT opens a tunnel and is no API operation",
}


def plan_tools(api: Api, file: PlanFile) -> ToolPlan:
    """Turn an API into a plan. The same API and plan file give the same plan."""
    name = file.name.replace("-", "_") or short_name(api)
    prefix = file.prefix or name
    title = clean(api.title) or name
    usable = tuple(o for o in api.operations if o.method not in _UNSENDABLE)
    reading, decisions = _read(usable, _headline(title), name)
    effects = {identity: found.effect for identity, found in reading.effects.items()}
    subjects = dict(reading.subjects)
    cells = group(usable, subjects, effects)
    built = _build_all(cells, prefix, reading)
    for one in built:
        decisions += _explain(one, reading)
    tools = tuple(one.tool for one in built)
    mentioned = tool_names({o.identity: o for o in usable}, tools)
    tools = tuple(speak_of_tools(tool, mentioned) for tool in tools)
    left_out = [LeftOut(u.method, u.path, u.reason, u.location) for u in api.unusable]
    left_out += [
        LeftOut(o.method, o.path, _UNSENDABLE[o.method], o.location)
        for o in api.operations
        if o.method in _UNSENDABLE
    ]
    return ToolPlan(
        name=name,
        prefix=prefix,
        title=title,
        api_version=api.version,
        docs_url=api.docs_url,
        base_url=file.base_url.rstrip("/") or _base_url(api),
        instructions=write_instructions(api, title, tools),
        tools=tools,
        left_out=tuple(sorted(left_out, key=lambda one: (one.path, one.method))),
        decisions=tuple(decisions),
        security_schemes=api.security_schemes,
    )


def _read(
    operations: tuple[Operation, ...], title: str, name: str
) -> tuple[Reading, list[Decision]]:
    collections = collection_paths(operations)
    effects = {o.identity: classify(o, collections) for o in operations}
    common = common_parameters(operations)
    inputs = {o.identity: read_inputs(o, common) for o in operations}
    subjects = read_subjects(operations, resource_paths(operations), name)
    decisions = []
    for operation in sorted(operations, key=lambda o: (o.path, o.method)):
        found = effects[operation.identity]
        reason = f"{found.effect.value}: {found.reason}"
        decisions.append(Decision("effect", operation.identity, reason, operation.location))
        decisions += inputs[operation.identity].decisions
    return Reading(title, subjects, effects, inputs), decisions


def _build_all(cells: list[Cell], prefix: str, reading: Reading) -> list[Built]:
    """Build every cell; one that breaks the token budget is divided while it can be."""
    subjects = dict(reading.subjects)
    pending, done = list(cells), dict[Cell, Built]()
    while pending:
        cell = pending.pop()
        built = build_tool(cell, reading)
        count = len(cell.operations)
        if built.tokens > MAX_TOOL_TOKENS and count > 1:
            pending += split(cell, subjects, -(-count // 2))
        else:
            done[cell] = built
    named = name_cells(list(done), prefix, subjects)
    return [named_tool(done[cell], name) for name, cell in named]


def _explain(built: Built, reading: Reading) -> list[Decision]:
    tool = built.tool
    decisions = []
    if len(tool.calls) > 1:
        domains = {" ".join(reading.subjects[call.identity].domain) for call in tool.calls}
        shared = ", ".join(sorted(domains))
        reason = f"{len(tool.calls)} operations that {tool.effect.value} `{shared}`"
        decisions.append(Decision("merged", tool.name, reason))
    return [*decisions, *built.decisions]


def short_name(api: Api) -> str:
    """The API's short name, `[a-z][a-z0-9_]*`: from its title, else from its host."""
    found = [w for w in _title_words(api.title) if w not in TITLE_NOISE]
    telling = [word for word in found if not re.fullmatch(r"v?\d+", word)]
    if not telling and api.base_urls:
        host = urlsplit(fill_base_url(api.base_urls[0])).hostname or ""
        telling = [part for part in host.split(".")[:-1] if part not in ("api", "www")][-1:]
    name = telling[0] if telling else "api"
    if len(telling) > 1 and len(f"{name}_{telling[1]}") <= _NAME_LIMIT:
        name = f"{name}_{telling[1]}"
    return shorten(identifier(name), _NAME_LIMIT).rstrip("_")  # `class` needs none in `class_mcp`


def _headline(title: str) -> str:
    """A title up to where it starts to explain: `Acme - OpenAPI 3.0` is Acme."""
    head = re.split(r"\s[-+:|(]\s*|:\s", title, maxsplit=1)[0].strip()
    return head if re.search(r"\w", head) else title


def _title_words(title: str) -> list[str]:
    """The words of a title up to where it starts to explain: `Acme API - with fixes` is Acme API."""
    text = unicodedata.normalize("NFKD", clean(title)).encode("ascii", "ignore").decode().lower()
    head = re.split(r"\b(?:with|for|by)\b", _headline(text), maxsplit=1)[0]
    plain = re.sub(r"'s\b", "", head if re.search(r"[a-z]", head) else text)
    return re.findall(r"[a-z0-9]+", plain)


def _base_url(api: Api) -> str:
    for base in api.base_urls:
        url = fill_base_url(base)
        if urlsplit(url).scheme in ("http", "https") and urlsplit(url).hostname:
            return url
    return ""
