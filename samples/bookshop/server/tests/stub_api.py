"""The API as the tests see it: it remembers every request and answers all of them alike."""

from __future__ import annotations

import httpx2

# Beyond ASCII, so that a test sees a text that was encoded twice or cut.
NAME = "Zoë & 東京 ☂"

ANSWER = {"id": 1, "name": NAME, "parent": None, "items": [{"id": 2}], "ratio": 0.5}


class StubApi:
    """Stands in for the API where the HTTP client would connect to it."""

    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []
        self.transport = httpx2.MockTransport(self._answer)

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        return httpx2.Response(200, json=ANSWER)

    @property
    def path(self) -> str:
        """The path of the last request, encoded as it was sent."""
        request = self.requests[-1]
        target: bytes = request.extensions.get("target", request.url.raw_path)
        return target.decode("ascii").partition("?")[0]
