"""The rules of the code base that a reviewer should not have to check."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcpgen import assets
from mcpgen.render.project import view_name

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "mcpgen").rglob("*.py")) + sorted(
    (ROOT / "templates" / "python" / "src").rglob("*.py")
)
TEMPLATES = {
    str(path): text.decode()
    for path, text in assets.read_templates(assets.templates_folder()).items()
    if path.suffix == ".jinja"
}
MAX_FILE_LINES = 300
MAX_FUNCTION_LINES = 40


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_imports_go_one_way() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_files_and_functions_are_small(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") < MAX_FILE_LINES
    long = [
        node.name
        for node in functions(ast.parse(source))
        if (node.end_lineno or 0) - node.lineno + 1 > MAX_FUNCTION_LINES
    ]
    assert long == []


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_names_say_what_they_hold(path: Path) -> None:
    assert not re.search(r"util|helper|manager|common|misc", path.stem)


def test_only_the_command_line_prints_or_exits() -> None:
    for path in SOURCES:
        if "mcpgen/cli" in path.as_posix() or "runtime" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"print", "exit", "input", "eval", "exec"}, path


def test_the_runtime_imports_nothing_of_mcpgen_and_only_beside_itself() -> None:
    for path in (ROOT / "templates" / "python" / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                modules = [node.module or ""]
            else:
                continue
            assert not {"mcpgen", "package_name"} & {name.split(".")[0] for name in modules}, path


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_a_template_names_its_view_and_only_places(name: str) -> None:
    source = TEMPLATES[name]
    view = view_name(name, source)
    roots = set(re.findall(r"\{\{\s*(\w+)", source))
    loops = set(re.findall(r"\{% for (\w+) in", source))
    assert roots - loops <= ({"project"} if view == "ProjectView" else {"project", "tool"})
    assert set(re.findall(r"\{%-?\s*(\w+)", source)) <= {"for", "endfor", "if", "else", "endif"}


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_a_template_prints_every_value_through_a_filter(name: str) -> None:
    for expression in re.findall(r"\{\{(.*?)\}\}", TEMPLATES[name]):
        assert re.search(r"\|\s*\w+(\([^()]*\))?\s*$", expression), expression


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_no_template_quotes_a_value_by_hand(name: str) -> None:
    """A quote next to an expression is allowed only round a slug, which holds no quote."""
    for before, expression, after in re.findall(r"(.?)\{\{(.*?)\}\}(.?)", TEMPLATES[name]):
        if {before, after} & {"'", '"', "`"}:
            assert re.search(r"\|\s*(slug|env|ident|variable\([^()]*\))\s*$", expression)
