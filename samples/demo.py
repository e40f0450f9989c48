"""From an OpenAPI document to the answer of a tool, in one command: `python3 samples/demo.py`.

It generates a server from `bookshop/openapi.yaml`, starts it against a stub of that API and calls
a tool of it through the official MCP client: over HTTP and stdio, in both eras of the protocol.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from environment import ROOT, Environment, Failure, check_python, fingerprint

DOCUMENT = ROOT / "samples" / "bookshop" / "openapi.yaml"
STUB = ROOT / "samples" / "bookshop" / "stub.py"
CLIENT = ROOT / "samples" / "client.py"
ERAS = ("2026-07-28", "legacy")
TOOL = "bookshop_read_books"
ARGUMENTS = {"action": "list", "genre": ["crime"], "sort": "-price", "limit": 2}


def main() -> int:
    try:
        check_python()
        demonstrate()
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def demonstrate() -> None:
    environment = Environment("demo")
    parts = [ROOT / name for name in ("mcpgen", "templates", "pyproject.toml")]
    environment.prepare(fingerprint(*parts), ("Installing mcpgen", "."))
    with ExitStack() as cleanup:
        folder = cleanup.enter_context(tempfile.TemporaryDirectory(prefix="mcpgen-demo-"))
        project = Path(folder) / "bookshop-mcp"
        mcpgen = environment.program("mcpgen")
        print(f"\n$ mcpgen new {DOCUMENT.relative_to(ROOT)}", flush=True)
        run([mcpgen, "new", str(DOCUMENT), str(project), "--yes"])
        for file in sorted((project / "src" / "bookshop_mcp" / "tools").glob("[!_]*.py")):
            print(f"  {file.relative_to(folder)}")
        environment.install("\nInstalling the generated project", str(project))
        plan = json.loads(run([mcpgen, "inspect", str(DOCUMENT), "--json"]))
        api = cleanup.enter_context(started([environment.python, str(STUB), "--port", "0"]))
        assert api.stdout is not None
        os.environ["BOOKSHOP_BASE_URL"] = api.stdout.readline().strip()
        os.environ["BOOKSHOP_API_KEY"] = "bookshop-demo"
        ask_everywhere(environment, plan, cleanup)


def ask_everywhere(environment: Environment, plan: dict[str, Any], cleanup: ExitStack) -> None:
    """Call the tool over both transports in both eras; all four must tell the same."""
    server = environment.program("bookshop-mcp")
    port = free_port()
    http = [server, "http", "--port", str(port)]
    wait_until_open(port, cleanup.enter_context(started(http)))
    targets = {"HTTP": [f"http://127.0.0.1:{port}/mcp"], "stdio": [server]}
    answers = {
        (transport, era): ask(environment, era, target)
        for transport, target in targets.items()
        for era in ERAS
    }
    first = answers["HTTP", ERAS[0]]
    show_tools(plan, first["tools"])
    print(f"\n{TOOL} {json.dumps(ARGUMENTS)}")
    for book in first["structured"]["items"]:
        print(f"  {book['id']}  {book['title']}, {book['price']['amount'] / 100:.2f} EUR")
    print()
    for (transport, era), answer in answers.items():
        same = all(answer[part] == first[part] for part in ("tools", "text", "structured"))
        if not same or answer["is_error"]:
            raise Failure(f"over {transport} ({era}) the server answers {answer['text']!r}")
        print(f"  {transport:5}  {answer['protocol']}  {len(answer['tools'])} tools, same answer")


def show_tools(plan: dict[str, Any], listed: list[str]) -> None:
    tools = {tool["name"]: tool for tool in plan["tools"]}
    if sorted(tools) != sorted(listed):
        raise Failure("the server lists other tools than `mcpgen inspect` does")
    print(f"\n{'tool':28} {'operations':>10} {'tokens':>7}")
    for name in listed:
        print(f"{name:28} {len(tools[name]['operations']):10} {tools[name]['tokens']:7}")


def ask(environment: Environment, era: str, target: list[str]) -> Any:
    command = [environment.python, str(CLIENT), "--mode", era, "--tool", TOOL]
    command += ["--arguments", json.dumps(ARGUMENTS), "--", *target]
    return json.loads(run(command))


def run(command: list[str]) -> str:
    """What a command prints; what it says on stderr is shown only where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        raise Failure(f"`{Path(command[0]).name}` exits {done.returncode}")
    return done.stdout


@contextmanager
def started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that is stopped at the end, whatever happens."""
    pipe, both = subprocess.PIPE, subprocess.STDOUT
    with subprocess.Popen(command, stdout=pipe, stderr=both, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_open(port: int, process: subprocess.Popen[str], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    process.kill()
    said, _ = process.communicate()
    raise Failure(f"the generated server did not start:\n{said}")


if __name__ == "__main__":
    sys.exit(main())
