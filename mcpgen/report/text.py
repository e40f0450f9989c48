"""Texts of a document made fit for a terminal, and tables for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

# Control characters move the cursor or set titles; bidi and tag characters hide or turn text.
_INVISIBLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def plain(text: str) -> str:
    """Text without control and invisible characters; its lines stay."""
    return _INVISIBLE.sub("", text.replace("\t", " "))


def line(text: str) -> str:
    """Text as one plain line."""
    return " ".join(plain(text.replace("\r", "\n")).split())


def table(rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows in columns; the columns in `right` hold numbers and are set to the right."""
    cells = [[line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 tool`, `1,200 tools`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
