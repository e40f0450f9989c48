"""A rendered project is what its plan says, whatever the document's texts are."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen import assets
from mcpgen.plan.model import ToolPlan
from mcpgen.render.check import BrokenFileError, check_syntax
from mcpgen.render.model import Kind, ProjectFile
from mcpgen.render.project import render_project, view_name
from mcpgen.render.settings import settings_of
from mcpgen.render.tool_modules import module_name

from .plans import create_book, read_books, shop, with_text

TEMPLATES = assets.read_templates(assets.templates_folder())
RUNTIME = assets.templates_folder() / "src/package_name/runtime"


def render(plan: ToolPlan) -> dict[str, ProjectFile]:
    files = render_project(plan, TEMPLATES, {tool.name: 7 for tool in plan.tools})
    return {str(file.path): file for file in files}


def load(files: dict[str, ProjectFile], name: str) -> dict[str, object]:
    """What a rendered module defines, its imports answered by the runtime's real model."""
    from package_name.runtime import model

    source = re.sub(r"^from \.[^\n]*\n", "", files[name].text, flags=re.MULTILINE)
    space: dict[str, object] = dict(vars(model))
    exec(compile(source, name, "exec"), space)
    return space


def test_a_tool_module_holds_the_planned_tool() -> None:
    files = render(shop())
    for planned, module in ((read_books(), "read_books"), (create_book(), "create_book")):
        tool = load(files, f"src/shop_mcp/tools/{module}.py")["TOOL"]
        assert tool.input_schema == planned.input_schema  # type: ignore[attr-defined]
        assert tool.required == planned.required  # type: ignore[attr-defined]
        assert list(tool.operations) == [call.action for call in planned.calls]  # type: ignore[attr-defined]


def test_every_file_of_the_project_is_named_after_it() -> None:
    files = render(shop())
    assert {"src/shop_mcp/runtime/model.py", "src/shop_mcp/server.py", "pyproject.toml"} <= set(
        files
    )
    assert not [path for path in files if "package_name" in path or path.endswith(".jinja")]
    assert files["src/shop_mcp/hooks.py"].kind is Kind.ONCE
    assert files["src/shop_mcp/tools/read_books.py"].id == "tool:shop_read_books"
    assert files["src/shop_mcp/server.py"].id == "src/package_name/server.py"


def test_the_runtime_is_copied_byte_for_byte() -> None:
    files = render(shop())
    for module in RUNTIME.glob("*.py"):
        assert files[f"src/shop_mcp/runtime/{module.name}"].content == module.read_bytes()


def test_no_line_names_a_version_of_mcpgen_or_a_date() -> None:
    for file in render(shop()).values():
        assert not re.search(r"mcpgen [0-9]|\b20\d\d-\d\d-\d\d\b.*mcpgen", file.text), file.path


def test_rendering_twice_gives_the_same_bytes_in_any_order_of_tools() -> None:
    assert render(shop()) == render(shop(create_book(), read_books()))


def test_pyproject_installs_the_command() -> None:
    project = tomllib.loads(render(shop())["pyproject.toml"].text)
    assert project["project"]["scripts"] == {"shop-mcp": "shop_mcp.__main__:run"}
    assert not [name for name in project["project"]["dependencies"] if name.startswith("mcpgen")]


def test_every_variable_of_the_runtime_is_documented() -> None:
    source = "\n".join(module.read_text() for module in RUNTIME.glob("*.py"))
    read = r'(?:variable|number|flag|origins|text)\(\s*"([A-Z][A-Z_]+)"'
    assert {f"SHOP_{suffix}" for suffix in re.findall(read, source)} == {
        entry.name for entry in settings_of("shop")
    }


def test_secrets_are_listed_where_people_and_programs_look() -> None:
    files = render(shop())
    variables = {
        "SHOP_API_KEY",
        "SHOP_LOGIN_USER",
        "SHOP_LOGIN_PASSWORD",
        "SHOP_OAUTH_TOKEN",
        "SHOP_TLS_CERTIFICATE",
        "SHOP_TLS_KEY",
    }
    for path in (".env.example", "README.md", "server.json", "manifest.json"):
        assert variables <= set(re.findall(r"SHOP_[A-Z_]+", files[path].text)), path
    manifest = json.loads(files["manifest.json"].text)
    assert manifest["user_config"]["shop_api_key"]["sensitive"] is True
    assert manifest["user_config"]["shop_tls_key"]["sensitive"] is False


def test_kubernetes_objects_are_complete() -> None:
    objects = list(yaml.safe_load_all(render(shop())["deploy/kubernetes.yaml"].text))
    assert [entry["kind"] for entry in objects] == [
        "Deployment",
        "Service",
        "HorizontalPodAutoscaler",
        "PodDisruptionBudget",
    ]
    container = objects[0]["spec"]["template"]["spec"]["containers"][0]
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["securityContext"]["readOnlyRootFilesystem"] is True


