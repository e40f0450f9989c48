"""How likely curators would expose an operation directly: what fills the few direct slots.

The weights are rounded from a regression on hand-written servers of five vendors; every feature
is compared inside one API, so their size does not matter to another.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, pstdev

from mcpgen.naming import singular
from mcpgen.openapi.model import Operation
from mcpgen.plan.effects import leading_verb
from mcpgen.plan.model import Effect
from mcpgen.plan.paths import is_parameter, segments_of
from mcpgen.plan.subjects import Subject

_ADMIN = frozenset("""
    account admin agreement app application audit auth authorization billing cert certificate
    config configuration credential debug diagnostic enterprise feature health hook installation
    integration internal key legacy license log login logout maintenance metadata metric migration
    oauth oidc permission ping plan policy preference preview provider quota role runner saml
    scheme scim secret security session setting ssh ssl sso status subscription system template
    test token usage version webhook
    """.split())
_SEARCHING = frozenset({"list", "search", "find", "query"})


def score_operations(
    operations: Sequence[Operation],
    effects: dict[str, Effect],
    subjects: dict[str, Subject],
) -> dict[str, float]:
    """A score for each identity; a sigmoid of it is the chance of being exposed directly."""
    named = {o.identity: _nouns(subjects[o.identity]) for o in operations}
    nouns = Counter(noun for found in named.values() for noun in set(found))
    ids = Counter(name for operation in operations for name in _path_ids(operation))

    def rarest(operation: Operation) -> float:
        return math.log1p(min((nouns[noun] for noun in named[operation.identity]), default=0))

    def centrality(operation: Operation) -> float:
        return math.log1p(max((ids[name] for name in _path_ids(operation)), default=0))

    features: tuple[tuple[float, Callable[[Operation], float]], ...] = (
        (-2.0, lambda o: float(bool(_ADMIN & set(named[o.identity])))),
        (-0.8, lambda o: float(_depth(subjects[o.identity]))),
        (-0.5, lambda o: float(o.deprecated)),
        (0.55, lambda o: float(effects[o.identity] is Effect.READ)),
        (0.5, lambda o: float(effects[o.identity] is Effect.CREATE)),
        (0.4, rarest),
        (0.25, lambda o: float(o.method in ("PUT", "PATCH"))),
        (0.2, lambda o: math.log1p(len(o.summary) + len(o.description))),
        (-0.2, lambda o: float(sum(p.required for p in o.parameters))),
        (0.2, centrality),
        (0.15, lambda o: float(leading_verb(o) in _SEARCHING)),
    )
    scores = dict.fromkeys((operation.identity for operation in operations), 0.0)
    for weight, feature in features:
        values = [feature(operation) for operation in operations]
        mean, spread = fmean(values), pstdev(values)
        for operation, value in zip(operations, values, strict=True):
            if spread:
                scores[operation.identity] += weight * (value - mean) / spread
    return scores


def chance(score: float) -> float:
    """The sigmoid of a score."""
    return 1 / (1 + math.exp(-score))


def _nouns(subject: Subject) -> list[str]:
    """The words of the resource, without the tenants it stands below."""
    parts = (subject.label, *subject.trail)
    return [singular(word) for part in parts for word in part]


def _depth(subject: Subject) -> int:
    return 1 + len(subject.trail) + subject.item


def _path_ids(operation: Operation) -> list[str]:
    return [s.strip("{}").lower() for s in segments_of(operation.path) if is_parameter(s)]
