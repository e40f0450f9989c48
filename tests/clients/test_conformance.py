"""The official conformance suite, in both eras, against a generated server."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
SUITE = Path("@modelcontextprotocol") / "conformance" / "dist" / "index.js"


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_conformance(
    node: Path, node_modules: Path, suite_url: str, revision: str, tmp_path: Path
) -> None:
    """Every check passes but those in the baseline, and none in the baseline passes unnoticed."""
    baseline = HERE / f"conformance-baseline.{revision}.yml"
    command = [str(node), str(node_modules / SUITE), "server", "--url", suite_url]
    command += ["--suite", "all", "--spec-version", revision]
    command += ["--expected-failures", str(baseline), "-o", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Baseline check passed" in done.stdout