@pytest.mark.parametrize(
    ("tool", "module"),
    [
        ("shop_read_books", "read_books"),
        ("shop_con", "tool_con"),
        ("shop_com1", "tool_com1"),
        ("shop_test_card", "tool_test_card"),
        ("shop_card_test", "tool_card_test_"),
        ("shop_conftest", "tool_conftest"),
        ("shop_setup", "tool_setup"),
        ("shop_tools", "tool_tools"),
        ("shop_class", "class_"),
        ("shop_2fa", "n2fa"),
        ("shop___init__", "init"),
    ],
)
def test_a_module_name_means_nothing_to_anybody_else(tool: str, module: str) -> None:
    assert module_name(tool, "shop_") == module


def test_imports_are_in_the_order_ruff_wants(tmp_path: Path) -> None:
    names = ("a", "a2", "a10", "a_2", "a_10", "ab", "a_b", "b_01", "b_1", "item", "item2", "itemx")
    plan = shop(*(replace(read_books(), name=f"shop_{name}") for name in names))
    project = write(render(plan), tmp_path)
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "src/shop_mcp/tools"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_two_tools_never_share_a_module() -> None:
    twins = (replace(read_books(), name="shop_2fa"), replace(read_books(), name="shop_n2fa"))
    files = render(shop(*twins))
    assert {"src/shop_mcp/tools/n2fa.py", "src/shop_mcp/tools/n2fa_2.py"} <= set(files)


def shape(source: str) -> str:
    """The syntax tree with every literal and name masked."""
    return re.sub(
        r"(value|id|arg|attr)=('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")",
        r"\1=_",
        ast.dump(ast.parse(source)),
    )


NEUTRAL = render(with_text("neutral"))
HOSTILE = st.text(max_size=60) | st.sampled_from(
    [
        'x """\nimport os; os.system("id")\n"""',
        "a'] + [__import__('os').system('x')] + ['",
        "/pet'+str(exec('import os'))+'",
        "https://a/`${x}`{{7*7}}",
        '"\n[tool.hatch]\n',
        "'\nRUN curl evil",
        "v{__import__('os')}",
        "{% include '/etc/passwd' %}",
        "\\N{BULLET}\\",
        "# -*- coding: utf-7 -*-\n+AGkAbQBwAG8AcgB0-",
        "\ud800",
        "\x00",
        "../../.ssh/authorized_keys",
        "| <script>alert(1)</script> |",
    ]
)


@settings(max_examples=40, deadline=None)
@given(HOSTILE)
def test_no_text_of_a_document_changes_the_shape_of_a_file(text: str) -> None:
    files = render(with_text(text))
    assert set(files) == set(NEUTRAL)
    for path, file in files.items():
        if path.endswith(".py") and file.content != NEUTRAL[path].content:
            assert shape(file.text) == shape(NEUTRAL[path].text), path
            assert file.text.isascii()
    project = tomllib.loads(files["pyproject.toml"].text)
    assert set(project) == {"build-system", "project", "tool"}
    for path in ("Dockerfile", ".gitignore", "deploy/kubernetes.yaml"):
        assert files[path].content == NEUTRAL[path].content


@settings(max_examples=25, deadline=None)
@given(HOSTILE)
def test_every_text_arrives_unchanged(text: str) -> None:
    tool = load(render(with_text(text)), "src/shop_mcp/tools/read_books.py")["TOOL"]
    assert tool.description == text  # type: ignore[attr-defined]
    assert tool.arguments["limit"]["enum"] == [text]  # type: ignore[attr-defined]
    assert tool.operations["list"].path == f"/{text}"  # type: ignore[attr-defined]


def test_a_template_without_its_view_is_refused() -> None:
    with pytest.raises(BrokenFileError, match="begin with its view"):
        view_name("x.py.jinja", "VALUE = 1\n")


@pytest.mark.parametrize("name", ["x.py", "x.toml", "x.json", "x.yaml"])
def test_a_file_its_format_cannot_read_is_never_handed_out(name: str) -> None:
    with pytest.raises(BrokenFileError, match="does not parse"):
        check_syntax(PurePosixPath(name), "{ = [")


def write(files: dict[str, ProjectFile], folder: Path) -> Path:
    for path, file in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.content)
    return folder


@pytest.mark.parametrize(
    "plan", [shop(), shop(read_books()), with_text("x" * 90 + " \"y\" 'z' \n" * 9)]
)
def test_the_generated_project_is_black_and_ruff_clean(plan: ToolPlan, tmp_path: Path) -> None:
    project = write(render(plan), tmp_path)
    for command in (("black", "--check", "."), ("ruff", "check", "--no-cache", ".")):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=project, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
