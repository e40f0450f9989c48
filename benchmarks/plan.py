"""Scores of the plans mcpgen makes, by the scripts in `../shared/bench`.

python benchmarks/plan.py [DOCUMENT …]     (names of the manifest; default: a spread of sizes)
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from corpus import MANIFEST, Document, read_manifest
from measure import MCPGEN, SHARED, machine, run_measured

SCORE = SHARED / "bench" / "score.py"
DEFAULT = ("spotify", "slack-web-api", "stripe", "github", "notion", "swagger-petstore-3.0")
SPOTIFY = SHARED / "restbench" / "spotify" / "spotify_oas.json"


def plan_of(file: Path, folder: Path) -> Path:
    """The plan of a document, written to a file."""
    run = run_measured([*MCPGEN, "inspect", str(file), "--json"])
    if run.code:
        raise RuntimeError(f"`inspect {file.name}` exits {run.code}: {run.errors[-500:]}")
    plan = folder / f"{file.stem}.plan.json"
    plan.write_text(run.output, encoding="utf-8")
    return plan


def score(*arguments: object) -> str:
    run = run_measured([sys.executable, str(SCORE), *map(str, arguments)])
    return (run.output or run.errors[-500:]).strip()


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
        for wanted in given.documents:
            file = by_name[wanted].file
            print(f"\n== {wanted}\n{score('tokens', plan_of(file, folder), file)}")
        print(f"\n== RestBench, Spotify\n{score('restbench', plan_of(SPOTIFY, folder), 'spotify')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
