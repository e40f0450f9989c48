"""Every real document through `mcpgen new`, and every generated server asked for its tools.

python benchmarks/corpus.py [--only NAME] [--kind real] [--limit N] [--jobs 2] [--json]

Reads `../shared/specs/MANIFEST.tsv` and prints a row for each document, then the counts with a
reason for each failure; exit 1 where one fails. A document without operations has to be refused.
The generated servers run on this interpreter, so it needs their dependencies (`mcp`, `httpx2`, …).
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from measure import MCPGEN, SHARED, Run, machine, run_measured, table
from stdio import LEGACY, MODERN, ServerFault, StdioServer
from tools import faults

MANIFEST = SHARED / "specs" / "MANIFEST.tsv"
KINDS = ("real", "oai-example", "edge")
DOCUMENT_EXIT = 4
COUNT = "from {}.tools import TOOLS; print(sum(len(tool.operations) for tool in TOOLS))"


@dataclass(frozen=True, slots=True)
class Document:
    """One row of the manifest."""

    name: str
    file: Path
    kind: str
    dialect: str
    operations: int
    trusted: Path | None = None
    """A folder above the document's own that its references may name, as its owner would say."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document. `reason` is empty where all is well."""

    name: str
    kind: str
    dialect: str
    operations: int
    direct: int = 0
    """Operations that a tool of their own, or one shared with a few others, calls."""
    catalogue: int = 0
    """Operations an agent has to find first."""
    tools: int = 0
    kilobytes: float = 0.0
    cpu_seconds: float = 0.0
    megabytes: float = 0.0
    refused: bool = False
    reason: str = ""

    @property
    def reached(self) -> int:
        return self.direct + self.catalogue


def read_manifest() -> Iterator[Document]:
    with MANIFEST.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            if row["kind"] in KINDS:
                file = MANIFEST.parent / row["file"]
                folder = MANIFEST.parent / Path(row["file"]).parts[0]
                trusted = folder if row["external_refs"] == "y" and folder.is_dir() else None
                yield Document(
                    row["name"],
                    file,
                    row["kind"],
                    row["oas_version"],
                    int(row["operations"]),
                    trusted,
                )


def try_document(document: Document) -> Outcome:
    """Generate in a folder of its own, then import, start and list in both eras."""
    seen = Outcome(document.name, document.kind, document.dialect, document.operations)
    with tempfile.TemporaryDirectory(prefix="mcpgen-corpus-") as folder:
        project = Path(folder) / "project"
        trust = ["--allow-ref", str(document.trusted)] if document.trusted else []
        run = run_measured([*MCPGEN, "new", str(document.file), str(project), "--yes", *trust])
        seen = _with(seen, cpu_seconds=run.cpu_seconds, megabytes=run.megabytes)
        if document.operations == 0:
            refused = run.code == DOCUMENT_EXIT and not project.exists()
            reason = "" if refused else f"exit {run.code}, though it has no operation"
            return _with(seen, refused=refused, reason=reason)
        if run.code:
            return _with(seen, reason=f"`new` exits {run.code}: {_first_error(run)}")
        try:
            return _serve(seen, project)
        except ServerFault as fault:
            return _with(seen, reason=str(fault))


def _serve(seen: Outcome, project: Path) -> Outcome:
    source = project / "src"
    package = next(path.parent.name for path in source.glob("*/server.py"))
    env = os.environ | {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    counted = run_measured([sys.executable, "-c", COUNT.format(package)], env=env)
    if counted.code:
        return _with(seen, reason=f"import fails: {counted.errors.strip().splitlines()[-1]}")
    lists = []
    for version in (MODERN, LEGACY):
        with StdioServer([sys.executable, "-m", package], env) as server:
            server.connect(version)
            lists.append(server.list_tools())
    modern, legacy = lists
    found = faults(modern)
    if modern != legacy:
        found.append("the two eras list different tools")
    reason = f"{found[0]} ({len(found)} faults)" if found else ""
    size = len(json.dumps(modern)) / 1000
    catalogue = source / package / "catalog.json"
    found_first = len(json.loads(catalogue.read_bytes())) if catalogue.is_file() else 0
    return _with(
        seen,
        direct=int(counted.output),
        catalogue=found_first,
        tools=len(modern),
        kilobytes=size,
        reason=reason,
    )


def _with(outcome: Outcome, **changes: object) -> Outcome:
    return Outcome(**(asdict(outcome) | changes))


def _first_error(run: Run) -> str:
    lines = run.errors.strip().splitlines()
    titles = [line for line in lines if line.startswith("error")]
    return (titles or lines[-1:] or ["(silent)"])[0][:300]


def show(outcomes: list[Outcome]) -> None:
    rows = [
        (
            outcome.name[:56],
            outcome.dialect,
            outcome.operations,
            outcome.direct,
            outcome.catalogue,
            outcome.tools,
            f"{outcome.kilobytes:.0f}",
            f"{outcome.cpu_seconds:.1f}",
            f"{outcome.megabytes:.0f}",
            "refused" if outcome.refused else "FAILED" if outcome.reason else "ok",
        )
        for outcome in outcomes
    ]
    header = (
        "document",
        "version",
        "ops",
        "direct",
        "catalog",
        "tools",
        "list kB",
        "CPU s",
        "MB",
        "",
    )
    print(table(header, rows))
    for kind in KINDS:
        of_kind = [outcome for outcome in outcomes if outcome.kind == kind]
        if not of_kind:
            continue
        usable = [outcome for outcome in of_kind if outcome.operations]
        served = sum(not outcome.reason for outcome in usable)
        reached = sum(outcome.reached for outcome in usable)
        total = sum(outcome.operations for outcome in usable)
        refused = sum(outcome.refused for outcome in of_kind)
        print(
            f"\n{kind}: {served} of {len(usable)} generate, import, start and list in both eras; "
            f"{reached} of {total} operations reached; {refused} without operations refused"
        )
    for outcome in outcomes:
        if outcome.reason:
            print(f"  {outcome.name}: {outcome.reason}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Generate and list a server for every document")
    parser.add_argument("--only", action="append", default=[], help="names that contain this")
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if not MANIFEST.is_file():
        print(f"skipped: the documents are not here ({MANIFEST.parent.name}/ is not published)")
        return 0
    documents = [
        document
        for document in read_manifest()
        if given.kind in (None, document.kind)
        and (not given.only or any(part in document.name for part in given.only))
    ][: given.limit]
    print(machine(), file=sys.stderr)
    # Threads are enough: the work is in child processes.
    with ThreadPoolExecutor(given.jobs) as pool:
        outcomes = list(pool.map(try_document, documents))
    if given.json:
        print(json.dumps([asdict(outcome) for outcome in outcomes], indent=1))
    else:
        show(outcomes)
    return int(any(outcome.reason for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
