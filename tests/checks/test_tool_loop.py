"""Who is charged with what of a tool loop, and who is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from conformance.checks.exact import NUMBER, TEXT, is_rewritten
from conformance.checks.findings import NOT_OBSERVABLE
from conformance.checks.registry import family, view_of
from conformance.checks.tool_loop.compare import ENCODED, OTHER, SAME, carries, difference
from conformance.checks.tool_loop.script import DOUBTFUL, MALFORMED, READABLE, decoded
from conformance.checks.tool_loop.sound import as_sound
from conformance.checks.trial import Trial
from conformance.emulator import completed
from conformance.emulator.acceptance import Acceptance, Given
from conformance.observation import Outcome, Refusal
from tests.engine.certifying import specifications

LOOP = "tool-loop"
QUESTION = {"role": "user", "content": "Ping both?"}
PARAMETERS = {"type": "object", "properties": {"n": {"type": "integer", "default": 1}}}
TOOL = {"name": "ping", "description": "Pings.", "parameters": PARAMETERS}
FLAT, NESTED = {"type": "function", **TOOL}, {"type": "function", "function": TOOL}
SAID = {"role": "user", "content": [{"type": "input_text", "text": "Ping both?"}]}


def call(number: int, name: str = "ping", arguments: Any = '{"n": 1}') -> dict[str, Any]:
    return {"type": "function_call", "call_id": f"call_{number}", "name": name, "arguments": arguments}


def result(number: int, output: Any = "pong") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": f"call_{number}", "output": output}


def listed(*numbers: int, **more: Any) -> list[dict[str, Any]]:
    return [{"id": f"call_{number}", "name": "ping", "arguments": {"n": 1}, **more} for number in numbers]


def loop(*script: Any, **more: Any) -> dict[str, Any]:
    given = {"api": "responses", "model": "m", "messages": [QUESTION], "tools": [TOOL], "results": {"ping": "pong"}}
    return {**given, "max_rounds": 3, "script": list(script), **more}


def body(*items: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "input": [SAID, *items], "tools": [FLAT], **more}


def chat(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [QUESTION, *messages], "tools": [NESTED], **more}


def received(given: Any, bodies: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """Yield what the scripted API notes of requests."""
    api, script, answer = given["api"], given["script"], 0
    path = "/v1/chat/completions" if api == "chat" else "/v1/responses"
    acceptance = Acceptance(Given(api, given["tools"], given["messages"]))
    for one in bodies:
        verdict = acceptance.refusal(api, one)
        noted = verdict and {
            "rule": verdict.told.rule,
            "message": verdict.told.body["error"]["message"],
            "at": verdict.at,
        }
        taken = answer < len(script) and (verdict is None or verdict.answered)
        yield {"path": path, "body": one, "answer": answer if taken else None, "refusal": noted}
        if taken:
            acceptance.keep(api, one, completed(api, script[answer], answer) or {})
            answer += 1


def trial(given: Any, outcome: Any, bodies: tuple[Any, ...], choices: Mapping[str, str], **more: Any) -> Trial:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, input_after=given)
    requests = tuple(received(given, bodies))
    return Trial(operation=LOOP, input=given, outcome=outcome, choices=choices, requests=requests, **more)


# They repeat what the scripted API refused, and have a test of their own.
OF_THE_API = frozenset({"API-1", "API-2"})


def charged(given: Any, outcome: Any, *bodies: Any, **choices: str) -> set[str]:
    return all_charged(given, outcome, *bodies, **choices) - OF_THE_API


def all_charged(given: Any, outcome: Any, *bodies: Any, **choices: str) -> set[str]:
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    view = view_of(trial(given, outcome, bodies, known))
    found = set()
    for rule in specifications().contracts[LOOP].rules:
        if isinstance(findings := family(LOOP).checks[rule.check](view), tuple) and findings:
            found.add(rule.id)
    return found


def failed(message: str = "too many rounds") -> Outcome:
    return Outcome(refusal=Refusal(message))


ONE, TWO = loop([call(1)], "Pong."), loop([call(1), call(2)], "Pong.")
DONE = {"answer": "Pong.", "calls": listed(1)}
BOTH = {"answer": "Pong.", "calls": listed(1, 2)}


# What is free.


@pytest.mark.parametrize(
    "second",
    [
        body(call(1), result(1)),
        body(call(1), result(1, '"pong"')),
        body(call(1), result(1, 'The tool says {"result": "pong"}')),
        body(call(1), result(1, [{"type": "input_text", "text": "pong"}])),
        body(call(1, arguments='{ "n" : 1 }'), result(1)) | {"tools": []},
        {"model": "m", "input": [result(1)], "previous_response_id": "resp_0"},
        body({"type": "reasoning", "id": "rs_1", "summary": []}, call(1) | {"id": "fc_9", "status": None}, result(1)),
        {"model": "m", "instructions": "Ping both?", "input": [call(1), result(1)]},
    ],
)
def test_a_follow_up_may_be_built_in_many_ways(second: Any) -> None:
    assert charged(ONE, DONE, body(), second) == set()


def test_each_form_of_tool_turns_is_free_until_it_is_known() -> None:
    parts = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "pong"}]}
    words = (
        {"role": "assistant", "content": [{"type": "output_text", "text": "Called function: ping"}]},
        {"role": "user", "content": [{"type": "input_text", "text": "Tool result for call_1: pong"}]},
    )
    assert charged(ONE, DONE, body(), body(call(1), parts)) == set()
    assert charged(ONE, DONE, body(), body(*words)) == set()
    assert charged(ONE, DONE, body(), body(*words), tool_turns="text") == set()
    assert charged(ONE, DONE, body(), body(*words), tool_turns="items") == {"LOOP-3"}
    assert charged(ONE, DONE, body(), body(call(1), result(1)), tool_turns="parts") == {"LOOP-3"}


def test_tools_may_say_strict_or_not_and_empty_properties_may_be_added() -> None:
    bare = loop("Hi.", tools=[TOOL | {"parameters": {"type": "object"}}])
    sent = FLAT | {"parameters": {"type": "object", "properties": {}}, "strict": False}
    assert charged(bare, {"answer": "Hi.", "calls": []}, body() | {"tools": [sent]}) == set()


@pytest.mark.parametrize("requests", [3, 4])
def test_both_readings_of_max_rounds_are_accepted(requests: int) -> None:
    endless = loop(*([call(number)] for number in range(6)))
    turns = [body(*(item for n in range(done) for item in (call(n), result(n)))) for done in range(6)]
    assert charged(endless, failed(), *turns[:requests]) == set()
    assert charged(endless, failed(), *turns[: requests - 2]) == {"LOOP-7"}
    assert charged(endless, failed(), *turns[:5]) == {"LOOP-7"}
    answer = {"answer": "", "calls": listed(*range(requests - 1))}
    assert charged(endless, answer, *turns[:requests]) == {"LOOP-7"}


def test_where_the_readings_differ_either_end_is_right() -> None:
    exact = ONE | {"max_rounds": 1}
    assert charged(exact, DONE, body(), body(call(1), result(1))) == set()
    assert charged(exact, failed(), body()) == set()


def test_an_error_of_the_api_may_end_the_loop_or_not() -> None:
    given = loop({"http": 500}, "Hi.")
    assert charged(given, failed("500"), body()) == set()
    assert charged(given, {"answer": "Hi.", "calls": []}, body(), body()) == set()
    assert charged(given, {"answer": "Sorry.", "calls": []}, body()) == {"LOOP-4"}


# API-1 and API-2.


def test_what_the_scripted_api_refuses_is_reported() -> None:
    assert all_charged(ONE, DONE, body(), body(call(1), result(1))) == set()
    assert all_charged(ONE, DONE, body(), body(call(1, arguments={}), result(1))) >= {"API-1", "LOOP-3"}
    assert all_charged(ONE, DONE, body(), body(result(1), call(1))) >= {"API-2", "LOOP-3"}


# LOOP-1.


@pytest.mark.parametrize(
    "first",
    [
        body() | {"tools": [NESTED]},
        body() | {"tools": []},
        body() | {"model": "other"},
        body() | {"tools": [FLAT | {"strict": True}]},
        body() | {"tools": [FLAT | {"description": "Another tool."}]},
        body() | {"tools": [FLAT, {"type": "function", "name": "mine", "parameters": {}}]},
        {"model": "m", "input": [], "tools": [FLAT]},
        [],
    ],
)
def test_the_first_request(first: Any) -> None:
    assert charged(loop("Hi."), {"answer": "Hi.", "calls": []}, first) == {"LOOP-1"}


def test_no_tools_are_no_list_of_them_in_the_chat_api() -> None:
    bare = {"model": "m", "messages": [QUESTION]}
    given = loop("Hi.", api="chat", tools=[])
    owed = {"answer": "Hi.", "calls": []}
    assert charged(given, owed, bare) == set()
    assert charged(given, owed, bare | {"tools": []}) == {"LOOP-1"}
    assert charged(loop("Hi.", tools=[]), owed, {"model": "m", "input": [SAID], "tools": []}) == set()


def test_a_response_that_failed_is_no_answer() -> None:
    given = loop({"status": "failed", "error": {"code": "server_error", "message": "x"}, "output": []})
    assert charged(given, Outcome(refusal=Refusal("it failed")), body()) == set()
    assert charged(given, {"answer": "", "calls": []}, body()) == {"LOOP-4"}


def test_no_request_at_all_is_the_first_ones_matter() -> None:
    assert charged(ONE, failed("no key"), *()) == {"LOOP-1"}


# LOOP-2.


@pytest.mark.parametrize(
    "calls",
    [listed(1), listed(2, 1), listed(1, 1, 2), listed(1, 2, arguments='{"n": 1}'), listed(1, 3), None],
)
def test_the_calls_that_are_listed(calls: Any) -> None:
    second = body(call(1), call(2), result(1), result(2))
    assert charged(TWO, {"answer": "Pong.", "calls": calls}, body(), second) == {"LOOP-2"}


def test_a_call_that_is_listed_twice_is_not_a_malformed_one_of_its_id() -> None:
    given = loop([call(1)], [call(1, arguments="{'n': 1}")], "Done.")
    follow_ups = (body(call(1), result(1)), body(call(1), result(1), call(1, arguments="{'n': 1}"), result(1, "No.")))
    assert charged(given, {"answer": "Done.", "calls": listed(1)}, body(), *follow_ups) == set()
    assert charged(given, {"answer": "Done.", "calls": listed(1, 1)}, body(), *follow_ups) == {"LOOP-2"}
    made_up = [*listed(1), *listed(1, arguments={"n": 2})]
    assert charged(given, {"answer": "Done.", "calls": made_up}, body(), *follow_ups) == {"LOOP-6"}


def test_a_result_behind_the_second_call_of_its_id_is_the_second_one_s() -> None:
    given = loop([call(1), call(2)], [call(1)], "Done.")
    first = body(call(1), call(2), result(1), result(2))
    lost = body(call(1), call(2), result(2), call(1), result(1))
    found = charged(given, {"answer": "Done.", "calls": listed(1, 2, 1)}, body(), first, lost)
    assert found == {"LOOP-5"}


def test_the_order_of_results_and_how_many() -> None:
    assert charged(TWO, BOTH, body(), body(call(1), call(2), result(2), result(1))) == {"LOOP-2"}
    assert charged(TWO, BOTH, body(), body(call(1), call(2), result(1), result(1), result(2))) == {"LOOP-2"}


# LOOP-3, LOOP-5 and LOOP-6: a result that is missing is charged once.


def test_a_missing_result_is_charged_to_one_rule() -> None:
    assert charged(ONE, DONE, body(), body(call(1))) == {"LOOP-3", "LOOP-4"}
    assert charged(TWO, BOTH, body(), body(call(1), call(2))) == {"LOOP-3", "LOOP-4"}
    assert charged(TWO, BOTH, body(), body(call(1), call(2), result(2))) == {"LOOP-5", "LOOP-4"}
    unknown = loop([call(1), call(2, "pong")], "Pong.")
    assert charged(unknown, DONE, body(), body(call(1), call(2, "pong"), result(1))) == {"LOOP-6"}


@pytest.mark.parametrize(
    "items",
    [
        (result(1),),
        (result(1), call(1)),
        (call(1, "pang"), result(1)),
        (call(1, arguments='{"n": 2}'), result(1)),
        (call(1), result(1, "pang")),
        (call(1), result(1, {"text": "pong"})),
        (call(1) | {"id": "call_1"}, result(1)),
        (call(1), {"role": "tool", "tool_call_id": "call_1", "content": "pong"}),
        ({"role": "assistant", "content": None}, call(1), result(1)),
        ({"role": "assistant", "content": [{"type": "input_text", "text": "Hm."}]}, call(1), result(1)),
    ],
)
def test_what_a_follow_up_gets_wrong(items: Any) -> None:
    # A request that the API refuses has no answer, which is LOOP-4's matter.
    assert charged(ONE, DONE, body(), body(*items)) - {"LOOP-4"} == {"LOOP-3"}


def test_a_forgotten_conversation_is_the_follow_ups_matter() -> None:
    second = {"model": "m", "input": [call(1), result(1)]}
    assert charged(ONE, DONE, body(), second) == {"LOOP-3"}


def test_tool_messages_follow_their_calls_in_the_chat_api() -> None:
    made = {"id": "call_1", "type": "function", "function": {"name": "ping", "arguments": '{"n": 1}'}}
    given = loop({"tool_calls": [made]}, "Pong.", api="chat")
    said, told = (
        {"role": "assistant", "content": None, "tool_calls": [made]},
        {"role": "tool", "tool_call_id": "call_1"},
    )
    assert charged(given, DONE, chat(), chat(said, told | {"content": "pong"})) == set()
    assert charged(given, DONE, chat(), chat(said, QUESTION, told | {"content": "pong"})) == {"LOOP-3", "LOOP-4"}
    assert charged(given, DONE, chat(), chat(told | {"content": "pong"})) == {"LOOP-3", "LOOP-4"}
    assert charged(given, DONE, chat(), chat(said, told | {"content": None})) == {"LOOP-3", "LOOP-4"}


# LOOP-4.


@pytest.mark.parametrize("answer", ["Ping.", {"text": "Pong."}, 7])
def test_another_answer(answer: Any) -> None:
    assert charged(loop("Pong."), {"answer": answer, "calls": []}, body()) == {"LOOP-4"}


def test_a_blank_answer_that_was_trimmed_is_a_matter_of_exact_text() -> None:
    assert charged(loop(" \n"), {"answer": "", "calls": []}, body()) == {"ALL-4"}
    assert charged(loop("-"), {"answer": "", "calls": []}, body()) == {"LOOP-4"}


def test_texts_of_an_answer_may_be_joined_in_three_ways() -> None:
    parts = [{"type": "output_text", "text": text} for text in ("a", "b")]
    given = loop([{"type": "message", "content": parts}])
    told = {text: charged(given, {"answer": text, "calls": []}, body()) for text in ("ab", "a\nb", "a\n\nb", "b")}
    assert told == {"ab": set(), "a\nb": set(), "a\n\nb": set(), "b": {"LOOP-4"}}


def test_stopping_early_and_asking_on() -> None:
    assert charged(ONE, {"answer": "", "calls": []}, body()) == {"LOOP-4"}
    assert charged(ONE, failed("no idea"), body()) == {"LOOP-4"}
    assert charged(loop("Pong."), {"answer": "Pong.", "calls": []}, body(), body()) == {"LOOP-4"}


# LOOP-6.


@pytest.mark.parametrize("arguments", ['{"n": ', "[1]", "{'n': 1}"])
def test_malformed_arguments_are_told(arguments: str) -> None:
    given, cut = loop([call(1, arguments=arguments)], "Pong."), call(1, arguments=arguments)
    told, none = body(cut, result(1, "no JSON")), {"answer": "Pong.", "calls": []}
    assert charged(given, none, body(), told) == set()
    assert charged(given, {"answer": "Pong.", "calls": listed(1, arguments=None)}, body(), told) == set()
    assert charged(given, {"answer": "Pong.", "calls": listed(1, arguments={})}, body(), told) == {"LOOP-6"}
    assert charged(given, none, body(), body(cut, result(1, "null"))) == {"LOOP-6"}
    assert charged(given, failed("no JSON"), body()) == {"LOOP-6"}


def test_a_tool_that_was_run_for_malformed_arguments_is_seen_by_its_result() -> None:
    given = loop([call(1, arguments="{")], "Pong.", results={"ping": "pong from 10.0.0.7"})
    second = body(call(1, arguments="{"), result(1, "pong from 10.0.0.7"))
    assert charged(given, {"answer": "Pong.", "calls": []}, body(), second) == {"LOOP-6"}


def test_a_failing_tool_says_so_in_any_words() -> None:
    given = loop([call(1)], "Pong.", results={"ping": {"error": "host is down"}})
    assert charged(given, DONE, body(), body(call(1), result(1, "Error: host is down"))) == set()
    assert charged(given, DONE, body(), body(call(1), result(1, "It failed."))) == set()
    assert charged(given, DONE, body(), body(call(1), result(1, ""))) == {"LOOP-6"}
    assert charged(given, failed("host is down"), body()) == {"LOOP-6"}


@pytest.mark.parametrize("told", [result(1, "NaN is no JSON"), result(1)])
def test_what_only_some_readers_take_may_be_run_or_not(told: Any) -> None:
    given, odd = loop([call(1, arguments='{"n": NaN}')], "Pong."), call(1, arguments='{"n": NaN}')
    assert charged(given, {"answer": "Pong.", "calls": []}, body(), body(odd, told)) == set()


# The rules of every operation.


def test_a_result_needs_no_escapes() -> None:
    def told(value: Any, text: str) -> set[str]:
        given = loop([call(1)], "Pong.", results={"ping": value})
        return charged(given, DONE, body(), body(call(1), result(1, text)))

    named = {"name": "名前"}
    assert told(named, '{"name": "名前"}') == set()
    assert told(named, r'{"name": "\u540d\u524d"}') == {"ALL-4a"}
    assert told("名前", r'"\u540d\u524d"') == {"ALL-4a", "LOOP-3"}
    assert told({"name": "<名前>"}, r'{"name": "\u003c名前\u003e"}') == set()
    assert told({"name": r"名前 is \u540d"}, r'{"name": "名前 is \\u540d"}') == set()
    assert told({"name": "🙂"}, r'{"name": "\ud83d\ude42"}') == {"ALL-4a"}
    assert told({"name": "名\ud83d"}, r'{"name": "名\ud83d"}') == set()
    assert told({"name": "x"}, r'{"name": "x"} \u540d') == set()


def test_numbers_and_texts_have_rules_of_their_own() -> None:
    given = loop([call(1, arguments='{"n": 1, "q": "naïve"}')], "naïve", results={"ping": [1, "naïve"]})
    second = body(call(1, arguments='{"n": 1, "q": "naïve"}'), result(1, '[1, "naïve"]'))

    def of(n: Any = 1, q: str = "naïve", answer: str = "naïve", follow: Any = second) -> set[str]:
        calls = listed(1, arguments={"n": n, "q": q})
        return charged(given, {"answer": answer, "calls": calls}, body(), follow)

    assert of() == set()
    assert of(n=1.0) == {"ALL-3"}
    assert of(q="na?ve") == of(answer=" naïve ") == {"ALL-4"}
    assert of(follow=body(second["input"][1], result(1, '[1.0, "naive"]'))) == {"ALL-3", "ALL-4"}
    assert of(n=2) == {"LOOP-2"}


def test_hard_numbers_are_not_observable_over_a_loose_transport() -> None:
    given = loop("Hi.", results={"ping": 2**53 + 1})
    view = view_of(trial(given, {"answer": "Hi.", "calls": []}, (body(),), {}, exact_numbers=False))
    assert family(LOOP).checks["numbers-exact"](view) is NOT_OBSERVABLE


def test_requests_of_the_second_call_are_held_against_the_first() -> None:
    done = {"answer": "Hi.", "calls": []}
    same = tuple({"path": "/v1/responses", "body": body(temperature=1), "answer": 0} for _ in range(1))
    more = tuple({"path": "/v1/responses", "body": body(SAID), "answer": 0} for _ in range(1))
    check = family(LOOP).checks["same-again"]
    for requests, findings in ((same, ()), (more, "again-differs"), (same * 2, "again-differs")):
        again = Outcome(output=done, requests=requests)
        told = check(view_of(trial(loop("Hi."), done, (body(),), {}, again=again)))
        assert (told[0].kind if told else told) == findings  # type: ignore[index, union-attr]


def test_what_is_no_loop_owes_nothing() -> None:
    given = loop("Hi.", api="soap")
    assert charged(given, failed("which API?"), *()) == set()
    assert charged(given, {"answer": "Hi.", "calls": []}, *()) == {"ALL-7"}


# The parts.


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (None, ({}, READABLE)),
        (" ", ({}, READABLE)),
        ('{"a": 1}', ({"a": 1}, READABLE)),
        ('{"a": 1', (None, MALFORMED)),
        ('"{}"', (None, MALFORMED)),
        ('{"a": Infinity}', (None, DOUBTFUL)),
        ('{"a": 1e999}', (None, DOUBTFUL)),
        (7, (None, DOUBTFUL)),
    ],
)
def test_arguments_are_decoded_once(sent: Any, read: Any) -> None:
    assert decoded(sent) == read


@pytest.mark.parametrize(
    ("owed", "text", "ways"),
    [
        ("sunny", "It is sunny.", SAME),
        ("sunny", "rain", {OTHER}),
        ("größe ", '{"result": "gr\\u00f6\\u00dfe "}', SAME),
        ("größe", "groesse", {OTHER}),
        ("sunny", '"sunny"', SAME),
        ("a\n\"b\"", '"a\\n\\"b\\""', {ENCODED}),
        ("a\n\"b\"", 'Result: "a\\n\\"b\\""', {ENCODED}),
        ("a\n\"b\"", '{"result": "a\\n\\"b\\""}', SAME),
        ("a\nb", '{"result": "\\"a\\\\nb\\""}', {ENCODED}),
        ("a\nb", "a\\nb", {ENCODED}),
        ("größe", '"gr\\u00f6\\u00dfe"', {ENCODED}),
        ("größe", "gr\\u00f6\\u00dfe", {TEXT, ENCODED}),
        ("a < b", "a &lt; b", {TEXT, ENCODED}),
        ("größe", "gr??e", {TEXT}),
        ([1, {"a": None}], "Result for x: [1, {\"a\": null}]", SAME),
        ([1], "[1.0]", {NUMBER}),
        ([1, True], "[1, True]", {OTHER}),
        (False, "False", SAME),
        (42, "42", SAME),
        (42, "43", {OTHER}),
        ({"a": {"b": 1}}, '{"ok": true, "value": {"a": {"b": 1}}}', SAME),
        ("", "(nothing)", SAME),
    ],
)  # fmt: skip
def test_what_a_result_carries(owed: Any, text: str, ways: Any) -> None:
    assert carries(owed, [text]) == ways


def test_differences_and_rewritten_texts() -> None:
    assert difference({"a": [1, "x"]}, {"a": [1.0, " x "]}) == {NUMBER, TEXT}
    assert difference({"a": 1}, {"b": 1}) == {OTHER}
    assert is_rewritten("He said “no”", "He said &quot;no&quot;")
    assert not is_rewritten("sunny", "rain")
    assert not is_rewritten("sunny", "")


def test_shrunk_loops_end_as_the_original_does() -> None:
    assert as_sound(loop([call(1)], "x"), ONE)
    assert not as_sound(loop([call(1)]), ONE)
    assert not as_sound(loop([call(1, "pong")], "x"), ONE)
    assert not as_sound(loop([call(1), call(1)], "x"), TWO)
    assert not as_sound({**ONE, "max_rounds": 1}, ONE)
    # A number is no id: nobody knows what a loop does with it.
    assert not as_sound(loop([call(1) | {"call_id": 0}], "x"), ONE)
    assert not as_sound([], ONE)
    assert as_sound(7, 8)
