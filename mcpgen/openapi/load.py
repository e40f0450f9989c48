"""From a path, a URL or standard input to the `Api`."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.diagnostics import ExitCode, Location, Report, failure
from mcpgen.openapi.fetch import MAX_BYTES, fetch, public_url
from mcpgen.openapi.model import Api
from mcpgen.openapi.parse import parse_document
from mcpgen.openapi.read import Origin, read_api
from mcpgen.openapi.recognise import dialect_of
from mcpgen.openapi.references import Library, url_within

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
    library = Library(
        document, entry.folder, allow_refs, _read_file, _reference_fetcher(allow_refs)
    )
    tell("reading its operations")
    sha256 = hashlib.sha256(entry.data).hexdigest()
    return read_api(library, dialect, Origin(entry.name, entry.url, sha256), report)


def _open_entry(source: str, tell: Progress) -> _Entry:
    if source == "-":
        tell("reading standard input")
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        folder = os.path.realpath(os.curdir)
        return _Entry(_capped(data, "-"), "-", os.path.join(folder, "-"), folder)
    if source.lower().startswith(("http://", "https://")):
        name = public_url(source)
        tell(f"fetching {name}")
        fetched = fetch(source)
        return _Entry(fetched.data, name, fetched.url, "", fetched.url)
    tell(f"reading {source}")
    address = os.path.realpath(source)
    return _Entry(_read_entry(source), source, address, os.path.dirname(address))


def _read_entry(path: str) -> bytes:
    where = Location(path)
    try:
        return _read_file(path)
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


def _read_file(path: str) -> bytes:
    with open(path, "rb") as file:
        return _capped(file.read(MAX_BYTES + 1), path)


def _capped(data: bytes, name: str) -> bytes:
    if len(data) > MAX_BYTES:
        raise failure(f"{name} is larger than {MAX_BYTES >> 20} MiB", location=Location(name))
    return data


def _reference_fetcher(allow_refs: tuple[str, ...]) -> Callable[[str], bytes]:
    def allowed(url: str) -> bool:
        return any(url_within(url, prefix) for prefix in allow_refs)

    return lambda url: fetch(url, allowed).data
