"""Commands run as a user runs them, in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "samples" / "bookshop"


def run(*command: object, cwd: Path = ROOT, **variables: str) -> str:
    """What a command prints; its failure is the test's, with all that it said."""
    words = [str(word) for word in command]
    env = os.environ | variables
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def mcpgen(*arguments: object, cwd: Path = ROOT, **variables: str) -> str:
    """The mcpgen of this checkout."""
    variables["PYTHONPATH"] = str(ROOT)
    return run(sys.executable, "-m", "mcpgen", *arguments, cwd=cwd, **variables)


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a folder but what tools leave behind there."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in found
        if not any(part == "__pycache__" or part.endswith("_cache") for part in path.parts)
    }
