"""Runs every test that proves a row of the hostile inputs, and counts what became of them.

    python benchmarks/hostile.py            # the rows, and the fuzz tests as in the test run
    python benchmarks/hostile.py --fuzz 50  # fifty times as many fuzz cases

The end is 1 where a test failed: an input that is neither refused nor neutralised.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
HOSTILE = ROOT / "tests/hostile"
GROUPS = {
    "A": "texts that try to become code",
    "B": "names, files, identities",
    "C": "documents that hurt the parser",
    "D": "fetching documents and references",
    "E": "text that talks to the model",
    "F": "arguments that try to change the request",
    "G": "answers of the API",
    "H": "transport, identity, secrets",
    "I": "regeneration",
}
FUZZ = ("tests/hostile/test_fuzz.py", "tests/hostile/test_f_arguments.py")


def main(arguments: list[str]) -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    options.add_argument("--fuzz", type=int, default=1, help="times as many fuzz cases")
    times = options.parse_args(arguments).fuzz
    rows = _rows()
    proofs = sorted({proof for row in rows.ROWS.values() for proof in row.proofs})
    outcomes, fuzzed, imported = _run([*proofs, *FUZZ], times)
    return _report(rows, outcomes, fuzzed, imported)


def _rows() -> ModuleType:
    """The table, which lies among the tests."""
    found = importlib.util.spec_from_file_location("rows", HOSTILE / "rows.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["rows"] = module
    found.loader.exec_module(module)
    return module


def _run(nodes: list[str], times: int) -> tuple[dict[str, Counter[str]], int, int]:
    """Passed and failed cases of each test, fuzzed documents and those that were imported."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-m", "", "-q", "--no-header", "--tb=short"]
        command += [f"--junitxml={report}", "-o", "junit_family=xunit1", *dict.fromkeys(nodes)]
        environment = {**os.environ, "MCPGEN_FUZZ": str(times)}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False
        )
        if not report.exists() or done.returncode not in (0, 1):
            raise SystemExit(done.stdout)
        tree = ElementTree.parse(report)
        if done.returncode:
            print(done.stdout)
    outcomes: dict[str, Counter[str]] = {}
    counted: Counter[str] = Counter()
    for case in tree.iter("testcase"):
        test = str(case.get("name", "")).partition("[")[0]
        bad = case.find("failure") is not None or case.find("error") is not None
        skipped = case.find("skipped") is not None
        outcome = "failed" if bad else "skipped" if skipped else "passed"
        outcomes.setdefault(f"{case.get('file')}::{test}", Counter())[outcome] += 1
        for entry in case.iter("property"):
            counted[str(entry.get("name"))] += int(str(entry.get("value")))
    return outcomes, counted["fuzzed"], counted["imported"]


def _report(rows: ModuleType, outcomes: dict[str, Counter[str]], fuzzed: int, imported: int) -> int:
    print(f"{'':44}rows  cases  refused  neutralised  failed  waiting")
    total: Counter[str] = Counter()
    for group, text in GROUPS.items():
        counts: Counter[str] = Counter()
        for name, row in rows.ROWS.items():
            if name[0] == group:
                counts += _row(row, outcomes)
        _line(f"{group}  {text}", counts)
        total += counts
    _line("all", total)
    waiting = [(name, row.not_built) for name, row in rows.ROWS.items() if row.not_built]
    print(f"\nfuzzed documents: {fuzzed}, of which imported under watch: {imported}")
    print("waiting for a feature, wholly or in part:")
    for name, feature in waiting:
        print(f"  {name}  {feature}")
    failed = sum(outcome["failed"] for outcome in outcomes.values())
    print(f"\nfailed tests: {failed}")
    return 1 if failed or total["failed"] or not fuzzed else 0


def _row(row: object, outcomes: dict[str, Counter[str]]) -> Counter[str]:
    """What became of one row: its ending counts only where every test of it passed."""
    counts = Counter({"rows": 1})
    proofs: tuple[str, ...] = getattr(row, "proofs", ())
    passed = True
    for proof in proofs:
        outcome = outcomes.get(proof.partition("[")[0], Counter())
        counts["cases"] += 1 if "[" in proof else outcome.total()
        passed = passed and outcome["passed"] > 0 and not outcome["failed"]
    if not proofs:
        counts["waiting"] += 1
    else:
        counts[str(getattr(row, "ending", "")) if passed else "failed"] += 1
    return counts


def _line(text: str, counts: Counter[str]) -> None:
    print(
        f"{text:<44}{counts['rows']:>4}{counts['cases']:>7}{counts['refused']:>9}"
        f"{counts['neutralised']:>13}{counts['failed']:>8}{counts['waiting']:>9}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
