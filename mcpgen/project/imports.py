"""Finds the team's code that imports a module which is about to go."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePosixPath


def importers(
    folder: Path, removed: Iterable[PurePosixPath], clean: Collection[PurePosixPath]
) -> tuple[str, ...]:
    """`file:line: module` of every import of a removed module, outside the clean files."""
    gone = {path.stem: path for path in removed if path.suffix == ".py"}
    if not gone:
        return ()
    found = []
    for root in (folder / "src", folder / "tests"):
        for file in sorted(root.rglob("*.py")):
            path = PurePosixPath(file.relative_to(folder).as_posix())
            if path in clean or file.is_symlink():
                continue
            found += [f"{path}:{line}: {gone[name]}" for line, name in _imported(file, gone)]
    return tuple(found)


def _imported(file: Path, names: Iterable[str]) -> Iterator[tuple[int, str]]:
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    names = set(names)
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=module, names=aliases):
                words = [*(module or "").split("."), *(alias.name for alias in aliases)]
            case ast.Import(names=aliases):
                words = [part for alias in aliases for part in alias.name.split(".")]
            case _:
                continue
        for name in sorted(names & set(words)):
            yield node.lineno, name
