"""The same document gives the same bytes, whatever the process, the hash seed or the key order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml
from commands import SAMPLE, files, mcpgen

DOCUMENT = SAMPLE / "openapi.yaml"


def turned(value: Any) -> Any:
    """The same document with the keys of every object in the opposite order."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(item) for item in value] if isinstance(value, list) else value


def test_two_runs_write_the_same_bytes(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        mcpgen("new", DOCUMENT, tmp_path / seed / "server", "--yes", PYTHONHASHSEED=seed)
    first, second = files(tmp_path / "1"), files(tmp_path / "2")
    assert len(first) > 20
    assert first == second


def test_key_order_changes_no_tool(tmp_path: Path) -> None:
    document = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))
    plans = []
    for name, content in (("straight", document), ("turned", turned(document))):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(content), encoding="utf-8")
        plans.append(json.loads(mcpgen("inspect", file, "--json")))
    straight, other = (
        {
            tool["name"]: (
                tool["annotations"],
                sorted(tool["inputSchema"]["properties"]),
                sorted(
                    (call["method"], call["path"], call["action"]) for call in tool["operations"]
                ),
            )
            for tool in plan["tools"]
        }
        for plan in plans
    )
    assert straight == other
    assert sum(len(operations) for _, _, operations in straight.values()) == 16
