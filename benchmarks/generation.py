"""What `mcpgen new` costs: CPU time and memory for documents of growing size, and `--help`.

python benchmarks/generation.py [--rounds N] [--check]

The small and the middle document are always there; real ones are added where `../shared` is.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measure import MCPGEN, SAMPLE, SHARED, Bar, Run, judge, machine, run_measured, table


@dataclass(frozen=True, slots=True)
class Subject:
    """A document and its bars; 0 where it has none."""

    name: str
    file: Path
    cpu_limit: float = 0.0
    memory_limit: float = 0.0


def synthetic(resources: int) -> dict[str, Any]:
    """A document of five operations for each resource."""
    thing = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "maxLength": 100},
            "state": {"type": "string", "enum": ["open", "closed"], "default": "open"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "size": {"$ref": "#/components/schemas/Size"},
        },
    }
    size = {
        "type": "object",
        "properties": {"width": {"type": "integer"}, "unit": {"type": "string"}},
    }
    paths: dict[str, Any] = {}
    for number in range(resources):
        name = f"thing{number}"
        paths |= _resource_paths(name)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Synthetic", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": paths,
        "components": {"schemas": {"Thing": thing, "Size": size}},
    }


def _resource_paths(name: str) -> dict[str, Any]:
    reference = {"$ref": "#/components/schemas/Thing"}
    content = {"application/json": {"schema": reference}}
    answer = {"200": {"description": "The thing", "content": content}}
    key = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    limit = {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}}
    body = {"required": True, "content": content}

    def operation(verb: str, **rest: Any) -> dict[str, Any]:
        return {
            "operationId": f"{verb}_{name}",
            "summary": f"{verb} a {name}",
            "responses": answer,
        } | rest

    return {
        f"/{name}s": {
            "get": operation("list", parameters=[limit]),
            "post": operation("create", requestBody=body),
        },
        f"/{name}s/{{id}}": {
            "parameters": [key],
            "get": operation("get"),
            "put": operation("replace", requestBody=body),
            "delete": operation("delete"),
        },
    }


def subjects(folder: Path) -> list[Subject]:
    middle = folder / "synthetic.json"
    middle.write_text(json.dumps(synthetic(100)), encoding="utf-8")
    found = [
        Subject("bookshop, 16 operations", SAMPLE, cpu_limit=1.5),
        Subject("synthetic, 500 operations", middle),
    ]
    if SHARED.is_dir():
        specs = SHARED / "specs"
        found += [
            Subject("Petstore 3.0, 19 operations", specs / "swagger-petstore-3.0.yaml", 1.5),
            Subject("Jira, 499 operations", specs / "jira.json"),
            Subject("Stripe, 452 operations", specs / "stripe.json"),
            Subject("GitHub, 1223 operations", specs / "github.json", 10, 700),
        ]
    return found


def cheapest(command: list[str], rounds: int, project: Path | None = None) -> Run:
    """The round that took the least CPU time; each writes a folder of its own."""
    runs = []
    for number in range(rounds):
        target = [str(project / str(number))] if project else []
        run = run_measured([*command, *target])
        if run.code:
            raise RuntimeError(f"{command} exits {run.code}: {run.errors}")
        runs.append(run)
    return min(runs, key=lambda run: run.cpu_seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what generating costs")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    print(machine())
    rows, bars = [], []
    with tempfile.TemporaryDirectory(prefix="mcpgen-generation-") as name:
        folder = Path(name)
        for position, subject in enumerate(subjects(folder)):
            new = [*MCPGEN, "new", "--yes", str(subject.file)]
            run = cheapest(new, given.rounds, folder / str(position))
            rows.append((subject.name, f"{run.cpu_seconds:.2f}", f"{run.megabytes:.0f}"))
            if subject.cpu_limit:
                bars.append(Bar(subject.name, run.cpu_seconds, subject.cpu_limit, " CPU s"))
            if subject.memory_limit:
                bars.append(Bar(subject.name, run.megabytes, subject.memory_limit, " MB"))
    rows.append(("mcpgen --help", *_help(given.rounds, bars)))
    print(table(("mcpgen new", "CPU s", "MB"), rows))
    return judge(bars, given.check)


def _help(rounds: int, bars: list[Bar]) -> tuple[str, str]:
    run = cheapest([*MCPGEN, "--help"], rounds)
    bars.append(Bar("mcpgen --help", run.cpu_seconds, 0.3, " CPU s"))
    return f"{run.cpu_seconds:.2f}", f"{run.megabytes:.0f}"


if __name__ == "__main__":
    sys.exit(main())
