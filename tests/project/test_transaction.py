"""Writing is all or nothing: whenever a run is killed, the next one ends it."""

from __future__ import annotations

import os
import signal
from pathlib import Path, PurePosixPath

import pytest
from killing import killed_at
from small_project import SmallProject, make, managed

from mcpgen.diagnostics import ExitCode, McpgenError
from mcpgen.project.exclusive import exclusive
from mcpgen.project.model import Step
from mcpgen.project.transaction import apply, is_cut_off, recover, undo

STEPS = (
    Step(PurePosixPath("a.txt"), b"a old\n", b"a new\n"),
    Step(PurePosixPath("b.txt"), b"b old\n", b"b new\n"),
    Step(PurePosixPath("gone/deep/c.txt"), b"c\n", None),
    Step(PurePosixPath("made/deep/d.txt"), None, b"d\n"),
    Step(PurePosixPath("mcpgen.lock"), b"lock old\n", b"lock new\n"),
)
OLD = {str(step.path): step.before for step in STEPS if step.before is not None}
NEW = {str(step.path): step.after for step in STEPS if step.after is not None}


@pytest.fixture
def project(tmp_path: Path) -> SmallProject:
    return fresh(tmp_path / "p")


def fresh(folder: Path) -> SmallProject:
    project = SmallProject(folder)
    for path, content in OLD.items():
        project.write(path, content)
    project.write("own.txt", "own\n")
    return project


def tree(project: SmallProject) -> dict[str, bytes]:
    return {path: text for path, text in project.tree().items() if path != "own.txt"}


def test_all_steps_are_carried_out(project: SmallProject) -> None:
    apply(project.folder, STEPS)
    assert tree(project) == NEW
    assert not (project.folder / "gone").exists()
    assert not is_cut_off(project.folder)


def test_no_steps_leave_no_trace(project: SmallProject) -> None:
    apply(project.folder, ())
    assert not (project.folder / ".mcpgen").exists()


def test_killed_at_any_step_the_next_run_ends_it(tmp_path: Path) -> None:
    outcomes = []
    number = 1
    while True:
        project = fresh(tmp_path / str(number))
        apply(project.folder, [Step(PurePosixPath("z"), None, b"")])
        apply(project.folder, [Step(PurePosixPath("z"), b"", None)])
        if not killed_at(
            number, project.folder, lambda folder=project.folder: apply(folder, STEPS)
        ):
            break
        recover(project.folder)
        assert tree(project) in (OLD, NEW), number
        assert not is_cut_off(project.folder)
        outcomes.append(tree(project) == NEW)
        if outcomes[-1]:
            undo(project.folder)
            assert tree(project) == OLD
        number += 1
    assert len(outcomes) > 25
    assert outcomes == sorted(outcomes), "once committed, always carried forward"
    assert {True, False} == set(outcomes)


def test_killed_again_while_it_recovers(tmp_path: Path) -> None:
    cut_off = 0
    for first in range(10, 60, 4):
        for second in range(1, 30):
            project = fresh(tmp_path / f"{first}-{second}")
            if not killed_at(
                first, project.folder, lambda folder=project.folder: apply(folder, STEPS)
            ):
                return
            if not killed_at(second, project.folder, lambda folder=project.folder: recover(folder)):
                break
            cut_off += 1
            recover(project.folder)
            assert tree(project) in (OLD, NEW)
            assert not is_cut_off(project.folder)
    assert cut_off > 40


def test_killed_while_it_undoes(tmp_path: Path) -> None:
    number = 1
    while True:
        project = fresh(tmp_path / str(number))
        apply(project.folder, STEPS)
        if not killed_at(number, project.folder, lambda folder=project.folder: undo(folder)):
            break
        recover(project.folder)
        assert tree(project) in (OLD, NEW)
        number += 1
    assert number > 25


def test_undo_takes_back_and_brings_back(project: SmallProject) -> None:
    apply(project.folder, STEPS)
    assert [str(path) for path in undo(project.folder)] == [str(step.path) for step in STEPS]
    assert tree(project) == OLD
    undo(project.folder)
    assert tree(project) == NEW


