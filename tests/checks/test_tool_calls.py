"""Parsed tool calls: who is charged with what, what is left free, and what the answers of choices look like."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.checks.findings import NOT_OBSERVABLE
from conformance.checks.registry import family, view_of
from conformance.checks.tool_calls.arguments import is_cut, read_arguments
from conformance.checks.trial import Trial
from conformance.observation import Outcome, Refusal
from tests.engine.certifying import specifications

OUTPUT, STREAM, CHAT = (
    "responses-output-to-tool-calls",
    "responses-stream-to-tool-calls",
    "chat-response-to-tool-calls",
)
ARGUMENTS = '{"city":"Paris"}'


def item(number: int = 1, **fields: Any) -> dict[str, Any]:
    call = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "status": "completed"}
    return {**call, "name": "look", "arguments": ARGUMENTS, **fields}


def call(number: int = 1, **fields: Any) -> dict[str, Any]:
    return {"id": f"call_{number}", "type": "function", "name": "look", "arguments": {"city": "Paris"}, **fields}


def response(*output: Any, **more: Any) -> dict[str, Any]:
    return {"status": "completed", "output": list(output), **more}


def stream(*output: Any, before: tuple[Any, ...] = (), end: str = "completed", **more: Any) -> list[Any]:
    return [*before, {"type": f"response.{end}", "response": response(*output, status=end, **more)}]


def result(*calls: Any, **more: Any) -> dict[str, Any]:
    return {"content": "", "tool_calls": list(calls), "finish_reason": "tool_calls" if calls else None, **more}


def failed(message: str = "no") -> Outcome:
    return Outcome(refusal=Refusal(message))


def charged(operation: str, given: Any, output: Any, exact: bool = True, **choices: str) -> set[str]:
    outcome = output if isinstance(output, Outcome) else Outcome(output=output)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    view = view_of(Trial(operation=operation, input=given, outcome=outcome, choices=known, exact_numbers=exact))
    checks = family(operation).checks
    found = {rule.id: checks[rule.check](view) for rule in specifications().contracts[operation].rules}
    return {rule for rule, findings in found.items() if findings and findings is not NOT_OBSERVABLE}


DELTA = {"type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0}
ADDED = {"type": "response.output_item.added", "output_index": 0, "item": item(status="in_progress", arguments="")}
HALF = (ADDED, DELTA | {"delta": '{"city": "Par'})


@pytest.mark.parametrize(
    "output",
    [
        result(call()),
        result(call(index=0)),
        result(call(index=None, arguments_raw=ARGUMENTS, namespace=None)),
        result(call(), usage=None, refusal=None, done=True),
    ],
)
def test_what_is_free_is_free(output: Any) -> None:
    assert charged(OUTPUT, response(item()), output) == set()


@pytest.mark.parametrize("none", [{"tool_calls": []}, {"tool_calls": None}, {}])
@pytest.mark.parametrize("finish", [{}, {"finish_reason": None}, {"finish_reason": "stop"}])
def test_without_calls_there_are_many_ways_to_say_so(none: Any, finish: Any) -> None:
    assert charged(OUTPUT, response(), {"content": "", **none, **finish}) == set()


@pytest.mark.parametrize(
    ("output", "rules"),
    [
        (result(), {"CALL-1"}),
        (result(call(), finish_reason="stop"), {"CALL-5"}),
        (result(call(number=9)), {"CALL-2"}),
        (result(call(id="fc_1")), {"CALL-2"}),
        (result(call(type=None)), {"CALL-2"}),
        (result(call(name="Look")), {"CALL-2"}),
        (result(call(arguments=ARGUMENTS)), {"CALL-3"}),
        (result(call(arguments={})), {"CALL-3"}),
        (result(call(arguments={"city": "paris "})), {"ALL-4"}),
        (result(call(), call()), {"CALL-11"}),
        (result(call(), call(2)), {"CALL-1"}),
        (result(call(index=1)), {"CALL-11a"}),
        (result(call(), content=None), {"CALL-6"}),
        ("text", {"CALL-1"}),
        (result(tool_calls="none"), {"CALL-1"}),
        (failed(), {"CALL-1"}),
    ],
)
def test_one_defect_is_charged_to_the_rule_that_states_it(output: Any, rules: set[str]) -> None:
    assert charged(OUTPUT, response(item()), output) == rules


@pytest.mark.parametrize(
    ("raw", "arguments", "rules"),
    [
        ("", {}, set()),
        ("", None, {"CALL-4"}),
        ("\u00a0", None, set()),
        ("null", {}, set()),
        ('{"a": 1', None, set()),
        ('{"a": 1', {}, {"CALL-4"}),
        ('{"a": 1', {"a": 1}, {"CALL-15"}),
        ("{'a': 1}", {"a": 1}, {"CALL-4"}),
        ('"{}"', {}, {"CALL-4"}),
        ('"{\\"a\\":1}"', {"a": 1}, {"CALL-3"}),
        ('{"a": "1"}', {"a": 1}, {"CALL-3"}),
        ('{"a": 9007199254740993}', {"a": 9007199254740992}, {"ALL-3"}),
        ('{"a": 1.0}', {"a": 1}, {"ALL-3"}),
        ('{"a": 1, "a": 2}', {"a": 1}, set()),
        ({"a": 1}, {"a": 1}, set()),
        ({"a": 1}, None, set()),
        ({"a": 1}, {}, {"CALL-4"}),
    ],
)
def test_arguments(raw: Any, arguments: Any, rules: set[str]) -> None:
    parsed = call(arguments=arguments, arguments_raw=raw)
    assert charged(OUTPUT, response(item(arguments=raw)), result(parsed)) == rules


def test_numbers_that_a_transport_of_doubles_loses_are_not_observable() -> None:
    given, output = response(item(arguments='{"a": 9007199254740993}')), result(call(arguments={"a": 2**53}))
    assert charged(OUTPUT, given, output, exact=False) == set()
    view = view_of(
        Trial(operation=OUTPUT, input=given, outcome=Outcome(output=output), choices={}, exact_numbers=False)
    )
    assert family(OUTPUT).checks["numbers-exact"](view) is NOT_OBSERVABLE
    assert charged(OUTPUT, given, output) == {"ALL-3"}


def test_an_error_is_charged_to_what_is_unusual_where_only_one_thing_is() -> None:
    assert charged(OUTPUT, response(item(arguments="{oops")), failed()) == {"CALL-4"}
    assert charged(OUTPUT, response(item(name=None)), failed()) == {"CALL-2"}
    assert charged(OUTPUT, response(item(name=None, arguments="")), failed()) == {"CALL-1"}
    assert charged(OUTPUT, response(item(call_id=7)), failed()) == set()
    assert charged(OUTPUT, None, failed()) == set()


def test_parts_of_text_are_joined_by_nothing() -> None:
    parts = [{"type": "output_text", "text": "one "}, {"type": "output_text", "text": "two"}]
    given = response({"type": "message", "content": parts}, {"type": "output_text", "text": "three"})
    assert charged(OUTPUT, given, result(content="one twothree")) == set()
    for content in ("one two three", "three", "one two", "one two\nthree", None):
        assert charged(OUTPUT, given, result(content=content)) == {"CALL-6"}


def test_a_refusal_may_stand_in_the_text_or_beside_it() -> None:
    given = response({"type": "message", "content": [{"type": "refusal", "refusal": "I can't."}]})
    assert charged(OUTPUT, given, result(content="I can't.")) == set()
    assert charged(OUTPUT, given, result(problem={"refused": "Said: I can't."})) == set()
    assert charged(OUTPUT, given, result()) == {"CALL-16"}


def test_a_failure_is_named_or_raised_as_the_choice_says() -> None:
    given = response(status="failed", error={"code": "server_error", "message": "It broke."})
    for output in (result(finish_reason="failed"), result(note="It broke."), failed()):
        assert charged(OUTPUT, given, output) == set()
    assert charged(OUTPUT, given, result()) == {"CALL-13"}
    assert charged(OUTPUT, given, failed(), failed_response="report") == {"CALL-13"}
    assert charged(OUTPUT, given, result(finish_reason="failed"), failed_response="raise") == {"CALL-13"}
    read = family(OUTPUT).readers["failed-response"]
    assert read(view_of(Trial(operation=OUTPUT, input=given, outcome=failed()))) == "raise"
    assert read(view_of(Trial(operation=OUTPUT, input=given, outcome=Outcome(output=result())))) == "report"
    assert read(view_of(Trial(operation=OUTPUT, input=response(), outcome=Outcome(output=result())))) is None


def test_an_incomplete_answer_is_no_clean_empty_one() -> None:
    given = response(status="incomplete", incomplete_details={"reason": "max_output_tokens"})
    assert charged(OUTPUT, given, result(finish_reason="length")) == set()
    assert charged(OUTPUT, given, result()) == {"CALL-13", "CALL-5a"}
    assert charged(OUTPUT, given, result(finish_reason="stop")) == {"CALL-13", "CALL-5a"}
    assert charged(OUTPUT, given, failed()) == {"CALL-13"}
    beside = response(item(), status="incomplete")
    assert charged(OUTPUT, beside, result(call())) == {"CALL-5a"}
    assert charged(OUTPUT, beside, result(call(), truncated=True)) == set()


@pytest.mark.parametrize("calls", [(), (call(),)])
def test_a_whole_answer_is_not_told_as_one_that_was_cut(calls: tuple[Any, ...]) -> None:
    items = [item() for _ in calls]
    message = {"content": "", "tool_calls": [{"id": "call_1", "function": {"name": "look", "arguments": ARGUMENTS}}]}
    whole = {
        OUTPUT: response(*items),
        STREAM: stream(*items),
        CHAT: {"choices": [{"message": message if calls else {"content": ""}, "finish_reason": "stop"}]},
    }
    for operation, given in whole.items():
        sound = result(*calls, **({"finish_reason": "stop"} if operation == CHAT and not calls else {}), done=True)
        for details in ({}, {"incomplete_details": None}):
            assert charged(operation, given, sound | details) == set()
        assert charged(operation, given, sound | {"incomplete_details": {"reason": None}}) == {"CALL-5a"}
    for operation, given in ((OUTPUT, response()), (STREAM, stream())):
        assert charged(operation, given, result(finish_reason="length", done=True)) == {"CALL-5a"}


def test_an_answer_that_contradicts_itself_may_be_told_as_cut() -> None:
    told = result(done=True, incomplete_details={"reason": "unknown"})
    for given in (response(item(status="incomplete")), {"output": []}, response(incomplete_details={"reason": None})):
        assert charged(OUTPUT, given, told) == set()
    assert charged(STREAM, [{"type": "response.completed", "response": {"status": "incomplete"}}], told) == set()


def test_a_call_of_an_empty_type_may_be_left_out() -> None:
    function = {"name": "look", "arguments": ARGUMENTS}
    given = {"choices": [{"message": {"tool_calls": [{"id": "call_1", "type": "", "function": function}]}}]}
    assert charged(CHAT, given, result(call())) == charged(CHAT, given, result()) == set()
    assert charged(CHAT, given, result(call(arguments={}))) == {"CALL-3"}


def test_a_piece_that_is_no_text_adds_nothing_or_fails() -> None:
    given = stream(before=(ADDED, DELTA | {"delta": None}, DELTA | {"delta": ARGUMENTS}))
    assert charged(STREAM, given, result(call(), done=True)) == charged(STREAM, given, failed()) == set()
    spoiled = call(arguments=None, arguments_raw=f"None{ARGUMENTS}")
    assert charged(STREAM, given, result(spoiled, done=True)) == {"CALL-12"}


def test_chat_cut_at_the_limit_may_say_either() -> None:
    function = {"name": "look", "arguments": '{"city": "Par'}
    message = {"content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    given = {"choices": [{"message": message, "finish_reason": "length"}]}
    parsed = call(arguments=None, raw='{"city": "Par')
    assert charged(CHAT, given, result(parsed, finish_reason="length")) == set()
    assert charged(CHAT, given, result(parsed)) == {"CALL-5a"}
    assert charged(CHAT, given, result(parsed, incomplete=True)) == set()
    assert charged(CHAT, given, result(call())) == {"CALL-15", "CALL-5a"}


def test_a_chat_answer_keeps_its_own_finish_reason() -> None:
    given = {"choices": [{"message": {"content": "Hm."}, "finish_reason": "end_turn"}]}
    assert charged(CHAT, given, result(content="Hm.", finish_reason="end_turn")) == set()
    assert charged(CHAT, given, result(content="Hm.", finish_reason="stop")) == {"CALL-5"}
    custom = {"choices": [{"message": {"tool_calls": [{"id": "c", "type": "custom", "custom": {"name": "sql"}}]}}]}
    assert charged(CHAT, custom, result()) == set()
    assert charged(CHAT, custom, result(call(id="c", name="sql", arguments=None))) == set()


def test_what_the_response_holds_and_what_it_lacks_are_two_rules() -> None:
    assert charged(STREAM, stream(item()), result(call(), done=True)) == set()
    assert charged(STREAM, stream(item()), result(done=True)) == {"CALL-8"}
    assert charged(STREAM, stream(before=(ADDED, DELTA | {"delta": ARGUMENTS})), result(done=True)) == {"CALL-12"}
    told = stream(item(), before=(ADDED, DELTA | {"delta": ARGUMENTS}))
    assert charged(STREAM, told, result(call(arguments=None), done=True)) == {"CALL-12"}
    assert charged(STREAM, told, result(call(), done=False)) == {"CALL-8"}
    assert charged(STREAM, stream(usage={"n": 1}), result(done=True)) == {"CALL-8"}


def test_mixed_deltas_are_a_rule_of_their_own() -> None:
    deltas = [(1, '{"a":'), (2, '{"b":'), (1, "1}"), (2, "2}")]
    added = [ADDED | {"output_index": n, "item": item(n, arguments="", status="in_progress")} for n in (1, 2)]
    pieces = [DELTA | {"item_id": f"fc_{n}", "output_index": n, "delta": delta} for n, delta in deltas]
    given = stream(before=(*added, *pieces))
    right = result(call(1, arguments={"a": 1}), call(2, arguments={"b": 2}), done=True)
    swapped = result(call(1, arguments={"b": 2}), call(2, arguments={"a": 1}), done=True)
    assert charged(STREAM, given, right) == set()
    assert charged(STREAM, given, swapped) == {"CALL-14"}
    assert charged(STREAM, given, result(call(1, arguments={}), call(2, arguments={}), done=True)) == {"CALL-12"}


@pytest.mark.parametrize(
    ("output", "rules"),
    [
        ({"content": "", "done": False}, set()),
        ({"content": ""}, set()),
        (result(call(arguments=None), done=False), set()),
        (result(done=True), {"CALL-10"}),
        (result(call(arguments={}), done=False), {"CALL-10"}),
        (result(call(arguments={"city": "Par"}), done=False), {"CALL-15"}),
        (failed(), {"CALL-10"}),
    ],
)
def test_half_a_call_is_no_call(output: Any, rules: set[str]) -> None:
    assert charged(STREAM, list(HALF), output) == rules


def test_events_whose_items_cannot_be_told_apart_accuse_nobody() -> None:
    rotating = [
        {**DELTA, "item_id": f"other_{n}", "delta": piece} for n, piece in enumerate((ARGUMENTS[:5], ARGUMENTS[5:]))
    ]
    for output in (result(call(), done=True), result(call(arguments={}), done=True), result(done=True)):
        assert charged(STREAM, stream(before=(ADDED, *rotating)), output) == set()


def test_an_item_that_says_two_things_may_be_read_as_either() -> None:
    given = stream(item(arguments=""), before=(ADDED, DELTA | {"delta": ARGUMENTS}))
    for arguments in ({}, {"city": "Paris"}):
        assert charged(STREAM, given, result(call(arguments=arguments), done=True)) == set()


@pytest.mark.parametrize("text", ['{"a": 1', '{"a": "b', '{"a": [1', "{", '{"a": "}"'])
def test_what_is_cut(text: str) -> None:
    assert is_cut(text) and read_arguments(text).legal == (None,)


@pytest.mark.parametrize("text", ["{}", "[1", "{a: 1}", '{"a": "b"} {', "", '{"a": "{"}'])
def test_what_is_not_cut(text: str) -> None:
    assert not is_cut(text) or text.endswith(" {")


def test_shrunk_evidence_stays_as_sound_as_it_was() -> None:
    as_sound = family(OUTPUT).as_sound
    assert as_sound(response(item()), response(item(), item(2)))
    assert not as_sound(response(item(name=None)), response(item()))
    assert not as_sound({}, response(item()))
    assert not as_sound(response(status="failed"), response())
    assert as_sound(json.loads(json.dumps(response(item(arguments="")))), response(item(arguments=" ")))


UNFINISHED = {"type": "function_call", "name": "look"}


@pytest.mark.parametrize("beside", [UNFINISHED, {"type": "function_call", "arguments": ARGUMENTS}])
def test_a_call_under_another_id_is_that_call(beside: Any) -> None:
    # Not the one beside it, which need not arrive.
    assert charged(OUTPUT, response(item(id="a"), beside), result(call(id="a"))) == {"CALL-2"}
    assert charged(STREAM, stream(beside, item(id="a")), result(call(id="a"), done=True)) == {"CALL-2"}


def test_a_call_that_stands_twice_is_not_another_one() -> None:
    # The one before may arrive or not: nothing says that it is complete.
    before = {"type": "response.output_item.done", "item": {"type": "function_call", "id": "fc_2", "name": "look"}}
    whole = item(arguments=None)
    twice = result(call(arguments={}), call(arguments={}), done=True)
    assert charged(STREAM, stream(whole, before=(before,)), twice) == {"CALL-11"}


def test_a_call_that_came_under_two_other_ids_is_not_lost() -> None:
    found = charged(OUTPUT, response(item()), result(call(id="a"), call(id="b")))
    assert found == {"CALL-1", "CALL-2"}
