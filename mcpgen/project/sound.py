"""Whether a merged text still makes sense: two changes can be apart and not fit together."""

from __future__ import annotations

import ast
import json
import tomllib
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

Names = Counter[tuple[str, str]]


def fault_of(path: PurePosixPath, merged: str, parents: tuple[str, ...]) -> str:
    """What is wrong with a merged text that is not wrong in one of its parents, or ""."""
    read = _READERS.get(path.suffix)
    if read is None:
        return ""
    try:
        names = read(merged)
    except (SyntaxError, ValueError, RecursionError) as error:
        if any(_broken(read, parent) for parent in parents):
            return ""
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        return f"merged, it does not parse: {said}"
    before: Names = Counter()
    for parent in parents:
        if not _broken(read, parent):
            before |= read(parent)
    for (scope, name), times in sorted(names.items()):
        if times > max(1, before[scope, name]):
            where = f" in {scope}" if scope else ""
            return f"merged, it defines `{name}` {times} times{where}"
    return ""


def _broken(read: Callable[[str], Names], text: str) -> bool:
    try:
        read(text)
    except (SyntaxError, ValueError, RecursionError):
        return True
    return False


def _python(text: str) -> Names:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # `ast.parse` lets a keyword argument stand twice; the compiler does not.
        compile(text, "merged", "exec", dont_inherit=True)
        tree = ast.parse(text)
    return Counter(_defined(tree, ""))


def _defined(node: ast.AST, scope: str) -> Iterator[tuple[str, str]]:
    """What every scope defines, and the keys of every dictionary, by the way to them."""
    here = Counter[str]()
    for child in ast.iter_child_nodes(node):
        inner = scope
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                inner = f"{scope}{name}."
                # A property and its setter are two definitions of one name.
                if not child.decorator_list:
                    yield scope, name
            case ast.ClassDef(name=name):
                inner = f"{scope}{name}."
                yield scope, name
            case ast.ImportFrom(names=names) | ast.Import(names=names):
                yield from ((scope, f"import {one.asname or one.name}") for one in names)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                inner = f"{scope}{name}."
                if isinstance(node, ast.Module | ast.ClassDef):
                    yield scope, name
            case ast.Dict():
                inner = f"{scope}{{{here['dict']}}}"
                here["dict"] += 1
        if isinstance(child, ast.Dict):
            yield from _keys(child, inner)
        else:
            yield from _defined(child, inner)


def _keys(node: ast.Dict, scope: str) -> Iterator[tuple[str, str]]:
    for key, value in zip(node.keys, node.values, strict=True):
        name = repr(key.value) if isinstance(key, ast.Constant) else ""
        if name:
            yield scope, name
        yield from _defined(ast.Expression(value), f"{scope}{name}.")


def _json(text: str) -> Names:
    names: Names = Counter()

    def collect(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len({key for key, _ in pairs}) != len(pairs):
            raise ValueError("a key stands twice")
        return dict(pairs)

    json.loads(text, object_pairs_hook=collect)
    return names


def _toml(text: str) -> Names:
    tomllib.loads(text)
    return Counter()


_READERS: dict[str, Callable[[str], Names]] = {".py": _python, ".json": _json, ".toml": _toml}
