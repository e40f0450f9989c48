"""Two branches that both took in a new version: git merges them, and one run makes it whole."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from commands import files, mcpgen, run

HERE = Path(__file__).resolve().parent
SHOP = (HERE / "shop.yaml").read_text(encoding="utf-8")
WHO = ("-c", "user.name=t", "-c", "user.email=t@example.com")

AUTHORS = '  /authors:\n    get: {summary: List authors, responses: {"200": {description: ok}}}\n'
PAGES = ("description: How many pages", "description: How many pages, minimum: 1")


def commit(root: Path, text: str) -> None:
    """A new document, taken in and committed."""
    (root / "openapi.yaml").write_text(text, encoding="utf-8")
    mcpgen("regenerate", cwd=root / "project")
    run("git", "add", "-A", cwd=root)
    run("git", *WHO, "commit", "-qm", "x", cwd=root)


def test_two_branches_come_together(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    run("git", "init", "-q", "-b", "main", cwd=root)
    (root / "openapi.yaml").write_text(SHOP, encoding="utf-8")
    mcpgen("new", "openapi.yaml", "project", cwd=root)
    commit(root, SHOP)
    run("git", "checkout", "-qb", "other", cwd=root)
    commit(root, SHOP.replace(*PAGES))
    run("git", "checkout", "-q", "main", cwd=root)
    commit(root, SHOP + AUTHORS)
    merge = ["git", *WHO, "merge", "-q", "other"]
    subprocess.run(merge, cwd=root, capture_output=True, check=False)
    unmerged = set(run("git", "diff", "--name-only", "--diff-filter=U", cwd=root).split())
    assert unmerged <= {f"project/{name}" for name in ("mcpgen.lock", "README.md")}
    for name in unmerged:
        run("git", "checkout", "--ours", "--", name, cwd=root)
    mcpgen("regenerate", cwd=root / "project")
    mcpgen("regenerate", "--check", cwd=root / "project")
    both = tmp_path / "both"
    both.mkdir()
    shutil.copy(root / "openapi.yaml", both)
    mcpgen("new", "openapi.yaml", "project", cwd=both)
    assert readable(root / "project") == readable(both / "project")


def readable(project: Path) -> dict[str, bytes]:
    found = files(project)
    return {
        name: text
        for name, text in found.items()
        if not name.startswith((".mcpgen/base", ".mcpgen/undo")) and name != "mcpgen.lock"
    }
