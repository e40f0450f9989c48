"""The corpus run: what it calls a fault, and that it sees a good and a refused document so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from tools import faults  # noqa: E402

SHARED = ROOT.parent / "shared" / "specs" / "MANIFEST.tsv"
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


def tool(**changes: Any) -> dict[str, Any]:
    good: dict[str, Any] = {
        "name": "read_things",
        "description": "Read things",
        "annotations": dict.fromkeys(HINTS, True),
        "inputSchema": {
            "type": "object",
            "properties": {"id": {"type": "string"}},
            "additionalProperties": False,
        },
    }
    return good | changes


def schema(**changes: Any) -> dict[str, Any]:
    return tool(inputSchema={"type": "object"} | changes)


def test_a_good_tool_has_no_fault() -> None:
    assert faults([tool(), tool(name="read_other_things")]) == []


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        (tool(name="read things"), "its name is not legal"),
        (tool(name="x" * 65), "its name is not legal"),
        (tool(description=" "), "it has no description"),
        (tool(description="x" * 2049), "its description has 2049 characters"),
        (tool(annotations=dict.fromkeys(HINTS[1:], True)), "`readOnlyHint` is not explicit"),
        (tool(inputSchema={"type": ["object", "null"]}), "not an object at the root"),
        (schema(oneOf=[{"type": "object"}]), "has `oneOf` at the root"),
        (schema(properties={"a": {"$ref": "#/$defs/A"}}), "refers to `#/$defs/A`"),
        (schema(properties={"a": {"required": True}}), "is invalid at"),
        (schema(properties={"$top": {}}), "the property key '$top' is not legal"),
        (
            schema(properties={"a": {"items": {"anyOf": [{"properties": {"b.c": {}}}]}}}),
            "the property key 'b.c' is not legal",
        ),
    ],
)
def test_a_broken_rule_is_named(bad: dict[str, Any], fault: str) -> None:
    found = faults([bad])
    assert len(found) == 1
    assert fault in found[0]


def test_a_name_listed_twice_is_a_fault() -> None:
    assert faults([tool(), tool()]) == ["'read_things' is listed twice"]


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_file(), reason="the documents are not published")
def test_the_run_reports_what_it_saw() -> None:
    names = ("xkcd", "oai-examples-v3.1-webhook-example.json", "redocly-cafe-split-3.2")
    only = [part for name in names for part in ("--only", name)]
    command = [sys.executable, "benchmarks/corpus.py", "--json", *only]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    outcomes = {outcome["name"]: outcome for outcome in json.loads(done.stdout)}
    assert set(outcomes) == set(names)
    assert outcomes["xkcd"]["direct"] == 2
    assert outcomes["redocly-cafe-split-3.2"]["direct"] == 12
    assert outcomes["oai-examples-v3.1-webhook-example.json"]["refused"]
