"""What becomes of every kind of file: the rules of regeneration, one by one."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_project import MARKERS, SmallProject, fates, make, managed, once, with_mode

from mcpgen.diagnostics import ExitCode, McpgenError
from mcpgen.project.formatter import formatter
from mcpgen.project.model import ConflictMode
from mcpgen.render.model import ProjectFile

OLD = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"
NEW = OLD.replace("seven", "SEVEN")
A_OLD, A_NEW = managed("src/a.txt", OLD), managed("src/a.txt", NEW)


@pytest.fixture
def project(tmp_path: Path) -> SmallProject:
    return make(tmp_path / "p", A_OLD, once("src/hooks.py", "hooks = 1\n"))


HOOKS = once("src/hooks.py", "hooks = 1\n")


def assert_settled(project: SmallProject, *files: ProjectFile) -> None:
    assert project.plan(*files).steps == ()


def test_nothing_changed_writes_nothing(project: SmallProject) -> None:
    assert project.plan(A_OLD, HOOKS).steps == ()


def test_not_edited_is_updated(project: SmallProject) -> None:
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "updated"
    assert project.read("src/a.txt") == NEW
    assert_settled(project, A_NEW, HOOKS)


def test_edited_and_nothing_new_is_kept(project: SmallProject) -> None:
    project.write("src/a.txt", OLD + "mine\n")
    changes = project.plan(A_OLD, HOOKS)
    assert (fates(changes)["src/a.txt"], changes.steps) == ("edited", ())


def test_edits_apart_are_merged(project: SmallProject) -> None:
    project.write("src/a.txt", OLD.replace("one", "mine"))
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "merged"
    assert project.read("src/a.txt") == NEW.replace("one", "mine")
    assert_settled(project, A_NEW, HOOKS)


def test_the_same_lines_are_a_conflict_until_somebody_decides(project: SmallProject) -> None:
    project.write("src/a.txt", OLD.replace("seven", "mine"))
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "conflict"
    marked = project.read("src/a.txt")
    assert marked == OLD.replace(
        "seven\n",
        "<<<<<<< your version\nmine\n||||||| last generated\nseven\n=======\nSEVEN\n"
        ">>>>>>> new generated\n",
    )
    with pytest.raises(McpgenError, match="not resolved yet") as caught:
        project.plan(A_NEW, HOOKS)
    assert caught.value.exit_code is ExitCode.CONFLICTS
    assert caught.value.diagnostic.detail == "  src/a.txt"
    project.write("src/a.txt", OLD.replace("seven", "mine and SEVEN"))
    assert_settled(project, A_NEW, HOOKS)
    newer = managed("src/a.txt", NEW.replace("one", "ONE"))
    project.regenerate(newer, HOOKS)
    assert project.read("src/a.txt") == OLD.replace("seven", "mine and SEVEN").replace("one", "ONE")


def test_a_conflict_thrown_away_is_offered_again_if_a_merge_is_lost_with_it(
    project: SmallProject,
) -> None:
    mine = OLD.replace("seven", "mine")
    both = managed("src/a.txt", NEW.replace("one", "ONE"))
    project.write("src/a.txt", mine)
    project.regenerate(both, HOOKS)
    project.write("src/a.txt", mine)
    assert fates(project.regenerate(both, HOOKS))["src/a.txt"] == "conflict"
    assert project.read("src/a.txt").startswith("ONE\n")


def test_a_conflict_thrown_away_is_taken_as_a_decision_if_nothing_is_lost(
    project: SmallProject,
) -> None:
    mine = OLD.replace("seven", "mine")
    project.write("src/a.txt", mine)
    project.regenerate(A_NEW, HOOKS)
    project.write("src/a.txt", mine)
    changes = project.plan(A_NEW, HOOKS)
    assert (fates(changes)["src/a.txt"], changes.steps) == ("edited", ())


@pytest.mark.parametrize(
    ("mode", "kept"), [(ConflictMode.MINE, "mine"), (ConflictMode.THEIRS, "SEVEN")]
)
def test_a_side_can_be_taken(project: SmallProject, mode: ConflictMode, kept: str) -> None:
    project.write("src/a.txt", OLD.replace("seven", "mine"))
    both = managed("src/a.txt", NEW.replace("one", "ONE"))
    changes = project.regenerate(both, HOOKS, policy=with_mode(mode))
    assert (fates(changes)["src/a.txt"], changes.conflicts) == ("merged", ())
    assert project.read("src/a.txt") == OLD.replace("one", "ONE").replace("seven", kept)
    assert_settled(project, both, HOOKS)


def test_a_deleted_file_stays_deleted_until_it_is_asked_for(project: SmallProject) -> None:
    (project.folder / "src/a.txt").unlink()
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "deleted"
    assert not project.has("src/a.txt")
    wanted = replace(MARKERS, recreate=frozenset({PurePosixPath("src/a.txt")}))
    assert fates(project.regenerate(A_NEW, HOOKS, policy=wanted))["src/a.txt"] == "added"
    assert project.read("src/a.txt") == NEW
    assert_settled(project, A_NEW, HOOKS)


def test_a_file_brought_back_from_version_control_is_merged(project: SmallProject) -> None:
    (project.folder / "src/a.txt").unlink()
    project.regenerate(A_NEW, HOOKS)
    project.write("src/a.txt", OLD.replace("one", "mine"))
    project.regenerate(A_NEW, HOOKS)
    assert project.read("src/a.txt") == NEW.replace("one", "mine")


def test_only_files_of_the_lock_can_be_recreated(project: SmallProject) -> None:
    wanted = replace(MARKERS, recreate=frozenset({PurePosixPath("a.txt")}))
    with pytest.raises(McpgenError) as caught:
        project.plan(A_NEW, HOOKS, policy=wanted)
    assert caught.value.exit_code is ExitCode.USAGE
    assert caught.value.diagnostic.hint == "did you mean `src/a.txt`?"


def test_a_file_that_is_generated_no_more_goes_if_nobody_edited_it(project: SmallProject) -> None:
    assert fates(project.regenerate(HOOKS))["src/a.txt"] == "removed"
    assert not project.has("src/a.txt")
    assert_settled(project, HOOKS)


def test_an_edited_file_that_is_generated_no_more_is_kept(project: SmallProject) -> None:
    project.write("src/a.txt", "mine\n" + OLD)
    assert fates(project.regenerate(HOOKS))["src/a.txt"] == "orphan"
    assert project.read("src/a.txt") == "mine\n" + OLD
    assert_settled(project, HOOKS)
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "merged"
    assert project.read("src/a.txt") == "mine\n" + NEW


def test_code_that_imports_a_removed_module_is_named(tmp_path: Path) -> None:
    project = make(tmp_path / "p", managed("src/x/tools/read.py", "A = 1\n"))
    project.write("src/x/own.py", "import os\n\nfrom .tools.read import A\n")
    project.write("tests/test_own.py", "from x.tools import read\n")
    assert project.regenerate().broken_imports == (
        "src/x/own.py:3: src/x/tools/read.py",
        "tests/test_own.py:1: src/x/tools/read.py",
    )


def test_a_file_that_moves_takes_the_edits_along(tmp_path: Path) -> None:
    project = make(tmp_path / "p", managed("src/a.txt", OLD, "tool:a"))
    project.write("src/a.txt", OLD.replace("one", "mine"))
    moved = managed("src/deep/b.txt", NEW, "tool:a")
    changes = project.regenerate(moved)
    assert fates(changes) == {"src/a.txt": "removed", "src/deep/b.txt": "merged"}
    assert project.read("src/deep/b.txt") == NEW.replace("one", "mine")
    assert not project.has("src/a.txt")
    assert_settled(project, moved)


def test_a_tool_that_is_renamed_takes_its_edits_along(tmp_path: Path) -> None:
    project = make(tmp_path / "p", managed("src/a.txt", OLD, "tool:a"))
    project.write("src/a.txt", OLD.replace("one", "mine"))
    policy = replace(MARKERS, moves={"tool:b": "tool:a"})
    project.regenerate(managed("src/b.txt", NEW, "tool:b"), policy=policy)
    assert project.read("src/b.txt") == NEW.replace("one", "mine")


def test_two_files_can_change_places(tmp_path: Path) -> None:
    project = make(tmp_path / "p", managed("a", "A\n", "1"), managed("b", "B\n", "2"))
    project.write("a", "A\nmine\n")
    project.regenerate(managed("b", "A\n", "1"), managed("a", "B\n", "2"))
    assert (project.read("a"), project.read("b")) == ("B\n", "A\nmine\n")


def test_a_file_never_moves_onto_a_file_of_the_team(tmp_path: Path) -> None:
    project = make(tmp_path / "p", managed("a", OLD, "tool:a"))
    project.write("a", OLD + "edit\n")
    project.write("b", "my own\n")
    changes = project.regenerate(managed("b", NEW, "tool:a"))
    assert fates(changes) == {"a": "orphan", "b": "conflict"}
    assert "my own\n" in project.read("b")


def test_a_deleted_file_stays_deleted_where_it_moves(tmp_path: Path) -> None:
    project = make(tmp_path / "p", managed("a", OLD, "tool:a"))
    (project.folder / "a").unlink()
    assert fates(project.regenerate(managed("b", NEW, "tool:a"))) == {"b": "deleted"}
    assert not project.has("b")


def test_a_file_of_the_team_in_the_way_is_a_conflict(project: SmallProject) -> None:
    project.write("src/b.txt", "my own\n")
    changes = project.regenerate(A_OLD, HOOKS, managed("src/b.txt", "generated\n"))
    assert fates(changes)["src/b.txt"] == "conflict"
    assert project.read("src/b.txt") == (
        "<<<<<<< your version\nmy own\n||||||| last generated\n=======\ngenerated\n"
        ">>>>>>> new generated\n"
    )


def test_the_same_file_of_the_team_is_adopted(project: SmallProject) -> None:
    project.write("src/b.txt", "generated\r\n")
    changes = project.regenerate(A_OLD, HOOKS, managed("src/b.txt", "generated\n"))
    assert fates(changes)["src/b.txt"] == "unchanged"
    assert project.read("src/b.txt") == "generated\r\n"


def test_a_once_file_is_never_touched(project: SmallProject) -> None:
    project.write("src/hooks.py", "mine\n")
    changes = project.regenerate(A_OLD, once("src/hooks.py", "hooks = 2\n"))
    assert project.read("src/hooks.py") == "mine\n"
    told = next(change for change in changes.changes if str(change.path) == "src/hooks.py")
    assert told.note == "it is yours; what mcpgen writes there for a new project has changed"
    assert_settled(project, A_OLD, once("src/hooks.py", "hooks = 2\n"))
    (project.folder / "src/hooks.py").unlink()
    project.regenerate(A_OLD, once("src/hooks.py", "hooks = 3\n"))
    assert not project.has("src/hooks.py")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_endings_and_byte_order_mark_stay(project: SmallProject, mark: str) -> None:
    mine = mark + OLD.replace("one", "mine").replace("\n", "\r\n")
    project.write("src/a.txt", mine)
    changes = project.regenerate(A_NEW, HOOKS)
    assert fates(changes)["src/a.txt"] == "merged"
    assert project.read("src/a.txt") == mine.replace("seven", "SEVEN")


def test_a_checkout_that_converts_line_endings_is_no_edit(project: SmallProject) -> None:
    for path in (project.folder / "src/a.txt", *(project.folder / ".mcpgen/base").iterdir()):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert project.plan(A_OLD, HOOKS).steps == ()
    project.write("src/a.txt", OLD.replace("one", "mine").replace("\n", "\r\n"))
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "merged"


def test_the_teams_formatter_makes_no_conflict(tmp_path: Path) -> None:
    style = [sys.executable, "-m", "black", "-q", "-l", "40", "-"]
    tidy = formatter(" ".join(style), tmp_path)
    assert tidy is not None
    old = "T = tool(name='x', title='y', first='one', last='two')\n\n\nB = 1\n"
    new = old.replace("'y'", "'Y'")
    project = make(tmp_path / "p", managed("a.py", old))
    project.write("a.py", (tidy(old) or "").replace("B = 1", "B = 2"))
    assert project.plan(managed("a.py", new)).conflicts
    policy = replace(MARKERS, formatter=tidy)
    assert fates(project.regenerate(managed("a.py", new), policy=policy)) == {"a.py": "merged"}
    assert project.read("a.py") == (tidy(new) or "").replace("B = 1", "B = 2")


def test_a_formatter_that_fails_is_as_good_as_none(tmp_path: Path) -> None:
    project = make(tmp_path / "p", managed("a.py", "a = 1\n"))
    project.write("a.py", "a = 2\n")
    policy = replace(MARKERS, formatter=formatter("no-such-program", tmp_path))
    assert project.plan(managed("a.py", "a = 3\n"), policy=policy).conflicts


def test_a_kept_file_is_left_alone_and_named(project: SmallProject) -> None:
    project.write("src/a.txt", OLD + "mine\n")
    changes = project.regenerate(A_NEW, HOOKS, policy=replace(MARKERS, keep=("src/*.txt",)))
    assert fates(changes)["src/a.txt"] == "kept"
    assert project.read("src/a.txt") == OLD + "mine\n"
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "conflict"


def test_a_clean_merge_that_defines_a_name_twice_is_a_conflict(tmp_path: Path) -> None:
    old = "A = 1\n\n\ndef one(): ...\n\n\nZ = 1\n"
    project = make(tmp_path / "p", managed("a.py", old))
    project.write("a.py", old.replace("A = 1\n", "A = 1\n\n\ndef two(): ...\n"))
    new = managed("a.py", old + "\n\ndef two(): ...\n")
    changes = project.regenerate(new)
    assert changes.conflicts[0].note == "merged, it defines `two` 2 times"
    assert project.read("a.py").count("def two()") == 2
    assert "<<<<<<< your version\n" in project.read("a.py")


def test_files_older_or_newer_than_the_lock_heal(project: SmallProject) -> None:
    project.regenerate(A_NEW, HOOKS)
    project.write("src/a.txt", OLD)
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "updated"
    lock = project.read("mcpgen.lock")
    newest = managed("src/a.txt", "newest\n")
    project.regenerate(newest, HOOKS)
    project.write("mcpgen.lock", lock)
    assert fates(project.regenerate(newest, HOOKS))["src/a.txt"] == "unchanged"
    assert_settled(project, newest, HOOKS)


@pytest.mark.parametrize("damage", ["missing", "other text"])
def test_without_its_base_text_an_edited_file_is_a_conflict(
    project: SmallProject, damage: str
) -> None:
    for path in (project.folder / ".mcpgen/base").iterdir():
        path.unlink() if damage == "missing" else path.write_text(damage)
    project.write("src/a.txt", "mine\n")
    changes = project.regenerate(A_NEW, HOOKS)
    assert changes.conflicts[0].note == "the text mcpgen last wrote is missing from `.mcpgen/base`"
    assert "mine\n" in project.read("src/a.txt")


def test_a_missing_base_text_comes_back(project: SmallProject) -> None:
    before = project.tree()
    shutil.rmtree(project.folder / ".mcpgen")
    project.regenerate(A_OLD, HOOKS)
    assert project.tree() == before


def test_base_texts_nobody_needs_go_and_foreign_files_stay(project: SmallProject) -> None:
    project.write(".mcpgen/base/mine.txt", "x")
    project.write(f".mcpgen/base/{'0' * 64}", "not what its name says")
    for text in ("1\n", "2\n", "3\n"):
        project.regenerate(managed("src/a.txt", text), HOOKS)
    names = {path.name for path in (project.folder / ".mcpgen/base").iterdir()}
    entry = project.lock()["files"]["src/a.txt"]
    assert names == {"0" * 64, "mine.txt", entry["base"], entry["known"][0]}


def test_without_git_the_new_text_goes_beside(
    project: SmallProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    mine = OLD.replace("one", "mine")
    project.write("src/a.txt", mine)
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "conflict"
    assert (project.read("src/a.txt"), project.read("src/a.txt.new")) == (mine, NEW)
    changes = project.plan(A_NEW, HOOKS)
    assert (len(changes.conflicts), changes.steps) == (1, ())
    project.write("src/a.txt", NEW.replace("one", "mine"))
    (project.folder / "src/a.txt.new").unlink()
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "edited"
    assert_settled(project, A_NEW, HOOKS)


def test_with_git_again_the_text_beside_goes(
    project: SmallProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("src/a.txt", OLD.replace("one", "mine"))
    with monkeypatch.context() as without:
        without.setenv("PATH", "")
        project.regenerate(A_NEW, HOOKS)
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "merged"
    assert not project.has("src/a.txt.new")


def test_a_file_of_the_team_beside_is_not_overwritten(
    project: SmallProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    project.write("src/a.txt", "mine\n")
    project.write("src/a.txt.new", "also mine\n")
    project.regenerate(A_NEW, HOOKS)
    assert project.read("src/a.txt.new") == "also mine\n"


def test_a_file_that_is_no_text_any_more_is_not_merged(project: SmallProject) -> None:
    project.write("src/a.txt", b"\xff\xfe\x00")
    assert fates(project.regenerate(A_NEW, HOOKS))["src/a.txt"] == "conflict"
    assert (project.folder / "src/a.txt").read_bytes() == b"\xff\xfe\x00"
    assert project.read("src/a.txt.new") == NEW


@pytest.mark.parametrize("path", ["src/a.txt", "src", ".mcpgen", ".mcpgen/base"])
def test_nothing_is_read_or_written_through_a_link(
    project: SmallProject, tmp_path: Path, path: str
) -> None:
    place = project.folder / path
    place.rename(tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", place)
    with pytest.raises(McpgenError, match="symbolic link"):
        project.regenerate(A_NEW, HOOKS)


def test_a_lock_cannot_make_mcpgen_delete_what_is_outside(
    project: SmallProject, tmp_path: Path
) -> None:
    (tmp_path / "victim").write_text(OLD)
    lock = project.read("mcpgen.lock").replace('"src/a.txt"', '"../victim"')
    project.write("mcpgen.lock", lock)
    with pytest.raises(McpgenError, match="leads out of the project"):
        project.regenerate(HOOKS)
    assert (tmp_path / "victim").read_text() == OLD


def test_a_folder_in_the_way_is_told(project: SmallProject) -> None:
    (project.folder / "src/b.txt").mkdir()
    with pytest.raises(McpgenError, match=r"`src/b\.txt` cannot be read") as caught:
        project.plan(A_OLD, HOOKS, managed("src/b.txt", "x"))
    assert caught.value.diagnostic.detail == "It is a folder."


LINES = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=8)


@settings(max_examples=60, deadline=None)
@given(LINES, LINES, st.integers(0, 8))
def test_a_second_run_changes_nothing_and_no_line_is_lost(
    tmp_path_factory: pytest.TempPathFactory, old: list[str], new: list[str], place: int
) -> None:
    text, generated = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    project = make(tmp_path_factory.mktemp("p"), managed("a", text))
    mine = [*old[:place], "my own line", *old[place + 1 :]]
    project.write("a", "".join(f"{line}\n" for line in mine))
    changes = project.regenerate(managed("a", generated))
    assert "my own line" in project.read("a").splitlines()
    if changes.conflicts:
        with pytest.raises(McpgenError, match="not resolved"):
            project.plan(managed("a", generated))
        project.write("a", "my own line\nresolved\n")
    assert project.plan(managed("a", generated)).steps == ()
