"""What laws find between two conversations of no format."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.formats.model.conversation import (
    CUSTOM,
    IMAGE,
    MODEL,
    SYSTEM,
    TEXT,
    TOOL,
    USER,
    Arguments,
    Call,
    Media,
    ModelRefusal,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.talk import FlatConversation, SourceEntry
from conformance.rules.laws import instructions, kept_messages, results, turns
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Breach
from conformance.rules.laws.source_conversation import read_source
from conformance.rules.laws.talks import ConversationComparison
from conformance.rules.laws.terms import Terms


def says(speaker: str, *facts: Utterance | str, at: int = 0) -> Turn:
    made = [Text(value=fact) if isinstance(fact, str) else fact for fact in facts]
    placed = tuple(replace(item, at=((at, place),)) for place, item in enumerate(made))
    return Turn(speaker=speaker, says=placed, at=((at,),))


def call(id_: str = "a", name: str = "f") -> Call:
    return Call(id=id_, name=name, arguments=Arguments(text="{}"))


def result(id_: str = "a", text: str = "A") -> Result:
    return Result(id=id_, form=TEXT, content=(Text(value=text),))


PICTURE = Media(kind=IMAGE, url="u", detail="high")
GIVEN = (
    says(SYSTEM, "Be kind."),
    says(USER, "Hello", PICTURE),
    says(MODEL, "Hm.", ModelRefusal(value="No.")),
    says(MODEL, call()),
    says(TOOL, result()),
    says(USER, "Thanks."),
)
# The target has one message for what the model says and calls.
MADE = (*GIVEN[:2], says(MODEL, "Hm.", ModelRefusal(value="No."), call()), *GIVEN[4:])


def found(law: Law, *made: Turn, given: tuple[Turn, ...] = GIVEN) -> list[str]:
    placed = [replace(turn, says=says("", *turn.says, at=place).says) for place, turn in enumerate(made)]  # type: ignore[arg-type]
    pair = ConversationComparison(
        given=ParsedSide(answer=None, talk=read_source(map(SourceEntry, given), {})),
        got=ParsedSide(
            answer=None, talk=FlatConversation.of_turns(placed), places={"text": ("text",), "result/id": ("id",)}
        ),
        terms=Terms(),
    )
    return [item.kind for _key, item in law(pair) if isinstance(item, Breach)]


@pytest.mark.parametrize(
    "law", [kept_messages.kept_messages, kept_messages.order, kept_messages.twice, results.kept_results,
            turns.one_message_a_turn, turns.same_messages, instructions.kept_instructions,
            instructions.added_instructions],
)  # fmt: skip
def test_a_sound_conversion_breaks_no_law(law: Law) -> None:
    assert found(law, *MADE) == []


@pytest.mark.parametrize(
    ("law", "made", "kinds"),
    [
        (kept_messages.kept_messages, (says(USER, "Hello", PICTURE), MADE[2], MADE[3]), ["text-lost"]),
        (kept_messages.kept_messages, (MADE[0], says(USER, "Hi", PICTURE), *MADE[2:]), ["text-changed"]),
        (kept_messages.kept_messages, (MADE[0], says(USER, "Hello"), *MADE[2:]), ["image-lost"]),
        (
            kept_messages.kept_messages,
            (MADE[0], says(USER, "Hello", replace(PICTURE, detail="low")), *MADE[2:]),
            ["detail-changed"],
        ),
        (kept_messages.kept_messages, (*MADE[:2], says(MODEL, "Hm.", call()), *MADE[3:]), ["refusal-lost"]),
        (
            kept_messages.kept_messages,
            (*MADE[:2], says(MODEL, "Hm.", ModelRefusal(value="No."), call(name="g")), *MADE[3:]),
            ["name-changed"],
        ),
        (
            kept_messages.kept_messages,
            (*MADE[:2], says(MODEL, "Hm.", ModelRefusal(value="No."), replace(call(), kind=CUSTOM)), *MADE[3:]),
            ["kind-changed"],
        ),
        (kept_messages.kept_messages, (*MADE[:-1], says(MODEL, "Thanks.")), ["other-role"]),
        (results.kept_results, (*MADE[:3], says(TOOL, result(text="B")), MADE[4]), ["result-changed"]),
        (results.kept_results, (*MADE[:3], says(TOOL, result("b")), MADE[4]), ["result-id"]),
        (results.kept_results, (*MADE[:3], MADE[4], MADE[3]), ["result-apart"]),
        (results.kept_results, (*MADE[:3], MADE[4]), ["result-lost"]),
        (kept_messages.twice, (*MADE[:4], MADE[3], MADE[4]), ["result-twice"]),
        (turns.one_message_a_turn, (*MADE[:2], *GIVEN[2:]), ["text-apart"]),
        (turns.same_messages, (*MADE, says(USER, "More.")), ["other-messages"]),
        (instructions.kept_instructions, MADE[1:], ["instruction-lost"]),
        (instructions.kept_instructions, (*MADE[1:], MADE[0]), ["instruction-late"]),
        (instructions.kept_instructions, (says(SYSTEM, "Be kind. Be brief."), *MADE[1:]), ["instruction-changed"]),
        (instructions.kept_instructions, (MADE[0], *MADE), ["instruction-twice"]),
        (
            instructions.kept_instructions,
            (MADE[0], says(SYSTEM, "I say: Be kind."), *MADE[1:]),
            ["instruction-changed"],
        ),
    ],
)
def test_a_conversion_that_breaks_a_law_is_found(law: Law, made: tuple[Turn, ...], kinds: list[str]) -> None:
    assert found(law, *made) == kinds


def test_two_calls_of_a_turn_are_one_message_in_order() -> None:
    given = (says(MODEL, call("a", "f")), says(MODEL, call("b", "g")), says(TOOL, result("a")), says(TOOL, result("b")))
    first, other = call("a", "f"), call("b", "g")
    answers = given[2:]
    assert found(turns.one_message_a_turn, says(MODEL, first, other), *answers, given=given) == []
    assert found(turns.one_message_a_turn, says(MODEL, other, first), *answers, given=given) == ["calls-order"]
    assert found(turns.one_message_a_turn, *given, given=given) == ["calls-split"]


def test_what_the_system_says_in_the_result_alone_was_added() -> None:
    spoken = replace(says(SYSTEM, "Be kind."), at=((0,),))
    pair = ConversationComparison(
        given=ParsedSide(answer=None, talk=read_source(map(SourceEntry, GIVEN[1:2]), {})),
        got=ParsedSide(
            answer=None,
            value=[{"text": "Be kind."}],
            talk=FlatConversation.of_turns([spoken]),
            places={"text": ("text",)},
        ),
        terms=Terms(),
    )
    assert [
        added_instruction.kind
        for _key, added_instruction in instructions.added_instructions(pair)
        if isinstance(added_instruction, Breach)
    ] == ["system"]
