"""A small MCP client over stdio that speaks raw JSON-RPC, so that nothing smooths a fault over."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

MODERN = "2026-07-28"
LEGACY = "2025-11-25"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


class ServerFault(Exception):  # noqa: N818 - it is reported, not only raised
    """The server died, was silent, or answered with a JSON-RPC error."""


class StdioServer:
    """A server process, asked one request at a time in one era of the protocol."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str], timeout: float = 60) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._process = subprocess.Popen(
            command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        self._timer = threading.Timer(timeout, self._process.kill)
        self._timer.start()
        self._next_id = 0
        self._modern = True
        self.cpu_seconds = 0.0
        """CPU time of the whole process, known once it has ended."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._timer.cancel()
        self._process.stdout.close()
        self._errors.close()
        self.cpu_seconds = usage.ru_utime + usage.ru_stime

    def connect(self, version: str) -> dict[str, Any]:
        """Open the conversation as a client of this era does."""
        self._modern = version == MODERN
        if self._modern:
            return self.request("server/discover")
        client = {"name": "benchmark", "version": "0"}
        hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": client}
        answer = self.request("initialize", hello)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The result of one request; notifications in between are passed over."""
        self._next_id += 1
        given = dict(params or {})
        if self._modern:
            given["_meta"] = META
        self._send({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": given})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            answer: dict[str, Any] = json.loads(line)
            if answer.get("id") != self._next_id:
                continue
            if "error" in answer:
                raise ServerFault(f"{method}: {json.dumps(answer['error'])[:300]}")
            result: dict[str, Any] = answer["result"]
            return result
        raise ServerFault(f"{method}: no answer; stderr ends: {self._last_words()}")

    def list_tools(self) -> list[dict[str, Any]]:
        """All pages of tools/list."""
        tools: list[dict[str, Any]] = []
        cursor: dict[str, Any] = {}
        while True:
            page = self.request("tools/list", cursor)
            tools += page["tools"]
            if "nextCursor" not in page:
                return tools
            cursor = {"cursor": page["nextCursor"]}

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise ServerFault(f"it ended at once; stderr ends: {self._last_words()}") from None

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1][:300] if lines else "(silent)"
