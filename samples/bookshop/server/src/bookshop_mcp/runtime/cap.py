"""Cuts a result to a number of JSON characters, at the borders of items, and says what was cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .jsontext import dump

MARK = "…"
NOTE = "truncated"
NEXT_CURSOR = "next_cursor"

# Deeper than this nothing is cut piece by piece: each level costs a pass over what is below it.
_DEPTH = 24
_PATH_CHARS = 80
_TRIES = 8

# An object with more properties than this is a map: its properties are items.
_RECORD_PROPERTIES = 64
_LEAST_VALUE = 4
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Cut:
    """Where something was left out: `kept` of `total` items, properties or characters."""

    path: str
    kept: int
    total: int
    unit: str

    def told(self) -> dict[str, Any]:
        path = self.path if len(self.path) <= _PATH_CHARS else MARK + self.path[-_PATH_CHARS:]
        return {"at": path or ".", "kept": self.kept, "total": self.total, "unit": self.unit}


def cap(value: dict[str, Any], limit: int, hint: str = "") -> dict[str, Any]:
    """The value itself where its JSON text has at most `limit` characters, else a cut copy.

    The copy has a property `truncated` that counts what was left out; `hint` says how to get it.
    """
    size = len(dump(value))
    if size <= limit:
        return value
    if isinstance(cursor := value.get(NEXT_CURSOR), str) and len(dump(cursor)) < limit // 2:
        # A cut cursor would be none, so it is taken out of what is cut.
        room = limit - len(dump({NEXT_CURSOR: cursor}))
        rest = {key: item for key, item in value.items() if key != NEXT_CURSOR}
        return {**cap(rest, room, hint), NEXT_CURSOR: cursor}
    for cuts_told in (5, 1, 0):
        reserve = len(dump({NOTE: {"cut": [], "hint": hint}})) - 1
        for _ in range(_TRIES):
            # An account that took most of the room would defeat its purpose.
            if reserve > limit // 2:
                break
            cutter = _Cutter()
            fitted = cutter.fit(value, size, limit - reserve, "", 0)
            if fitted is _MISSING:
                break
            told = {**fitted, _note_key(value): cutter.note(hint, cuts_told)}
            excess = len(dump(told)) - limit
            if excess <= 0:
                return told
            reserve += excess
    return _smallest(limit)


def cap_text(text: str, limit: int, hint: str = "") -> str:
    """The text itself where it is short enough, else its start with a last line that says so."""
    if len(text) <= limit:
        return text
    kept = max(0, limit - len(_last_line(len(text), len(text), hint)))
    return (text[:kept] + _last_line(kept, len(text), hint))[:limit]


def _last_line(kept: int, total: int, hint: str) -> str:
    return f"\n{MARK} [cut: the first {kept} of {total} characters. {hint}".rstrip() + "]"


def _smallest(limit: int) -> dict[str, Any]:
    """What is said where not even a note has room."""
    answer: dict[str, Any] = {NOTE: True}
    return answer if len(dump(answer)) <= limit else {}


def _note_key(value: dict[str, Any]) -> str:
    key = NOTE
    while key in value:
        key = "_" + key
    return key


class _Cutter:
    """Fits values into budgets of characters and keeps account of what it cuts."""

    def __init__(self) -> None:
        self.cuts: list[Cut] = []

    def note(self, hint: str, cuts_told: int) -> dict[str, Any]:
        largest = sorted(self.cuts, key=lambda cut: cut.kept - cut.total)[:cuts_told]
        note: dict[str, Any] = {"cut": [cut.told() for cut in largest]}
        if len(self.cuts) > len(largest):
            note["more_cuts"] = len(self.cuts) - len(largest)
        if hint:
            note["hint"] = hint
        return note

    def fit(self, value: Any, size: int, budget: int, path: str, depth: int) -> Any:
        """The value, or as much of it as fits; `_MISSING` where nothing sensible does."""
        if size <= budget:
            return value
        if budget < 2 or depth > _DEPTH:
            return _MISSING
        if isinstance(value, str):
            return self._fit_text(value, budget, path)
        if isinstance(value, list):
            return self._fit_list(value, budget, path, depth)
        if isinstance(value, dict):
            return self._fit_object(value, budget, path, depth)
        return _MISSING

    def _fit_text(self, text: str, budget: int, path: str) -> Any:
        room = budget - 2 - len(MARK)
        if room < 0:
            return _MISSING
        kept = text[:room]
        while len(dump(kept)) - 2 > room:
            # Escapes make it longer; at most six characters stand for one.
            excess = len(dump(kept)) - 2 - room
            kept = kept[: len(kept) - max(1, excess // 6)]
        self.cuts.append(Cut(path, len(kept), len(text), "characters"))
        return kept + MARK

    def _fit_list(self, items: list[Any], budget: int, path: str, depth: int) -> Any:
        kept: list[Any] = []
        room = budget - 2
        size = 0
        for item in items:
            size = len(dump(item))
            if size > room:
                break
            kept.append(item)
            room -= size + 1
        if not kept:
            # Not even one item fits: better its start than nothing.
            first = self.fit(items[0], size, room, f"{path}[0]", depth + 1)
            kept = [] if first is _MISSING else [first]
        if len(kept) < len(items):
            self.cuts.append(Cut(path, len(kept), len(items), "items"))
        return kept

    def _fit_object(self, value: dict[str, Any], budget: int, path: str, depth: int) -> Any:
        sizes = {key: len(dump(item)) for key, item in value.items()}
        shown = _keys_that_fit(sizes, budget)
        room = budget - 1 - sum(len(dump(key)) + 2 for key in shown)
        if room < 0:
            return _MISSING
        fitted: dict[str, Any] = {}
        # The small ones first: they get all they need, and the large ones share what is left.
        for number, key in enumerate(sorted(shown, key=lambda key: sizes[key])):
            fair = room // (len(shown) - number)
            inner = f"{path}.{key}" if path else key
            part = self.fit(value[key], sizes[key], fair, inner, depth + 1)
            if part is _MISSING:
                room += len(dump(key)) + 2
            else:
                fitted[key] = part
                room -= sizes[key] if sizes[key] <= fair else len(dump(part))
        kept = {key: fitted[key] for key in shown if key in fitted}
        if len(kept) < len(value):
            self.cuts.append(Cut(path, len(kept), len(value), "properties"))
        return kept


def _keys_that_fit(sizes: dict[str, int], budget: int) -> list[str]:
    """The first keys that have room: of a map with whole values, of a record with cut ones."""
    least = max(sizes.values()) if len(sizes) > _RECORD_PROPERTIES else _LEAST_VALUE
    room = budget - 1
    shown: list[str] = []
    for key, size in sizes.items():
        room -= len(dump(key)) + 2 + min(size, least)
        if room < 0:
            break
        shown.append(key)
    return shown or list(sizes)[:1]
