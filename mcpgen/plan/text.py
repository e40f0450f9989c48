"""A document's prose, made fit for a model: plain, short and without hidden characters."""

from __future__ import annotations

import html
import re
import unicodedata

from mcpgen.suspicion import without_hidden, without_secrets

_FENCE = re.compile(r"(```|~~~).*?(\1|\Z)", re.DOTALL)
_TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$", re.MULTILINE)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,300}>|<!--.*?-->", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\](?:\([^)\s]*(?:\s+\"[^\"]*\")?\)|\[[^\]]*\])")
_LINE_MARK = re.compile(r"^\s*(#{1,6}\s+|>\s?|[-*+]\s+|={3,}\s*$|-{3,}\s*$)", re.MULTILINE)
_EMPHASIS = re.compile(r"(\*{1,3}|(?<!\w)_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z(\"'`])")
_BLANK = re.compile(r"\s+")
_ABBREVIATION = re.compile(r"(\b(e\.g|i\.e|etc|vs|approx|incl|no)\.|\b[A-Z]\.)$", re.IGNORECASE)

_MARKUP = frozenset("<&[*_`#>|-=~")
_VARIATION_SELECTORS = ("\ufe0e", "\ufe0f")


def visible(text: str) -> str:
    """Drop characters a reader cannot see: tags, bidi, zero-width and control characters."""
    if text.isascii() and text.isprintable():
        return text
    text = without_hidden(text)
    return "".join(
        " " if char in "\n\r\t\u2028\u2029\x85\x0b\x0c" else char
        for char in text
        if char in "\n\r\t\u2028\u2029\x85\x0b\x0c\u00a0"
        or (char not in _VARIATION_SELECTORS and unicodedata.category(char)[0] != "C")
    )


def clean(text: str) -> str:
    """Plain prose in one line: Markdown and HTML taken off, code blocks and tables left out."""
    if not _MARKUP.isdisjoint(text):
        text = _FENCE.sub(" ", text)
        text = _TABLE_ROW.sub(" ", text)
        text = _IMAGE.sub(" ", text)
        text = _LINK.sub(r"\1", text)
        text = html.unescape(_TAG.sub(" ", text))
        text = _LINE_MARK.sub("", text)
        text = _EMPHASIS.sub(r"\2", text)
    return _BLANK.sub(" ", without_secrets(visible(text))).strip()


def sentences(text: str) -> list[str]:
    """Split clean prose into sentences."""
    found: list[str] = []
    for part in _SENTENCE_END.split(text):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += f" {part}"
        elif part:
            found.append(part)
    return found


def brief(text: str, limit: int) -> str:
    """Clean prose cut to `limit` characters: at a sentence, else at a word with `…`."""
    plain = clean(text[: limit * 20 + 2000])
    if len(plain) <= limit:
        return plain
    kept = ""
    for sentence in sentences(plain):
        longer = f"{kept} {sentence}".strip()
        if len(longer) > limit:
            break
        kept = longer
    if len(kept) >= limit // 3:
        return kept
    cut = plain[: limit - 1]
    return (cut[: cut.rindex(" ")] if " " in cut else cut).rstrip(" ,;:(") + "…"


def headline(text: str, limit: int) -> str:
    """The first sentence of any text, without its full stop, cut to `limit` characters."""
    found = sentences(clean(text[: limit * 20 + 2000]))
    first = found[0] if found else ""
    return brief(first.rstrip(".:"), limit)
