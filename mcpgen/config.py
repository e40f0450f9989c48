"""The plan file `mcpgen.yaml`: what a team decides about its server."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from mcpgen.curation import OperationEdit, Pattern, ToolEdit
from mcpgen.diagnostics import ExitCode, Location, McpgenError, failure

PLAN_FILE = "mcpgen.yaml"


def check_name(value: str) -> str:
    """A short name that can stand in tool names, variables and a Python package."""
    if value and not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", value):
        raise ValueError(
            "use lower-case letters, digits and single underscores, and begin with a letter"
        )
    if len(value) > 30:
        raise ValueError("use at most 30 characters")
    return value


def check_base_url(value: str) -> str:
    """An absolute address without credentials, query or fragment."""
    if not value:
        return value
    if re.search(r"[\s\x00-\x1f\x7f\\]", value):
        raise ValueError("an address holds no space, control character or backslash")
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("begin with http:// or https:// and a host name")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("leave out user name, query and fragment")
    return value


Name = Annotated[str, AfterValidator(check_name)]

DEFAULT_MAX_TOKENS = 8000
"""What all tool definitions may cost a model, in o200k tokens."""


class Moved(BaseModel):
    """An operation that goes by another method or path now, both written `METHOD /path`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    from_: Annotated[str, Field(alias="from")]
    to: str


class PlanFile(BaseModel):
    """The keys of `mcpgen.yaml`. What is left empty, mcpgen takes from the document."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    version: Literal[1] = 1
    spec: str
    name: Name = ""
    prefix: Name = ""
    base_url: Annotated[str, AfterValidator(check_base_url)] = ""
    max_tools: Annotated[int, Field(ge=5, le=1000)] | None = None
    max_tokens: Annotated[int, Field(ge=1000, le=1_000_000)] = DEFAULT_MAX_TOKENS
    include: Annotated[tuple[Pattern, ...], Field(strict=False)] = ()
    hide: Annotated[tuple[Pattern, ...], Field(strict=False)] = ()
    tools: dict[str, ToolEdit] = {}
    operations: dict[str, OperationEdit] = {}
    # A list of YAML is no tuple, which is all that `strict` has against it.
    moved: Annotated[tuple[Moved, ...], Field(strict=False)] = ()
    keep: Annotated[tuple[str, ...], Field(strict=False)] = ()
    format: str = ""


def plan_file_text(file: PlanFile) -> str:
    """A new `mcpgen.yaml`, with a comment on every key."""
    lines = (*_naming_lines(file), *_budget_lines(file), *_curation_lines(file), *_REGENERATE_LINES)
    return "\n".join(lines)


def _naming_lines(file: PlanFile) -> tuple[str, ...]:
    return (
        "# How this MCP server is made from its API's document. The file is yours: mcpgen reads",
        "# it and never changes it.",
        "version: 1",
        "",
        "# The document: a path from this folder, or a URL.",
        f"spec: {_scalar(file.spec)}",
        "",
        "# The API's short name. The project, its package and its variables are called after it.",
        f"name: {_scalar(file.name)}",
        "",
        "# What every tool name begins with.",
        f"prefix: {_scalar(file.prefix)}",
        "",
        "# The address the server calls, where it is not the document's own.",
        f"base_url: {_scalar(file.base_url)}" if file.base_url else '# base_url: "https://…"',
        "",
    )


def _budget_lines(file: PlanFile) -> tuple[str, ...]:
    return (
        "# How many tools the server offers at most (by itself it aims for 15, and takes 25 where",
        "# that keeps every operation in one), and what their definitions may cost in tokens. What",
        "# does not fit stays reachable through a tool that finds operations and one that calls them.",
        f"max_tools: {file.max_tools}" if file.max_tools is not None else "# max_tools: 15",
        f"max_tokens: {file.max_tokens}",
        "",
    )


def _curation_lines(file: PlanFile) -> tuple[str, ...]:
    return (
        "# Which operations are in: METHOD /path, tag:NAME or id:NAME, with * and ** for any text.",
        "# `hide` wins over `include`, and what is hidden no tool reaches.",
        _list_line("include", file.include, '"GET /**", "tag:orders"'),
        _list_line("hide", file.hide, '"DELETE **", "tag:admin"'),
        "",
        "# Your word over mcpgen's, by the tool's name and the operation as the document writes it.",
        "# tools:",
        f"#   {file.name}_read_things:",
        f"#     name: {file.name}_find_things",
        '#     description: "…"',
        "#     annotations: {openWorldHint: false}",
        '#     arguments: {query: "Words to look for"}',
        "# operations:",
        '#   "POST /things/lookup": {effect: read}',
        "",
    )


_REGENERATE_LINES = (
    "# For `mcpgen regenerate`: operations whose method or path changed and whose tools keep",
    "# their names, files it leaves alone, and the formatter your code goes through.",
    '# moved: [{from: "GET /v1/books", to: "GET /v2/books"}]',
    "# keep: [README.md]",
    '# format: "ruff format -"',
    "",
)


def _list_line(key: str, values: tuple[str, ...], example: str) -> str:
    if not values:
        return f"# {key}: [{example}]"
    return f"{key}: [{', '.join(json.dumps(value, ensure_ascii=False) for value in values)}]"


def _scalar(text: str) -> str:
    dumped: str = yaml.safe_dump(text, width=float("inf"), allow_unicode=True)
    return dumped.removesuffix("\n").removesuffix("\n...")


def read_plan_file(path: Path) -> PlanFile:
    """Read and check a plan file; every problem is located."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise failure(f"`{path}` is missing", hint="make a project with `mcpgen new`") from None
    except UnicodeDecodeError as error:
        raise failure(f"`{path}` is not UTF-8 text", detail=str(error)) from None
    except OSError as error:
        title = f"`{path}` cannot be read"
        raise failure(title, exit_code=ExitCode.ENVIRONMENT, detail=str(error)) from None
    try:
        node = yaml.compose(text, Loader=_Loader)
        values = _Loader("").construct_document(node) if node is not None else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        spot = Location(str(path), line=mark.line + 1, column=mark.column + 1) if mark else None
        raise failure(f"`{path.name}` is not YAML: {error.problem}", location=spot) from None
    if not isinstance(values, dict):
        raise failure(f"`{path.name}` holds no keys", hint="it needs at least `spec`")
    try:
        return PlanFile.model_validate(values)
    except ValidationError as error:
        raise _invalid(path, error, node) from None


