"""The plan file reads back as it was written, and says where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.config import PlanFile, plan_file_text, read_plan_file
from mcpgen.diagnostics import ExitCode, McpgenError

NAMES = st.from_regex(r"[a-z][a-z0-9]{0,8}(_[a-z0-9]{1,5})?", fullmatch=True)
PATHS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1)


@given(PATHS, NAMES, NAMES)
def test_a_written_plan_file_reads_back(
    tmp_path_factory: pytest.TempPathFactory, spec: str, name: str, prefix: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "mcpgen.yaml"
    file = PlanFile(spec=spec, name=name, prefix=prefix, base_url="https://x.example/v1")
    path.write_text(plan_file_text(file), encoding="utf-8", newline="\n")
    assert read_plan_file(path) == file


WRONG = {
    "": "error: `mcpgen.yaml` holds no keys\n\nhint: it needs at least `spec`",
    "- a": "error: `mcpgen.yaml` holds no keys\n\nhint: it needs at least `spec`",
    "version: 1": "error: `spec` is missing in `mcpgen.yaml`\n  mcpgen.yaml",
    "version: 2\nspec: a.yaml": (
        "error: `version` in `mcpgen.yaml` is not valid: Input should be 1\n  mcpgen.yaml:1:1"
    ),
    "spec: a.yaml\nprefx: b": (
        "error: `prefx` is not a key of `mcpgen.yaml`\n  mcpgen.yaml:2:1\n\n"
        "hint: the keys are `version`, `spec`, `name`, `prefix`, `base_url`, `max_tools`, `max_tokens`, `include`, `hide`, `tools`, `operations`, `moved`, `keep`, `format`"
    ),
    "spec: a.yaml\nname: My API": (
        "error: `name` in `mcpgen.yaml` is not valid: use lower-case letters, digits and single "
        "underscores, and begin with a letter\n  mcpgen.yaml:2:1"
    ),
    "spec: [": (
        "error: `mcpgen.yaml` is not YAML: expected the node content, but found '<stream end>'\n"
        "  mcpgen.yaml:1:8"
    ),
    "spec: !!python/object/apply:os.system [id]": (
        "error: `mcpgen.yaml` is not YAML: could not determine a constructor for the tag "
        "'tag:yaml.org,2002:python/object/apply:os.system'\n  mcpgen.yaml:1:7"
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_plan_file_is_told_with_its_place(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mcpgen.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(McpgenError) as caught:
        read_plan_file(Path("mcpgen.yaml"))
    assert str(caught.value.diagnostic) == WRONG[text]
    assert caught.value.exit_code is ExitCode.DOCUMENT


def test_words_that_old_yaml_took_for_values_are_text(tmp_path: Path) -> None:
    path = tmp_path / "mcpgen.yaml"
    path.write_text("version: 1\nspec: 12:30\nname: no\nprefix: on\n", encoding="utf-8")
    assert read_plan_file(path) == PlanFile(spec="12:30", name="no", prefix="on")


def test_a_missing_plan_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(McpgenError, match="is missing"):
        read_plan_file(tmp_path / "mcpgen.yaml")
