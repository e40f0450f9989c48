"""How a list is paged, as the fields of the runtime's `Paging`."""

from __future__ import annotations

from mcpgen.plan.model import Paging
from mcpgen.render.code import Value


def paging_fields(paging: Paging) -> dict[str, Value]:
    """The fields by name, those that have their default left out."""
    fields: dict[str, Value] = {
        "items": paging.items,
        "limit": paging.limit,
        "size": paging.size,
        "most": paging.most,
        "next": paging.next,
        "more": paging.more,
        "last": paging.last,
        "total": paging.total,
        "pages": paging.pages,
        "current": paging.current,
        "key": paging.key,
        "first": paging.first,
        "sends_first": paging.sends_first,
        "names": paging.names,
    }
    given = {name: value for name, value in fields.items() if value}
    return {"kind": str(paging.kind), **given}
