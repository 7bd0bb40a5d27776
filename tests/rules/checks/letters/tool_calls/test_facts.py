import pytest

from conformance.base.values import ABSENT
from conformance.formats.model.conversation import ModelRefusal, Text
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.checks.letters.tool_calls.facts import UNKNOWN, OwedAnswer, fate_of, legal_names


@pytest.mark.parametrize(
    ("candidates", "legal"),
    [
        (("a", "b"), ("a",)),
        ((None, "b"), ("b",)),
        (("", "b"), ("", "b")),
        ((ABSENT, None), (UNKNOWN,)),
        ((7, "b"), None),
    ],
)
def test_the_first_name_counts_and_an_empty_one_may(
    candidates: tuple[object, ...], legal: tuple[str, ...] | None
) -> None:
    assert legal_names(*candidates) == legal


def test_only_completed_calls_are_owed() -> None:
    assert fate_of({"status": "completed"}) == MUST
    assert {fate_of(item) for item in ({"status": "in_progress"}, {"status": None}, {})} == {NEVER}


def test_a_call_that_a_program_makes_may_be_parsed_while_it_is_in_progress() -> None:
    call = {"caller": {"type": "program", "caller_id": "call_1"}}
    assert fate_of(call | {"status": "in_progress"}) == MAY
    assert fate_of(call | {"status": "completed"}) == MUST
    assert {fate_of(call | status) for status in ({"status": "incomplete"}, {})} == {NEVER}
    assert fate_of({"status": "in_progress", "caller": {"type": "direct"}}) == NEVER


def test_refusals_may_stand_in_the_content_or_beside_it() -> None:
    texts = (Text(value="a"), ModelRefusal(value="No."), Text(value="b"))
    answer = OwedAnswer(texts=texts)
    assert answer.contents == ("ab", "aNo.b")
    assert answer.refusals == ("No.",)
    assert OwedAnswer(texts=texts[:1]).contents == ("a",)


def test_texts_on_both_sides_of_a_step_may_have_line_ends_between_them() -> None:
    texts = (Text(value="I look."), Text(value=" Once."), Text(value="It rains."))
    assert OwedAnswer(texts=texts, steps=(2, 2)).contents == (
        "I look. Once.It rains.", "I look. Once.\nIt rains.", "I look. Once.\n\nIt rains.",
    )  # fmt: skip
    assert OwedAnswer(texts=texts, steps=(0,)).contents == ("I look. Once.It rains.",)
    assert OwedAnswer(texts=texts).contents == ("I look. Once.It rains.",)
