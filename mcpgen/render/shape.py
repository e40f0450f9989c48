"""Compares each rendered file with the one of a harmless document: texts must not shape a file.

A template that puts a text where it is more than data is found here, whatever the mistake was,
and before anything is written.
"""

from __future__ import annotations

import ast
import io
import itertools
import json
import re
import tokenize
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from mcpgen.render.check import BrokenFileError, read_yaml
from mcpgen.render.code import Construct, Name, Open
from mcpgen.render.views import ProjectView

# Names mcpgen makes itself, whose filters refuse anything that is no name.
_OWN = {"short", "name", "package", "imports", "module", "registry", "settings", "secrets"}
_KEYS_ARE_OWN = {"registry_entry", "bundle_manifest"}
_NEUTRAL = "x"


def harmless(view: ProjectView) -> ProjectView:
    """The same view with a plain word in place of every text."""
    made: ProjectView = _without_texts(view, itertools.count())
    return made


def check_shape(path: PurePosixPath, text: str, benign: str) -> None:
    """Raise where a file differs from its harmless twin in more than its texts."""
    if text == benign:
        return
    shape = _SHAPES.get(path.suffix, _exactly)
    try:
        same = shape(text) == shape(benign)
    except (SyntaxError, ValueError) as error:
        raise BrokenFileError(f"{path} does not parse: {error}") from error
    if not same:
        raise BrokenFileError(f"a text of the document became more than a text in {path}")


def _without_texts(value: Any, numbers: Iterator[int], own_keys: bool = False) -> Any:
    match value:
        case str():
            return _NEUTRAL if value else ""
        case Name():
            return value
        case Open(value=inner):
            return Open(_without_texts(inner, numbers))
        case Construct(name=name, positional=positional, keywords=keywords):
            named = tuple((key, _without_texts(entry, numbers)) for key, entry in keywords)
            return Construct(name, _without_texts(positional, numbers), named)
        case Mapping():
            return {
                key if own_keys else f"k{next(numbers)}": _without_texts(entry, numbers, own_keys)
                for key, entry in value.items()
            }
        case list():
            return [_without_texts(entry, numbers, own_keys) for entry in value]
        case tuple():
            return tuple(_without_texts(entry, numbers, own_keys) for entry in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            changed = {
                field.name: _without_texts(
                    getattr(value, field.name), numbers, field.name in _KEYS_ARE_OWN
                )
                for field in fields(value)
                if field.name not in _OWN
            }
            return replace(value, **changed)
        case _:
            return value


def _exactly(text: str) -> object:
    """Of a format without a parser here: no text of a document is let in at all."""
    return text


def _python(text: str) -> object:
    # Bytes, because a line such as `# coding: utf-7` would give the file another meaning.
    tree = ast.parse(text.encode())
    told = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            node.value = _NEUTRAL
    return ast.dump(tree), _comments(text)


def _comments(text: str) -> list[str]:
    if "#" not in text:
        return []
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def _data(read: Callable[[str], object]) -> Callable[[str], object]:
    return lambda text: _outline(read(text))


def _outline(value: object) -> object:
    """Keys, lengths and everything else that is no text."""
    if isinstance(value, dict):
        return {key: _outline(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_outline(entry) for entry in value]
    return _NEUTRAL if isinstance(value, str) else value


_MARKUP = re.compile(r"\\.|[`*\[\]<>|~&$]")
_BLOCK = re.compile(r"\s*(?:[-+=#>]+|[0-9]+[.)])")


def _markdown(text: str) -> object:
    """What stands at the beginning of each line, and its markup that no backslash takes back."""
    return [(_block(line), _marks(line)) for line in text.split("\n")]


def _block(line: str) -> str:
    match = _BLOCK.match(line)
    return match.group() if match else ""


def _marks(line: str) -> str:
    return "".join(mark for mark in _MARKUP.findall(line) if mark[0] != "\\")


_SHAPES: dict[str, Callable[[str], object]] = {
    ".py": _python,
    ".toml": _data(tomllib.loads),
    ".json": _data(json.loads),
    ".yaml": _data(read_yaml),
    ".yml": _data(read_yaml),
    ".md": _markdown,
}
