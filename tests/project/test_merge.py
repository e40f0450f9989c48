"""The merge of one text: nothing of the team's is lost, and what does not fit together is told."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mcpgen.project import merge as merging
from mcpgen.project.merge import Favour, has_marks, merge, one_conflict
from mcpgen.project.sound import fault_of
from mcpgen.project.texts import body_hash, body_of, written_like

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "  x", "# note", "=======", "é"]), max_size=12)
TEXTS = LINES.map(lambda lines: "".join(f"{line}\n" for line in lines))
few = settings(max_examples=60, deadline=None)


def merged(mine: str, base: str, new: str, favour: Favour = Favour.NOBODY) -> merging.Merged:
    result = merge(mine, base, new, favour)
    assert result is not None
    return result


@few
@given(TEXTS, TEXTS)
def test_where_one_side_did_nothing_the_other_wins(base: str, other: str) -> None:
    assert merged(base, base, other) == merging.Merged(other, 0)
    assert merged(other, base, base) == merging.Merged(other, 0)
    assert merged(other, base, other) == merging.Merged(other, 0)


@few
@given(LINES, LINES, LINES)
def test_no_line_of_the_team_is_lost(base: list[str], mine: list[str], new: list[str]) -> None:
    """A line the team added is in the merge: plain, or between marks."""
    own = [f"mine {number}" for number, _ in enumerate(mine)]
    text = "".join(f"{line}\n" for line in [*base[: len(base) // 2], *own, *base[len(base) // 2 :]])
    result = merged(text, "".join(f"{x}\n" for x in base), "".join(f"{x}\n" for x in new))
    assert [line for line in result.text.splitlines() if line.startswith("mine ")][
        : len(own)
    ] == own
    assert has_marks(result.text) == bool(result.conflicts)


@few
@given(*[st.lists(st.sampled_from("abc")).map("\n".join).map("{}\n".format)] * 3)
def test_one_conflict_holds_all_three_texts(mine: str, base: str, new: str) -> None:
    assume(len({mine, base, new}) > 1)
    text = one_conflict(mine, base, new)
    assert has_marks(text)
    head, rest = text.split("<<<<<<< your version\n")
    ours, rest = rest.split("||||||| last generated\n")
    old, rest = rest.split("=======\n")
    theirs, tail = rest.split(">>>>>>> new generated\n")
    assert (head + ours + tail, head + old + tail, head + theirs + tail) == (mine, base, new)


def test_the_marks_say_whose_lines_they_hold() -> None:
    result = merged("a\nmine\nz\n", "a\nbase\nz\n", "a\nnew\nz\n")
    assert result == merging.Merged(
        "a\n<<<<<<< your version\nmine\n||||||| last generated\nbase\n=======\nnew\n"
        ">>>>>>> new generated\nz\n",
        1,
    )


def test_one_side_can_be_favoured_where_both_changed() -> None:
    texts = ("1\nmine\n2\n3\n4\n", "1\nbase\n2\n3\n4\n", "1\nnew\n2\n3\nnew 4\n")
    assert merged(*texts, Favour.MINE).text == "1\nmine\n2\n3\nnew 4\n"
    assert merged(*texts, Favour.THEIRS).text == "1\nnew\n2\n3\nnew 4\n"


def test_without_git_there_is_no_merge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert merge("a\n", "b\n", "c\n") is None


def test_a_surrounding_git_command_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert merged("a\nb\n", "a\n", "z\na\n").text == "z\na\nb\n"


PYTHON = PurePosixPath("x.py")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("def f(): ...\n", ""),
        ("def f(): ...\n\n\ndef f(): ...\n", "merged, it defines `f` 2 times"),
        ("class A:\n    def f(self): ...\n    def f(self): ...\n",
         "merged, it defines `f` 2 times in A."),
        ("A = 1\nA = 2\n", "merged, it defines `A` 2 times"),
        ("T = dict(a=1, a=2)\n", "merged, it does not parse: keyword argument repeated: a"),
        ("T = Tool(arguments={'a': 1, 'b': 2, 'a': 3})\n",
         "merged, it defines `'a'` 2 times in T.{0}"),
        ("T = {'a': {'x': 1}, 'b': {'x': 1}}\n", ""),
        ("from .a import T as A\nfrom .a import T as A\n",
         "merged, it defines `import A` 2 times"),
        ("class A:\n    @property\n    def x(self): ...\n    @x.setter\n    def x(self, v): ...\n", ""),
        ("def f(:\n", "merged, it does not parse: invalid syntax"),
    ],
)  # fmt: skip
def test_merged_python_must_make_sense(text: str, fault: str) -> None:
    assert fault_of(PYTHON, text, ("", "")) == fault


def test_what_a_parent_already_does_is_no_fault() -> None:
    twice = "if x:\n    def f(): ...\nelse:\n    def f(): ...\n"
    assert fault_of(PYTHON, twice + "A = 1\n", (twice, "A = 1\n")) == ""
    assert fault_of(PYTHON, "def f(:\n", ("def f(:\n", "A = 1\n")) == ""


def test_merged_json_and_toml_must_parse() -> None:
    assert fault_of(PurePosixPath("a.json"), '{"a": 1, "a": 2}', ("{}", "{}"))
    assert fault_of(PurePosixPath("a.toml"), "a = 1\na = 2\n", ("", ""))
    assert fault_of(PurePosixPath("a.md"), "{", ("", "")) == ""


@pytest.mark.parametrize(
    ("found", "body", "written"),
    [
        (b"a\nb\n", "a\nc\n", b"a\nc\n"),
        (b"a\r\nb\r\n", "a\nc\n", b"a\r\nc\r\n"),
        (b"\xef\xbb\xbfa\r\n", "b\n", b"\xef\xbb\xbfb\r\n"),
        (b"a\r\nb\nc\r\n", "a\nx\nb\nc\n", b"a\r\nx\r\nb\nc\r\n"),
        (b"a", "a\nb", b"a\nb"),
    ],
)
def test_line_endings_are_written_back_as_found(found: bytes, body: str, written: bytes) -> None:
    assert written_like(found, body) == written


@few
@given(st.text(st.sampled_from("ab\n\r\ufeff"), max_size=20))
def test_an_untouched_text_is_written_back_to_the_byte(text: str) -> None:
    raw = text.encode()
    body = body_of(raw)
    assert body is not None
    assert written_like(raw, body) == raw
    assert body_hash(written_like(raw, body)) == body_hash(raw)
