"""Texts written for choosing: the outcome first, then what each action needs."""

from __future__ import annotations

from mcpgen.naming import singular, words
from mcpgen.openapi.model import Api, Operation
from mcpgen.plan.model import Effect, Tool
from mcpgen.plan.text import brief, clean, headline
from mcpgen.plan.titles import headline_of

_TOOL_LIMIT = 2048
_INSTRUCTIONS_LIMIT = 2048
_SUMMARY = 110
_STORY = 600
_REPEATED = 0.75
_FILLER = frozenset(
    ["a", "an", "and", "by", "for", "from", "in", "of", "on", "that", "the", "this", "to", "with"]
)

_EFFECT_WORDS = {
    Effect.READ: "Read",
    Effect.CREATE: "Create",
    Effect.CHANGE: "Change",
    Effect.WRITE: "Create or change",
}


def summary_of(operation: Operation) -> str:
    """One short sentence on what an operation does, without a full stop."""
    told = headline(operation.summary, _SUMMARY) or headline(operation.description, _SUMMARY)
    if not told:
        told = f"{operation.method} {clean(operation.path)}"
    return told


def action_line(operation: Operation, required: tuple[str, ...], limit: int) -> str:
    """What an action does and needs, in one line of about `limit` characters."""
    needs = f" (needs {', '.join(required)})" if required else ""
    room = max(40, limit - len(needs))
    told = summary_of(operation)
    extra = headline(operation.description, room)
    if extra and not _adds_nothing(extra, told) and len(told) + len(extra) + 3 <= room:
        told = f"{told} - {extra}"
    mark = "Deprecated. " if operation.deprecated else ""
    return f"{mark}{brief(told, room)}{needs}"


def single_description(operation: Operation, title: str) -> str:
    """The description of a tool with one operation: summary, then the first of its prose."""
    told = summary_of(operation)
    story = brief(operation.description, _STORY)
    if story.lower().startswith(told.lower()):
        text = story
    elif _adds_nothing(story, told):
        text = told
    else:
        text = f"{told}. {story}" if story else told
    mark = "Deprecated: avoid where another tool does the same. " if operation.deprecated else ""
    return f"{mark}{text.rstrip('.')}. ({title})"[:_TOOL_LIMIT]


def merged_description(noun: str, title: str, effect: Effect, actions: list[str]) -> str:
    """The description of a merged tool: its outcome and its actions; their lines are elsewhere."""
    told = ", ".join(name.replace("_", " ") for name in actions)
    return brief(f"{_EFFECT_WORDS[effect]} {noun} ({title}): {told}.", _TOOL_LIMIT)


def _adds_nothing(extra: str, told: str) -> bool:
    """Does `extra` only say again what was told?"""
    stems = {singular(word)[:5] for word in words(told)}
    said = [word for word in words(extra) if word not in _FILLER]
    return sum(singular(word)[:5] in stems for word in said) >= _REPEATED * len(said)


def _same(one: str, other: str) -> bool:
    return one.lower().rstrip(" .") == other.lower().rstrip(" .")


def write_instructions(api: Api, tools: tuple[Tool, ...], find: str) -> str:
    """The server's table of contents, at most 2,048 characters: clients cut there.

    `find` is the tool that searches the catalogue, empty where there is none.
    """
    title = headline_of(clean(api.title)) or "this API"
    about = headline(api.description, 200)
    head = f"Tools for {title}." + (f" {about}." if about and not _same(about, title) else "")
    head += " Tools with an `action` argument hold several operations; its description says what each needs."
    if find:
        head += (
            f" What they lack, `{find}` finds: search with a few words, ask for the arguments of one"
            " operation, then call it with the tool it names."
        )
    lines = [head]
    size = len(head)
    for at, tool in enumerate(tools):
        actions = ", ".join(call.action for call in tool.calls) if len(tool.calls) > 1 else ""
        told = actions or (brief(tool.calls[0].summary, 70) if tool.calls else tool.title)
        line = f"- {tool.name}: {told}"
        rest = len(tools) - at
        more = f"- and {rest} more tools; their names say what they do"
        if size + len(line) + 1 + (len(more) + 1 if rest > 1 else 0) > _INSTRUCTIONS_LIMIT:
            lines.append(more)
            break
        lines.append(line)
        size += len(line) + 1
    return "\n".join(lines)
