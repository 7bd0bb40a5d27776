"""Loops by Anthropic's Messages API: what is judged of them alone."""

from __future__ import annotations

from typing import Any

from conformance.rules.checks.by_laws.tool_loop.given_back import cut_reported, pause_resumed, steps_kept, thoughts_kept
from conformance.rules.checks.registry import view_of
from tests.rules.checks.by_laws.tool_loop.gemini_samples import (
    SIGNED,
    answered,
    back,
    contents,
    gemini,
    output,
    part,
    said,
)
from tests.rules.checks.by_laws.tool_loop.samples import (
    PARAMETERS,
    QUESTION,
    all_charged,
    charged,
    failed,
    listed,
    loop,
    trial,
)

TOOL = {"name": "ping", "description": "Pings.", "input_schema": PARAMETERS}
THOUGHT: Any = {"type": "thinking", "thinking": "Both.", "signature": "c2lnbmVk"}
SEARCH: Any = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "owls"}}


def use(number: int, name: str = "ping", **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"call_{number}", "name": name, "input": {"n": 1}, **more}


def result(number: int, content: Any = "pong", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": f"call_{number}", "content": content, **more}


def asked(*script: Any, **more: Any) -> dict[str, Any]:
    return loop(*script, api="anthropic", **more)


def body(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 9, "messages": [QUESTION, *messages], "tools": [TOOL], **more}


def model(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


TWO = asked([THOUGHT, use(1), use(2)], "Pong.")
BOTH = {"answer": "Pong.", "calls": listed(1, 2)}
FIRST = body()


def after(*messages: Any) -> set[str]:
    return charged(TWO, BOTH, FIRST, body(*messages))


def refused(*messages: Any) -> set[str]:
    return charged(TWO, failed("refused"), FIRST, body(*messages))


def test_a_sound_loop_is_charged_with_nothing() -> None:
    messages = (model(THOUGHT, use(1), use(2)), user(result(1), result(2, [{"type": "text", "text": "pong"}])))
    assert all_charged(TWO, BOTH, FIRST, body(*messages)) == set()


def test_each_defect_has_its_rule() -> None:
    said = model(THOUGHT, use(1), use(2))
    assert after(model(use(1), use(2)), user(result(1), result(2))) == {"LOOP-13"}
    assert after(said, user(result(1)), user(result(2))) == {"LOOP-14"}
    assert after(said, user(result(1, is_error=True), result(2))) == {"LOOP-12"}
    assert after(said, user(result(2), result(1))) == {"LOOP-2"}
    assert refused(said, user(result(1))) == {"LOOP-5"}
    assert after(said, user(result(1), result(2, "ping"))) == {"LOOP-3"}
    assert refused(said, user({"type": "text", "text": "Here."}, result(1), result(2))) == {"LOOP-3"}
    assert refused(said, user(result(1), result(3))) == {"LOOP-5"}
    assert after(model(THOUGHT, use(1, input={}), use(2)), user(result(1), result(2))) == {"LOOP-3"}


def test_the_form_of_tools_and_the_route_are_those_of_the_api() -> None:
    flat = {"type": "function", "name": "ping", "description": "Pings.", "parameters": PARAMETERS}
    assert "LOOP-1" in charged(asked("Pong."), {"answer": "Pong.", "calls": []}, body(tools=[flat]))
    assert charged(asked("Pong."), {"answer": "Pong.", "calls": []}, FIRST) == set()


def test_a_failure_is_marked_or_said() -> None:
    given = asked([use(1)], "Gone.", results={"ping": {"error": "gone"}})
    done = {"answer": "Gone.", "calls": listed(1)}

    def of(value: Any) -> set[str]:
        return charged(given, done, FIRST, body(model(use(1)), user(value)))

    assert of(result(1, "gone", is_error=True)) == set()
    assert of(result(1, "gone")) == {"LOOP-12a"}
    assert of(result(1, "null", is_error=True)) == set()
    assert of(result(1, "null")) == {"LOOP-12a", "LOOP-6", "LOOP-6a"}


PAUSED: Any = {"content": [{"type": "text", "text": "I search. "}, SEARCH], "stop_reason": "pause_turn"}


def test_a_pause_is_gone_on_with_or_the_loop_fails() -> None:
    given, back = asked(PAUSED, "None."), model({"type": "text", "text": "I search. "}, SEARCH)
    for answer in ("None.", "I search. None."):
        assert charged(given, {"answer": answer, "calls": []}, FIRST, body(back)) == set()
    assert charged(given, failed("paused"), FIRST) == set()
    assert charged(given, {"answer": "I search. ", "calls": []}, FIRST) == {"LOOP-11"}
    assert charged(given, {"answer": "None.", "calls": []}, FIRST, body()) == {"LOOP-11"}
    assert charged(given, {"answer": "Owls.", "calls": []}, FIRST, body(back)) == {"LOOP-4"}


CUT: Any = {"content": [{"type": "text", "text": "Owls are"}, use(1, input={})], "stop_reason": "max_tokens"}


def test_an_answer_that_was_cut_is_not_returned_as_if_it_were_whole() -> None:
    given = asked(CUT, "Pong.")
    assert charged(given, {"answer": "Owls are", "calls": []}, FIRST) == {"LOOP-11a"}
    assert charged(given, {"answer": "Owls are", "calls": [], "stop": "max_tokens"}, FIRST) == set()
    assert charged(given, failed("cut"), FIRST) == set()
    assert charged(given, {"answer": "Pong.", "calls": []}, FIRST, body()) == set()  # asked once more
    said, answered = model(*CUT["content"]), user(result(1))
    assert charged(given, {"answer": "Pong.", "calls": listed(1)}, FIRST, body(said, answered)) == set()


def test_a_call_that_is_not_there_may_be_asked_for_once_more() -> None:
    text = {"type": "text", "text": "I ping."}
    given = asked({"content": [text], "stop_reason": "tool_use"}, "Pong.")
    for answer in ("I ping.", "Pong."):
        asks = (FIRST,) if answer == "I ping." else (FIRST, FIRST)
        assert charged(given, {"answer": answer, "calls": []}, *asks) == set()
    assert charged(given, failed("no call"), FIRST) == set()
    assert charged(given, {"answer": "Ping.", "calls": []}, FIRST) == {"LOOP-4"}
    assert "API-2" in all_charged(given, failed("refused"), FIRST, body(model(text), user()))


def test_a_refusal_may_be_anything() -> None:
    given = asked({"content": [], "stop_reason": "refusal"})
    for outcome in ({"answer": "", "calls": []}, {"answer": "It refuses.", "calls": []}, failed("refused")):
        assert charged(given, outcome, FIRST) == set()


def test_other_apis_and_other_answers_do_not_reach_these_rules() -> None:
    for given in (loop("Pong."), asked("Pong."), asked([use(1)], "Pong."), None):
        view = view_of(trial(given, failed(), (), {})) if given else None
        assert (
            view is None
            or [element(view) for element in (pause_resumed, cut_reported, thoughts_kept, steps_kept)] == [None] * 4
        )


FOUND: Any = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}


def test_what_the_host_has_searched_goes_back_with_the_calls() -> None:
    given = asked([SEARCH, FOUND, use(1)], "Pong.")
    done = {"answer": "Pong.", "calls": listed(1)}
    assert charged(given, done, FIRST, body(model(SEARCH, FOUND, use(1)), user(result(1)))) == set()
    assert charged(given, done, FIRST, body(model(use(1)), user(result(1)))) == {"LOOP-15"}


def test_calls_of_gemini_keep_their_signatures_in_each_request() -> None:
    given = gemini([part(**SIGNED)], [part()], [part(thoughtSignature="b3RoZXI=")], "Pong.")

    def after(first: Any, last: Any) -> set[str]:
        talk = [said(first), back(answered()), said(part()), back(answered()), said(last), back(answered())]
        bodies = [contents(*talk[: 2 * number]) for number in range(4)]
        return charged(given, output(None, None, None), *bodies)

    signed, other = part(**SIGNED), part(thoughtSignature="b3RoZXI=")
    assert after(signed, other) == set()
    for first, last in ((part(), other), (signed, part()), (other, other), (signed, signed)):
        assert after(first, last) == {"LOOP-13"}


def test_thoughts_of_gemini_may_be_left_out() -> None:
    given = gemini([{"text": "I ping.", "thought": True, **SIGNED}, part()], "Pong.")
    assert charged(given, output(None), contents(), contents(said(part()), back(answered()))) == set()


def test_an_answer_that_gemini_cut_is_not_whole_and_what_it_filters_is_free() -> None:
    def ended(reason: str) -> set[str]:
        content = {"role": "model", "parts": [{"text": "Owls are"}]}
        given = gemini({"candidates": [{"content": content, "finishReason": reason, "index": 0}]})
        return charged(given, {"answer": "Owls are", "calls": []}, contents())

    assert ended("MAX_TOKENS") == {"LOOP-11a"}
    assert ended("SAFETY") == ended("MALFORMED_FUNCTION_CALL") == set()
    blocked = gemini({"promptFeedback": {"blockReason": "OTHER"}})
    assert charged(blocked, {"answer": "", "calls": []}, contents()) == charged(blocked, failed(), contents()) == set()
