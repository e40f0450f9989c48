"""Your code around the tools: mcpgen wrote this file once and never changes it.

A hook sees a tool's arguments before the call, its answer after it, or answers in the API's place:

    @hooks.after("TOOL")
    async def leave_out_debug(arguments: dict[str, Any], answer: Any) -> Any:
        answer.pop("debug", None)
        return answer

`runtime/hooks.py` says what each kind gets and may return, and how to add a tool of your own.
"""

from .runtime.hooks import Hooks

hooks = Hooks()
