"""An API that costs next to nothing: it answers every request with the same JSON.

python benchmarks/upstream.py PORT
"""

from __future__ import annotations

import asyncio
import json
import sys

BOOK = {
    "id": "book-2",
    "title": "Death in the Reading Room",
    "author_ids": ["author-2"],
    "isbn": "9780000000022",
    "price": {"amount": 1199, "currency": "EUR"},
    "in_stock": 3,
}
BODY = json.dumps(BOOK).encode()
HEAD = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n"
ANSWER = HEAD.encode() + BODY


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(ANSWER)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def serve(port: int) -> None:
    server = await asyncio.start_server(answer, "127.0.0.1", port)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
