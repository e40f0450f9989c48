"""Full-text search over short texts: BM25 with a weight for each field."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

_SATURATION = 1.2
_LENGTH = 0.6
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_SUFFIXES = ("ations", "ation", "ings", "ing", "ions", "ion", "ers", "er", "ies", "es", "ed", "s")
_SHORTEST_STEM = 3
_MOST_REPEATS = 2
_NAMED = 1.0
_STOP_WORDS = frozenset("""
    a about all an and are as at be by can could do does each for from give has have how i if in
    into is it its many me my of on or our please show so tell that the their them there these this
    to via want was we what when which who will with you your
    """.split())


def stems(text: str) -> list[str]:
    """The words of a text in the form they are compared in: `createdIssues` gives creat, issu."""
    return [_stem(word) for word in (w.lower() for w in _WORD.findall(text)) if _counts(word)]


def _counts(word: str) -> bool:
    return word not in _STOP_WORDS


def _stem(word: str) -> str:
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST_STEM:
            word = word[: -len(suffix)]
            break
    return word[:-1] if len(word) > _SHORTEST_STEM and word[-1] in "eiy" else word


class Index:
    """Documents of weighted fields, ranked by how well they answer a query (BM25F).

    The first field is the document's name: one that the query names whole comes before one of
    which it names a part.
    """

    def __init__(self, documents: Iterable[Sequence[tuple[float, str]]]) -> None:
        self._weights: list[dict[str, float]] = []
        self._names: list[frozenset[str]] = []
        self._postings: dict[str, list[int]] = defaultdict(list)
        for number, fields in enumerate(documents):
            found: defaultdict[str, float] = defaultdict(float)
            for weight, text in fields:
                for word, count in Counter(stems(text)).items():
                    found[word] += weight * min(count, _MOST_REPEATS)
            self._weights.append(dict(found))
            self._names.append(frozenset(stems(fields[0][1])) if fields else frozenset())
            for word in found:
                self._postings[word].append(number)
        lengths = [sum(found.values()) for found in self._weights]
        mean = sum(lengths) / len(lengths) if lengths else 1.0
        self._norms = [1 - _LENGTH + _LENGTH * length / (mean or 1.0) for length in lengths]

    def search(self, query: str) -> list[int]:
        """The numbers of the documents that hold a word of the query, the best first."""
        wanted = Counter(stems(query))
        scores: dict[int, float] = defaultdict(float)
        for word, count in wanted.items():
            rarity = self._rarity(word)
            for number in self._postings.get(word, ()):
                weight = self._weights[number][word]
                gain = weight * (_SATURATION + 1) / (weight + _SATURATION * self._norms[number])
                scores[number] += min(count, _MOST_REPEATS) * rarity * gain
        for number in scores:
            scores[number] *= 1 + _NAMED * self._named(number, wanted)
        return sorted(scores, key=lambda number: (-round(scores[number], 9), number))

    def _rarity(self, word: str) -> float:
        holders = len(self._postings.get(word, ()))
        return math.log(1 + (len(self._weights) - holders + 0.5) / (holders + 0.5))

    def _named(self, number: int, wanted: Counter[str]) -> float:
        """How much of a document's name the query says, its rare words counting more."""
        name = self._names[number]
        whole = sum(self._rarity(word) for word in name)
        return sum(self._rarity(word) for word in name if word in wanted) / whole if whole else 0.0