def test_undo_never_takes_an_edit_away(project: SmallProject) -> None:
    apply(project.folder, STEPS)
    project.write("b.txt", "mine\n")
    with pytest.raises(McpgenError, match="were changed after the run") as caught:
        undo(project.folder)
    assert caught.value.exit_code is ExitCode.CONFLICTS
    assert caught.value.diagnostic.detail == "  b.txt"
    assert tree(project) == NEW | {"b.txt": b"mine\n"}


def test_there_may_be_nothing_to_undo(project: SmallProject) -> None:
    with pytest.raises(McpgenError, match="no run to undo"):
        undo(project.folder)


@pytest.mark.parametrize("content", [b"mine\n", None])
def test_a_file_edited_meanwhile_stops_the_run(
    project: SmallProject, content: bytes | None
) -> None:
    (project.folder / "b.txt").unlink()
    if content is not None:
        project.write("b.txt", content)
    before = tree(project)
    with pytest.raises(McpgenError, match="nothing was written") as caught:
        apply(project.folder, STEPS)
    assert caught.value.exit_code is ExitCode.ENVIRONMENT
    assert caught.value.diagnostic.detail == "  b.txt"
    assert tree(project) == before
    assert not is_cut_off(project.folder)


def committed(folder: Path) -> SmallProject:
    """A run that was killed when some of its files were written."""
    for number in range(1, 99):
        project = fresh(folder / str(number))
        killed_at(number, project.folder, lambda folder=project.folder: apply(folder, STEPS))
        if tree(project) not in (OLD, NEW):
            return project
    raise AssertionError("no run was cut in two")


def test_a_file_edited_after_a_run_was_cut_off_is_not_overwritten(tmp_path: Path) -> None:
    project = committed(tmp_path)
    project.write("b.txt", "mine\n")
    with pytest.raises(McpgenError, match="was cut off") as caught:
        recover(project.folder)
    assert caught.value.exit_code is ExitCode.ENVIRONMENT
    assert caught.value.diagnostic.detail == "  b.txt"
    assert project.read("b.txt") == "mine\n"
    assert recover(project.folder) is False


def test_what_was_half_written_and_edited_heals(tmp_path: Path) -> None:
    """The lock is still the old one, and it tells for every file what it is."""
    old = [managed(name, f"{name}\n1\n2\n3\n4\n5\n6\n") for name in "abc"]
    new = [managed(name, f"{name}\n1\n2\n3\n4\n5\n6 new\n") for name in "abc"]
    for number in range(1, 99):
        project = make(tmp_path / str(number), *old)
        project.write("b", "mine\n1\n2\n3\n4\n5\n6\n")
        changes = project.plan(*new)
        killed_at(
            number, project.folder, lambda folder=project.folder, s=changes.steps: apply(folder, s)
        )
        if project.read("a") != project.read("c").replace("c", "a"):
            break
    project.write("b", project.read("b") + "later\n")
    with pytest.raises(McpgenError):
        recover(project.folder)
    changes = project.regenerate(*new)
    body = "1\n2\n3\n4\n5\n6 new\n"
    assert [project.read(name) for name in "ac"] == [f"a\n{body}", f"c\n{body}"]
    assert project.read("b").splitlines()[:2] == ["mine", "1"]
    assert "later" in project.read("b").splitlines()


def test_a_file_keeps_its_permissions(project: SmallProject) -> None:
    (project.folder / "a.txt").chmod(0o755)
    apply(project.folder, STEPS)
    assert (project.folder / "a.txt").stat().st_mode & 0o777 == 0o755


def test_a_damaged_journal_is_told(project: SmallProject) -> None:
    project.write(".mcpgen/txn/journal.json", "{")
    with pytest.raises(McpgenError, match=r"journal\.json` cannot be read"):
        recover(project.folder)


def test_only_one_run_holds_a_project(project: SmallProject) -> None:
    with exclusive(project.folder):
        with (
            pytest.raises(McpgenError, match="another run holds the project") as caught,
            exclusive(project.folder),
        ):
            pass
        assert caught.value.exit_code is ExitCode.ENVIRONMENT
    with exclusive(project.folder):
        pass


def test_a_killed_run_holds_nothing(project: SmallProject) -> None:
    def die() -> None:
        with exclusive(project.folder):
            os.kill(os.getpid(), signal.SIGKILL)

    assert killed_at(99, project.folder, die)
    with exclusive(project.folder):
        pass
