"""The README tells the truth: its commands run, and what it quotes is what comes out.

In a `console` block every line after `$ ` is run, in order, and must print what follows it. A
`python` block shows the whole file that the comment above it names. `--update-golden` rewrites both.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
SERVER = ROOT / "samples" / "bookshop" / "server"
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"^<!-- (?P<file>\S+) -->\n```python\n(?P<text>.*?)^```$", re.M | re.S)
SHIM = '#!/bin/sh\nPYTHONPATH={path} exec {python} -m {module} "$@"\n'

# What is not run here, and what shows it instead.
ELSEWHERE = {
    "python3 samples/demo.py": "test_the_first_command_works",
    "python3 tests/run.py": "it runs these tests",
    "pip install .": "samples/demo.py installs the checkout so",
}


def blocks(kind: str) -> list[str]:
    found = BLOCK.finditer(README.read_text(encoding="utf-8"))
    return [match["text"] for match in found if match["kind"] == kind]


@pytest.fixture
def terminal(tmp_path: Path) -> Path:
    """An empty folder beside the samples, and the commands a reader has by now."""
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    programs = tmp_path / "bin"
    programs.mkdir()
    generated = tmp_path / "bookshop-mcp" / "src"
    for name, module, path in (
        ("mcpgen", "mcpgen", ROOT),
        ("bookshop-mcp", "bookshop_mcp", generated),
    ):
        text = SHIM.format(path=shlex.quote(str(path)), python=sys.executable, module=module)
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    return tmp_path


def run_console(block: str, terminal: Path) -> str:
    """The block as it would be if every command in it printed what it prints today."""
    env = os.environ | {"PATH": f"{terminal / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    env |= {"NO_COLOR": "1", "COLUMNS": "100"}
    parts = []
    for line in block.splitlines():
        if not line.startswith("$ "):
            continue
        done = subprocess.run(
            ["sh", "-c", line[2:]],
            cwd=terminal,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}"
        # A step that takes long on a busy machine says so; readers see it only then.
        said = [text for text in done.stdout.splitlines() if not text.endswith(" …")]
        parts.append("\n".join((line, *said)).rstrip() + "\n")
    return "\n".join(parts)


@pytest.mark.skipif(os.name == "nt", reason="the blocks are written for a POSIX shell")
def test_console_blocks_print_what_they_show(terminal: Path, update_golden: bool) -> None:
    assert blocks("console")
    for block in blocks("console"):
        fresh = run_console(block, terminal)
        if update_golden:
            text = README.read_text(encoding="utf-8")
            README.write_text(text.replace(block, fresh), encoding="utf-8")
            block = fresh
        assert block == fresh


def test_python_blocks_show_the_files_they_name(update_golden: bool) -> None:
    text = README.read_text(encoding="utf-8")
    quoted = list(QUOTED.finditer(text))
    assert len(quoted) == len(blocks("python")), "a python block without the name of its file"
    for match in quoted:
        content = (ROOT / match["file"]).read_text(encoding="utf-8")
        if update_golden:
            shown = match[0].replace(f"```python\n{match['text']}", f"```python\n{content}")
            README.write_text(text.replace(match[0], shown), encoding="utf-8")
        else:
            assert match["text"] == content


def test_every_other_command_is_shown_elsewhere() -> None:
    commands = [line for block in blocks("sh") for line in block.splitlines() if line]
    assert sorted(commands) == sorted(ELSEWHERE)


def test_the_first_block_is_the_two_commands() -> None:
    first = BLOCK.search(README.read_text(encoding="utf-8"))
    assert first is not None
    assert first["text"] == "python3 samples/demo.py\npython3 tests/run.py\n"


def test_the_tree_is_the_sample_project() -> None:
    (tree,) = blocks("text")
    for line in tree.splitlines():
        for name in re.split(r", ?", re.split(r"  +", line)[0]):
            assert (SERVER / name).exists(), name


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.slow
def test_the_first_command_works() -> None:
    command = [sys.executable, "samples/demo.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [line for line in done.stdout.splitlines() if line.endswith("same answer")]
    assert len(lines) == 4
