"""The inputs of a paged operation: `cursor` and `limit` for whatever the API has for paging."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.naming import snake
from mcpgen.openapi.model import Operation
from mcpgen.plan import paging_words as vocabulary
from mcpgen.plan.inputs import Input, Inputs, placed_name
from mcpgen.plan.model import Decision, Effect
from mcpgen.plan.pages import CURSOR, LIMIT, Paging
from mcpgen.plan.paging import Found, can_page, find_paging, is_number

_CURSOR_TEXT = "The `next_cursor` of the answer before. Give it with the same other arguments"


def page_inputs(operation: Operation, inputs: Inputs, effect: Effect) -> Inputs:
    """The inputs with `cursor` and `limit` for the API's own paging, where it is recognised."""
    found = find_paging(operation, inputs, effect)
    return inputs if found is None else _with_paging(operation, inputs, found)


def _with_paging(operation: Operation, inputs: Inputs, found: Found) -> Inputs:
    decisions = [*inputs.decisions]
    size = f", `{found.size.wire}` for the size" if found.size is not None else ""
    reason = f"{found.told}{size}: `{CURSOR}` stands for it and the answer has `next_cursor`"
    decisions.append(Decision("paging", operation.identity, reason, operation.location))
    kept: list[Input] = []
    own = {CURSOR} | ({LIMIT} if found.size is not None else set())
    for one in inputs.inputs:
        if one is found.position:
            kept.append(_cursor_input(one))
        elif one is found.size:
            kept.append(replace(one, name=LIMIT, plain=LIMIT, paging=True))
        elif _is_replaced(one, found.paging):
            what = f"`{one.wire}` is no argument: `{CURSOR}` stands for it"
            decisions.append(Decision("paging", operation.identity, what, operation.location))
        else:
            kept.append(_renamed(one, own, inputs) if one.name in own else one)
    if found.position is None:
        kept.append(
            Input(CURSOR, "", "query", False, None, _CURSOR_TEXT, plain=CURSOR, paging=True)
        )
    kept.sort(key=lambda one: not one.required)
    return replace(inputs, inputs=tuple(kept), paging=found.paging, decisions=tuple(decisions))


def _cursor_input(one: Input) -> Input:
    return replace(
        one,
        name=CURSOR,
        plain=CURSOR,
        paging=True,
        required=False,
        schema=None,
        description=_CURSOR_TEXT,
    )


def _is_replaced(one: Input, paging: Paging) -> bool:
    """Is this another way to say where a page starts? What may be a filter as well stays."""
    if one.required or not can_page(one):
        return False
    name = snake(one.wire)
    if name in vocabulary.ITEM_PARAMETERS:
        return one.wire in paging.names
    if name in vocabulary.CURSOR_PARAMETERS:
        return True
    return name in ("offset", "skip", "start_at", *vocabulary.PAGE_PARAMETERS) and is_number(one)


def _renamed(one: Input, own: set[str], inputs: Inputs) -> Input:
    """An input of the API that has the name of one of ours."""
    taken = {other.name for other in inputs.inputs} | own
    name = base = placed_name(one.name, one.place)
    number = 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return replace(one, name=name)
