"""Who is charged for an assistant message, and who is not; which answers it shows."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.chat_message import FAMILIES
from conformance.checks.chat_message.choices import read_empty_output, read_text_join
from conformance.checks.chat_message.content import fits, remainder
from conformance.checks.chat_message.view import PLACEHOLDER, ChatMessage
from conformance.checks.findings import NOT_OBSERVABLE
from conformance.checks.registry import family, view_of
from conformance.checks.trial import Trial
from conformance.formats.facts import TEXT, Fact
from conformance.observation import Outcome, Refusal
from tests.engine.certifying import specifications

OPERATION = "responses-output-to-chat-message"
THOUGHT = "First I look up the weather."
REASONING = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": THOUGHT}]}
UNKNOWN = {"type": "web_search_call", "id": "ws_1"}
PATCH = {"type": "apply_patch_call", "id": "apc_1", "call_id": "call_p", "operation": {}}
CUSTOM = {"type": "custom_tool_call", "call_id": "call_c", "name": "run_sql", "input": "select 1"}
INLINE = {"type": "tool_use", "id": "toolu_1", "name": "get", "input": {"n": 1.0, "a": "é"}}


def said(*parts: Any, **fields: Any) -> dict[str, Any]:
    content = [{"type": "output_text", "text": part} if isinstance(part, str) else part for part in parts]
    return {"type": "message", "role": "assistant", "content": content, **fields}


def refused(text: str = "I can't help with that.") -> dict[str, Any]:
    return {"type": "refusal", "refusal": text}


def called(number: int = 1, **fields: Any) -> dict[str, Any]:
    item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": "get"}
    return item | {"arguments": '{"n":1}'} | fields


def sent(number: int = 1, arguments: Any = '{"n":1}', **fields: Any) -> dict[str, Any]:
    return {"id": f"call_{number}", "type": "function", "function": {"name": "get", "arguments": arguments}} | fields


def custom(text: str, **fields: Any) -> dict[str, Any]:
    return {"id": "call_c", "type": "custom", "custom": {"name": "run_sql", "input": text}} | fields


def message(content: Any, *calls: Any, **fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content} | ({"tool_calls": list(calls)} if calls else {}) | fields


def failed(text: str = "no") -> Outcome:
    return Outcome(refusal=Refusal(text))


def viewed(given: Any, outcome: Any, told: Any = ({"level": "warning"},), **choices: str) -> ChatMessage:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=told)
    alone = choices.pop("alone", None)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    view = view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices=known, alone=alone))  # type: ignore[arg-type]
    assert isinstance(view, ChatMessage)
    return view


def charged(given: Any, outcome: Any, **more: Any) -> set[str]:
    view = viewed(given, outcome, **more)
    checks = family(OPERATION).checks
    return {
        rule.id
        for rule in specifications().contracts[OPERATION].rules
        if isinstance(findings := checks[rule.check](view), tuple) and findings
    }


# What is free.


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
        ([PATCH], message(None, sent(7))),
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


def test_null_is_advice_where_the_documents_allow_it() -> None:
    for given, rule in (([], "OUT-6"), ([said("")], "OUT-5"), ([said("a")], None)):
        findings = FAMILIES[OPERATION].checks["api-rules"](viewed(given, message(None)))
        assert isinstance(findings, tuple)
        assert [failure.yields_to for failure in findings] == [rule]


# What is charged.


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
        ([called()], message(None, sent(id="fc_1")), {"OUT-2"}),
        ([called()], message(None, sent(arguments='"{\\"n\\":1}"')), {"OUT-2"}),
        ([called()], message(None, sent(arguments='{"n":1.0}')), {"OUT-2", "ALL-3"}),
        ([called()], message(None, sent(arguments={"n": 1})), {"OUT-2", "API-1"}),
        ([called(1), called(2)], message(None, sent(2), sent(1)), {"OUT-2"}),
        ([called(1), called(2)], message(None, sent(1)), {"OUT-2"}),
        ([said("a")], message("a", sent()), {"OUT-2"}),
        ([called()], message("", sent()), {"OUT-5"}),
        ([called()], {"role": "assistant", "tool_calls": [sent()]}, {"OUT-5"}),
        ([said("a")], message("a", tool_calls=[]), {"OUT-5", "API-2"}),
        ([said("")], message(PLACEHOLDER), {"OUT-5"}),
        ([], message(""), {"OUT-6"}),
        ([], {"role": "assistant"}, {"OUT-6", "API-2"}),
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


def test_inline_calls() -> None:
    given = [called(1), said(INLINE), called(2)]
    inline = sent(id="toolu_1", arguments='{"a": "é", "n": 1.0}')
    assert charged(given, message(None, sent(1), inline, sent(2))) == set()
    assert charged(given, message(None, sent(1), sent(2), inline)) == {"OUT-3"}
    assert charged(given, message(None, sent(1), sent(2))) == {"OUT-3"}
    for arguments, rules in (
        ('{"a":"\\u00e9","n":1.0}', {"OUT-3a"}),
        ('{"a":"é","n":1}', {"OUT-3", "ALL-3"}),
        ('{"a":"e\u0301","n":1.0}', {"OUT-3", "ALL-4"}),
        ("{'a': 'é', 'n': 1.0}", {"OUT-3"}),
    ):
        found = charged(given, message(None, sent(1), sent(id="toolu_1", arguments=arguments), sent(2)))
        assert found == rules, arguments


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ([said("a")], "OUT-1"),
        ([called()], "OUT-2"),
        ([said("a", INLINE)], "OUT-3"),
        ([REASONING, said("a")], "OUT-4"),
        ([REASONING], "OUT-6"),
        ([], "OUT-6"),
        ([said(refused())], "OUT-7"),
        ([UNKNOWN, said("a")], "OUT-8"),
        ([said("a", refused())], "OUT-9"),
        ([CUSTOM, said("a")], "OUT-9a"),
        ({"output": [said("a")]}, "OUT-1a"),
    ],
)
def test_a_call_that_fails_is_charged_to_what_is_unusual(given: Any, rule: str) -> None:
    assert charged(given, failed()) == {rule}


def test_of_two_unusual_items_the_one_that_fails_alone_is_guilty() -> None:
    given, alone = [UNKNOWN, said(refused())], (Outcome(output=message(PLACEHOLDER)), failed())
    assert charged(given, failed()) == set()  # nobody can tell
    assert charged(given, failed(), alone=alone) == {"OUT-7"}
    assert charged(given, failed(), alone=(alone[0], alone[0])) == {"OUT-1"}


def test_the_answer_that_was_given_holds_everywhere() -> None:
    assert charged([said("a", "b")], message("a\nb"), text_join="newline") == set()
    assert charged([said("a", "b")], message("ab"), text_join="newline") == {"OUT-1"}
    assert charged([said("a"), said("b")], message("ab"), text_join="newline") == set()
    assert charged([said("a")], message("a"), text_join="no-such-answer") == set()
    assert charged([said("a", "b")], message("ab"), text_join="no-such-answer") == {"OUT-1"}
    assert charged([], message(PLACEHOLDER), empty_output="null") == {"OUT-6"}


def test_leaving_out_is_reported_or_charged_or_not_seen() -> None:
    for item, check, rule in ((CUSTOM, "custom-calls", "OUT-9a"), (PATCH, "actions-reported", "OUT-8a")):
        assert charged([item, said("a")], message("a"), told=()) == {rule}
        assert charged([item, said("a")], message("a")) == set()
        assert family(OPERATION).checks[check](viewed([item, said("a")], message("a"), told=None)) is NOT_OBSERVABLE


def test_a_custom_call_arrives_whole() -> None:
    assert charged([CUSTOM], message(None, custom("select 2"))) == {"OUT-9a"}
    assert charged([CUSTOM], message(None, custom("select 1", id="call_d"))) == {"OUT-9a"}


def test_numbers_that_the_transport_does_not_keep_are_not_seen() -> None:
    given, outcome = [said(INLINE)], Outcome(output=message(None, sent(id="toolu_1", arguments='{"n":1,"a":"é"}')))
    view = view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices={}, exact_numbers=False))
    assert family(OPERATION).checks["numbers-exact"](view) is NOT_OBSERVABLE
    assert family(OPERATION).checks["inline-calls"](view) == ()
    view = view_of(Trial(operation=OPERATION, input=given, outcome=outcome))
    assert [one.kind for one in family(OPERATION).checks["numbers-exact"](view)] == ["number-changed"]


def test_readers_tell_an_answer_or_nothing() -> None:
    for content, answer in (
        ("ab", "nothing"),
        ("a\nb", "newline"),
        ("a\n\nb", "blank-line"),
        ("a b", None),
        (None, None),
    ):
        assert read_text_join(viewed([said("a", "b")], message(content))) == answer
    assert read_text_join(viewed([said("a")], message("a"))) is None
    for content, answer in ((PLACEHOLDER, "placeholder"), (None, "null"), ("", None), ([], None)):
        assert read_empty_output(viewed([REASONING], message(content))) == answer
    assert read_empty_output(viewed([said("a")], message(None))) is None


def test_two_sound_messages_have_one_essence() -> None:
    given = [said("a"), said("b"), called(), CUSTOM]
    one = viewed(given, message("ab", sent()))
    other = viewed(
        given, message("a\nb", sent(), sent(id="call_c", function={"name": "run_sql", "arguments": "select 1"}))
    )
    assert one.essence() == other.essence()
    assert one.expected() == message("ab", sent())
    assert one.essence() != viewed(given, message("ab", sent(3))).essence()


def test_texts_that_may_be_missing_do_not_hide_what_must_stand_there() -> None:
    texts = [
        Fact(kind=TEXT, entry=entry, at=(entry,), source=None, value=value, is_optional=value == "b")
        for entry, value in enumerate(("a", "b", "", "a"))
    ]
    assert all(fits(content, texts, ("nothing",)) for content in ("aa", "aba", "a\na", "a\nb\n\na"))
    assert not any(fits(content, texts, ("nothing",)) for content in ("a", "ab", "a a", "aab"))
    assert remainder("a thought and text", ["text", "a thought"]) == " and "


def test_made_up_inputs_are_malformed_only_where_the_original_is() -> None:
    as_sound = FAMILIES[OPERATION].as_sound
    assert as_sound([said("a")], [said("a", "b")])
    assert not as_sound([None], [said("a")])
    assert as_sound([None], [None, said("a")])
    assert not as_sound(None, [said("a")])
    assert not as_sound([{"type": ""}], [UNKNOWN])
