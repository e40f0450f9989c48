"""How likely curators would expose an operation directly: what fills the few direct slots.

The weights are rounded from a regression on hand-written servers of five vendors; every feature
is compared inside one API, so their size does not matter to another.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, pstdev

from mcpgen.naming import singular, words
from mcpgen.openapi.model import Operation
from mcpgen.plan.effects import leading_verb
from mcpgen.plan.model import Effect
from mcpgen.plan.paths import is_parameter, segments_of

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
    operations: Sequence[Operation], effects: dict[str, Effect]
) -> dict[str, float]:
    """A score for each identity; a sigmoid of it is the chance of being exposed directly."""
    nouns = Counter(noun for operation in operations for noun in set(_nouns(operation)))
    ids = Counter(name for operation in operations for name in _path_ids(operation))

    def rarest(operation: Operation) -> float:
        return math.log1p(min((nouns[noun] for noun in _nouns(operation)), default=0))

    def centrality(operation: Operation) -> float:
        return math.log1p(max((ids[name] for name in _path_ids(operation)), default=0))

    features: tuple[tuple[float, Callable[[Operation], float]], ...] = (
        (-2.0, lambda o: float(bool(_ADMIN & set(_nouns(o))))),
        (-0.8, lambda o: float(len(segments_of(o.path)))),
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


def _nouns(operation: Operation) -> list[str]:
    statics = [s for s in segments_of(operation.path) if not is_parameter(s)]
    return [singular(word) for segment in statics for word in words(segment)]


def _path_ids(operation: Operation) -> list[str]:
    return [s.strip("{}").lower() for s in segments_of(operation.path) if is_parameter(s)]
