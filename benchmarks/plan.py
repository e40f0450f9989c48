"""Scores of the plans mcpgen makes, by the scripts in `../shared/bench`.

python benchmarks/plan.py [DOCUMENT …]     (names of the manifest; default: a spread of sizes)
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from corpus import MANIFEST, Document, read_manifest
from measure import MCPGEN, SHARED, machine, run_measured, table

SCORE = SHARED / "bench" / "score.py"
DEFAULT = ("notion", "spotify", "slack-web-api", "stripe", "github", "swagger-petstore-3.0")
SPOTIFY = SHARED / "restbench" / "spotify" / "spotify_oas.json"
FIGURES = ("ops", "tools", "tokens", "coverage", "direct", "param_cov", "req_param_cov")
SIZES = ("max_props", "max_tool_tokens", "max_actions")


def plan_of(file: Path, folder: Path) -> Path:
    """The plan of a document, written to a file."""
    run = run_measured([*MCPGEN, "inspect", str(file), "--json"])
    if run.code:
        raise RuntimeError(f"`inspect {file.name}` exits {run.code}: {run.errors[-500:]}")
    plan = folder / f"{file.stem}.plan.json"
    plan.write_text(run.output, encoding="utf-8")
    return plan


def score(*arguments: object) -> dict[str, Any]:
    run = run_measured([sys.executable, str(SCORE), *map(str, arguments)])
    if run.code:
        raise RuntimeError(f"{SCORE.name} exits {run.code}: {run.errors[-500:]}")
    figures: dict[str, Any] = json.loads(run.output)
    return figures


def row(name: str, figures: dict[str, Any]) -> tuple[object, ...]:
    """The figures of one document; the last column counts what its lint complains of."""
    lint = figures["lint"]
    faults = sum(count for rule, count in lint.items() if rule not in SIZES)
    sizes = (lint[rule] for rule in SIZES)
    return (name, *(figures[figure] for figure in FIGURES), *sizes, faults)


def show_restbench(figures: dict[str, Any]) -> None:
    """How well a search over the tools finds what the tasks need."""
    plain = {name: value for name, value in figures.items() if not isinstance(value, dict)}
    print("\nRestBench, Spotify:", ", ".join(f"{name} {value}" for name, value in plain.items()))
    for ranker, kinds in figures.items():
        if isinstance(kinds, dict):
            for kind, value in kinds.items():
                print(f"  {ranker} {kind}: {value}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Score plans")
    parser.add_argument("documents", nargs="*", default=list(DEFAULT))
    given = parser.parse_args()
    if not MANIFEST.is_file():
        print("skipped: the scorers are not here")
        return 0
    print(machine())
    by_name: dict[str, Document] = {document.name: document for document in read_manifest()}
    with tempfile.TemporaryDirectory(prefix="mcpgen-plan-") as name:
        folder = Path(name)
        rows = []
        for wanted in given.documents:
            file = by_name[wanted].file
            rows.append(row(wanted, score("tokens", plan_of(file, folder), file)))
        print(table(("document", *FIGURES, *SIZES, "lint"), rows))
        show_restbench(score("restbench", plan_of(SPOTIFY, folder), "spotify"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
