"""The full check by openapi-spec-validator, in a process of its own with a time limit.

The validator follows `$ref` to any file and runs the document's regular expressions, and both
can be made to never end: a child can be stopped, and reads files by mcpgen's own rules.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, TypeAlias
from urllib.parse import quote, urlsplit

from mcpgen.openapi.documents import Document, escape
from mcpgen.openapi.model import Json
from mcpgen.openapi.references import Library, is_web

Finding: TypeAlias = tuple[str, str]
"""Where (a JSON pointer without `#`) and what is wrong."""

_DEFAULT = "a default does not fit its schema: "


def check_in_full(library: Library, dialect: str, seconds: float) -> list[Finding]:
    """Everything the validator has to say; it is a finding too if it cannot say it in time."""
    entry = library.entry
    task = {
        "dialect": dialect,
        "name": entry.name,
        "address": entry.address,
        "root": entry.root.value,
        "folder": library.folder,
        "allow_refs": library.allow_refs,
    }
    # `-P`: the user's folder must not decide what is imported.
    command = [sys.executable, "-P", "-m", "mcpgen.openapi.authority"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    try:
        done = subprocess.run(
            command,
            input=json.dumps(task).encode(),
            capture_output=True,
            env=environment,
            timeout=seconds,
            check=True,
        )
    except subprocess.TimeoutExpired:
        return [("", f"the full check took over {seconds:.0f} seconds and was stopped")]
    except subprocess.CalledProcessError:
        return [("", "the full check failed; only the quick one was made")]
    return [(pointer, text) for pointer, text in json.loads(done.stdout)]


def _main() -> None:
    task = json.load(sys.stdin.buffer)
    findings: list[Finding] = []
    try:
        for finding in _findings(task):
            findings.append(finding)
    except Exception as problem:  # whatever it was, what was found before it counts
        findings.append(("", f"the full check gave up: {problem}"))
    json.dump(findings, sys.stdout)


def _findings(task: dict[str, Any]) -> Iterator[Finding]:
    from urllib.request import pathname2url

    from jsonschema_path import SchemaPath
    from openapi_spec_validator import validation

    address: str = task["address"]
    base = address if is_web(address) else "file:" + pathname2url(address)
    handlers = _Handlers(_library(task))
    path = SchemaPath.from_dict(task["root"], base_uri=base, handlers=handlers)
    name = f"OpenAPIV{task['dialect'].replace('.', '').replace('20', '2')}SpecValidator"
    for error in getattr(validation, name)(path).iter_errors():
        pointer = "".join(f"/{escape(str(token))}" for token in error.absolute_path)
        # An error without a place is about a default, checked against its schema on its own.
        about = "" if pointer or not isinstance(error.validator, str) else _DEFAULT
        # One of its two engines goes on to quote the schema and the value.
        said = error.message.partition("\n\nFailed validating")[0]
        yield pointer, f"{about}{said}"


def _library(task: dict[str, Any]) -> Library:
    from mcpgen.openapi.fetch import reference_reader
    from mcpgen.openapi.files import read_file

    entry = Document(task["name"], task["address"], task["root"], lambda: lambda _: (1, 1))
    allowed = tuple(task["allow_refs"])
    return Library(entry, task["folder"], allowed, read_file, reference_reader(allowed))


class _Handlers(dict[str, Any]):
    """Answers for every URL scheme, because the validator fetches by itself what is not here."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library

    def __contains__(self, scheme: object) -> bool:
        return True

    def __getitem__(self, scheme: str) -> Any:
        return self._read

    def _read(self, uri: str) -> Json:
        root = self._library.entry.root
        if uri.startswith("file:"):
            from urllib.request import url2pathname

            path = url2pathname(urlsplit(uri).path)
            uri = quote(os.path.relpath(path, os.path.dirname(root.document.address)))
        return self._library.open(root, uri).root.value


if __name__ == "__main__":
    _main()
