"""The formula of the board, in numbers."""

from __future__ import annotations

import pytest

from conformance.field.board import DIRECTIONS, standing_of
from conformance.field.board.measure import counts_of, error_of, part_score, share

(ANTHROPIC_TO_CHAT,) = (direction for direction in DIRECTIONS if direction.key == "ac")
REQUEST, ANSWER, STREAM = (part.operations[0] for part in ANTHROPIC_TO_CHAT.parts)


def part(score: float | None = 1.0, error: float = 0.0, **subjects: dict[str, int]) -> dict[str, object]:
    return {"score": score, "error": error, "subjects": subjects}


def test_what_arrives_and_what_is_reported_count_alike() -> None:
    assert share({"a": 3, "s": 1}) == 1
    assert share({"a": 1, "l": 1, "c": 1, "r": 1, "b": 1}) == 0.2


def test_what_is_by_design_is_in_neither_number() -> None:
    assert share({"a": 1, "l": 1, "d": 7}) == 0.5
    assert share({"d": 7}) is None


def test_a_part_is_the_mean_of_its_subjects_whatever_their_number_of_facts() -> None:
    assert part_score({"thinking": {"a": 90}, "files": {"l": 2}}) == 0.5


def test_what_no_agent_works_without_counts_double() -> None:
    assert part_score({"tools": {"a": 2}, "files": {"l": 2}}) == pytest.approx(2 / 3)


def test_a_subject_with_one_fact_does_not_count() -> None:
    assert part_score({"tools": {"a": 2}, "files": {"l": 1}}) == 1
    assert part_score({"files": {"l": 1}}) is None


@pytest.mark.parametrize(
    ("score", "grade"),
    [(1, "A"), (0.95, "A"), (0.949, "B"), (0.85, "B"), (0.7, "C"), (0.5, "D"), (0.499, "E"), (0, "E")],
)
def test_a_grade_begins_at_its_share(score: float, grade: str) -> None:
    standing = standing_of(ANTHROPIC_TO_CHAT, {REQUEST: part(score)})
    assert standing is not None and standing.grade == grade


def test_a_direction_is_the_mean_of_the_parts_that_could_be_measured() -> None:
    parts = {REQUEST: part(0.9, 0.03), ANSWER: part(0.6, 0.04), STREAM: part(None)}
    standing = standing_of(ANTHROPIC_TO_CHAT, parts)
    assert standing is not None
    assert (standing.percent, standing.parts, standing.all) == (75, 2, 3)
    assert standing.error == pytest.approx(0.025)
    assert standing_of(ANTHROPIC_TO_CHAT, {STREAM: part(None)}) is None
    assert standing_of(ANTHROPIC_TO_CHAT, {}) is None


@pytest.mark.parametrize(("fate", "grade"), [("l", "D"), ("r", "D"), ("b", "D"), ("c", "B")])
def test_no_grade_is_better_than_d_where_tool_results_mostly_do_not_arrive(fate: str, grade: str) -> None:
    standing = standing_of(ANTHROPIC_TO_CHAT, {REQUEST: part(0.9, results={"a": 4, fate: 5})})
    assert standing is not None and standing.grade == grade
    assert standing.percent == 90
    assert standing.missing == (("results",) if grade == "D" else ())


def test_half_of_them_or_a_subject_that_counts_once_caps_nothing() -> None:
    for subjects in ({"results": {"a": 4, "l": 4}}, {"files": {"l": 9}}, {"results": {"l": 1}}):
        standing = standing_of(ANTHROPIC_TO_CHAT, {REQUEST: part(0.9, **subjects)})
        assert standing is not None and standing.grade == "B"


def test_one_hundred_is_said_only_where_everything_arrives() -> None:
    standing = standing_of(ANTHROPIC_TO_CHAT, {REQUEST: part(0.9999)})
    assert standing is not None and standing.percent == 99


def test_the_error_is_none_where_all_situations_are_alike_and_the_same_for_the_same_facts() -> None:
    alike = {f"case-{number}": {"text": "a"} for number in range(9)}
    mixed = {f"case-{number}": {"text": "al"[number % 2]} for number in range(9)}
    assert error_of(alike, "x") == 0
    assert 0 < error_of(mixed, "x") == error_of(dict(reversed(mixed.items())), "x") < 0.3


def test_facts_are_counted_by_subject_in_the_order_of_the_board() -> None:
    counts = counts_of({"one": {"tools": "l", "text": "a"}, "two": {"text": "a"}})
    assert list(counts.items()) == [("text", {"a": 2}), ("tools", {"l": 1})]