def _invalid(path: Path, error: ValidationError, root: yaml.Node | None) -> McpgenError:
    problem = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in problem["loc"])
    title = {
        "extra_forbidden": f"`{key}` is not a key of `{path.name}`",
        "missing": f"`{key}` is missing in `{path.name}`",
    }.get(problem["type"], f"`{key}` in `{path.name}` is not valid: {_reason(problem)}")
    node = _find(root, problem["loc"])
    spot = Location(str(path))
    if node is not None:
        spot = Location(str(path), line=node.start_mark.line + 1, column=node.start_mark.column + 1)
    keys = ", ".join(f"`{name}`" for name in PlanFile.model_fields)
    hint = f"the keys are {keys}" if problem["type"] == "extra_forbidden" else ""
    return failure(title, location=spot, hint=hint)


def _reason(problem: Mapping[str, Any]) -> str:
    return str(problem["msg"]).removeprefix("Value error, ")


def _find(node: yaml.Node | None, steps: tuple[int | str, ...]) -> yaml.Node | None:
    """The key a problem is about."""
    found = None
    for step in steps:
        if not isinstance(node, yaml.MappingNode):
            break
        pairs = [pair for pair in node.value if pair[0].value == step]
        if not pairs:
            break
        found, node = pairs[0]
    return found


class _Loader(yaml.SafeLoader):
    """YAML 1.2 values: `no` and `12:30` are text."""


_Loader.yaml_implicit_resolvers = {}

for _tag, _pattern, _first in (
    ("null", r"(?:|~|null|Null|NULL)", ["", "~", "n", "N"]),
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)", list("tTfF")),
    ("int", r"[-+]?(?:0|[1-9][0-9]*)", list("-+0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"^{_pattern}$"), _first)
