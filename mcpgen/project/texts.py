"""Texts as they stand on disk: merged with LF, written back as they were found."""

from __future__ import annotations

from difflib import SequenceMatcher

from mcpgen.project.record import sha256

_MARK = "\ufeff"


def body_of(raw: bytes) -> str | None:
    """The text without byte order mark and with LF; None where it is no text to merge."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text.removeprefix(_MARK).replace("\r\n", "\n")


def body_hash(raw: bytes) -> str:
    """The hash a file has in the lock, whatever a checkout did to its line endings."""
    body = body_of(raw)
    return sha256(raw if body is None else body.encode())


def written_like(raw: bytes, body: str) -> bytes:
    """`body` with the byte order mark and the line endings of `raw`."""
    text = raw.decode("utf-8")
    mark = _MARK if text.startswith(_MARK) else ""
    text = text.removeprefix(_MARK)
    found = text.count("\r\n")
    if not found:
        return (mark + body).encode()
    if found == text.count("\n"):
        return (mark + body.replace("\n", "\r\n")).encode()
    return (mark + _mixed(text, body, found)).encode()


def _mixed(text: str, body: str, found: int) -> str:
    """Every line that stayed keeps its own ending, the others get the usual one of the file."""
    old = text.split("\n")
    plain = [line.removesuffix("\r") for line in old]
    new = body.split("\n")
    usual = "\r" if 2 * found > text.count("\n") else ""
    ends = [usual] * (len(new) - 1) + [""]
    for block in SequenceMatcher(None, plain, new, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            if block.b + step < len(new) - 1:
                ends[block.b + step] = "\r" if old[block.a + step].endswith("\r") else ""
    return "\n".join(line + end for line, end in zip(new, ends, strict=True))
