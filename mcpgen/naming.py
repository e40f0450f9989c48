"""Names from a document's free text: words, identifiers and slugs, the same for the same text."""

from __future__ import annotations

import keyword
import re
import unicodedata

_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ACRONYM_PLURAL = re.compile(r"(?<![A-Z])([A-Z]{2,})s(?![a-z])")
_BRANDS = re.compile(r"OAuth|OpenAPI|GraphQL|GitHub|GitLab|YouTube")
_NOT_WORD = re.compile(r"[^A-Za-z0-9]+")

_IRREGULAR = {
    "analyses": "analysis",
    "buses": "bus",
    "children": "child",
    "cookies": "cookie",
    "indices": "index",
    "movies": "movie",
    "people": "person",
    "statuses": "status",
}
_UNCHANGED = ("ss", "us", "is", "ics", "series", "species", "news", "aws", "dns", "https", "ios")


def words(text: str) -> list[str]:
    """Split any text into lower-case ASCII words: `getPetByID` gives get, pet, by, id."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    ascii_text = _BRANDS.sub(lambda match: match.group().capitalize(), ascii_text)
    ascii_text = _ACRONYM_PLURAL.sub(lambda match: match.group(1).capitalize() + "s", ascii_text)
    spaced = _NOT_WORD.sub(" ", _BOUNDARY.sub(" ", ascii_text))
    return spaced.lower().split()


def snake(text: str) -> str:
    """`Pet Store` gives `pet_store`; empty where the text has no ASCII letter or digit."""
    return "_".join(words(text))


def kebab(text: str) -> str:
    """`Pet Store` gives `pet-store`."""
    return "-".join(words(text))


def identifier(text: str) -> str:
    """A legal Python name that is no keyword: `class` gives `class_`, `2fa` gives `n2fa`."""
    name = snake(text) or "unnamed"
    if name[0].isdigit():
        name = f"n{name}"
    return f"{name}_" if keyword.iskeyword(name) or keyword.issoftkeyword(name) else name


def singular(word: str) -> str:
    """The singular of an English plural, by rule; a word that is none stays as it is."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word.endswith(_UNCHANGED):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def shorten(name: str, limit: int) -> str:
    """Cut a snake_case name to `limit` characters at a word border where there is one."""
    if len(name) <= limit:
        return name
    cut = name[:limit]
    if name[limit] != "_" and "_" in cut:
        cut = cut[: cut.rindex("_")]
    return cut.rstrip("_")
