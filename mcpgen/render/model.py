"""What rendering gives: files in memory, and who owns each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath


class Kind(StrEnum):
    """Who a file belongs to: MANAGED is merged, ONCE and YOURS are never touched again."""

    MANAGED = "managed"
    ONCE = "once"
    YOURS = "yours"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """One file of a generated project. `id` stays when the file is renamed."""

    path: PurePosixPath
    content: bytes
    kind: Kind
    id: str

    @property
    def text(self) -> str:
        return self.content.decode()
