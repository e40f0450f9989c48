"""Decides what becomes of one file. Pure but for the merge, which runs git."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from mcpgen.project.merge import Favour, merge, one_conflict
from mcpgen.project.model import ConflictMode, Fate, Policy
from mcpgen.project.record import Entry, Unresolved, first_entry, sha256
from mcpgen.project.sound import fault_of
from mcpgen.project.texts import body_hash, body_of, written_like
from mcpgen.render.model import Kind, ProjectFile

_REMEMBERED = 5
_BOTH = "both sides changed the same lines"
_IN_THE_WAY = "your own file was in the way"
_NO_BASE = "the text mcpgen last wrote is missing from `.mcpgen/base`"
_CANNOT = "it needs a merge, and git is missing or cannot merge it"


@dataclass(frozen=True, slots=True)
class Decided:
    """`beside` is text to put next to the file, for people to merge by hand."""

    fate: Fate
    after: bytes | None
    entry: Entry
    note: str = ""
    beside: bytes | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of one file. `base` finds pristine texts, `beside` is what lies next to it."""

    file: ProjectFile
    entry: Entry | None
    mine: bytes | None
    base: Callable[[str], str | None]
    place: PurePosixPath
    """Where it stands now, which is not `file.path` where it moves."""
    beside: bytes | None = None


def beside(path: PurePosixPath) -> PurePosixPath:
    """Where the new text goes when a file cannot be merged."""
    return path.with_name(f"{path.name}.new")


def decide(now: Situation, policy: Policy) -> Decided:
    """What becomes of a file that is generated."""
    file, entry, mine = now.file, now.entry, now.mine
    if mine is None:
        gone = entry is not None and not entry.orphan and file.path not in policy.recreate
        if gone and entry is not None:
            return Decided(Fate.DELETED, None, entry)
        return Decided(Fate.ADDED, file.content, replace(_advanced(entry, file), unresolved=None))
    if file.kind is not Kind.MANAGED:
        return _once(file, entry, mine)
    if body_hash(mine) == sha256(file.content):
        return Decided(Fate.UNCHANGED, mine, _advanced(entry, file))
    if entry is None:
        return _merge(now, first_entry(file), mine, "", _IN_THE_WAY, policy)
    if policy.keeps(now.place):
        behind = entry.base != sha256(file.content)
        return Decided(Fate.KEPT if behind else Fate.EDITED, mine, entry)
    return _decide_known(now, entry, mine, policy)


def _decide_known(now: Situation, entry: Entry, mine: bytes, policy: Policy) -> Decided:
    file, found, new = now.file, body_hash(mine), sha256(now.file.content)
    if found == entry.base or found in entry.known:
        return Decided(Fate.UPDATED, _like(mine, file.content), _advanced(entry, file))
    base = entry.base
    if entry.unresolved is not None and entry.unresolved.mine == found:
        # Somebody threw the conflict away, and with it whatever had merged beside it.
        if not _loses(now, entry.unresolved, mine):
            return Decided(Fate.EDITED, mine, entry if base == new else _advanced(entry, file))
        base = entry.unresolved.base
    elif base == new:
        return Decided(Fate.EDITED, mine, replace(entry, orphan=False))
    if entry.beside == new and now.beside is None:
        return Decided(Fate.EDITED, mine, _advanced(entry, file))
    text = now.base(base) if base else ""
    if text is None:
        return _merge(now, entry, mine, "", _NO_BASE, policy)
    return _merge(now, replace(entry, base=base), mine, text, _BOTH, policy)


def _like(mine: bytes, new: bytes) -> bytes:
    body = body_of(new)
    return new if body is None or body_of(mine) is None else written_like(mine, body)


def _loses(now: Situation, conflict: Unresolved, mine: bytes) -> bool:
    """Whether the team's text lacks changes that had merged without a conflict."""
    body, base = body_of(mine), now.base(conflict.base) if conflict.base else ""
    if body is None or base is None:
        return False
    merged = merge(body, base, now.file.text, Favour.MINE)
    return merged is not None and merged.text != body


