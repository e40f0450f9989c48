"""The API behind the servers of these tests: a fixed answer for every path."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

JSON = json.dumps({"id": 1, "name": "Zoë & 東京", "parent": None}).encode()

# The smallest files of their kind are enough: nobody looks into them.
ANSWERS = {
    "/text": (200, "text/plain", b"This is a simple text response for testing."),
    "/image": (200, "image/png", b"\x89PNG\r\n\x1a\n"),
    "/audio": (200, "audio/wav", b"RIFF\x24\x00\x00\x00WAVE"),
    "/file": (200, "application/pdf", b"%PDF-1.7\x00"),
    "/error": (422, "application/json", b'{"message": "This tool intentionally fails"}'),
}


class _Handler(BaseHTTPRequestHandler):
    def _answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.partition("?")[0]
        status, media_type, body = ANSWERS.get(path, (200, "application/json", JSON))
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Keep the test output quiet."""


@contextmanager
def running_api() -> Iterator[str]:
    """Serve the answers on a free port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
