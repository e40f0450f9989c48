"""Does the document follow the OpenAPI schema: a fast look always, the full validator where `strict`.

The full one costs a third of a CPU-second before it has read a word, and a minute on a large
document, and what it adds it mostly cannot place; the fast one takes milliseconds.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mcpgen.diagnostics import Diagnostic, Level, Location, McpgenError, Report, failure
from mcpgen.openapi.authority import Finding, check_in_full
from mcpgen.openapi.documents import Document, Spot, escape
from mcpgen.openapi.references import Library

_SHOWN = 10
_MASK = "the value there"
_MAX_TITLE = 300
_SECONDS = 300.0


def check_structure(
    library: Library, dialect: str, report: Report, *, strict: bool
) -> list[Finding]:
    """What the OpenAPI schema forbids; raises McpgenError for it where `strict`."""
    document = library.entry
    findings = list(dict.fromkeys(_structure(document, dialect)))
    if not strict:
        return findings
    known = [pointer for pointer, _ in findings]
    for pointer, message in check_in_full(library, dialect, _SECONDS):
        # The quick look found the same thing, and said more exactly where.
        if not pointer or not any(inner.startswith(pointer) for inner in known):
            findings.append((pointer, _sentence(message)))
    if findings:
        raise _invalid(document, findings, report)
    return []


def warn_structure(
    document: Document, findings: list[Finding], report: Report, besides: Location | None = None
) -> None:
    """Warn about findings, but for those whose place the reader already spoke of."""
    places = [*(found.location for found in report), besides]
    told = {place.pointer[1:] for place in places if place and place.file == document.name}
    new = [finding for finding in findings if not _is_told(finding[0], told)]
    for pointer, title in new[:_SHOWN]:
        report.warn(title, Spot(document, pointer))
    if len(new) > _SHOWN:
        report.warn(
            f"{len(new) - _SHOWN} more places differ from the OpenAPI schema",
            document.root.location,
            hint="`--strict` lists them all",
        )


def _is_told(pointer: str, told: set[str]) -> bool:
    return any(pointer.startswith(other) or other.startswith(pointer) for other in told if other)


def _structure(document: Document, dialect: str) -> Iterator[Finding]:
    try:
        errors = list(_validator(dialect).iter_errors(document.root.value))
    except UnicodeEncodeError:
        yield "", "the document holds half a character (a lone surrogate such as `\\ud800`)"
        return
    for error in map(_deepest, errors):
        if isinstance(error.instance, dict) and "$ref" in error.instance:
            continue  # The reader follows references also where the schema has no place for them.
        yield from _findings(error)


def _findings(error: Any) -> Iterator[Finding]:
    path = [str(token) for token in error.instance_path]
    pointer = "".join(f"/{escape(token)}" for token in path)
    unexpected = getattr(error.kind, "unexpected", None)
    for name in unexpected or ():
        yield f"{pointer}/{escape(name)}", f"`{name[:_MAX_TITLE]}` has no meaning here"
    if unexpected is None:
        named = f"`{path[-1]}`" if path and not path[-1].isdigit() else "this"
        yield pointer, _sentence(error.message.replace(_MASK, named))


@cache
def _validator(dialect: str) -> Any:
    import jsonschema_rs

    # Importing the package itself takes longer than the check; its schemas are plain files.
    found = importlib.util.find_spec("openapi_spec_validator")
    assert found is not None, "openapi-spec-validator is a dependency"
    folder = Path(str(found.origin)).parent / "resources" / "schemas"
    schema = json.loads((folder / f"v{dialect}" / "schema.json").read_text(encoding="utf-8"))
    return jsonschema_rs.validator_for(schema, mask=_MASK)


def _deepest(error: Any) -> Any:
    """Of the ways an alternative failed, the one that came furthest: the likely intention."""
    while branches := [branch for branch in getattr(error.kind, "context", ()) if branch]:
        nearest = max(branches, key=_reach)
        error = max(nearest, key=lambda inner: len(inner.instance_path))
    return error


def _reach(branch: list[Any]) -> tuple[int, int]:
    return max(len(error.instance_path) for error in branch), -len(branch)


def _sentence(message: str) -> str:
    """A validator's message in our voice: one line, names in backticks."""
    line = re.sub(r"""(['"])([^'"]*)\1""", r"`\2`", " ".join(message.split()))
    return f"{line[0].lower()}{line[1:_MAX_TITLE]}" if line else "not as OpenAPI has it"


def _invalid(document: Document, findings: list[Finding], report: Report) -> McpgenError:
    for pointer, title in findings:
        report.add(Diagnostic(Level.ERROR, title, Spot(document, pointer)))
    count = "1 error" if len(findings) == 1 else f"{len(findings)} errors"
    return failure(
        f"{document.name} is not valid OpenAPI: {count}",
        location=Spot(document, findings[0][0]),
        hint="correct the document, or leave out `--strict` to go on with what can be used",
    )