def _once(file: ProjectFile, entry: Entry | None, mine: bytes) -> Decided:
    """The team's file: only what mcpgen's own first text of it was is remembered."""
    note = ""
    if entry is not None and entry.base != sha256(file.content):
        note = "it is yours; what mcpgen writes there for a new project has changed"
    return Decided(Fate.YOURS, mine, first_entry(file), note)


def _merge(
    now: Situation, entry: Entry, mine: bytes, base: str, reason: str, policy: Policy
) -> Decided:
    body = body_of(mine)
    mergeable = body is not None and body_of(now.file.content) is not None
    merged = _merged(now.file, body or "", base, policy) if mergeable else None
    if merged is None:
        new = sha256(now.file.content)
        note = f"{_CANNOT}: the new text is in `{beside(now.file.path).name}`"
        kept = replace(entry, beside=new, base=base and entry.base)
        return Decided(Fate.CONFLICT, mine, kept, note, now.file.content)
    text, fault = merged
    after = written_like(mine, text)
    if fault is None:
        fate = Fate.EDITED if after == mine else Fate.MERGED
        return Decided(fate, after, _advanced(entry, now.file))
    if policy.conflict in (ConflictMode.MINE, ConflictMode.THEIRS):
        note = f"{fault or reason}: {'yours' if policy.conflict is ConflictMode.MINE else 'theirs'}"
        fate = Fate.EDITED if after == mine else Fate.MERGED
        return Decided(fate, after, _advanced(entry, now.file), note)
    conflict = Unresolved(entry.base if base else "", body_hash(mine))
    settled = replace(_advanced(entry, now.file), unresolved=conflict)
    return Decided(Fate.CONFLICT, after, settled, fault or reason)


def _merged(
    file: ProjectFile, mine: str, base: str, policy: Policy
) -> tuple[str, str | None] | None:
    """The merged text, and None where it is clean or what is wrong with it ("": see the marks)."""
    new = file.text
    merged = merge(mine, base, new)
    if merged is not None and merged.conflicts and policy.formatter and file.path.suffix == ".py":
        tidy_base, tidy_new = policy.formatter(base), policy.formatter(new)
        if tidy_base is not None and tidy_new is not None:
            again = merge(mine, tidy_base, tidy_new)
            if again is not None and again.conflicts < merged.conflicts:
                merged, base, new = again, tidy_base, tidy_new
    if merged is None:
        return None
    fault = "" if merged.conflicts else fault_of(file.path, merged.text, (mine, new))
    if not merged.conflicts and not fault:
        return merged.text, None
    match policy.conflict:
        case ConflictMode.MINE:
            return _favoured(file.path, mine, base, new, Favour.MINE), fault
        case ConflictMode.THEIRS:
            return _favoured(file.path, mine, base, new, Favour.THEIRS), fault
        case _:
            return (one_conflict(mine, base, new) if fault else merged.text), fault


def _favoured(path: PurePosixPath, mine: str, base: str, new: str, favour: Favour) -> str:
    """One side wins where both changed; the whole file, where the result makes no sense."""
    merged = merge(mine, base, new, favour)
    if merged is None or fault_of(path, merged.text, (mine, new)):
        return mine if favour is Favour.MINE else new
    return merged.text


def _advanced(entry: Entry | None, file: ProjectFile) -> Entry:
    """The entry once the file has taken in the new text."""
    made = first_entry(file)
    if entry is None:
        return made
    if entry.base == made.base:
        return replace(entry, id=file.id, orphan=False, beside="")
    earlier = (entry.base, *entry.known) if entry.base else entry.known
    known = tuple(dict.fromkeys(sha for sha in earlier if sha != made.base))
    return replace(made, known=known[:_REMEMBERED])
