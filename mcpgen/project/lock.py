"""Finds a project and reads its lock; what cannot be trusted is refused in one sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from mcpgen.diagnostics import ExitCode, McpgenError, failure
from mcpgen.project.record import (
    LOCK_FILE,
    LOCK_VERSION,
    Entry,
    Lock,
    Origin,
    ToolEntry,
    Unresolved,
)
from mcpgen.render.model import Kind

Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Spec(_Strict):
    source: str
    sha256: str


class _Unresolved(_Strict):
    base: Hash | Literal[""]
    mine: Hash


class _Tool(_Strict):
    tool: str
    action: str


class _File(_Strict):
    kind: Literal[Kind.MANAGED, Kind.ONCE, Kind.YOURS]
    id: str
    base: Hash | Literal[""] = ""
    known: tuple[Hash, ...] = ()
    orphan: bool = False
    unresolved: _Unresolved | None = None
    beside: Hash | Literal[""] = ""


class _LockFile(_Strict):
    lockVersion: Literal[1]  # noqa: N815 - as it stands in the file
    generator: str
    spec: _Spec
    tools: dict[str, _Tool]
    files: dict[str, _File]


_LOCK_FILE = TypeAdapter(_LockFile)


def in_a_project(start: Path) -> bool:
    """Whether a folder or one above it is a project."""
    here = start.resolve()
    return any((folder / LOCK_FILE).is_file() for folder in (here, *here.parents))


def find_project(start: Path) -> Path:
    """The project `start` is in: the nearest folder upwards that has a lock."""
    try:
        here = start.resolve(strict=True)
    except OSError:
        raise failure(f"`{start}` does not exist", exit_code=ExitCode.USAGE) from None
    for folder in (here, *here.parents):
        if (folder / LOCK_FILE).is_file():
            return folder
    raise failure(
        f"`{start}` is not inside a project of mcpgen",
        exit_code=ExitCode.USAGE,
        detail=f"No `{LOCK_FILE}` is there or in a folder above.",
        hint="go into the project or name it with `-C DIR`; `mcpgen new` makes one",
    )


def read_lock(folder: Path) -> Lock:
    """The lock of a project, checked."""
    path = folder / LOCK_FILE
    try:
        text = path.read_bytes().decode("utf-8-sig")
        if re.search(r"^(<{7}|>{7}) ", text, re.MULTILINE):
            raise failure(
                f"`{LOCK_FILE}` holds the marks of an unfinished merge",
                hint="take either side of it (`git checkout --ours mcpgen.lock`, or `--theirs`) "
                "and run this again: mcpgen finds out the rest",
            )
        value: Any = json.loads(text)
        _check_version(value)
        return _lock(_LOCK_FILE.validate_python(value))
    except OSError as error:
        raise failure(
            f"`{path}` cannot be read",
            exit_code=ExitCode.ENVIRONMENT,
            detail=error.strerror or str(error),
        ) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise _damaged(f"{where}: {first['msg']}") from None
    except (ValueError, RecursionError) as error:
        raise _damaged(str(error)) from None


def _check_version(value: Any) -> None:
    version = value.get("lockVersion") if isinstance(value, dict) else None
    if isinstance(version, int) and version > LOCK_VERSION:
        raise failure(
            f"`{LOCK_FILE}` was written by a newer mcpgen ({value.get('generator', 'unknown')})",
            hint="install that version or a later one",
        )


def _damaged(detail: str) -> McpgenError:
    return failure(
        f"`{LOCK_FILE}` is damaged",
        detail=detail,
        hint="bring it back from version control: without it mcpgen cannot tell its files "
        "from yours",
    )


def _lock(file: _LockFile) -> Lock:
    return Lock(
        Origin(file.spec.source, file.spec.sha256, file.generator),
        {identity: ToolEntry(one.tool, one.action) for identity, one in file.tools.items()},
        {PurePosixPath(path): _entry(one) for path, one in file.files.items()},
    )


def _entry(file: _File) -> Entry:
    conflict = file.unresolved
    return Entry(
        file.kind,
        file.id,
        file.base,
        file.known,
        file.orphan,
        Unresolved(conflict.base, conflict.mine) if conflict is not None else None,
        file.beside,
    )
