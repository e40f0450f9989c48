"""Which arguments a tool shows, and which it only names: a model reads every shown schema."""

from __future__ import annotations

from collections.abc import Sequence

from mcpgen.naming import snake
from mcpgen.plan.inputs import WANTED, Input
from mcpgen.plan.model import EXTRA, Argument

_NAMES_TOLD = 60


def inputs_to_show(inputs: Sequence[Input], optional: int) -> set[str]:
    """The names of all required inputs and the first optional ones, paging and filters first."""
    ranked = sorted(
        (one for one in inputs if not one.required),
        key=lambda one: (not one.paging, snake(one.plain) not in WANTED),
    )
    return {one.name for one in inputs if one.required} | {one.name for one in ranked[:optional]}


def extra_argument(rare: Sequence[Argument]) -> Argument:
    """The argument that takes the ones a tool does not show, by their names."""
    names = ", ".join(argument.name for argument in rare[:_NAMES_TOLD])
    more = f" and {len(rare) - _NAMES_TOLD} more" if len(rare) > _NAMES_TOLD else ""
    text = f"More arguments, by name: {names}{more}"
    return Argument(EXTRA, {"type": "object", "description": text})
