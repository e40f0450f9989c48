"""The least a Python server can do: an ASGI app that answers every request with the same bytes.

python benchmarks/floor.py PORT FILE
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvicorn

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Floor:
    def __init__(self, body: bytes) -> None:
        self._body = body

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        while (await receive()).get("more_body"):
            pass
        length = str(len(self._body)).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", length)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": self._body})


def main(port: str, file: str) -> None:
    app = Floor(Path(file).read_bytes())
    uvicorn.run(app, port=int(port), lifespan="off", log_level="warning", access_log=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
