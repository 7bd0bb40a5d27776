from __future__ import annotations

import tomllib

import pytest

from conformance.commands.expected_file import HEAD, NewEntry, edit, line_of_reason

ENTRY = '[[failure]]\noperation = "a"\nrule = "{}"\nreason = "{}"\n'
NEW = NewEntry(("a",), ("X-1",), ("lost",), "what it is")


def two() -> str:
    return ENTRY.format("A-1", "one") + "\n" + ENTRY.format("A-2", "two")


def test_a_new_file_begins_with_what_it_is_for():
    edited = edit("", {}, [NEW])
    assert edited is not None
    assert edited.text.startswith("\n".join(HEAD))
    assert edited.text.splitlines()[edited.to_fill[0] - 1] == 'reason = ""'


def test_a_deleted_entry_takes_its_comment_along():
    edited = edit("# all\n\n# of the first\n" + two(), {0: {}}, [])
    assert edited is not None
    assert edited.text == "# all\n\n" + ENTRY.format("A-2", "two")


def test_a_comment_that_begins_the_file_stays():
    edited = edit("# about the file\n" + two(), {0: {}}, [])
    assert edited is not None
    assert edited.text == "# about the file\n" + ENTRY.format("A-2", "two")


def test_a_header_within_a_text_is_not_taken_for_an_entry():
    text = '[[failure]]\noperation = "a"\nrule = "A-1"\nreason = """\n[[failure]]\n"""\n'
    assert edit(text, {0: {}}, []) is None  # and so it is left as it is


@pytest.mark.parametrize(
    "form", ['rule = ["A-1", "A-2"]', 'rule = [\n  "A-1",  # one\n  "A-2",\n]', "rule=['A-1','A-2']"]
)
def test_a_list_in_any_form_loses_a_name(form):
    text = f'[[failure]]\n{form}\noperation = "a"\nreason = "x"\n'
    edited = edit(text, {0: {"rule": ["A-2"]}}, [])
    assert edited is not None
    assert tomllib.loads(edited.text)["failure"] == [{"rule": "A-2", "operation": "a", "reason": "x"}]


def test_two_lists_of_one_entry_change_at_once():
    text = '[[failure]]\noperation = [\n"a",\n"b"]\nrule = [\n"A-1",\n"A-2"]\nreason = "x"\n' + ENTRY.format("A-9", "y")
    edited = edit(text, {0: {"rule": ["A-2"], "operation": ["b"]}}, [NEW])
    assert edited is not None
    first, second, third = tomllib.loads(edited.text)["failure"]
    assert (first["operation"], first["rule"], second["rule"], third["rule"]) == ("b", "A-2", "A-9", "X-1")


def test_long_lists_and_comments_take_several_lines():
    names = tuple(f"an-operation-with-a-long-name-{number}" for number in range(6))
    edited = edit("", {}, [NewEntry(names, ("X-1",), ("lost",), "word " * 60)])
    assert edited is not None
    assert max(map(len, edited.text.splitlines())) <= 120
    assert tomllib.loads(edited.text)["failure"][0]["operation"] == list(names)


def test_a_comment_with_controls_stays_one_comment():
    edited = edit("", {}, [NewEntry(("a",), ("X-1",), ("lost",), "one\n[[failure]]\x1b[31m")])
    assert edited is not None
    assert len(tomllib.loads(edited.text)["failure"]) == 1


def test_the_line_of_a_reason():
    assert line_of_reason(two(), 1) == 9
    assert line_of_reason("failure = []\n", 0) is None


def test_all_entries_go_with_the_comments_between_them():
    text = "# all\n\n# of the first\n" + ENTRY.format("A-1", "one") + "\n# of the second\n" + ENTRY.format("A-2", "two")
    edited = edit(text, {0: {}, 1: {}}, [])
    assert edited is not None
    assert edited.text == "# all\n"
    first = edit(text, {0: {}}, [])
    assert first is not None
    assert first.text == "# all\n\n# of the second\n" + ENTRY.format("A-2", "two")


def test_a_comment_is_wrapped_at_blanks_alone():
    words = ["dependent-schemas " * 9, "x" * 150, "end"]
    edited = edit("", {}, [NewEntry(("a",), ("X-1",), ("lost",), " ".join(words))])
    assert edited is not None
    comment = [line.removeprefix("# ") for line in edited.text.splitlines() if line.startswith("# ")]
    assert {"dependent-schemas", "x" * 150} <= {word for line in comment for word in line.split()}
    assert not any(line.endswith("-") for line in comment)
