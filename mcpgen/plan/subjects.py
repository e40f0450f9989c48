"""What an operation is about: its domain, and the trail of words below it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from mcpgen.naming import singular, words
from mcpgen.openapi.model import Operation
from mcpgen.plan.lexicon import TITLE_NOISE, VERBS
from mcpgen.plan.paths import ResourcePath, fragment_of, is_parameter, resource_words

_REMOTE_CALL = re.compile(r"[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)+")
_FILE_ENDINGS = re.compile(r"(\.\d+)*\.(json|xml|ya?ml|csv|html?|txt|png|jpe?g|svg|pdf|php)$")
_TAG_NOISE = frozenset({"api", "apis", "controller", "endpoint", "endpoints", "operations", "v1"})

_TAGGED_SHARE = 0.95
_FEWEST_TAGS = 3
_TAGS_PER_OPERATION = 0.6
_LARGEST_TAG = 0.6
_MAX_DOMAIN_WORDS = 3


@dataclass(frozen=True, slots=True)
class Subject:
    """An operation placed in the resource tree.

    `domain` are the words of the resource that groups it, singular; `label` the same words as the
    document writes them. `trail` are the static words
    below the domain; `remote` is the name of a remote call (`chat.postMessage`, `:cancel`), whose
    words then name the action. `item` says that the path ends in a parameter.
    """

    domain: tuple[str, ...]
    label: tuple[str, ...]
    trail: tuple[tuple[str, ...], ...]
    remote: tuple[str, ...]
    item: bool
    containers: tuple[str, ...]
    version: str


def read_subjects(
    operations: tuple[Operation, ...], paths: dict[str, ResourcePath], api_name: str
) -> dict[str, Subject]:
    """Place every operation, by its identity. Tags name the domains where they are informative."""
    by_tag = _informative(operations)
    own = set(words(api_name))
    found = {}
    for operation in operations:
        subject = _from_path(operation, paths[operation.path], api_name)
        tag = tuple(_domain_words(operation.tags[0], own)) if by_tag and operation.tags else ()
        if tag:
            head = subject.domain
            trail = subject.trail if singulars(tag) == head else (head, *subject.trail)
            subject = replace(subject, domain=singulars(tag), label=tag, trail=trail)
        found[operation.identity] = subject
    return found


def singulars(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The same words with the last in the singular."""
    return (*parts[:-1], singular(parts[-1])) if parts else ()


def _domain_words(tag: str, own: set[str]) -> list[str]:
    found = [word for word in words(tag) if word not in _TAG_NOISE]
    telling = [word for word in found if word not in own]
    return (telling or found)[:_MAX_DOMAIN_WORDS]


def _informative(operations: tuple[Operation, ...]) -> bool:
    """Do tags divide the API? Not if few are tagged, or one tag holds most."""
    tags = Counter(operation.tags[0] for operation in operations if operation.tags)
    total = len(operations)
    return (
        sum(tags.values()) >= _TAGGED_SHARE * total
        and _FEWEST_TAGS <= len(tags) <= _TAGS_PER_OPERATION * total
        and max(tags.values()) <= _LARGEST_TAG * total
    )


def _from_path(operation: Operation, path: ResourcePath, api_name: str) -> Subject:
    statics = [segment for segment in path.segments if not is_parameter(segment)]
    last = path.segments[-1] if path.segments else ""
    remote, statics = _remote_call(operation, statics, last)
    read = [tuple(resource_words(_FILE_ENDINGS.sub("", segment))) for segment in statics]
    parts = [part for part in read if part]
    domain: tuple[str, ...] = ()
    if parts:
        domain, parts = parts[0], parts[1:]
        if not parts and not remote and domain[0] in VERBS and len(domain) > 1 and not path.item:
            remote, domain = list(domain), ()
    if not domain and remote:
        domain = tuple(remote[1:2]) if remote[0] in VERBS else tuple(remote[:1])
    if not domain:
        domain = tuple(words(operation.tags[0])) if operation.tags else ()
    domain = domain or tuple(w for w in words(api_name) if w not in TITLE_NOISE) or ("resource",)
    item = is_parameter(last) and ":" not in last and not remote
    label = domain[:_MAX_DOMAIN_WORDS]
    return Subject(
        singulars(label),
        label,
        tuple(parts),
        tuple(remote),
        item,
        path.containers,
        path.version,
    )


def _remote_call(
    operation: Operation, statics: list[str], last: str
) -> tuple[list[str], list[str]]:
    """Take the name of a remote call off a path: behind a dot, a colon or a fragment."""
    fragment = fragment_of(operation.path)
    if fragment:
        name = fragment.rsplit("=", 1)[-1]
        return _call_words(operation, name.rsplit(".", 1)[-1]), statics
    if ":" in last:
        verb = last.rsplit(":", 1)[-1]
        return _call_words(operation, verb), [segment for segment in statics if segment != last] + (
            [] if is_parameter(last) else [last.rsplit(":", 1)[0]]
        )
    bare = _FILE_ENDINGS.sub("", last)
    if _REMOTE_CALL.fullmatch(bare):
        head, _, rest = bare.partition(".")
        return _call_words(operation, rest), [*statics[:-1], head]
    return [], statics


def _call_words(operation: Operation, name: str) -> list[str]:
    """A remote call's words, the verb first: `apps.approved.list` is list, apps, approved."""
    middle, _, last = name.rpartition(".")
    verb = words(last)
    if verb and verb[0] not in VERBS and operation.method == "GET":
        verb = ["get", *verb]
    return [*verb, *words(middle)]
