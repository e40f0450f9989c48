"""A small document with a place for every kind of text, and what mcpgen makes of it."""

from __future__ import annotations

import ast
import copy
import json
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from mcpgen.diagnostics import Diagnostic, ExitCode, McpgenError, Report
from mcpgen.pipeline import Wishes, make_project
from mcpgen.plan.model import ToolPlan

Place = tuple[str | int, ...]

PETS = "/pets/{petId}"
OPERATION: Place = ("paths", PETS, "post")
BODY: Place = (*OPERATION, "requestBody", "content", "application/json", "schema")
NOTE: Place = (*BODY, "properties", "note")
SORT: Place = (*OPERATION, "parameters", 1)


def base() -> dict[str, Any]:
    """One operation with a parameter in every place, a body and a security scheme."""
    text = {"type": "string"}
    operation = {
        "operationId": "tagPet",
        "summary": "Tag a pet",
        "description": "Puts a tag on a pet.",
        "tags": ["pets"],
        "parameters": [
            {"name": "petId", "in": "path", "required": True, "schema": text},
            {
                "name": "sort",
                "in": "query",
                "description": "Order",
                "schema": {"type": "string", "enum": ["up", "down"], "default": "up"},
            },
            {"name": "X-Trace", "in": "header", "schema": text},
            {"name": "theme", "in": "cookie", "schema": text},
        ],
        "requestBody": {"content": {"application/json": {"schema": {
            "type": "object",
            "required": ["note"],
            "properties": {"note": {"type": "string", "title": "Note", "description": "A note"}},
        }}}},
        "responses": {"200": {"description": "Done"}},
    }  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1", "description": "About pets."},
        "servers": [{"url": "https://pets.example/v1", "description": "Production"}],
        "tags": [{"name": "pets", "description": "All pets"}],
        "externalDocs": {"url": "https://pets.example/docs"},
        "security": [{"key": []}],
        "paths": {PETS: {"post": operation}},
        "components": {
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}
        },
    }


def changed(place: Place, value: Any) -> dict[str, Any]:
    """The document with another value, or another key where `place` ends in `KEY`."""
    document = base()
    *above, last = place
    if last == KEY:
        *above, last = above
    at: Any = document
    for step in above:
        at = at[step]
    if place[-1] == KEY:
        renamed = {value if key == last else key: entry for key, entry in at.items()}
        at.clear()
        at.update(renamed)
    else:
        at[last] = value
    return document


KEY = "(key)"


@dataclass(frozen=True)
class Made:
    """A project in memory: its files by path, its plan, and what was reported."""

    files: dict[str, bytes]
    plan: ToolPlan
    found: tuple[Diagnostic, ...]

    def text(self, path: str) -> str:
        return self.files[path].decode()

    @property
    def titles(self) -> list[str]:
        return [found.title for found in self.found]

    @property
    def generated(self) -> dict[str, bytes]:
        """The files that a document has a part in."""
        return {
            path: content
            for path, content in self.files.items()
            if "/runtime/" not in path and not path.startswith(".mcpgen/")
        }


def make(document: object, steps: list[str] | None = None, **wishes: Any) -> Made:
    """Make a project from a document: a value, or the text or bytes of a file.

    `steps` receives what mcpgen says it is doing.
    """
    if not isinstance(document, bytes | str):
        document = json.dumps(document)
    data = document.encode() if isinstance(document, str) else document
    wishes = {"name": "pets", **wishes}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "openapi.yaml")
        source.write_bytes(data)
        report = Report()
        asked = Wishes(source=str(source), **wishes)
        project = make_project(
            asked, str(Path(folder, "new")), report, (steps if steps is not None else []).append
        )
        files = {str(file.path): file.content for file in project.files}
        return Made(files, project.planned.plan, tuple(map(_placed, report)))


def make_or_refuse(document: object, **wishes: Any) -> Made | McpgenError:
    """The project, or the refusal, which says where in the document it is and ends with code 4."""
    try:
        return make(document, **wishes)
    except McpgenError as error:
        refused = error
    assert refused.exit_code is ExitCode.DOCUMENT
    assert refused.diagnostic.location is not None
    return refused


def _placed(found: Diagnostic) -> Diagnostic:
    """The same with its place looked up, while the document is still there."""
    str(found)
    return found


@cache
def benign() -> Made:
    return make(base())


def masked(source: bytes) -> str:
    """The syntax tree of Python source without its names and constants."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for name in ("id", "attr", "arg", "asname", "module", "name"):
            if isinstance(getattr(node, name, None), str):
                setattr(node, name, "_")
        if isinstance(node, ast.Constant):
            node.value = 0
    return ast.dump(tree)


READERS: dict[str, Callable[[str], object]] = {
    ".py": lambda text: masked(text.encode()),
    ".toml": lambda text: outline(tomllib.loads(text)),
    ".json": lambda text: outline(json.loads(text)),
    ".yaml": lambda text: [outline(one) for one in yaml.safe_load_all(text)],
}


def outline(value: object) -> object:
    """Only what contains what; keys count, because none of them is a document's."""
    if isinstance(value, dict):
        return sorted((key, str(outline(entry))) for key, entry in value.items())
    if isinstance(value, list):
        return [outline(entry) for entry in value]
    return 0


def assert_same_shape(made: Made, other: Made) -> None:
    """No file has another shape than in the project of the other document."""
    assert len(made.generated) == len(other.generated)
    shapes = [Counter(_shapes(one)) for one in (made, other)]
    assert shapes[0] == shapes[1]


def _shapes(made: Made) -> Iterator[tuple[str, str]]:
    for path, content in made.generated.items():
        suffix = Path(path).suffix
        if suffix in (".py", ".toml", ".json", ".yaml"):
            kind = suffix if suffix == ".py" else path
            yield kind, str(READERS[suffix](content.decode()))
            assert content.isascii() or not path.startswith("src/"), path
        elif path in ("Dockerfile", ".env.example", ".gitignore", ".dockerignore"):
            yield path, content.decode()


def texts_of(made: Made) -> set[str]:
    """Every string literal of the generated Python."""
    return {
        node.value
        for path, content in made.generated.items()
        if path.endswith(".py")
        for node in ast.walk(ast.parse(content))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def tools_of(made: Made) -> list[Any]:
    """The tools that the generated modules define, by the runtime's real model."""
    found = []
    for path, content in sorted(made.generated.items()):
        if "/tools/" in path and not path.endswith("__init__.py"):
            space: dict[str, Any] = {"__package__": "package_name.tools", "__name__": "tool"}
            exec(compile(content, path, "exec"), space)
            found.append(space["TOOL"])
    return found


def places(document: Any, above: Place = ()) -> Iterator[Place]:
    """Every string of a document, and every key that is the document's own word."""
    if isinstance(document, dict):
        for key, value in document.items():
            if above[-1:] and above[-1] in _MAPS:
                yield (*above, key, KEY)
            yield from places(value, (*above, key))
    elif isinstance(document, list):
        for index, value in enumerate(document):
            yield from places(value, (*above, index))
    elif isinstance(document, str):
        yield above


_MAPS = {"paths", "content", "properties", "securitySchemes", "schemas", "responses", "parameters"}


def with_extra(**extra: Any) -> dict[str, Any]:
    document = copy.deepcopy(base())
    document.update(extra)
    return document
