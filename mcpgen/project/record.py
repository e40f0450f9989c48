"""What mcpgen remembers of a project: the lock and the texts it last wrote."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from mcpgen.render.model import Kind, ProjectFile

LOCK_FILE = PurePosixPath("mcpgen.lock")
RECORD_FOLDER = PurePosixPath(".mcpgen")
BASE_FOLDER = RECORD_FOLDER / "base"
LOCK_VERSION = 1


@dataclass(frozen=True, slots=True)
class Origin:
    """What a project was made from: the document, and the mcpgen that read it."""

    source: str
    sha256: str
    generator: str


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """The sticky name of an operation: its tool and the action there."""

    tool: str
    action: str


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A conflict that was written into a file: hashes of the base and of the team's text then."""

    base: str
    mine: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in the lock.

    `base` is the hash of the text mcpgen last wrote, `known` are hashes of earlier such texts,
    newest first. An orphan was edited and is not generated any more. `beside` is the hash of the
    new text that was put next to a file that could not be merged.
    """

    kind: Kind
    id: str
    base: str = ""
    known: tuple[str, ...] = ()
    orphan: bool = False
    unresolved: Unresolved | None = None
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Lock:
    """Everything `mcpgen.lock` holds."""

    origin: Origin
    operations: Mapping[str, ToolEntry]
    files: Mapping[PurePosixPath, Entry]


def first_entry(file: ProjectFile) -> Entry:
    """The entry of a file that is written for the first time."""
    return Entry(file.kind, file.id, "" if file.kind is Kind.YOURS else sha256(file.content))


def record_files(
    files: Iterable[ProjectFile], origin: Origin, operations: Mapping[str, ToolEntry]
) -> tuple[ProjectFile, ...]:
    """The lock and one pristine text for every managed file."""
    files = tuple(files)
    bases = {sha256(file.content): file.content for file in files if file.kind is Kind.MANAGED}
    lock = Lock(origin, operations, {file.path: first_entry(file) for file in files})
    record = [_record(LOCK_FILE, lock_text(lock))]
    record += [_record(BASE_FOLDER / name, text) for name, text in sorted(bases.items())]
    return tuple(record)


def lock_text(lock: Lock) -> bytes:
    """The bytes of a lock: sorted, a line for every value, so that git merges it."""
    value = {
        "lockVersion": LOCK_VERSION,
        "generator": lock.origin.generator,
        "spec": {"source": lock.origin.source, "sha256": lock.origin.sha256},
        "tools": {
            identity: {"tool": entry.tool, "action": entry.action}
            for identity, entry in lock.operations.items()
        },
        "files": {str(path): _entry_object(entry) for path, entry in lock.files.items()},
    }
    return (json.dumps(value, indent=1, sort_keys=True) + "\n").encode()


def _entry_object(entry: Entry) -> dict[str, Any]:
    value: dict[str, Any] = {"kind": str(entry.kind), "id": entry.id}
    optional = {
        "base": entry.base,
        "known": list(entry.known),
        "orphan": entry.orphan,
        "beside": entry.beside,
    }
    value |= {key: given for key, given in optional.items() if given}
    if entry.unresolved is not None:
        value["unresolved"] = {"base": entry.unresolved.base, "mine": entry.unresolved.mine}
    return value


def _record(path: PurePosixPath, content: bytes) -> ProjectFile:
    return ProjectFile(path, content, Kind.RECORD, str(path))


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
