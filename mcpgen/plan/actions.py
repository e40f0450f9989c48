"""The name of an operation among those of its domain: `list`, `get`, `create_comment`, `cancel`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from mcpgen.naming import shorten, singular, words
from mcpgen.openapi.model import Operation
from mcpgen.plan.bodies import is_json
from mcpgen.plan.combine import combined
from mcpgen.plan.effects import id_words, last_words
from mcpgen.plan.lexicon import READING, READING_POST, VERBS
from mcpgen.plan.model import Effect
from mcpgen.plan.paths import is_parameter, segments_of
from mcpgen.plan.subjects import Subject

_METHOD_VERBS = {
    "GET": "get",
    "HEAD": "check",
    "POST": "create",
    "PUT": "replace",
    "PATCH": "update",
    "DELETE": "delete",
    "QUERY": "query",
    "OPTIONS": "options",
}
_LIST_KEYS = frozenset({"items", "data", "results", "result", "values", "records", "entries"})
_FILLER = frozenset({"a", "an", "the", "all"})
_LIMIT = 40
_MAX_WORDS = 6


def name_actions(
    operations: Sequence[Operation],
    subjects: dict[str, Subject],
    naming: Callable[[Operation], str],
    fixed: Mapping[str, str],
) -> dict[str, str]:
    """An action name for each identity, unique among `operations` whatever their order.

    `naming` gives the plain name of one; those that are not unique get a qualifier. The names in
    `fixed`, by identity, stay as they are.
    """
    ordered = sorted(
        (operation for operation in operations if operation.identity not in fixed),
        key=lambda operation: operation.identity,
    )
    plain = {operation.identity: shorten(naming(operation), _LIMIT) for operation in ordered}
    qualifiers: tuple[Callable[[Operation, Subject], str], ...] = (
        lambda operation, _: "_".join(_parameter_tail(operation)),
        lambda _, subject: f"for_{singular(subject.containers[-1])}" if subject.containers else "",
        lambda _, subject: "_".join(subject.domain),
        lambda operation, _: _trail_qualifier(operation),
        lambda operation, _: _parameter_qualifier(operation),
        lambda operation, _: operation.method.lower(),
        lambda _, subject: subject.version,
    )
    for qualifier in qualifiers:
        plain = _qualified(plain, ordered, subjects, qualifier)
    kept = {o.identity: fixed[o.identity] for o in operations if o.identity in fixed}
    return kept | numbered(plain, kept.values())


def _qualified(
    names: dict[str, str],
    operations: list[Operation],
    subjects: dict[str, Subject],
    qualifier: Callable[[Operation, Subject], str],
) -> dict[str, str]:
    """Add a qualifier to every name that is not unique, where it tells some of them apart."""
    counts = Counter(names.values())
    tails = {o.identity: words(qualifier(o, subjects[o.identity])) for o in operations}
    by_name: dict[str, set[str]] = {}
    for identity, name in names.items():
        by_name.setdefault(name, set()).add("_".join(tails[identity]))
    return {
        identity: (
            shorten("_".join([name, *tails[identity]]), _LIMIT)
            if counts[name] > 1 and len(by_name[name]) > 1 and tails[identity]
            else name
        )
        for identity, name in names.items()
    }


def numbered(names: Mapping[str, str], taken: Iterable[str]) -> dict[str, str]:
    """The same names by identity, a number behind each that is taken or not the first."""
    unique: dict[str, str] = {}
    used = set(taken)
    for identity, name in sorted(names.items()):
        candidate, number = name, 2
        while candidate in used:
            candidate = f"{name}_{number}"
            number += 1
        used.add(candidate)
        unique[identity] = candidate
    return unique


def _trail_qualifier(operation: Operation) -> str:
    statics = [s for s in segments_of(operation.path) if not is_parameter(s)]
    return "_".join(statics[-3:])


def _parameter_qualifier(operation: Operation) -> str:
    inside = [s.strip("{}") for s in segments_of(operation.path) if is_parameter(s)]
    return f"by_{inside[-1]}" if inside else ""


def action_name(operation: Operation, subject: Subject, effect: Effect) -> str:
    """The name of one operation, from its id if that says more than its path, else from the path."""
    named = _from_id(operation, subject)
    if named == ["get"] and not subject.trail and _answers_list(operation, subject):
        named = ["list"]
    return "_".join(named or _from_path(operation, subject, effect))


def outcome_words(operation: Operation, subject: Subject, effect: Effect) -> list[str]:
    """The words of a tool that holds this operation alone: a verb and what it is done to."""
    named = [word for word in id_words(operation) if word not in _FILLER]
    if _telling(named, operation) and len(named) > 1:
        return _without_parameters(named, operation)
    found = _from_path(operation, subject, effect)
    nouns = {singular(word) for word in found[1:]} | set(found[:1])
    if nouns.isdisjoint(subject.domain):
        domain = list(subject.domain)
        if found == ["list"] or found[0] in ("search", "query"):
            domain[-1] = plural(domain[-1])
        found = [found[0], *domain, *found[1:]]
    return found


def plural(word: str) -> str:
    """The plural of a singular English noun, by rule."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word if word.endswith("s") and not word.endswith("ss") else f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def _from_id(operation: Operation, subject: Subject) -> list[str]:
    """The telling words of an operation id without those of the domain, or none."""
    named = [word for word in id_words(operation) if word not in _FILLER]
    if not _telling(named, operation):
        return []
    named = _without_parameters(named, operation)
    domain = {singular(word) for word in subject.domain}
    kept = [named[0], *(word for word in named[1:] if singular(word) not in domain)]
    return kept if len(kept) <= _MAX_WORDS else []


