"""Which kinds of facts a format has side by side."""

from __future__ import annotations

import pytest

from conformance.formats.kinds import KINDS
from conformance.formats.model.conversation import DEVELOPER, MODEL, SYSTEM, TOOL, USER, Media, Reasoning, Text
from conformance.formats.neighbours import (
    ANSWER,
    CALL,
    REFUSAL,
    RESULT,
    STEP,
    TEXT,
    SpokenKind,
    follows,
    held,
    is_beside,
    kind_of,
    own_steps,
    pairs,
    steps,
)

FORMATS, PLACES = ("chat", "responses", "mcp"), (SYSTEM, DEVELOPER, USER, MODEL, TOOL)
ASKED, CALLED, ANSWERED = SpokenKind(USER, TEXT), SpokenKind(MODEL, CALL), SpokenKind(TOOL, RESULT)
THOUGHT = SpokenKind(MODEL, "reasoning/summary")


@pytest.mark.parametrize("format", FORMATS)
def test_contents_hold_kinds_that_formats_have(format):
    assert {kind for place in PLACES for kind in held(format, place)} <= {*KINDS}


def test_a_content_holds_what_its_format_carries():
    assert held("chat", TOOL) == (TEXT,)
    assert "media/image-id" in held("responses", TOOL)
    assert "media/image-id" not in held("chat", USER)


def test_a_message_of_chat_has_its_calls_behind_its_text():
    assert is_beside("chat", MODEL, TEXT, CALL)
    assert not is_beside("chat", MODEL, CALL, TEXT)
    assert not is_beside("chat", MODEL, REFUSAL, REFUSAL)


def test_results_answer_the_calls_that_are_open():
    assert follows("chat", [ASKED, CALLED], ANSWERED)
    assert not follows("chat", [ASKED], ANSWERED)
    assert not follows("chat", [CALLED, ANSWERED], ANSWERED)
    assert not follows("responses", [CALLED], ASKED)


def test_a_model_goes_on_behind_its_call_in_responses_alone():
    assert follows("responses", [CALLED], SpokenKind(MODEL, TEXT))
    assert not follows("chat", [CALLED], SpokenKind(MODEL, TEXT))


def test_thoughts_come_before_something_of_the_model():
    assert follows("responses", [THOUGHT], CALLED)
    assert not follows("responses", [THOUGHT], ASKED)


def test_pairs_are_of_all_that_can_follow():
    found = set(pairs("responses"))
    assert {
        (CALLED, ANSWERED),
        (SpokenKind(MODEL, TEXT), ANSWERED),
        (ANSWERED, ASKED),
        (SpokenKind(MODEL, STEP), THOUGHT),
    } <= found
    assert not {(ASKED, ANSWERED), (CALLED, ASKED), (THOUGHT, ASKED)} & found
    assert all(side.speaker == MODEL for pair in pairs("responses", [CALLED, THOUGHT]) for side in pair)


def test_an_answer_refuses_at_its_end_and_calls_nothing_then():
    refusal, call, text = (SpokenKind(ANSWER, kind) for kind in (REFUSAL, CALL, TEXT))
    assert follows("responses", [text], refusal)
    assert not follows("responses", [refusal], text)
    assert not follows("responses", [call, text], refusal)
    assert not is_beside("responses", ANSWER, REFUSAL, TEXT)
    assert is_beside("responses", MODEL, REFUSAL, TEXT)


def test_an_answer_of_anthropic_thinks_no_more_behind_its_calls():
    thought, call, text = (SpokenKind(ANSWER, kind) for kind in ("reasoning/text", CALL, TEXT))
    assert follows("anthropic", [thought], call)
    assert follows("anthropic", [call], text)
    assert not follows("anthropic", [call, text], thought)


def test_what_a_model_says_is_what_its_format_carries():
    assert {step.kind for step in own_steps("anthropic", ANSWER)} == set(held("anthropic", ANSWER))
    assert REFUSAL not in held("anthropic", ANSWER)
    assert {step.kind for step in own_steps("chat", ANSWER)} == set(held("chat", ANSWER))
    assert {step.kind for step in own_steps("responses", ANSWER)} > set(held("responses", ANSWER))


@pytest.mark.parametrize(
    ("fact", "kind"),
    [
        (Text(value=""), TEXT),
        (Media(kind="image", url="https://example.org/a.png"), "media/image-url"),
        (Media(kind="", data="QQ==", media_type="text/plain"), "media/document-data"),
        (Reasoning(summary=(Text(value="So."),)), "reasoning/summary"),
        (Reasoning(), "reasoning"),
    ],
)
def test_facts_have_kinds(fact, kind):
    assert kind_of(fact) == kind


@pytest.mark.parametrize("format", ["chat", "responses"])
def test_each_step_is_one_of_a_pair(format):
    assert {side for pair in pairs(format) for side in pair} == set(steps(format))
