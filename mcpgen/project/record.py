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
BASE_FOLDER = PurePosixPath(".mcpgen/base")
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


def record_files(
    files: Iterable[ProjectFile], origin: Origin, operations: Mapping[str, ToolEntry]
) -> tuple[ProjectFile, ...]:
    """The lock and one pristine text for every managed file."""
    files = tuple(files)
    bases = {_sha256(file.content): file.content for file in files if file.kind is Kind.MANAGED}
    lock = {
        "lockVersion": LOCK_VERSION,
        "generator": origin.generator,
        "spec": {"source": origin.source, "sha256": origin.sha256},
        "tools": {
            identity: {"tool": entry.tool, "action": entry.action}
            for identity, entry in operations.items()
        },
        "files": {str(file.path): _file_entry(file) for file in files},
    }
    record = [_record(LOCK_FILE, _json(lock))]
    record += [_record(BASE_FOLDER / name, text) for name, text in sorted(bases.items())]
    return tuple(record)


def _file_entry(file: ProjectFile) -> dict[str, str]:
    entry = {"kind": str(file.kind), "id": file.id}
    if file.kind is not Kind.YOURS:
        entry["base"] = _sha256(file.content)
    return entry


def _record(path: PurePosixPath, content: bytes) -> ProjectFile:
    return ProjectFile(path, content, Kind.RECORD, str(path))


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True) + "\n").encode()


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