def _telling(named: list[str], operation: Operation) -> bool:
    """Does an operation id say something a person chose? Generated ones repeat method and path."""
    ending = last_words(operation)[:1]  # `shipOrder` on `/orders/{id}/ship`: a verb we do not know
    if not named or (named[0] not in VERBS and named[:1] != ending) or len(named) > 2 * _MAX_WORDS:
        return False
    whole = words(operation.operation_id.rsplit("/", 1)[-1].rsplit(".", 1)[-1])
    if whole[:1] != named[:1] and whole[:1] == [operation.method.lower()]:
        return False  # `post-search`: the method, and then the path once more
    path = [word for segment in segments_of(operation.path) for word in words(segment)]
    method = operation.method.lower()
    repeated = method in (named[0], named[-1]) or named[0] in ("read", "get", "post")
    inside = " ".join(path) in " ".join(named) and len(path) > 1
    return not (repeated and inside)


def _parameter_tail(operation: Operation) -> list[str]:
    """The `by_isbn` an operation id ends in, if it was taken off the name."""
    named = [word for word in id_words(operation) if word not in _FILLER]
    return named[len(_without_parameters(named, operation)) :]


def _without_parameters(named: list[str], operation: Operation) -> list[str]:
    """Take off a trailing `by_id`: the arguments say it."""
    if "by" not in named[1:]:
        return named
    at = len(named) - 1 - named[::-1].index("by")
    inside = {w for s in segments_of(operation.path) if is_parameter(s) for w in words(s)}
    rest = named[at + 1 :]
    return named[:at] if rest and set(rest) <= inside | {"id", "name"} and inside else named


def _from_path(operation: Operation, subject: Subject, effect: Effect) -> list[str]:
    if subject.remote:
        return list(subject.remote)
    method = operation.method
    verb = _METHOD_VERBS.get(method, method.lower())
    if not subject.trail:
        return _domain_action(operation, subject, effect, verb)
    last = list(subject.trail[-1])
    acts = last[0] in (READING if effect is Effect.READ else VERBS)
    # `seek-to-position` on `/player/seek`: the id begins with it, so it is a verb.
    acts = acts or id_words(operation)[:1] == last[:1]
    if not subject.item and acts and (method != "GET" or effect is Effect.READ):
        return last
    if method == "POST" and effect is Effect.CHANGE and singular(last[-1]) == last[-1]:
        return last
    if method == "GET" and not subject.item and _answers_list(operation, subject):
        verb = "list"
    elif effect is Effect.READ and method == "POST":
        verb = "query"
    elif method == "POST" and effect is Effect.CHANGE:
        verb = "update" if subject.item else "run"
    nouns = [singular(word) for part in subject.trail[-2:-1] for word in part]
    one = subject.item or verb == "create"
    tail = [*last[:-1], singular(last[-1])] if one else last
    return [verb, *nouns, *tail]


def _domain_action(operation: Operation, subject: Subject, effect: Effect, verb: str) -> list[str]:
    if effect is Effect.READ and subject.label[0] in READING_POST and not subject.item:
        return list(subject.label)  # `/search`: the resource is the verb
    if operation.method == "GET" and not subject.item and _answers_list(operation, subject):
        return ["list"]
    if operation.method == "DELETE" and not subject.item and _is_plural(operation):
        return ["delete", "all"]
    if operation.method == "POST" and effect is Effect.READ:
        return ["query"]
    if operation.method == "POST" and effect is Effect.CHANGE:
        return ["update"] if subject.item else ["run"]
    return [verb]


def _is_plural(operation: Operation) -> bool:
    last = segments_of(operation.path)[-1:] or [""]
    return singular(last[0].lower()) != last[0].lower()


def _answers_list(operation: Operation, subject: Subject) -> bool:
    """Does the answer hold a list: an array, or an object around one?"""
    last = (segments_of(operation.path) or [""])[-1].lower()
    many = not subject.item and singular(last) != last
    for reply in operation.responses:
        if not reply.status.startswith("2"):
            continue
        for media_type in reply.media_types:
            if media_type.schema is None or not is_json(media_type.name):
                continue
            view = combined(media_type.schema)
            if view.types == ("array",):
                return True
            keys = {name.lower() for name, _ in view.properties}
            return many or bool(keys & _LIST_KEYS and not subject.item)
    return many
