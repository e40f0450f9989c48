"""Reads every rendered file with the parser of its format before it is handed out."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Callable
from pathlib import PurePosixPath


class BrokenFileError(Exception):
    """A template gave a file its own format cannot read: a fault of the template, not the user."""


def check_syntax(path: PurePosixPath, text: str) -> None:
    """Raise where a file of a known format does not parse."""
    parse = _PARSERS.get(path.suffix)
    if parse is None:
        return
    try:
        parse(text)
    except ValueError as error:
        raise BrokenFileError(f"{path} does not parse: {error}") from error
    except SyntaxError as error:
        raise BrokenFileError(f"{path}:{error.lineno} does not parse: {error.msg}") from error


def read_yaml(text: str) -> object:
    """All documents of a YAML text; ValueError where it is none."""
    import yaml

    try:
        return list(yaml.safe_load_all(text))
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


_PARSERS: dict[str, Callable[[str], object]] = {
    ".py": ast.parse,
    ".toml": tomllib.loads,
    ".json": json.loads,
    ".yaml": read_yaml,
    ".yml": read_yaml,
}
