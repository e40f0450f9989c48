"""B: names that try to become a path, a module or somebody else's name."""

from __future__ import annotations

import keyword
import re
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from mcpgen.diagnostics import McpgenError
from mcpgen.plan.model import ToolPlan
from mcpgen.project.new import write_new
from mcpgen.project.paths import check_distinct, inside
from mcpgen.render.model import Kind, ProjectFile

from .documents import (
    OPERATION,
    PETS,
    Made,
    base,
    benign,
    changed,
    make,
    tools_of,
)

TOOL_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
NAMES = [
    ("B01", "../../.ssh/authorized_keys"),
    ("B01", "/etc/cron.d/x"),
    ("B01", "C:\\x"),
    ("B01", "a\\..\\b"),
    *(("B04", name) for name in ("con", "nul", "aux", "com1", "x.", "x ")),
    *(("B05", name) for name in ("class", "match", "print", "self", "__class__", "None", "mcp")),
    *(("B06", name) for name in ("!!!", "😀", "9lives", "\uff46\uff55\uff4c\uff4c", "\ufb01")),
    ("B07", "a" * 300),
    ("B08", "a b/c:d é"),
    *(("B12", name) for name in ("__init__", "test_x", "conftest", "setup")),
    *(("B14", name) for name in (".git/hooks/pre-commit", ".github/workflows/x.yml", ".envrc")),
    ("B14", "sitecustomize.py"),
]


def names_of(plan: ToolPlan) -> list[str]:
    return [tool.name for tool in plan.tools]


def assert_sound(made: Made) -> None:
    """Every path is of the fixed set but for one module a tool, and every name is legal."""
    (package,) = {path.split("/")[1] for path in made.files if path.startswith("src/")}
    assert re.fullmatch(r"[a-z][a-z0-9_]*_mcp", package)
    fixed = {path.replace("pets_mcp", package) for path in benign().generated}
    modules = [path for path in made.generated if path not in fixed]
    for path in modules:
        assert re.fullmatch(rf"src/{package}/tools/[a-z][a-z0-9_]*\.py", path), path
        stem = PurePosixPath(path).stem
        assert not keyword.iskeyword(stem)
        assert stem not in ("conftest", "setup", "con", "nul", "aux", "com1")
        assert not stem.startswith("test_")
    check_distinct(PurePosixPath(path) for path in made.files)
    for path in made.files:
        inside(Path("/nowhere"), PurePosixPath(path))
    assert all(TOOL_NAME.fullmatch(name) for name in names_of(made.plan))
    for tool in tools_of(made):
        assert all(TOOL_NAME.fullmatch(argument) for argument in tool.arguments)


@pytest.mark.parametrize(("row", "name"), NAMES, ids=[f"{row}-{name[:20]}" for row, name in NAMES])
def test_a_name_is_only_a_name(row: str, name: str) -> None:
    document = changed((*OPERATION, "operationId"), name)
    document["info"]["title"] = name
    operation = document["paths"].pop(PETS)["post"]
    operation["tags"] = [name]
    operation["parameters"][1]["name"] = name
    document["paths"][f"/{name}/{{petId}}"] = {"post": operation}
    document["components"]["securitySchemes"] = {name: {"type": "http", "scheme": "bearer"}}
    document["security"] = [{name: []}]
    made = make(document, name="")
    assert_sound(made)
    (tool,) = tools_of(made)
    ((_, sent),) = tool.operations.items()
    assert name in {parameter.name for parameter in sent.parameters}, row
    assert sent.path == f"/{name}/{{petId}}"
    assert sent.security == ((name,),)


def two(**operations: str) -> dict[str, Any]:
    """A document of several reads, by the last segment of their path."""
    document = base()
    document["paths"] = {
        f"/{path}": {"get": {"operationId": id_, "responses": {"200": {"description": "Read"}}}}
        for path, id_ in operations.items()
    }
    return document


@pytest.mark.parametrize(
    ("one", "other"),
    [("getPet", "GetPet"), ("café", "cafe\u0301"), ("a" * 64 + "x", "a" * 64 + "y"), ("a", "a")],
    ids=["B03-case", "B03-form", "B07-long", "B10-same"],
)
def test_names_that_meet_stay_two_tools(one: str, other: str) -> None:
    made = make(two(north=one, south=other))
    assert_sound(made)
    assert len({name.lower() for name in names_of(made.plan)}) == 2
    assert {call.path for tool in made.plan.tools for call in tool.calls} == {"/north", "/south"}
    assert ("the operation id `a` is used twice" in made.titles) == (one == other == "a")


def test_b09_an_operation_without_an_id_is_named_by_method_and_path() -> None:
    document = base()
    del document["paths"][PETS]["post"]["operationId"]
    made = make(document)
    assert names_of(made.plan) == names_of(benign().plan)
    assert made.plan.calls[0].identity == f"POST {PETS}"


def test_b11_one_name_in_every_place_is_an_argument_for_each() -> None:
    document = base()
    operation = document["paths"].pop(PETS)["post"]
    text = {"type": "string"}
    wire = [("id", "path"), ("id", "query"), ("filter[x]", "query"), ("$top", "query")]
    wire += [("X-Trace", "header"), ("id", "cookie")]
    operation["parameters"] = [
        {"name": name, "in": place, "required": place == "path", "schema": text}
        for name, place in wire
    ]
    content = operation["requestBody"]["content"]["application/json"]
    content["schema"] = {"type": "object", "properties": {"id": text}}
    document["paths"]["/pets/{id}"] = {"post": operation}
    (tool,) = tools_of(make(document))
    ((_, sent),) = tool.operations.items()
    assert [(parameter.name, parameter.place) for parameter in sent.parameters] == wire
    names = [parameter.argument for parameter in sent.parameters]
    names += [field.argument for field in sent.body.fields]
    assert len(set(names)) == len(wire) + 1
    assert all(TOOL_NAME.fullmatch(name) for name in names)


def test_b02_no_file_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    project = tmp_path / "project"
    project.mkdir()
    (project / "src").symlink_to(tmp_path / "outside")
    file = ProjectFile(PurePosixPath("src/a.py"), b"", Kind.MANAGED, "a")
    with pytest.raises(McpgenError):
        write_new(project, (file,))
    assert list((tmp_path / "outside").iterdir()) == []
