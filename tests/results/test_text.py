from __future__ import annotations

import pytest

from conformance.results.text import clip, counted, name_list, one_line, prose, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, Köln, 東京, 👩", "plain, Köln, 東京, 👩"),
        ("\x1b[31m\x07\x00\x7f", "\\x1b[31m\\x07\\x00\\x7f"),
        ("\x9b\x85", "\\x9b\\x85"),
        ("a\u202eb\u2066\u200f", "a\\u202eb\\u2066\\u200f"),
        ("\ud800 \ufffe \uffff", "\\ud800 \\ufffe \\uffff"),
        ("\U000e0041", "\\U000e0041"),
        ("two\nlines\tand a tab\r", "two\nlines\tand a tab\\r"),
    ],
)
def test_what_would_be_hidden_or_obeyed_is_an_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_line_ends_are_escapes_where_a_line_is_wanted() -> None:
    assert visible("one\ntwo\tthree", "") == "one\\ntwo\\tthree"


def test_a_cut_text_says_how_much_is_left_out() -> None:
    assert clip("x" * 1_500, 400) == "x" * 400 + "… (1,100 more characters)"
    assert clip("x" * 400, 400) == "x" * 400


def test_backticks_stand_around_code() -> None:
    assert prose("`a` is not `b`.") == [(True, "a"), (False, " is not "), (True, "b"), (False, ".")]


def test_a_single_backtick_is_text() -> None:
    assert prose("it`s `a`") == [(False, "it`s `a`")]


@pytest.mark.parametrize(
    ("number", "plural", "text"),
    [(1, "", "1 rule"), (2, "", "2 rules"), (1204, "", "1,204 rules"), (0, "of us", "0 of us")],
)
def test_a_number_has_its_word(number: int, plural: str, text: str) -> None:
    assert counted(number, "rule", plural) == text


def test_a_long_list_says_how_many_more_there_are() -> None:
    assert name_list(["a", "b"], 2) == "a, b"
    assert name_list(["a", "b", "c"], 2) == "a, b and 1 more"


def test_a_text_of_several_lines_becomes_one() -> None:
    assert one_line("a\nb") == "a\\nb"


@pytest.mark.parametrize("more", range(40))
def test_no_cut_saves_less_than_it_costs(more: int) -> None:
    assert len(clip("x" * (100 + more), 100)) <= 100 + more
