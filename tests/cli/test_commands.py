"""The commands as a user meets them: what they print where, and how they end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from mcpgen.cli.app import Commands, app

ROOT = Path(__file__).resolve().parent.parent.parent

DOCUMENT = """\
openapi: 3.1.0
info: {title: "Shop\\u001b]0;\\u0007", version: "1"}
servers: [{url: https://shop.example/v1}]
paths:
  /books:
    get: {summary: List books, responses: {"200": {description: ok}}}
    post: {summary: Add a book, responses: {"201": {description: ok}}}
  /broken:
    get: {parameters: [{$ref: "#/components/parameters/missing"}], responses: {}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder the commands run in, with a small document."""
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def mcpgen(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, prog_name="mcpgen")


def start(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    """The real program, with a standard input that stays open."""
    return subprocess.Popen(
        [sys.executable, "-m", "mcpgen", *arguments],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_new_writes_a_project_and_says_what_is_next(folder: Path) -> None:
    result = mcpgen("new", "openapi.yaml")
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert "Made `shop-mcp`, an MCP server for Shop]0;\n" in result.stderr
    assert "warning: " in result.stderr
    assert "1 operation was left out.\n" in result.stderr
    assert result.stderr.endswith(
        "Next:\n"
        "  cd shop-mcp\n"
        "  pip install -e '.[dev]' && pytest\n"
        "  shop-mcp tools\n"
        "  claude mcp add shop -- shop-mcp\n"
    )
    assert (folder / "shop-mcp" / "src" / "shop_mcp" / "server.py").is_file()
    assert "spec: ../openapi.yaml\n" in (folder / "shop-mcp" / "mcpgen.yaml").read_text()


def test_names_and_address_can_be_given(folder: Path) -> None:
    given = ("--name", "acme_eu", "--prefix", "acme", "--base-url", "https://eu.acme.example")
    assert mcpgen("new", "openapi.yaml", "here/it", *given, "--yes").exit_code == 0
    server = (folder / "here/it/src/acme_eu_mcp/server.py").read_text()
    assert 'name="acme-eu-mcp"' in server
    assert 'base_url="https://eu.acme.example"' in server
    assert (folder / "here/it/src/acme_eu_mcp/tools/read_books.py").is_file() or (
        folder / "here/it/src/acme_eu_mcp/tools/list_books.py"
    ).is_file()
    plan = (folder / "here/it/mcpgen.yaml").read_text()
    assert "name: acme_eu\n" in plan
    assert "prefix: acme\n" in plan
    assert "base_url: https://eu.acme.example\n" in plan


def test_the_document_can_come_from_standard_input(folder: Path) -> None:
    result = CliRunner().invoke(app, ["new", "-", "it"], input=DOCUMENT)
    assert result.exit_code == 0, result.output
    assert (folder / "it" / "mcpgen.lock").is_file()


def test_a_dry_run_lists_the_files_and_writes_none(folder: Path) -> None:
    result = mcpgen("new", "openapi.yaml", "--dry-run")
    assert result.exit_code == 0
    assert "  A src/shop_mcp/server.py\n" in result.stdout
    assert "into `shop-mcp`, and copies in `.mcpgen/`:\n" in result.stderr
    assert [path.name for path in folder.iterdir()] == ["openapi.yaml"]


def test_new_prints_one_object_for_programs(folder: Path) -> None:
    made = json.loads(mcpgen("new", "openapi.yaml", "--json").stdout)
    assert made["name"] == "shop-mcp"
    assert made["written"] is True
    assert made["tokens"] == sum(tool["tokens"] for tool in made["tools"])
    assert [(left["method"], left["path"]) for left in made["leftOut"]] == [("GET", "/broken")]
    for path in made["files"]:
        assert (folder / "shop-mcp" / path).is_file()


def test_inspect_prints_the_tools_and_no_control_character(folder: Path) -> None:
    result = mcpgen("inspect", "openapi.yaml")
    assert result.exit_code == 0
    assert result.stdout.startswith("Shop]0; 1\nAPI address: https://shop.example/v1\n\ntool ")
    assert "2 tools for 2 operations: " in result.stdout
    assert "1 operation left out:\n  GET /broken: " in result.stdout
    assert "\x1b" not in result.output
    assert "\x07" not in result.output
    assert list(folder.iterdir()) == [folder / "openapi.yaml"]


@pytest.mark.usefixtures("folder")
def test_inspect_prints_the_plan_as_one_object() -> None:
    plan = json.loads(mcpgen("inspect", "openapi.yaml", "--json").stdout)
    assert {"api", "generator", "tools", "leftOut", "decisions"} <= set(plan)
    assert plan["api"] == "shop"
    assert plan["generator"].startswith("mcpgen ")
    names = [tool["name"] for tool in plan["tools"]]
    assert names == sorted(names)
    for tool in plan["tools"]:
        assert set(tool) == {
            "name",
            "title",
            "description",
            "inputSchema",
            "outputSchema",
            "annotations",
            "operations",
            "tokens",
        }
        assert set(tool["annotations"]) == {
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        }
        assert tool["inputSchema"]["type"] == "object"
    operations = [call for tool in plan["tools"] for call in tool["operations"]]
    assert {(call["method"], call["path"]) for call in operations} == {
        ("GET", "/books"),
        ("POST", "/books"),
    }
    assert all(set(made) >= {"rule", "subject", "reason"} for made in plan["decisions"])


@pytest.mark.usefixtures("folder")
def test_inspect_explains_one_tool() -> None:
    plan = json.loads(mcpgen("inspect", "openapi.yaml", "--json").stdout)
    name = plan["tools"][0]["name"]
    result = mcpgen("inspect", "openapi.yaml", "--why", name)
    assert result.stdout.startswith(f"{name}  ")
    assert " decision" in result.stdout


SHOWN_ERRORS = {
    ("nwe",): (
        2,
        "Usage: mcpgen [OPTIONS] COMMAND [ARGS]...\n"
        "Try 'mcpgen -h' for help.\n\n"
        "Error: No such command 'nwe'. Did you mean 'new'?\n",
    ),
    ("new",): (
        2,
        "Usage: mcpgen new [OPTIONS] {SPEC} [DIR]\n"
        "Try 'mcpgen new -h' for help.\n\n"
        "Error: Missing argument 'SPEC'.\n",
    ),
    ("new", "openapi.yaml", "--name", "Bad-Name"): (
        2,
        "Usage: mcpgen new [OPTIONS] {SPEC} [DIR]\n"
        "Try 'mcpgen new -h' for help.\n\n"
        "Error: Invalid value for '--name': use lower-case letters, digits and single "
        "underscores, and begin with a letter\n",
    ),
    ("inspect", "openapi.yaml", "--prefix", "x" * 31): (
        2,
        "Usage: mcpgen inspect [OPTIONS] {SPEC}\n"
        "Try 'mcpgen inspect -h' for help.\n\n"
        "Error: Invalid value for '--prefix': use at most 30 characters\n",
    ),
    ("new", "openapi.yaml", "--base-url", "ftp://x"): (
        2,
        "Usage: mcpgen new [OPTIONS] {SPEC} [DIR]\n"
        "Try 'mcpgen new -h' for help.\n\n"
        "Error: Invalid value for '--base-url': begin with http:// or https:// and a host name\n",
    ),
    ("new", "openapi.yaml", "--base-url", "https://me:secret@x"): (
        2,
        "Usage: mcpgen new [OPTIONS] {SPEC} [DIR]\n"
        "Try 'mcpgen new -h' for help.\n\n"
        "Error: Invalid value for '--base-url': leave out user name, query and fragment\n",
    ),
    ("new", "missing.yaml"): (
        4,
        "error: missing.yaml does not exist\n"
        "  missing.yaml\n\n"
        "hint: check the path; a URL must begin with `https://` or `http://`\n",
    ),
    ("new", "openapi.yaml", "."): (
        2,
        "error: `.` is not empty\n\n"
        "`mcpgen new` writes only into a new or an empty folder.\n\n"
        "hint: name another folder, as in `mcpgen new SPEC DIR`\n",
    ),
    ("new", "openapi.yaml", "openapi.yaml"): (2, "error: `openapi.yaml` is not a folder\n"),
    ("new", "openapi.yaml", "openapi.yaml/x/y"): (2, "error: `openapi.yaml` is not a folder\n"),
    ("new", "openapi.yaml", "/proc/mcpgen/x"): (
        5,
        "error: `/proc/mcpgen/x` cannot be written\n\n"
        "No such file or directory\n\n"
        "hint: name another folder, or change its permissions\n",
    ),
}


@pytest.mark.parametrize("arguments", SHOWN_ERRORS, ids=" ".join)
def test_an_error_is_told_once_and_nothing_is_written(
    folder: Path, arguments: tuple[str, ...]
) -> None:
    if "/proc/mcpgen/x" in arguments and (sys.platform != "linux" or os.geteuid() != 0):
        pytest.skip("only root on Linux may try to write there")
    code, text = SHOWN_ERRORS[arguments]
    result = mcpgen(*arguments)
    # A busy machine may show a slow step.
    said = re.sub(r"^.* …\n", "", result.stderr, flags=re.MULTILINE)
    assert (result.exit_code, result.stdout, said) == (code, "", text)
    assert [path.name for path in folder.iterdir()] == ["openapi.yaml"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_told(folder: Path) -> None:
    (folder / "locked").mkdir(mode=0o500)
    result = mcpgen("new", "openapi.yaml", "locked/project")
    assert (result.exit_code, result.stderr) == (
        5,
        "error: `locked/project` cannot be written\n\n"
        "Permission denied\n\n"
        "hint: name another folder, or change its permissions\n",
    )


@pytest.mark.usefixtures("folder")
def test_a_tool_that_is_not_there_is_told_with_its_neighbours() -> None:
    plan = json.loads(mcpgen("inspect", "openapi.yaml", "--json").stdout)
    name = next(tool["name"] for tool in plan["tools"] if tool["annotations"]["readOnlyHint"])
    result = mcpgen("inspect", "openapi.yaml", "--why", name[:-1])
    assert result.exit_code == 2
    assert f"error: there is no tool `{name[:-1]}`\n\nhint: did you mean `{name}`" in result.stderr


def test_a_fault_of_mcpgen_is_told_without_any_value() -> None:
    broken = typer.Typer(cls=Commands, rich_markup_mode=None)

    @broken.command()
    def fail() -> None:
        secret = "sk_live_1"
        raise KeyError(secret)

    @broken.command()
    def other() -> None:
        """A second command makes it a group."""

    result = CliRunner().invoke(broken, ["fail"])
    assert result.exit_code == 70
    assert result.stderr.startswith("error: mcpgen failed in a way it should not\n  KeyError in ")
    assert "hint: report it to the makers of mcpgen" in result.stderr
    assert "sk_live_1" not in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_leaves_nothing(folder: Path, sent: signal.Signals, code: int) -> None:
    process = start("new", "-", "project", cwd=folder)
    assert process.stderr is not None
    assert process.stderr.readline().endswith(" …\n"), "a slow step is shown"
    process.send_signal(sent)
    process.wait(timeout=30)
    process.communicate()
    assert process.returncode == code
    assert [path.name for path in folder.iterdir()] == ["openapi.yaml"]


def test_the_version_has_what_a_bug_report_needs() -> None:
    result = mcpgen("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("mcpgen ")
    assert f"Python {sys.version_info.major}.{sys.version_info.minor}." in result.stdout


def test_help_loads_nothing_heavy() -> None:
    code = "import sys, mcpgen.cli.app; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    heavy = {"jinja2", "yaml", "httpx2", "black", "bpe_openai", "openapi_spec_validator", "rich"}
    assert not heavy & set(done.stdout.split())


@pytest.mark.parametrize(
    ("title", "package"), [("Import", "import_mcp"), ("con", "con_mcp"), ("9 lives", "lives_mcp")]
)
def test_any_title_gives_a_package(folder: Path, title: str, package: str) -> None:
    document = DOCUMENT.replace("Shop\\u001b]0;\\u0007", title)
    (folder / "openapi.yaml").write_text(document, encoding="utf-8")
    assert mcpgen("new", "openapi.yaml", "it").exit_code == 0
    assert (folder / "it" / "src" / package / "server.py").is_file()
