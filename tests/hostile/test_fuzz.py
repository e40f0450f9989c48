"""Any text, number or key of the sample documents may become anything.

Either mcpgen refuses in good order, or the project is plain data in the runtime's own classes,
imports without touching anything and lists tools every client takes. `MCPGEN_FUZZ=50` runs fifty
times as many cases: `MCPGEN_FUZZ=50 python -m pytest tests/hostile/test_fuzz.py`.
"""

from __future__ import annotations

import ast
import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcpgen.diagnostics import McpgenError
from mcpgen.openapi.yaml_values import read_yaml

from .documents import Made, base, make_or_refuse

ROOT = Path(__file__).resolve().parent.parent.parent
TIMES = int(os.environ.get("MCPGEN_FUZZ", "1"))
CASES = 40 * TIMES
IMPORTED = 8 * TIMES

PAYLOADS = [
    '"""\nimport os; os.system("id")\n"""',
    "'] + [__import__('os').system('x')] + ['",
    "v{__import__('os')}",
    "{{ 7*7 }}{% include '/etc/passwd' %}{#",
    '"\n[tool.hatch]\n',
    "'\nRUN curl evil",
    "../../.ssh/authorized_keys",
    "# -*- coding: utf-7 -*-\n+AGkAbQBwAG8AcgB0-",
    "\\N{BULLET}\\x41\\",
    "\ud800\u0000\u001b]0;x\u0007",
    "Pets\U000e0041\u202e\u200b",
    "a\r\nX-Evil: 1",
    "| <script>alert(1)</script> [x](javascript:1) |",
    "https://evil.example/#@",
    "__class__",
    "None",
    "",
    "#/components/schemas/Nowhere",
    "#",
    "a" * 300,
    "{petId}",
    "/{a}/{a}/../?x={b}#{c}",
]
EDGES: list[Any] = [0, -1, 2**63, 2**200, 1e308, -0.0, 5e-324, True, None, "", [], {}, [[]], [None]]
TEXTS = st.sampled_from(PAYLOADS) | st.text(max_size=40)
VALUES = st.sampled_from(EDGES) | TEXTS


@cache
def samples() -> tuple[Any, ...]:
    text = (ROOT / "samples/bookshop/openapi.yaml").read_text()
    return base(), read_yaml(text, "openapi.yaml")


@st.composite
def documents(draw: st.DrawFn) -> Any:
    """A sample with up to four of its places changed."""
    document = copy.deepcopy(draw(st.sampled_from(samples())))
    for _ in range(draw(st.integers(1, 4))):
        at, key = draw(st.sampled_from(_spots(document)))
        if isinstance(at, dict) and draw(st.integers(0, 9)) == 0:
            at[draw(TEXTS)] = at.pop(key)
        elif isinstance(at[key], str):
            at[key] = draw(TEXTS)
        else:
            at[key] = draw(VALUES)
    return document


def _spots(value: Any) -> list[tuple[Any, Any]]:
    """Every text, number and list of scalars, and now and then a whole object."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    spots = []
    for key in keys:
        entry = value[key]
        if not isinstance(entry, dict) or not any(isinstance(e, dict) for e in entry.values()):
            spots.append((value, key))
        if isinstance(entry, dict | list):
            spots += _spots(entry)
    return spots


PLAIN = (ast.Module, ast.Expr, ast.ImportFrom, ast.alias, ast.Assign, ast.AnnAssign, ast.Name)
PLAIN += (ast.Load, ast.Store, ast.Call, ast.keyword, ast.Constant, ast.Dict, ast.List, ast.Tuple)
PLAIN += (ast.UnaryOp, ast.USub, ast.Subscript)


def assert_plain(made: Made) -> None:
    """The modules hold nothing but literals in calls of classes that the runtime defines."""
    for path, content in made.generated.items():
        if "/tools/" not in path and not path.endswith("/server.py"):
            continue
        assert content.isascii()
        imported: set[str] = set()
        for node in ast.walk(ast.parse(content)):
            assert isinstance(node, PLAIN), (path, ast.dump(node))
            if isinstance(node, ast.ImportFrom):
                assert node.level, path
                imported |= {alias.name for alias in node.names}
            if isinstance(node, ast.Call):
                assert isinstance(node.func, ast.Name)
                assert node.func.id in imported, (path, node.func.id)


IMPORTABLE: list[dict[str, bytes]] = []


@settings(
    max_examples=CASES,
    deadline=None,
    derandomize=TIMES == 1,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(documents())
def test_any_document_is_refused_or_harmless(document: Any) -> None:
    made = make_or_refuse(document)
    if isinstance(made, McpgenError):
        return
    assert_plain(made)
    if len(IMPORTABLE) < IMPORTED:
        IMPORTABLE.append(made.files)


def test_what_came_out_imports_and_touches_nothing(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    if not IMPORTABLE:
        pytest.skip("no document was fuzzed before")
    for number, files in enumerate(IMPORTABLE):
        for path, content in files.items():
            if path.startswith("src/"):
                place = tmp_path / str(number) / path.removeprefix("src/")
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
    assert not _listed(tmp_path)
    record_property("fuzzed", CASES)
    record_property("imported", len(IMPORTABLE))


def test_the_watch_sees_a_file_that_is_written(tmp_path: Path) -> None:
    for number, line in enumerate(
        [
            "open('x', 'w')",
            "import os; os.system('true')",
            "import subprocess; subprocess.run(['true'])",
            "import socket; socket.create_connection(('127.0.0.1', 9))",
        ]
    ):
        package = tmp_path / str(number) / "evil_mcp"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(line)
        (package / "tools.py").write_text("TOOLS = ()")
    assert len(_listed(tmp_path)) == 4


def _listed(folder: Path) -> list[str]:
    """What went wrong where each package of `folder` was imported and listed."""
    done = subprocess.run(
        [sys.executable, "-B", "-P", str(Path(__file__).with_name("watched_import.py"))],
        input=json.dumps([str(path) for path in sorted(folder.iterdir())]),
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    faults: list[str] = json.loads(done.stdout)
    return faults
