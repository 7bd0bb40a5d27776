"""What asks for JSON among the texts of the system."""

from __future__ import annotations

import pytest

from conformance.formats.model.conversation import SYSTEM, USER, Text, Turn
from conformance.formats.model.request import OBJECT, PLAIN, SCHEMA, AnswerFormat, Request
from conformance.rules.laws.said_forms import may_be_said, without_form
from conformance.rules.laws.terms import Terms

KIND, ASKS = "Be kind.", "Answer in JSON."


def system(*texts: str) -> list[Turn]:
    return [Turn(speaker=SYSTEM, says=tuple(Text(value=text) for text in texts))]


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        ((ASKS,), ()),
        ((KIND, ASKS), (KIND,)),
        ((f"{KIND}\n\n{ASKS}",), (KIND,)),
        ((f"{ASKS} {KIND}",), (KIND,)),
        ((KIND, "Be brief."), (KIND, "Be brief.")),
        ((f"{KIND} Be brief.",), (f"{KIND} Be brief.",)),
        ((KIND, ASKS, "And no JSON lines."), (KIND, "And no JSON lines.")),
    ],
)
def test_the_first_text_that_asks_for_json_and_is_not_the_sources_goes(
    texts: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    found = without_form(system(*texts), [KIND])
    assert [utterance.value for turn in found for utterance in turn.says if isinstance(utterance, Text)] == list(kept)


def test_a_text_of_the_source_or_of_somebody_else_stays() -> None:
    turns = [*system(ASKS), Turn(speaker=USER, says=(Text(value=ASKS),))]
    assert without_form(turns, [ASKS]) == turns
    assert without_form(turns, [KIND]) == turns[1:]


@pytest.mark.parametrize(
    ("kind", "lacks", "may"),
    [(OBJECT, True, True), (OBJECT, False, False), (SCHEMA, True, False), (PLAIN, True, False)],
)
def test_only_the_form_of_any_object_may_be_said(kind: str, lacks: bool, may: bool) -> None:
    asked = Request(format=AnswerFormat(kind=kind))
    assert may_be_said(asked, Request(), Terms(lacks=lambda _kind: lacks)) is may
    assert not may_be_said(asked, Request(format=AnswerFormat(kind=kind)), Terms(lacks=lambda _kind: lacks))
