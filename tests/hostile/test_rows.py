"""Every hostile input is proved by a test that exists, or waits for a feature by name."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from .rows import ROWS

ROOT = Path(__file__).resolve().parent.parent.parent
LIST = ROOT.parent / "shared/hostile/HOSTILE.md"
SIZES = {"A": 18, "B": 14, "C": 16, "D": 8, "E": 9, "F": 14, "G": 16, "H": 12, "I": 10}


def test_every_row_is_in_the_table() -> None:
    wanted = [
        f"{group}{number:02}" for group, size in SIZES.items() for number in range(1, size + 1)
    ]
    assert list(ROWS) == wanted


@pytest.mark.skipif(not LIST.exists(), reason="the list of inputs is not here")
def test_the_table_is_the_list() -> None:
    assert re.findall(r"^\| ([A-I]\d\d)\b", LIST.read_text(), re.MULTILINE) == list(ROWS)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_proved(row: str) -> None:
    found = ROWS[row]
    assert found.proofs or found.not_built
    for proof in found.proofs:
        path, _, test = proof.partition("::")
        name, _, case = test.rstrip("]").partition("[")
        assert name in _tests(path), proof
        assert not case or (ROOT / "tests/errors" / case / "expected.txt").exists(), proof


def test_what_the_threat_model_names_exists() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[a-z_/]+\.py)::(test_\w+)`", text)
    assert len(named) > 15
    assert [f"{path}::{name}" for path, name in named if name not in _tests(path)] == []


@cache
def _tests(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, functions)}
