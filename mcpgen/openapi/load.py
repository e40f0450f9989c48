"""From a path, a URL or standard input to the `Api`."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from mcpgen.diagnostics import ExitCode, Location, McpgenError, Report, failure
from mcpgen.openapi.check import check_structure, warn_structure
from mcpgen.openapi.fetch import fetch, public_url, reference_reader
from mcpgen.openapi.files import MAX_BYTES, capped, read_file
from mcpgen.openapi.model import Api
from mcpgen.openapi.parse import parse_document
from mcpgen.openapi.read import Origin, read_api
from mcpgen.openapi.recognise import dialect_of
from mcpgen.openapi.references import Library
from mcpgen.openapi.texts import check_texts

Progress: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Entry:
    """The entry document's bytes and what they are called."""

    data: bytes
    name: str
    address: str
    folder: str
    url: str = ""


def load_api(
    source: str,
    report: Report,
    *,
    strict: bool = False,
    allow_refs: tuple[str, ...] = (),
    progress: Progress | None = None,
) -> Api:
    """Read an OpenAPI document of any version; `source` is a path, an http(s) URL or `-`."""
    tell = progress or (lambda _: None)
    entry = _open_entry(source, tell)
    document = parse_document(entry.data, entry.name, entry.address)
    dialect = dialect_of(document)
    inspect = partial(check_texts, report=report, strict=strict)
    library = Library(
        document, entry.folder, allow_refs, read_file, reference_reader(allow_refs), inspect
    )
    tell("checking its structure")
    findings = check_structure(library, dialect, report, strict=strict)
    inspect(document)
    tell("reading its operations")
    sha256 = hashlib.sha256(entry.data).hexdigest()
    try:
        api = read_api(library, dialect, Origin(entry.name, entry.url, sha256), report)
    except McpgenError as error:
        warn_structure(document, findings, report, error.diagnostic.location)
        raise
    warn_structure(document, findings, report)
    if strict and api.unusable:
        first = api.unusable[0]
        raise failure(
            f"{entry.name} has operations that cannot be used: {len(api.unusable)}",
            location=first.location,
            detail=f"The first is `{first.method} {first.path}`: {first.reason}.",
            hint="correct the document, or leave out `--strict` to go on without them",
        )
    return api


def _open_entry(source: str, tell: Progress) -> _Entry:
    if source == "-":
        tell("reading standard input")
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        folder = os.path.realpath(os.curdir)
        return _Entry(capped(data, "-"), "-", os.path.join(folder, "-"), folder)
    if source.lower().startswith(("http://", "https://")):
        name = public_url(source)
        tell(f"fetching {name}")
        fetched = fetch(source)
        return _Entry(fetched.data, name, fetched.url, "", fetched.url)
    tell(f"reading {source}")
    data = _read_entry(source)
    address = os.path.realpath(source)
    return _Entry(data, source, address, os.path.dirname(address))


def _read_entry(path: str) -> bytes:
    where = Location(path)
    try:
        return read_file(path)
    except (FileNotFoundError, NotADirectoryError):
        hint = "check the path; a URL must begin with `https://` or `http://`"
        raise failure(f"{path} does not exist", location=where, hint=hint) from None
    except IsADirectoryError:
        hint = "name the OpenAPI document inside it"
        raise failure(f"{path} is a folder", location=where, hint=hint) from None
    except (OSError, ValueError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        raise failure(
            f"{path} cannot be read",
            exit_code=ExitCode.ENVIRONMENT,
            location=where,
            detail=f"The system says: {said.lower()}.",
        ) from None
