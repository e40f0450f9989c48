"""The direct tools of a large API: the bundles of operations that curators would expose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mcpgen.openapi.model import Operation
from mcpgen.plan.actions import outcome_words
from mcpgen.plan.cells import MAX_ACTIONS, Cell
from mcpgen.plan.model import Effect
from mcpgen.plan.ranking import chance, score_operations
from mcpgen.plan.tools import MAX_TOOL_TOKENS, Built, Reading, build_tool

_FEWEST = 2
_TERSE = 3
_MORE_TO_COME = 0.6


@dataclass(frozen=True, slots=True)
class _Kind:
    """What the operations of a bundle have in common: a resource, or a verb across resources."""

    words: tuple[str, ...]
    effect: Effect
    by_verb: bool


def choose_bundles(
    operations: Sequence[Operation], reading: Reading, slots: int, tokens: int
) -> list[Built]:
    """Fill `slots` tools and `tokens` greedily with the most promising operations.

    A bundle is up to a dozen operations of one resource, or of one verb across resources.
    """
    effects = {identity: found.effect for identity, found in reading.effects.items()}
    scores = score_operations(operations, effects, dict(reading.subjects))
    kinds = _kinds(operations, reading)
    chosen: list[Built] = []
    covered: set[str] = set()
    while len(chosen) < slots and kinds:
        ranked = sorted(kinds, key=lambda kind: _rank(kinds[kind], kind, covered, scores))
        kind = ranked[0]
        room = tokens - sum(one.tokens for one in chosen)
        fair = max(300, min(MAX_TOOL_TOKENS, int(room / (slots - len(chosen)) / _MORE_TO_COME)))
        built = _largest(kind, _best(kinds.pop(kind), covered, scores), reading, min(room, fair))
        if built is not None:
            chosen.append(built)
            covered |= {call.identity for call in built.tool.calls}
    return chosen


def _kinds(operations: Sequence[Operation], reading: Reading) -> dict[_Kind, list[Operation]]:
    found: dict[_Kind, list[Operation]] = defaultdict(list)
    for operation in operations:
        subject = reading.subjects[operation.identity]
        effect = reading.effects[operation.identity].effect
        verb = outcome_words(operation, subject, effect)[0]
        found[_Kind(subject.domain, effect, by_verb=False)].append(operation)
        found[_Kind((verb,), effect, by_verb=True)].append(operation)
    return dict(found)


def _best(
    operations: list[Operation], covered: set[str], scores: dict[str, float]
) -> list[Operation]:
    """The most promising operations that no tool holds yet, at most a dozen."""
    left = [operation for operation in operations if operation.identity not in covered]
    left.sort(key=lambda operation: (-scores[operation.identity], operation.identity))
    return left[:MAX_ACTIONS]


def _rank(
    operations: list[Operation], kind: _Kind, covered: set[str], scores: dict[str, float]
) -> tuple[float, bool, tuple[str, ...], str]:
    value = sum(chance(scores[o.identity]) for o in _best(operations, covered, scores))
    return -round(value, 9), kind.by_verb, kind.words, kind.effect.value


def _largest(kind: _Kind, operations: list[Operation], reading: Reading, room: int) -> Built | None:
    """The tool of the first operations that fits `room` tokens, None where none does."""
    while len(operations) >= _FEWEST:
        labels = [reading.subjects[operation.identity].label for operation in operations]
        words = ("resources",) if kind.by_verb else labels[0]
        members = tuple(sorted(operations, key=lambda o: (o.path, o.method)))
        cell = Cell(words, kind.effect, members, verb=kind.words[0] if kind.by_verb else "")
        built = build_tool(cell, reading, _TERSE)
        if built.tokens <= room:
            return built
        operations = operations[
            : min(len(operations) - 1, max(_FEWEST - 1, len(operations) * room // built.tokens))
        ]
    return None
