"""The only way text gets into a generated file: filters that write it as data of one format."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import jinja2

from mcpgen.render import code


@dataclass(frozen=True, slots=True)
class Out:
    """Text that a filter has made safe for its format; a template can print nothing else."""

    text: str

    def __str__(self) -> str:
        return self.text


class UnsafeOutputError(jinja2.TemplateRuntimeError):
    """A template printed a value that no filter wrote, or a filter was given a wrong value."""


def finalize(value: object) -> Out:
    """Refuse every printed value that no filter made."""
    if isinstance(value, Out):
        return value
    if isinstance(value, jinja2.Undefined):
        str(value)
    raise UnsafeOutputError(f"a template prints {type(value).__name__} {value!r} without a filter")


def py(value: code.Value, indent: int = 0, lead: int = 0) -> Out:
    """A Python literal."""
    return Out(code.write(value, indent, lead))


def argument(value: code.Value, name: str, indent: int = code.STEP) -> Out:
    """A keyword argument of a call written one argument a line."""
    return Out(code.keyword_argument(str(ident(name)), value, indent))


def ident(value: str) -> Out:
    """A Python name."""
    if not value.isascii() or not value.isidentifier() or keyword.iskeyword(value):
        raise UnsafeOutputError(f"not a Python name: {value!r}")
    return Out(value)


def names(values: Sequence[str]) -> Out:
    """Python names with commas between them, for an import."""
    return Out(", ".join(ident(value).text for value in values))


def slug(value: str) -> Out:
    """A name of ASCII letters, digits, `.`, `_` and `-`, plain in every format there is."""
    return _matching(r"[A-Za-z0-9][A-Za-z0-9._-]*", value, "slug")


def env(value: str) -> Out:
    """The name of an environment variable."""
    return _matching(r"[A-Z][A-Z0-9_]*", value, "variable name")


def variable(short: str, suffix: str) -> Out:
    """The environment variable `ACME_<suffix>` of the API `acme`."""
    return env(f"{short}_{suffix}".upper())


def own(value: str) -> Out:
    """Words of mcpgen itself, plain in every format there is."""
    return _matching(r"[A-Za-z0-9 .,;:()`/-]*", value, "text of mcpgen")


def number(value: int) -> Out:
    """A whole number with a comma every three digits, for people."""
    return Out(f"{int(value):,}")


def toml(value: Any) -> Out:
    """A TOML value."""
    import tomli_w

    return Out(tomli_w.dumps({"key": _encodable(value)}).removeprefix("key = ").rstrip("\n"))


def yaml(value: str) -> Out:
    """A YAML text in double quotes."""
    import yaml as pyyaml

    return Out(
        pyyaml.safe_dump(
            _encodable(str(value)), default_style='"', allow_unicode=True, width=float("inf")
        ).rstrip("\n")
    )


def json_value(value: Any) -> Out:
    """A JSON value over several lines."""
    return Out(json.dumps(_encodable(value), indent=2, ensure_ascii=False, allow_nan=False))


# An underscore inside a word is no markup.
_MARKDOWN = re.compile(r"([\\`*\[\]<>|~&$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9]))")
_LINE_START = re.compile(r"^(?=[-+=#])|(?<=^\d)(?=[.)])|(?<=^\d\d)(?=[.)])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def markdown(value: str) -> Out:
    """Text inside a line of Markdown: no markup, no link but a plain http(s) address."""
    text = _CONTROL.sub(" ", _encodable(value)).strip()
    return Out(_LINE_START.sub(r"\\", _MARKDOWN.sub(r"\\\1", text)))


def _matching(pattern: str, value: str, what: str) -> Out:
    if not re.fullmatch(pattern, value):
        raise UnsafeOutputError(f"not a {what}: {value!r}")
    return Out(value)


def _encodable(value: Any) -> Any:
    """Replace lone surrogates, which no UTF-8 file can hold."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode("utf-8")
        case dict():
            return {_encodable(key): _encodable(entry) for key, entry in value.items()}
        case list() | tuple():
            return [_encodable(entry) for entry in value]
        case _:
            return value


FILTERS = {
    "py": py,
    "argument": argument,
    "ident": ident,
    "names": names,
    "slug": slug,
    "env": env,
    "variable": variable,
    "own": own,
    "number": number,
    "length": len,
    "toml": toml,
    "yaml": yaml,
    "json": json_value,
    "markdown": markdown,
}


def make_environment(templates: dict[str, str]) -> jinja2.Environment:
    """The Jinja environment, with nothing in it but our filters."""
    environment = jinja2.Environment(
        loader=jinja2.DictLoader(templates),
        undefined=jinja2.StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters.clear()
    environment.filters.update(FILTERS)
    environment.globals.clear()
    return environment
