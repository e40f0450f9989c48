"""The resource a path speaks of: versions, base words and tenants taken off the front."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from mcpgen.naming import words
from mcpgen.openapi.model import Operation
from mcpgen.plan.lexicon import BASE_WORDS

_VERSION = re.compile(
    r"v?\d+([._]\d+)*((alpha|beta|rc)\d*)?|\d{4}-\d{2}(-\d{2})?|latest|beta|alpha"
)
_TENANTS = frozenset({"me", "self"})

_CONTAINER_CHILDREN = 8
_CONTAINER_SHARE = 0.06
_CONTAINER_MAJORITY = 0.5
_COMMON_FRONT = 4


@dataclass(frozen=True, slots=True)
class ResourcePath:
    """A path as a resource tree sees it.

    `containers` are the tenants in front (`repos` of `/repos/{owner}/{repo}/issues`), `segments`
    the rest: static words and `{parameters}`. `version` is what was taken off the front.
    """

    segments: tuple[str, ...]
    containers: tuple[str, ...] = ()
    version: str = ""

    @property
    def item(self) -> bool:
        """Does the path end in a parameter?"""
        return bool(self.segments) and is_parameter(self.segments[-1])


def is_parameter(segment: str) -> bool:
    """Is a whole segment, or its start, filled by a parameter?"""
    return segment.startswith("{")


def fragment_of(path: str) -> str:
    """What stands behind `#` in a path key; real documents name RPC operations so."""
    return path.partition("#")[2]


def segments_of(path: str) -> list[str]:
    """The segments of a path key, without its query and fragment."""
    plain = path.partition("#")[0].partition("?")[0]
    return [segment for segment in plain.split("/") if segment]


def resource_paths(operations: Iterable[Operation]) -> dict[str, ResourcePath]:
    """Read every path of an API as a resource path. The result is keyed by the path as written."""
    fronts = {path: _strip_front(segments_of(path)) for path in {o.path for o in operations}}
    shared = _shared_front([rest for _, rest in fronts.values()])
    trees = {path: (version, rest[shared:]) for path, (version, rest) in fronts.items()}
    counts: dict[str, int] = defaultdict(int)
    for operation in operations:
        counts[operation.path] += 1
    containers = _containers({path: rest for path, (_, rest) in trees.items()}, counts)
    found = {}
    for path, (version, rest) in trees.items():
        depth = max((len(c) for c in containers if tuple(rest[: len(c)]) == c), default=0)
        found[path] = _split(rest, depth, version)
    return found


def _split(rest: list[str], depth: int, version: str) -> ResourcePath:
    if depth >= len(rest):  # the container itself is the resource
        return ResourcePath(tuple(rest), (), version)
    while depth < len(rest) - 1 and rest[depth].lower() in _TENANTS:
        depth += 1
    names = tuple(segment for segment in rest[:depth] if not is_parameter(segment))
    return ResourcePath(tuple(rest[depth:]), names, version)


def _strip_front(segments: list[str]) -> tuple[str, list[str]]:
    """Take version and base words off the front, never the last static segment."""
    version = ""
    while len(segments) > 1 and (
        _VERSION.fullmatch(segments[0].lower()) or segments[0].lower() in BASE_WORDS
    ):
        if _VERSION.fullmatch(segments[0].lower()):
            version = version or segments[0].lower()
        segments = segments[1:]
    return version, segments


def _shared_front(paths: list[list[str]]) -> int:
    """How many static segments every path starts with, leaving each at least one segment."""
    if len(paths) < _COMMON_FRONT:
        return 0
    shared = 0
    while True:
        heads = {path[shared] if len(path) > shared + 1 else None for path in paths}
        if len(heads) != 1 or None in heads or is_parameter(next(iter(heads)) or "{"):
            return shared
        shared += 1


def _containers(trees: dict[str, list[str]], counts: dict[str, int]) -> set[tuple[str, ...]]:
    """Prefixes ending in a parameter that hold so much that they are tenants, not resources."""
    children: dict[tuple[str, ...], set[str]] = defaultdict(set)
    held: dict[tuple[str, ...], int] = defaultdict(int)
    for path, segments in trees.items():
        for end in range(1, len(segments)):
            if is_parameter(segments[end - 1]) and not is_parameter(segments[end]):
                children[tuple(segments[:end])].add(segments[end])
                held[tuple(segments[:end])] += counts[path]
    total = sum(counts.values())
    return {
        prefix
        for prefix, below in children.items()
        if len(below) > 1
        and (
            (len(below) >= _CONTAINER_CHILDREN and held[prefix] >= _CONTAINER_SHARE * total)
            or held[prefix] >= _CONTAINER_MAJORITY * total > _CONTAINER_CHILDREN
        )
    }


def collection_paths(operations: Iterable[Operation]) -> frozenset[str]:
    """Paths that are collections: something stands below them by a parameter, or GET lists them."""
    paths = {operation.path.rstrip("/") for operation in operations}
    with_items = {path.rsplit("/", 1)[0] for path in paths if path.endswith("}")}
    readable = {o.path.rstrip("/") for o in operations if o.method == "GET"}
    return frozenset(with_items | readable)


def resource_words(segment: str) -> list[str]:
    """The words of a static segment, without an RPC verb behind a dot or colon."""
    return words(segment.split(":", 1)[0])
