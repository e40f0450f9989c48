"""A command that is killed anywhere leaves a project the next command makes whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from killing import killed_at
from typer.testing import CliRunner

from mcpgen.cli.app import app

HERE = Path(__file__).resolve().parent


def mcpgen(*arguments: object) -> int:
    return CliRunner().invoke(app, [str(word) for word in arguments]).exit_code


def tree(project: Path) -> dict[str, bytes]:
    passing = {"txn", "undo"}
    return {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in project.rglob("*")
        if path.is_file() and not passing & set(path.relative_to(project).parts)
    }


@pytest.mark.parametrize("ending", ["regenerate", "--check", "--undo"])
def test_killed_at_any_step_of_the_command(tmp_path: Path, ending: str) -> None:
    document, fresh = tmp_path / "openapi.yaml", tmp_path / "fresh"
    shop = (HERE / "shop.yaml").read_text(encoding="utf-8")
    document.write_text(shop, encoding="utf-8")
    assert mcpgen("new", document, fresh) == 0
    edited = fresh / "src" / "shop_mcp" / "tools" / "add_book.py"
    edited.write_text(edited.read_text(encoding="utf-8") + "OURS = 1\n", encoding="utf-8")
    old = tree(fresh)
    # A field more is a merge, a path that goes is a deletion, a path that comes is a new file.
    newer = (
        shop.replace("/orders:", "/authors:").replace("Order", "Author").replace("pages:", "size:")
    )
    document.write_text(newer, encoding="utf-8")
    done = tmp_path / "done"
    shutil.copytree(fresh, done)
    assert mcpgen("regenerate", "-C", done) == 0
    new = tree(done)
    assert len(old.keys() ^ new.keys()) > 4
    outcomes = set()
    for number in range(1, 200, 7):
        project = tmp_path / "cut_off"
        shutil.rmtree(project, ignore_errors=True)
        shutil.copytree(fresh, project)
        if not killed_at(number, project, lambda: mcpgen("regenerate", "-C", tmp_path / "cut_off")):
            break
        if ending == "regenerate":
            assert mcpgen("regenerate", "-C", project) == 0
            assert tree(project) == new
        elif ending == "--check":
            assert mcpgen("regenerate", "-C", project, "--check") in (0, 1)
            assert tree(project) in (old, new)
        else:
            assert mcpgen("regenerate", "-C", project, "--undo") in (0, 2)
            assert tree(project) == old
        outcomes.add(number)
    assert len(outcomes) > 8
