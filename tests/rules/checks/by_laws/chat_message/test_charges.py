"""Which rule a defect of an assistant message is charged to, and what the rules leave free."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.by_laws.chat_message.view import PLACEHOLDER
from tests.rules.checks.by_laws.chat_message.samples import (
    BRIEF_REASONING,
    CUSTOM,
    PATCH,
    REASONING,
    THOUGHT,
    UNKNOWN,
    called,
    charged,
    custom,
    failed,
    message,
    refused,
    said,
    sent,
)


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        ([said("a"), said("b")], message("a\nb")),
        ([said("a", "", "b")], message("a\n\nb")),
        ([said("a", "b")], message([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])),
        ([said("a", refused())], message([{"type": "text", "text": "a"}, refused()])),
        ([said("a", refused())], message("a\n\nRefused: I can't help with that.")),
        ([said(refused())], message("I can't help with that.")),
        ([said(refused())], message("", refusal="I can't help with that.")),
        ([said("")], message(None)),
        ([said(""), called()], message("", sent())),
        ([REASONING, said("a")], message("a", reasoning_content=THOUGHT, tool_calls=None, refusal=None, audio=None)),
        ([called(status="incomplete")], message(PLACEHOLDER)),
        ([called(status="incomplete")], message(None, sent())),
        ([said({"type": "text", "text": "b"}, "a")], message("ba")),
        ([said({"type": "text", "text": "b"}, "a")], message("a")),
        ([UNKNOWN], message(None)),
        ([PATCH], message(None, sent(id="call_p"))),
        ([CUSTOM], message(None, custom("select 1"))),
        ([CUSTOM], message(None, sent(id="call_c", function={"name": "run_sql", "arguments": '{"q":"select 1"}'}))),
        ([CUSTOM], message(PLACEHOLDER)),
        ([said("a"), None, 7], message("a")),
        ([said("a"), None, 7], failed()),
        ([called(call_id=None), said("a")], message("a", sent(id=None))),
        ({"output": [said("a")], "status": "failed"}, failed()),
        ({"output": None}, failed()),
        (None, message(PLACEHOLDER)),
    ],
)  # fmt: skip
def test_what_the_rules_leave_free(given: Any, outcome: Any) -> None:
    assert charged(given, outcome) - {"API-2"} == set()


@pytest.mark.parametrize(
    ("given", "outcome", "rules"),
    [
        ([said("a", "b")], message("b"), {"OUT-1"}),
        ([said("a", "b")], message("b a"), {"OUT-1"}),
        ([said("a", "b")], message("a b"), {"OUT-1"}),
        ([said("a")], message("a", role="model"), {"OUT-1", "API-1"}),
        ([said("a b c")], message("A b c"), {"OUT-1", "ALL-4"}),
        ([said("a")], [message("a")], {"OUT-1", "API-1"}),
        ([REASONING, said("a")], message(THOUGHT + "\na"), {"OUT-4"}),
        ([REASONING, called()], message(THOUGHT, sent()), {"OUT-4"}),
        ([REASONING], message(THOUGHT), {"OUT-4"}),
        ([BRIEF_REASONING, said("a")], message("<think>Hi</think>a"), {"OUT-4"}),
        ([BRIEF_REASONING, said("a")], message("<think>a"), {"OUT-1"}),
        ([called()], message(None, sent(id="fc_1")), {"OUT-2"}),
        ([called()], message(None, sent(arguments='"{\\"n\\":1}"')), {"OUT-2"}),
        ([called()], message(None, sent(arguments='{"n":1.0}')), {"OUT-2", "ALL-3"}),
        ([called()], message(None, sent(arguments={"n": 1})), {"OUT-2", "API-1"}),
        ([called(1), called(2)], message(None, sent(2), sent(1)), {"OUT-2"}),
        ([called(1), called(2)], message(None, sent(1)), {"OUT-2"}),
        ([said("a")], message("a", sent()), {"OUT-2"}),
        ([called()], message("", sent()), {"OUT-5"}),
        ([called()], {"role": "assistant", "tool_calls": [sent()]}, set()),
        ([said("a")], message("a", tool_calls=[]), {"OUT-5", "API-2"}),
        ([said("")], message(PLACEHOLDER), {"OUT-5"}),
        ([], message(""), {"OUT-6"}),
        ([], {"role": "assistant"}, {"OUT-6"}),
        ([said(refused())], message(PLACEHOLDER, refusal="I can't help with that."), {"OUT-6"}),
        ([said(refused())], message(PLACEHOLDER), {"OUT-7"}),
        ([said(refused())], message(None), {"OUT-7", "API-2"}),
        ([said("a", refused())], message("a"), {"OUT-9"}),
        ([said("a", refused())], message(None, refusal="I can't help with that."), {"OUT-9"}),
        ([said("a", "b", refused())], message("b", refusal="I can't help with that."), {"OUT-1"}),
        ([said("a", "a", refused())], message("a", refusal="I can't help with that."), {"OUT-1"}),
        ([UNKNOWN, said("a"), called()], message(PLACEHOLDER), {"OUT-1", "OUT-2", "OUT-8"}),
        ({"output": [said("a"), called()]}, message(PLACEHOLDER), {"OUT-1a"}),
        (None, message("a"), {"ALL-7"}),
    ],
)  # fmt: skip
def test_a_defect_is_charged_to_the_rule_that_states_it(given: Any, outcome: Any, rules: set[str]) -> None:
    assert charged(given, outcome) == rules


def test_the_answer_that_was_given_holds_everywhere() -> None:
    assert charged([said("a", "b")], message("a\nb"), text_join="newline") == set()
    assert charged([said("a", "b")], message("ab"), text_join="newline") == {"OUT-1"}
    assert charged([said("a"), said("b")], message("ab"), text_join="newline") == set()
    assert charged([said("a")], message("a"), text_join="no-such-answer") == set()
    assert charged([said("a", "b")], message("ab"), text_join="no-such-answer") == {"OUT-1"}
    assert charged([], message(PLACEHOLDER), empty_output="null") == {"OUT-6"}


@pytest.mark.parametrize("held", [f"{THOUGHT}\n\nFour.", f"<think>{THOUGHT}</think>Four."])
def test_an_item_with_the_reasoning_of_another_api_never_enters_content(held: str) -> None:
    items = [{"type": "thinking", "thinking": THOUGHT, "signature": "EqQBCkYI"}, said("Four.")]
    assert charged(items, message(held)) == {"OUT-4"}
    assert charged(items, message("Four.", reasoning_content=THOUGHT)) == set()


@pytest.mark.parametrize(("answer", "content"), [("placeholder", PLACEHOLDER), ("null", None)])
def test_reasoning_may_have_a_key_of_its_own_beside_empty_content(answer: str, content: Any) -> None:
    assert charged([REASONING], message(content, reasoning_content=THOUGHT), empty_output=answer) == set()


LINK = {"type": "url_citation", "url": "https://example.org/a", "title": "A", "start_index": 0, "end_index": 1}
CITED = [
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "a", "annotations": [LINK]}]}
]


def annotated(*annotations: Any) -> Any:
    return message("a", annotations=list(annotations))


@pytest.mark.parametrize(
    "outcome",
    [
        annotated(LINK),
        annotated(LINK | {"start_index": None}),
        annotated({"type": "url_citation", "url_citation": LINK}),
        annotated({"type": "file_citation", "file_id": "file_1"}, LINK),
    ],
)
def test_a_citation_of_the_response_is_an_annotation(outcome: Any) -> None:
    assert charged(CITED, outcome) == set()


@pytest.mark.parametrize(
    "annotations",
    [
        "[]",
        ["https://example.org/a"],
        [LINK | {"url": "https://example.org/a "}],
        [LINK | {"title": "https://example.org/a"}],
        [LINK | {"end_index": 2}],
        [LINK | {"end_index": "1"}],
        [LINK | {"type": "citation"}],
        [LINK, LINK],
    ],
)
def test_another_citation_is_charged(annotations: Any) -> None:
    assert "OUT-10a" in charged(CITED, message("a", annotations=annotations))


@pytest.mark.parametrize("held", ["null", "None", "[]", {"text": THOUGHT}])
def test_reasoning_that_the_response_has_not_is_charged(held: Any) -> None:
    assert charged([said("a")], message("a", reasoning_content=held)) == {"OUT-4a"}


@pytest.mark.parametrize("held", [None, "", " ", f"Thought: {THOUGHT}"])
def test_reasoning_of_the_response_may_have_words_around_it(held: Any) -> None:
    assert charged([REASONING, said("a")], message("a", reasoning_content=held)) == set()


def test_of_reasoning_that_only_its_host_can_read_the_key_may_say_that_it_is_there() -> None:
    sealed = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAAABo"}
    for held in ("[encrypted]", "gAAAAABo", ""):
        assert charged([sealed, said("a")], message("a", reasoning_content=held)) == set()
    assert charged([sealed, said("a")], message("gAAAAABo a")) == {"OUT-4"}
    assert charged([sealed, REASONING, said("a")], message("a", reasoning_content="[encrypted]")) == {"OUT-4a"}


def test_a_refusal_that_the_response_has_not_is_charged() -> None:
    assert charged([said("a")], message("a", refusal="None")) == {"OUT-7a"}
    assert "OUT-7a" in charged([said(refused())], message([refused(), refused()]))


def test_an_action_is_a_call_with_its_id_and_an_object() -> None:
    call = {"id": "call_p", "type": "function", "function": {"name": "patch", "arguments": "{}"}}
    assert charged([PATCH], message(None, call)) == set()
    assert charged([PATCH], message(None, call | {"id": "call_9"})) == {"OUT-8a"}
    for odd in (["call_1"], {"is": "call_1"}):
        assert "OUT-8a" in charged([PATCH], message(None, call | {"id": odd}))
    assert charged([PATCH], message(None, call | {"function": {"name": "patch", "arguments": "text"}})) == {"OUT-8a"}


def test_a_list_of_parts_as_text_holds_no_refusal() -> None:
    assert "OUT-7" in charged([said(refused())], message(str([refused()])))
