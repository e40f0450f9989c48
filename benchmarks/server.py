"""A generated server against a bare ASGI app and the SDK's own server, all in one run.

python benchmarks/server.py [--requests N] [--rounds N] [--soak N] [--check]

Prints CPU time a request and requests a second for tools/list and tools/call in both eras, and
the CPU time from start to the first answer on stdio. `--soak` calls a tool that many times and
prints the memory before and after. `--check` exits 1 where a bar is missed. Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from load import Post, Rate, Server, ask, drive, free_port, serving
from measure import (
    MCPGEN,
    SAMPLE,
    Bar,
    judge,
    machine,
    resident_megabytes,
    run_measured,
    table,
)
from stdio import LEGACY, META, MODERN, StdioServer

HERE = Path(__file__).resolve().parent
TOOL = "bookshop_read_books"
ARGUMENTS = {"action": "list", "genre": ["crime"], "limit": 5}
ACCEPT = "application/json, text/event-stream"


@dataclass(frozen=True, slots=True)
class Case:
    """One request, and the servers it is sent to by name."""

    name: str
    request: Post
    servers: dict[str, Server]


def mcp_request(version: str, method: str, params: dict[str, Any]) -> Post:
    """One JSON-RPC request over HTTP as a client of this era sends it, without a session."""
    headers = {"Accept": ACCEPT, "MCP-Protocol-Version": version}
    if version == MODERN:
        headers["Mcp-Method"] = method
        if "name" in params:
            headers["Mcp-Name"] = params["name"]
        params = params | {"_meta": META}
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return Post("/mcp", headers, json.dumps(message).encode())


def generate(folder: Path) -> tuple[dict[str, str], list[str]]:
    """A generated bookshop server: the environment and the command to run it."""
    run = run_measured([*MCPGEN, "new", str(SAMPLE), str(folder / "project"), "--yes"])
    if run.code:
        raise RuntimeError(run.errors)
    env = os.environ | {"PYTHONPATH": str(folder / "project" / "src")}
    return env, [sys.executable, "-m", "bookshop_mcp"]


def start_all(stack: ExitStack, folder: Path) -> tuple[list[Case], dict[str, str], list[str]]:
    """Start the upstream, the generated server, the SDK's, and a floor for each kind of answer."""
    env, command = generate(folder)
    upstream, ours, theirs, path = free_port(), free_port(), free_port(), free_port()
    url = f"http://127.0.0.1:{upstream}/v2"
    env["BOOKSHOP_BASE_URL"] = url
    stack.enter_context(serving(python("upstream.py", upstream), upstream, env))
    server = stack.enter_context(serving([*command, "http", "--port", str(ours)], ours, env))
    listing = mcp_request(MODERN, "tools/list", {})
    tools = json.loads(ask(server, listing))["result"]["tools"]
    file = folder / "tools.json"
    file.write_text(json.dumps(tools), encoding="utf-8")
    sdk_command = python("sdk_server.py", file, f"{url}/books")
    sdk = stack.enter_context(serving([*sdk_command, str(theirs)], theirs, env))
    same = stack.enter_context(serving(python("sdk_path.py", path), path, env))
    cases: list[Case] = []
    call = {"name": TOOL, "arguments": ARGUMENTS}
    for method, params in (("tools/list", {}), ("tools/call", call)):
        for era, version in (("modern", MODERN), ("legacy", LEGACY)):
            request = mcp_request(version, method, params)
            body = ask(server, request)
            if json.loads(body).get("result", {"isError": True}).get("isError"):
                raise RuntimeError(f"{method} fails: {body[:500].decode()}")
            floor = start_floor(stack, folder / f"{len(cases)}.json", body, env)
            servers = {"floor": floor, "generated": server, "sdk path": same, "sdk": sdk}
            cases.append(Case(f"{method} {era}", request, servers))
    return cases, env, sdk_command


def start_floor(stack: ExitStack, file: Path, body: bytes, env: dict[str, str]) -> Server:
    file.write_bytes(body)
    port = free_port()
    return stack.enter_context(serving(python("floor.py", port, file), port, env))


def python(script: str, *arguments: object) -> list[str]:
    return [sys.executable, str(HERE / script), *map(str, arguments)]


def measure(case: Case, requests: int, rounds: int) -> dict[str, Rate]:
    """The cheapest round of each server; rounds alternate, so that a busy machine hits all alike."""
    best: dict[str, Rate] = {}
    for _ in range(rounds):
        for name, server in case.servers.items():
            rate = drive(server, case.request, requests)
            best[name] = min(best.get(name, rate), rate, key=lambda r: r.cpu_microseconds)
    return best


def cold_start(commands: Sequence[Sequence[str]], env: dict[str, str], rounds: int) -> list[float]:
    """CPU seconds of each command from its start to its end, with one answer in between."""
    best = [float("inf")] * len(commands)
    for _ in range(rounds):
        for position, command in enumerate(commands):
            with StdioServer(command, env) as server:
                server.connect(MODERN)
            best[position] = min(best[position], server.cpu_seconds)
    return best


def soak(case: Case, count: int) -> Bar:
    """Memory after a tenth of the calls against memory after all of them."""
    server = case.servers["generated"]
    drive(server, case.request, count // 10)
    before = resident_megabytes(server.pid)
    drive(server, case.request, count)
    after = resident_megabytes(server.pid)
    print(f"\n{count} calls: {before:.1f} MB before, {after:.1f} MB after")
    return Bar(f"growth over {count} calls", after - before, 2.0, " MB")


def compare(results: dict[str, dict[str, Rate]]) -> list[Bar]:
    rows = [
        (case, name, f"{rate.cpu_microseconds:.0f}", f"{rate.per_second:.0f}")
        for case, rates in results.items()
        for name, rate in rates.items()
    ]
    print(table(("request", "server", "CPU µs", "per second"), rows))
    bars = []
    for case, rates in results.items():
        # A call costs what its handler costs, so the endpoint is held against the SDK's with the
        # same handlers behind both; `sdk` has a handler that checks and limits nothing.
        against, limit = ("floor", 1.5) if case.startswith("tools/list") else ("sdk path", 1.0)
        ratio = rates["generated"].cpu_microseconds / rates[against].cpu_microseconds
        bars.append(Bar(f"{case}, times {against}", ratio, limit, "x"))
    return bars


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure a generated server")
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--soak", type=int, default=0)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory(prefix="mcpgen-server-") as folder, ExitStack() as stack:
        cases, env, sdk_command = start_all(stack, Path(folder))
        results = {case.name: measure(case, given.requests, given.rounds) for case in cases}
        bars = compare(results)
        if given.soak:
            bars.append(soak(cases[2], given.soak))
        commands = [[sys.executable, "-m", "bookshop_mcp"], sdk_command]
        ours, theirs = cold_start(commands, env, given.rounds)
        print(
            f"\nstdio, start to first answer and end: {ours:.2f} CPU s, bare SDK {theirs:.2f} CPU s"
        )
        bars.append(Bar("cold start, times SDK", ours / theirs, 1.15, "x"))
        return judge(bars, given.check)


if __name__ == "__main__":
    sys.exit(main())
