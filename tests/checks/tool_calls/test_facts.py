import pytest

from conformance.checks.tool_calls.facts import UNKNOWN, Answer, fate_of, legal_names
from conformance.formats.facts import REFUSAL, TEXT, Fact
from conformance.matching.alignment import MUST, NEVER
from conformance.values import ABSENT


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
    assert fate_of("completed") == MUST
    assert {fate_of(status) for status in ("in_progress", None, ABSENT)} == {NEVER}


def test_refusals_may_stand_in_the_content_or_beside_it() -> None:
    texts = tuple(
        Fact(kind=kind, entry=0, at=(place,), source=None, value=value)
        for place, (kind, value) in enumerate(((TEXT, "a"), (REFUSAL, "No."), (TEXT, "b")))
    )
    answer = Answer(texts=texts)
    assert answer.contents == ("ab", "aNo.b")
    assert answer.refusals == ("No.",)
    assert Answer(texts=texts[:1]).contents == ("a",)
