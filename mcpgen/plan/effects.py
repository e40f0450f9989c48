"""What an operation does to the world: read, create or change, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.naming import words
from mcpgen.openapi.model import Operation
from mcpgen.plan.lexicon import ADDITIVE, CODE, MUTATING, READING_POST
from mcpgen.plan.model import Annotations, Effect
from mcpgen.plan.paths import fragment_of, segments_of

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "QUERY"})
METHODS_IN_IDS = frozenset({"post", "put", "patch"})
"""Methods that stand in front of generated operation ids."""

_QUALIFIERS = frozenset({"batch", "bulk", "multi", "full", "advanced", "quick"})
_IDEMPOTENT = frozenset({"PUT", "DELETE"})


@dataclass(frozen=True, slots=True)
class Classified:
    """An effect, and the sentence that says why."""

    effect: Effect
    reason: str


def annotations_of(effect: Effect, method: str) -> Annotations:
    """MCP's four hints for one operation. Idempotence is the method's (RFC 9110 §9.2.2)."""
    read = effect is Effect.READ
    return Annotations(
        read_only=read,
        destructive=effect in (Effect.CHANGE, Effect.WRITE),
        idempotent=read or method in _IDEMPOTENT,
        open_world=True,
    )


def combine(all_annotations: list[Annotations]) -> Annotations:
    """The hints of a tool: the worst case of its operations wins."""
    return Annotations(
        read_only=all(one.read_only for one in all_annotations),
        destructive=any(one.destructive for one in all_annotations),
        idempotent=all(one.idempotent for one in all_annotations),
        open_world=any(one.open_world for one in all_annotations),
    )


def id_words(operation: Operation) -> list[str]:
    """The words of an operation id's telling part: `issues/create-comment` gives create, comment.

    A leading HTTP method is no verb: `post-search` is a search.
    """
    tail = operation.operation_id.replace("/", ".").rstrip(".").rsplit(".", 1)[-1]
    found = words(tail)
    method = operation.method.lower()
    return found[1:] if found[:1] == [method] and method in METHODS_IN_IDS else found


def leading_verb(operation: Operation) -> str:
    """The verb an operation id starts with, or ""."""
    found = id_words(operation)
    return found[0] if found else ""


def last_words(operation: Operation) -> list[str]:
    """The words of what the path ends in, if that is no parameter; RPC names after the last dot."""
    fragment = fragment_of(operation.path)
    if fragment:
        return words(fragment.rsplit(".", 1)[-1])
    segments = segments_of(operation.path)
    if not segments or segments[-1].startswith("{"):
        return []
    tail = segments[-1].rsplit(":", 1)[-1] if "{" in segments[-1] else segments[-1]
    return words(tail.rsplit(":", 1)[-1].rsplit(".", 1)[-1])


def classify(operation: Operation, collections: frozenset[str]) -> Classified:
    """Decide the effect of one operation.

    `collections` holds the paths that have an item below them or a GET of their own.
    """
    method = operation.method
    if method in _SAFE:
        return _classify_safe(operation)
    if method == "DELETE":
        return Classified(Effect.CHANGE, "DELETE removes something")
    if method == "PUT":
        return _classify_put(operation)
    if method == "POST":
        return _classify_post(operation, collections)
    if method == "PATCH":
        return Classified(Effect.CHANGE, "PATCH changes something that exists")
    return Classified(Effect.CHANGE, f"{method} is not known to be safe, so it may change anything")


def _classify_safe(operation: Operation) -> Classified:
    last = last_words(operation)
    verb = last[0] if last else ""
    remote_call = "." in operation.path.rsplit("/", 1)[-1] or fragment_of(operation.path) != ""
    named_so = leading_verb(operation) in MUTATING and verb in MUTATING
    if operation.method == "GET" and verb in MUTATING and (remote_call or named_so):
        reason = f"the name says `{verb}` although the method is GET"
        return Classified(Effect.CHANGE, reason)
    return Classified(Effect.READ, f"{operation.method} only reads")


def _classify_put(operation: Operation) -> Classified:
    if operation.body is None and operation.path.rstrip("/").endswith("}"):
        return Classified(Effect.CREATE, "PUT without a body on an item adds a membership")
    return Classified(Effect.CHANGE, "PUT replaces what is there")


def _classify_post(operation: Operation, collections: frozenset[str]) -> Classified:
    last, lead = last_words(operation), leading_verb(operation)
    verb = last[0] if last else ""
    if last and last[-1] in ("actions", "commands"):
        return Classified(Effect.CHANGE, f"what `/{last[-1]}` does depends on the body")
    read = _reading_word(operation, last)
    if read:
        return Classified(Effect.READ, f"POST, but it says `{read}` and answers 200")
    ends_in_item = operation.path.rstrip("/").endswith("}")
    if ends_in_item and lead not in ADDITIVE:
        return Classified(Effect.CHANGE, "POST on an item changes it")
    # A path that ends in a verb is an action; only a short list of verbs merely adds.
    for word, source in ((verb, "the path"), (lead, "the operation id")):
        if word in ADDITIVE:
            return Classified(Effect.CREATE, f"POST, and {source} says `{word}`")
        if word in MUTATING:
            return Classified(Effect.CHANGE, f"POST, and {source} says `{word}`")
    if operation.path.rstrip("/") in collections:
        return Classified(Effect.CREATE, "POST on a collection adds to it")
    return Classified(Effect.CHANGE, "POST of unknown effect, so it may change anything")


def _reading_word(operation: Operation, last: list[str]) -> str:
    """The word that makes a POST a read, or "" where anything speaks against it."""
    named = id_words(operation)
    every = [*last, *named]
    if any(word in MUTATING for word in named) or any(word in CODE for word in every):
        return ""
    success = [reply.status for reply in operation.responses if reply.status.startswith("2")]
    if success and set(success) - {"200", "2XX", "204"}:
        return ""
    told = last[:1] + named[:1]
    if last[:1] and last[0] in _QUALIFIERS:  # `bulk-query`
        told += last[1:2]
    candidates = [word for word in told if word in READING_POST]
    return candidates[0] if candidates else ""
