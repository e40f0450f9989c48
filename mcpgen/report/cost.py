"""What the same operations would cost a model as one tool each."""

from __future__ import annotations

from mcpgen.openapi.model import Api
from mcpgen.plan.model import ToolPlan
from mcpgen.plan.tokens import definition_tokens


def separate_tokens(api: Api, plan: ToolPlan) -> int:
    """The tokens of one definition for every operation, in the document's words."""
    texts = {
        operation.identity: "\n\n".join(filter(None, (operation.summary, operation.description)))
        for operation in api.operations
    }
    offered = [(tool.calls, (*tool.arguments, *tool.rare)) for tool in plan.tools]
    if plan.catalogue is not None:
        offered += [((entry.call,), entry.arguments) for entry in plan.catalogue.entries]
    total = 0
    for calls, arguments in offered:
        schemas = {argument.name: argument.schema for argument in arguments}
        for call in calls:
            properties = {name: schemas[name] for name in call.arguments if name in schemas}
            schema = {"type": "object", "properties": properties, "required": list(call.required)}
            name = f"{plan.prefix}_{call.action}"
            total += definition_tokens(name, texts.get(call.identity, ""), schema)
    return total
