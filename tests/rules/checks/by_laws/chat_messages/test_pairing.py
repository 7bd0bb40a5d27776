"""Which message came of which item."""

from __future__ import annotations

from typing import Any

from tests.rules.checks.by_laws.chat_messages.samples import (
    HELLO,
    IMAGE,
    SHOWN,
    call,
    calls,
    charged,
    output,
    reported,
    said,
    system,
    tool,
)


def test_an_id_used_again() -> None:
    given = [call(), output(output="1"), HELLO, call(), output(output="2")]
    assert charged(given, [calls("a"), tool(content="1"), HELLO, calls("a"), tool(content="2")]) == set()
    assert charged(given, [calls("a"), tool(content="2"), HELLO, calls("a"), tool(content="2")]) == {"INP-2"}
    assert charged(given, [calls("a"), tool(content="1"), HELLO]) == {"INP-1a", "INP-2", "INP-4"}


def test_a_lost_refusal_is_not_the_same_one_of_a_later_turn() -> None:
    def refusing(*ids: str) -> dict[str, Any]:
        return calls(*ids) | {"refusal": "No."}

    refused = {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
    given = [refused, call(), output(), refused, call("b"), output("b")]
    assert charged(given, [refusing("a"), tool(), refusing("b"), tool("b")]) == set()
    found = charged(given, [calls("a"), tool(), refusing("b"), tool("b")])
    assert "INP-3a" in found
    assert "INP-1" not in found


def test_an_instruction_that_says_something_else_is_the_same_message() -> None:
    given = [system("Be kind."), {"role": "user", "content": "Hello"}]
    found = charged(given, [system("Be very kind."), HELLO])
    assert "INP-6" in found
    assert "INP-4" not in found


def test_a_lost_call_is_not_one_that_came_of_an_item_of_another_type() -> None:
    custom = {"type": "custom_tool_call", "call_id": "c", "name": "run", "input": "ls"}
    ran = {"type": "custom_tool_call_output", "call_id": "c", "output": "ran"}
    kept = [calls("c", name="run", arguments='{"input": "ls"}'), tool("c", "ran")]
    given = [custom, ran, HELLO, call("a", "[1]"), output("a"), system("Be kind."), call("b"), output("b", "B")]
    sound = [*kept, HELLO, calls("a", arguments="[1]"), tool("a"), system("Be kind."), calls("b"), tool("b", "B")]
    assert charged(given, sound) == set()
    assert charged(given, sound[:-2]) == {"INP-1a", "INP-2"}


def test_calls_under_other_ids_keep_their_places() -> None:
    given = [call("a", "[1]"), output("a"), system("Be kind."), call("b"), call("c", "[2]"), output("c"), output("b")]
    function = {"name": "f", "arguments": "[2]"}
    pair = calls("b")
    pair["tool_calls"].append({"id": "d", "type": "function", "function": function})
    # The first call has the id of the third, which has a new one.
    result = [calls("c", arguments="[1]"), tool("c"), system("Be kind."), pair, tool("d"), tool("b")]
    assert charged(given, result) == set()
    result[-2] = tool("c")
    found = charged(given, result)
    assert {"INP-1a", "INP-2"} <= found
    assert "INP-6" not in found
    lost = [*result[:1], *result[2:]]
    assert "INP-6" not in charged(given, lost)
    # A call of another kind beside them changes nothing.
    custom = {"id": "z", "type": "custom", "custom": {"name": "g", "input": "x"}}
    first = {"type": "custom_tool_call", "call_id": "z", "name": "g", "input": "x"}
    lost[0] = lost[0] | {"tool_calls": [custom, *lost[0]["tool_calls"]]}
    assert "INP-6" not in charged([first, *given], lost)


def test_an_image_that_was_repeated_is_not_another_one_of_its_url() -> None:
    shown = {"role": "user", "content": [IMAGE]}
    closely = {"role": "user", "content": [IMAGE | {"detail": "high"}]}
    given = [shown, said("Hm."), closely]
    first = {"role": "user", "content": [SHOWN]}
    url = {"url": "https://example.org/a.png", "detail": "high"}
    last = {"role": "user", "content": [{"type": "image_url", "image_url": url}]}
    assert charged(given, [first, reported("Hm."), last]) == set()
    assert charged(given, [first, first, reported("Hm."), last]) == {"INP-4"}


def test_a_result_of_the_same_text_does_not_show_the_place_of_one_that_is_lost() -> None:
    given = [call("a"), output("a", ""), system("Be kind."), call("b"), output("b", "")]
    assert "INP-6" not in charged(given, [calls("a"), tool("a", ""), system("Be kind."), calls("x")])
