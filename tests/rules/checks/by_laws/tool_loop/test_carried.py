"""What a request carries of the conversation, and of the calls and their results."""

from __future__ import annotations

from typing import Any

from conformance.reference import tool_loop
from conformance.rules.contracts import load_specifications
from conformance.running.engine import Options
from tests.rules.checks.by_laws.tool_loop.samples import body, call, charged, listed, loop, result
from tests.suite.selftest.running import certify_functions

GIVEN = {
    "api": "chat",
    "model": "gpt-test",
    "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello!"}],
    "tools": [],
    "results": {},
    "max_rounds": 3,
    "script": ["Hi."],
}


def test_a_short_text_belongs_to_the_answer_that_it_is_all_of() -> None:
    def calling(*said: str) -> list[Any]:
        return [*said, {"type": "function_call", "name": "search", "arguments": "{}"}]

    script = [calling(), calling(), calling("a"), "Done."]
    tools = [{"name": "search", "parameters": {"type": "object"}}]
    loop = GIVEN | {"api": "responses", "tools": tools, "results": {"search": "x"}, "max_rounds": 5, "script": script}
    options = Options(operations=("tool-loop",), inputs={"tool-loop": [loop]}, only_inputs=True)
    result = certify_functions(load_specifications(), {"tool-loop": tool_loop}, options)
    assert not result.inconsistencies
    assert result.complete


def test_a_given_text_that_the_model_says_too_belongs_to_the_conversation() -> None:
    def calling(said: str) -> Any:
        return {"content": said, "tool_calls": [{"function": {"name": "search"}}]}

    tools = [{"name": "search", "parameters": {"type": "object"}}]
    script = [calling("Hello!"), calling("Hello!"), "Done."]
    loop = GIVEN | {"tools": tools, "results": {"search": {}}, "max_rounds": 4, "script": script}
    options = Options(operations=("tool-loop",), inputs={"tool-loop": [loop]}, only_inputs=True)
    result = certify_functions(load_specifications(), {"tool-loop": tool_loop}, options)
    assert not result.inconsistencies
    assert result.complete


def test_a_result_behind_the_second_call_of_its_id_is_the_second_one_s() -> None:
    given = loop([call(1), call(2)], [call(1)], "Done.")
    first = body(call(1), call(2), result(1), result(2))
    lost = body(call(1), call(2), result(2), call(1), result(1))
    found = charged(given, {"answer": "Done.", "calls": listed(1, 2, 1)}, body(), first, lost)
    assert found == {"LOOP-5"}


def test_a_result_is_read_as_text_or_as_its_parts_together() -> None:
    given = loop([call(1)], "Done.", results={"ping": "a\nb"})
    parts = [{"type": "input_text", "text": text} for text in "ab"]
    assert charged(given, {"answer": "Done.", "calls": listed(1)}, body(), body(call(1), result(1, parts))) == set()
    assert charged(given, {"answer": "Done.", "calls": listed(1)}, body(), body(call(1), result(1, []))) == {"LOOP-3"}
