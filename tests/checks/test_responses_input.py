"""Chat messages to Responses input: who is charged with what, and which answers an observation shows."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.findings import NOT_OBSERVABLE
from conformance.checks.registry import family, view_of
from conformance.checks.responses_input.conversation import read_conversation, well_paired
from conformance.checks.responses_input.plausible import as_sound
from conformance.checks.trial import Trial
from conformance.observation import Outcome, Refusal
from conformance.selftest.banks.responses_input import MESSAGES
from tests.engine.certifying import specifications

ITEMS = {"tool-turns": "items", "inline-tools": "items", "system-placement": "instructions"}
AS_TEXT = ITEMS | {"tool-turns": "text"}
AS_PARTS = ITEMS | {"tool-turns": "parts", "group-tool-results": "grouped"}
IMAGE = "https://example.org/cat.png"
TEXT_PART = {"type": "text", "text": ""}


def user(*content: Any) -> dict[str, Any]:
    return {"role": "user", "content": [_input(part) for part in content]}


def _input(part: Any) -> Any:
    return {"type": "input_text", "text": part} if isinstance(part, str) else part


def assistant(*texts: Any) -> dict[str, Any]:
    parts = [{"type": "output_text", "text": text} if isinstance(text, str) else text for text in texts]
    return {"role": "assistant", "content": parts}


def said(text: Any, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": text, **more}


def calling(*ids: str, content: Any = None, arguments: str = "{}") -> dict[str, Any]:
    calls = [{"id": i, "type": "function", "function": {"name": "look", "arguments": arguments}} for i in ids]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def result(identity: str, content: Any = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": identity, "content": content}


def call(identity: str, **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": identity, "name": "look", "arguments": "{}", **more}


def output(identity: str, text: Any = "ok") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": identity, "output": text}


def judged(given: Any, outcome: Any, choices: dict[str, str] | None = None, **relatives: Any) -> dict[str, Any]:
    """Return what each rule says that was reached."""
    told: tuple[Any, ...] = ()
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=told)
    view = view_of(
        Trial(
            operation=MESSAGES, input=given, outcome=outcome, choices=ITEMS if choices is None else choices, **relatives
        )
    )
    checks = family(MESSAGES).checks
    found = {rule.id: checks[rule.check](view) for rule in specifications().contracts[MESSAGES].rules}
    return {rule: findings for rule, findings in found.items() if findings is not None}


def charged(given: Any, outcome: Any, choices: dict[str, str] | None = None, *, advice: bool = False) -> set[str]:
    """Return the rules that object; advice: those that yield to a document instead."""
    return {
        rule
        for rule, findings in judged(given, outcome, choices).items()
        if isinstance(findings, tuple) and any((failure.yields_to is not None) == advice for failure in findings)
    }


# What is free.


@pytest.mark.parametrize(
    "outcome",
    [
        {"input": [user("Hello"), assistant("Hi")]},
        [user("Hello"), assistant("Hi")],
        [{**user("Hello"), "type": "message", "status": "completed", "id": None}, assistant("Hi")],
        [user("Hello"), assistant({"type": "output_text", "text": "Hi", "annotations": []})],
    ],
)
def test_what_both_forms_of_the_output_may_bear(outcome: Any) -> None:
    given = [said("Hello"), said("Hi", "assistant")]
    assert charged(given, outcome) == set()
    owed = view_of(
        Trial(
            operation=MESSAGES,
            input=given,
            outcome=Outcome(output={"input": [user("Hello"), assistant("Hi")]}),
            choices=ITEMS,
        )
    )
    assert (
        view_of(Trial(operation=MESSAGES, input=given, outcome=Outcome(output=outcome), choices=ITEMS)).essence()
        == owed.essence()
    )


@pytest.mark.parametrize("text", ["onetwo", "one\ntwo", [_input("one"), _input("two")], [_input("onetwo")]])
def test_texts_of_a_result_may_be_joined_or_stay_parts(text: Any) -> None:
    given = [calling("a"), result("a", [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}])]
    assert charged(given, [call("a"), output("a", text)]) == set()


def test_an_image_of_a_result_may_have_a_message_of_its_own() -> None:
    given = [calling("a"), result("a", [{"type": "image_url", "image_url": {"url": IMAGE}}]), said("And?")]
    image = {"type": "input_image", "image_url": IMAGE, "detail": "auto"}
    assert charged(given, [call("a"), output("a", [image]), user("And?")]) == set()
    assert charged(given, [call("a"), output("a", "see below"), user(image), user("And?")]) == set()
    assert charged(given, [call("a"), output("a", ""), user("And?")]) == {"MSG-4", "MSG-12"}


def test_a_refusal_may_be_a_part_or_a_text() -> None:
    given = [said(None, "assistant", refusal="No.")]
    assert charged(given, [assistant({"type": "refusal", "refusal": "No."})]) == set()
    assert charged(given, [assistant("No.")]) == set()
    assert charged(given, []) == {"MSG-16", "MSG-20"}


def test_a_silent_message_may_vanish_or_say_nothing() -> None:
    given = [said("Hi"), said(None, "assistant"), said("Hi?")]
    assert charged(given, [user("Hi"), user("Hi?")]) == set()
    assert charged(given, [user("Hi"), assistant(""), user("Hi?")]) == set()
    assert charged(given, [user("Hi"), {"role": "assistant", "content": []}, user("Hi?")]) == {"MSG-11"}


def test_while_a_choice_is_unknown_each_answer_is_fine_and_two_are_not() -> None:
    given = [calling("a", "b"), result("a"), result("b")]
    calls = [call("a"), call("b")]
    as_parts = [user({"type": "tool_result", "tool_use_id": i, "content": "ok"}) for i in "ab"]
    as_texts = [user(f"Tool result for {i}: ok") for i in "ab"]
    assert charged(given, [*calls, output("a"), output("b")], {}) == set()
    assert charged(given, [*calls, *as_parts], {}) == set()
    assert charged(given, [assistant("Called function: look, Called function: look"), *as_texts], {}) == set()
    assert "MSG-4" in charged(given, [*calls, output("a"), as_texts[1]], {})


def test_a_later_system_message_may_go_to_the_instructions() -> None:
    given = [said("A", "system"), said("Hello"), said("B", "system")]
    assert charged(given, {"input": [user("Hello")], "instructions": "A\n\nB"}) == set()
    stayed = {"role": "developer", "content": [_input("B")]}
    assert charged(given, {"input": [user("Hello"), stayed], "instructions": "A"}) == set()
    assert charged(given, {"input": [user("Hello")], "instructions": "A\nB"}) == {"MSG-10"}
    assert charged(given, {"input": [user("Hello")], "instructions": "A"}) == {"MSG-10", "MSG-12"}


def test_the_same_image_in_a_result_and_from_the_user_are_two() -> None:
    plain, close = {"url": IMAGE}, {"url": IMAGE, "detail": "high"}
    given = [calling("b"), result("b", [{"type": "image_url", "image_url": plain}]),
             said([{"type": "image_url", "image_url": close}])]  # fmt: skip
    image = {"type": "input_image", "image_url": IMAGE}
    turns = [assistant("Called function: look"), user("Tool result for b: ", image)]
    assert charged(given, [*turns, user(image | {"detail": "high"})], AS_TEXT) == set()
    assert charged(given, [*turns, user(image)], AS_TEXT) == {"MSG-2"}


def test_one_system_text_inside_another_is_found_where_it_stands() -> None:
    given = [said("Be", "system"), said("Be brief", "system"), said("Be", "developer")]
    developer = {"role": "developer", "content": [_input("Be")]}
    assert charged(given, {"input": [developer], "instructions": "Be\n\nBe brief"}) == set()


def test_equal_texts_are_told_apart_by_their_neighbours() -> None:
    given = [said("Go"), calling("a", content="same"), result("a"), said("same", "assistant")]
    outcome = [user("Go"), call("a"), output("a"), assistant("same")]
    findings = judged(given, outcome)
    assert [failure.at for failure in findings["MSG-12"]] == ["/input/1/content"]
    assert findings["MSG-13"] == ()


# One defect, the rules that state it.


@pytest.mark.parametrize(
    ("given", "outcome", "rules"),
    [
        ([said("Hello")], [{"role": "user", "content": "Hello"}], {"MSG-1", "MSG-11"}),
        ([said("Hello")], [user("Hello", "")], {"MSG-1"}),
        ([said("Hello")], [user("Hel", "lo")], {"MSG-1"}),
        ([said("Hello there")], [user("hello there")], {"MSG-1", "ALL-4"}),
        ([said("Hello")], [], {"MSG-12"}),
        ([said("Hello")], [user("Hello"), user("Hello")], {"MSG-12"}),
        ([said("Hello")], "Hello", {"MSG-12"}),
        ([said(" A ", "system")], {"input": [], "instructions": "A"}, {"MSG-10", "ALL-4"}),
        ([said("a"), said("b", "assistant")], [assistant("b"), user("a")], {"MSG-13"}),
        ([calling("a"), result("a")], [call("a", id="a"), output("a")], {"MSG-18"}),
        ([calling("a"), result("a")], [call("a"), output("b")], {"MSG-4", "MSG-14", "MSG-18", "API-2"}),
        ([calling("a"), result("a")], [assistant(""), call("a"), output("a")], {"MSG-7", "MSG-20"}),
        ([calling("a", arguments='{"a": 1}')], [call("a", arguments='{"a": 1.0}')], {"MSG-7", "ALL-3"}),
        ([said("Hello", name="alice")], [{**user("Hello"), "name": "alice"}], {"API-1"}),
        ([said("Hello", "developer")], [user("Hello")], {"MSG-16"}),
    ],
)
def test_a_defect_is_charged_to_the_rules_that_state_it(given: Any, outcome: Any, rules: set[str]) -> None:
    assert charged(given, outcome) == rules


def test_a_refusal_to_convert_is_charged_to_what_is_unusual() -> None:
    failed = Outcome(refusal=Refusal("no"))
    assert charged([said("Hello")], failed) == {"MSG-12"}
    assert charged([said("Hello", "developer")], failed) == {"MSG-16"}
    assert charged([said([{"type": "file", "file": {"file_id": "f"}}])], failed) == {"MSG-16a"}
    assert charged([calling("a"), result("a", [{"type": "text", "text": "one"}])], failed) == {"MSG-19"}
    assert charged([said("Hello"), None], failed) == set()
    assert charged([said([{"type": "input_audio", "input_audio": {"data": ""}}])], failed) == set()


def test_a_broken_message_may_go_and_its_neighbours_may_not() -> None:
    given = [said("Hello"), {"role": "critic", "content": "x"}, said(7), said("Bye")]
    assert charged(given, [user("Hello"), user("Bye")]) == set()
    assert charged(given, [user("Hello"), user("x"), user("7"), user("Bye")]) == set()
    assert charged(given, [user("Hello")]) == {"MSG-12"}


def test_what_broken_calls_ask_for_may_go_with_them() -> None:
    nameless = {"id": "a", "type": "function", "function": {"arguments": "{}"}}
    given = [{"role": "assistant", "tool_calls": [nameless]}, result("a"), said("Bye")]
    assert charged(given, [user("Bye")]) == set()
    texts = [assistant("Called function: unknown"), user("Tool result for a: ok"), user("Bye")]
    assert charged(given, texts, AS_TEXT) == set()
    assert "MSG-8" in charged(given, texts[1:], AS_TEXT)


def test_under_the_form_of_s3_the_text_beside_a_call_is_advice() -> None:
    given = [calling("a", content="I look."), result("a")]
    wording = assistant("Called function: look")
    assert charged(given, [wording, user("Tool result for a: ok")], AS_TEXT) == {"MSG-12a"}
    both = assistant("I look.", "Called function: look")
    assert charged(given, [both, user("Tool result for a: ok")], AS_TEXT) == set()
    assert charged(given, [wording, user("Result of a: ok")], AS_TEXT) >= {"MSG-6"}


def test_what_s4_asks_for_is_no_failure_but_advice() -> None:
    given = [calling("a", "b"), result("a", [{"type": "text", "text": "one"}]), result("b")]
    parts = [{"type": "tool_result", "tool_use_id": "a", "content": given[1]["content"]},
             {"type": "tool_result", "tool_use_id": "b", "content": "ok"}]  # fmt: skip
    grouped, separate = [call("a"), call("b"), user(*parts)], [call("a"), call("b"), *map(user, parts)]
    assert charged(given, grouped, AS_PARTS) == set()
    assert charged(given, grouped, AS_PARTS, advice=True) == {"MSG-19", "API-1", "API-2"}
    assert charged(given, separate, AS_PARTS) == {"MSG-5"}
    assert charged(given, separate, AS_PARTS | {"group-tool-results": "separate"}) == set()


def test_the_assistants_image_is_none_of_the_apis_business() -> None:
    given = [said([{"type": "image_url", "image_url": {"url": IMAGE}}], "assistant")]
    assert charged(given, [assistant({"type": "output_image", "image_url": IMAGE})]) == set()
    assert charged(given, [assistant({"type": "input_image", "image_url": IMAGE})]) == {"MSG-2"}


def test_audio_is_kept_or_told_or_charged_or_not_seen() -> None:
    audio = {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}}
    given = [said([{"type": "text", "text": "Listen."}, audio])]
    assert charged(given, [user("Listen.", audio)]) == set()
    assert charged(given, [user("Listen.", "[audio was left out]")]) == set()
    assert charged(given, [user("Listen.")]) == {"MSG-16b"}
    assert charged(given, Outcome(output=[user("Listen.")], diagnostics=({"level": "warning"},))) == set()
    assert judged(given, Outcome(output=[user("Listen.")]))["MSG-16b"] is NOT_OBSERVABLE


def test_cache_control_as_data_is_no_cache_control() -> None:
    arguments = '{"cache_control":{"type":"ephemeral"},"a":1}'
    given = [calling("a", arguments=arguments)]
    assert charged(given, [call("a", arguments=arguments)]) == set()
    assert charged(given, [call("a", arguments='{"a": 1}')]) >= {"MSG-7", "MSG-9"}
    assert charged(given, [call("a", arguments="{}")]) >= {"MSG-7"}
    assert "MSG-9" not in charged(given, [call("a", arguments="{}")])


def test_the_way_back_is_judged_where_the_conversation_is_plain() -> None:
    given = [said("S", "system"), said("Go"), calling("a", content="I look."), result("a"), said("There.", "assistant")]
    there = {
        "input": [user("Go"), assistant("I look."), call("a"), output("a"), assistant("There.")],
        "instructions": "S",
    }

    def back(*messages: Any) -> Any:
        return judged(given, there, chained=Outcome(output=list(messages))).get("LAW-2")

    assert back(*given) == ()
    split = [said("I look.", "assistant"), calling("a", content="")]
    assert back(said([{"type": "text", "text": "S"}], "developer"), given[1], *split, *given[3:]) == ()
    assert [failure.kind for failure in back(*given[:-1])] == ["came-back-less"]
    assert [failure.kind for failure in back(*given[:2], calling("a"), *given[3:])] == ["came-back-changed"]
    assert "LAW-2" not in judged([*given, said("x", name="alice")], there, chained=Outcome(output=[]))
    assert "LAW-2" not in judged(given, there, AS_PARTS, chained=Outcome(output=[]))


# Choices, and what shrinking keeps.

PROBE = [calling("a", "b"), result("a"), result("b")]
RESULTS = [{"type": "tool_result", "tool_use_id": identity, "content": "ok"} for identity in "ab"]
USE = {"type": "tool_use", "id": "a", "name": "look", "input": {}}
SYSTEM = [said("S", "system"), said("U")]


@pytest.mark.parametrize(
    ("choice", "given", "outcome", "answer"),
    [
        ("tool-turns", PROBE, [call("a"), call("b"), output("a"), output("b")], "items"),
        ("tool-turns", PROBE, [user("Tool result for a: ok"), user("Tool result for b: ok")], "text"),
        ("tool-turns", PROBE, [output("a"), user("Tool result for b: ok")], None),
        ("tool-turns", PROBE, PROBE, None),
        ("tool-turns", PROBE, Outcome(refusal=Refusal("no")), None),
        ("tool-turns", PROBE, [user(RESULTS[0]), user(RESULTS[1])], "parts"),
        ("group-tool-results", PROBE, [user(RESULTS[0]), user(RESULTS[1])], "separate"),
        ("group-tool-results", PROBE, [user(*RESULTS)], "grouped"),
        ("group-tool-results", PROBE, [output("a"), output("b")], None),
        ("inline-tools", [said([USE], "assistant")], [call("a")], "items"),
        ("inline-tools", [said([USE], "assistant")], [assistant(USE)], "parts"),
        ("system-placement", SYSTEM, {"input": [user("U")], "instructions": "S"}, "instructions"),
        ("system-placement", SYSTEM, [{"role": "system", "content": [_input("S")]}, user("U")], "input"),
        ("system-placement", SYSTEM, [user("U")], None),
    ],
)  # fmt: skip
def test_answers_are_read(choice: str, given: Any, outcome: Any, answer: str | None) -> None:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome)
    assert (
        family(MESSAGES).readers[choice](view_of(Trial(operation=MESSAGES, input=given, outcome=outcome, choices={})))
        == answer
    )


def test_a_conversation_is_as_sound_as_the_one_it_was_made_from() -> None:
    good = [said("Go"), calling("a"), result("a")]
    assert as_sound(good[1:], good)
    assert not as_sound([good[0], good[2]], good)
    assert not as_sound([None], good)
    assert not as_sound({}, good)
    assert as_sound([None], [None, *good])
    assert well_paired(read_conversation(good)) and not well_paired(read_conversation(good[:2]))


def test_a_part_that_lacks_its_form_is_no_second_copy_of_another() -> None:
    bare = {"type": "image_url", "image_url": IMAGE}
    whole = {"type": "image_url", "image_url": {"url": IMAGE}}
    image = {"type": "input_image", "image_url": IMAGE}
    given = [said([bare]), said([whole])]
    assert judged(given, {"input": [user(image), user(image)]}, ITEMS)["MSG-12"] == ()
    thrice = {"input": [user(image), user(image), user(image)]}
    assert [failure.kind for failure in judged([said([whole])], thrice, ITEMS)["MSG-12"]] == ["twice", "twice"]


def test_of_two_equal_empty_texts_the_one_that_stands_alone_is_a_string() -> None:
    given = [said([TEXT_PART, TEXT_PART], "system"), said("")]
    outcome = {"input": [user("", ""), user("")]}
    assert "MSG-1" not in charged(given, outcome, ITEMS | {"system-placement": "input"})
    assert "MSG-1" in charged([said("")], {"input": [user("", "")]})


def test_of_two_equal_calls_the_one_was_lost_around_which_the_rest_is_not() -> None:
    given = [calling("1"), result("1", "a"), said("Again."), calling("1"), result("1", "b")]
    again = [user("Again."), call("1"), output("1", "b")]
    assert charged(given, {"input": [call("1"), output("1", "a"), *again]}) == set()
    assert "MSG-13" not in charged(given, {"input": [output("1", "a"), *again]})
    assert "MSG-13" not in charged(given, {"input": again})
