"""The order that the API wants of messages, calls and results."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import RequestError
from conformance.reference.anthropic_turns import TurnChoices, Turns

Object = dict[str, Any]


def text(value: str) -> Object:
    return {"type": "text", "text": value}


def use(id_: str, **given: Any) -> Object:
    return {"type": "tool_use", "id": id_, "name": "f", "input": given}


def back(id_: str, content: str) -> Object:
    return {"type": "tool_result", "tool_use_id": id_, "content": content}


def turns(late_system: Any = "user-text", malformed_arguments: Any = "refuse", bad_id: Any = "map") -> Turns:
    return Turns(TurnChoices(late_system, malformed_arguments, bad_id, "text"))


def made(steps: list[tuple[Any, ...]], **choices: Any) -> Object:
    """The messages of steps: who speaks, and what; a call with its id and arguments; a result with its id and text."""
    got = turns(**choices)
    for who, *given in steps:
        if who == "call":
            got.call(given[0], "f", given[1], "place")
        elif who == "result":
            got.result(given[0], [text(given[1])], "place")
        elif who == "system":
            got.instruct([text(given[0])], "place")
        else:
            got.say(who, [text(given[0])])
    return got.made()


def test_results_are_right_behind_their_calls_and_first() -> None:
    steps = [("user", "q"), ("call", "a", "{}"), ("call", "b", ""), ("user", "n"), ("result", "b", "2"),
             ("assistant", "x"), ("result", "a", "1")]  # fmt: skip
    assert made(steps)["messages"] == [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": [use("a"), use("b")]},
        {"role": "user", "content": [back("b", "2"), back("a", "1"), text("n")]},
        {"role": "assistant", "content": "x"},
    ]


def test_calls_behind_a_result_are_a_message_of_their_own() -> None:
    steps = [("user", "q"), ("call", "a", "{}"), ("result", "a", "1"), ("call", "a", '{"x": 1}'), ("result", "a", "2")]
    assert made(steps)["messages"][1:] == [
        {"role": "assistant", "content": [use("a")]},
        {"role": "user", "content": [back("a", "1")]},
        {"role": "assistant", "content": [use("a", x=1)]},
        {"role": "user", "content": [back("a", "2")]},
    ]


def test_messages_of_one_role_are_one() -> None:
    steps = [("user", "a"), ("user", "b"), ("assistant", "c"), ("assistant", "d"), ("user", "e")]
    assert made(steps)["messages"] == [
        {"role": "user", "content": [text("a"), text("b")]},
        {"role": "assistant", "content": [text("c"), text("d")]},
        {"role": "user", "content": "e"},
    ]


def test_a_result_without_a_call_is_reported(caplog: Any) -> None:
    assert made([("user", "q"), ("result", "a", "1")])["messages"] == [{"role": "user", "content": "q"}]
    assert "'a'" in caplog.text


LATE = [("system", "A"), ("user", "q"), ("system", "B"), ("assistant", "x"), ("user", "y"), ("system", "C"),
        ("user", "z")]  # fmt: skip


def test_a_late_system_is_a_text_of_the_user(caplog: Any) -> None:
    got = made(LATE)
    assert got["system"] == "A"
    assert got["messages"] == [
        {"role": "user", "content": [text("q"), text("[system] B")]},
        {"role": "assistant", "content": "x"},
        {"role": "user", "content": [text("y"), text("[system] C"), text("z")]},
    ]
    assert len(caplog.records) == 2


def test_a_late_system_may_stay_where_the_api_takes_one() -> None:
    assert made(LATE, late_system="in-place")["messages"] == [
        {"role": "user", "content": "q"},
        {"role": "system", "content": "B"},
        {"role": "assistant", "content": "x"},
        {"role": "user", "content": [text("y"), text("[system] C"), text("z")]},
    ]


def test_a_late_system_may_come_first(caplog: Any) -> None:
    got = made(LATE, late_system="hoist")
    assert got["system"] == [text("A"), text("B"), text("C")]
    assert [message["role"] for message in got["messages"]] == ["user", "assistant", "user"]
    assert len(caplog.records) == 2


def test_a_system_alone_is_the_user(caplog: Any) -> None:
    assert made([("system", "A")]) == {"messages": [{"role": "user", "content": "A"}]}
    assert "system" in caplog.text
    with pytest.raises(RequestError):
        made([])


@pytest.mark.parametrize("arguments", ['{"a":1', "[1]", "null", "7", "{'a': 1}", '{"a": NaN}'])
def test_arguments_that_are_no_object_are_refused_or_reported(arguments: str, caplog: Any) -> None:
    steps = [("call", "a", arguments), ("result", "a", "e")]
    with pytest.raises(RequestError, match="arguments"):
        made(steps)
    assert made(steps, malformed_arguments="wrap")["messages"][0]["content"] == [use("a", arguments=arguments)]
    assert made(steps, malformed_arguments="empty")["messages"][0]["content"] == [use("a")]
    assert len(caplog.records) == 2


def test_a_custom_call_has_its_input_as_an_argument(caplog: Any) -> None:
    got = turns()
    got.custom_call("a", "f", "ls", "input[3]")
    got.result("a", [text("x")], "place")
    assert got.made()["messages"][0]["content"] == [use("a", input="ls")]
    assert "input[3]" in caplog.text


def test_ids_that_the_api_refuses_are_renamed_one_to_one(caplog: Any) -> None:
    steps = [("call", "f:0", ""), ("call", "f_0", ""), ("call", "f.0", ""), ("call", "", ""),
             ("result", "f:0", "1"), ("result", "f_0", "2"), ("result", "f.0", "3"), ("result", "", "4")]  # fmt: skip
    calls, results = (message["content"] for message in made(steps)["messages"])
    ids = [call["id"] for call in calls]
    assert [result["tool_use_id"] for result in results] == ids
    assert len(set(ids)) == 4
    assert ids[1] == "f_0"
    assert all(id_.replace("_", "").isalnum() for id_ in ids)
    assert len(caplog.records) == 3
    with pytest.raises(RequestError, match="f:0"):
        made(steps, bad_id="refuse")


def test_blank_texts_join_the_text_before_them_or_are_reported(caplog: Any) -> None:
    steps = [("user", "a"), ("user", " "), ("user", "b"), ("assistant", "\n")]
    assert made(steps)["messages"] == [{"role": "user", "content": [text("a "), text("b")]}]
    assert "white space" in caplog.text


def test_the_last_text_of_the_assistant_does_not_end_with_white_space(caplog: Any) -> None:
    steps = [("user", "q"), ("assistant", "The answer is: \n")]
    assert made(steps)["messages"][1]["content"] == "The answer is:"
    assert "white space" in caplog.text
    assert made([*steps, ("user", "q")])["messages"][1]["content"] == "The answer is: \n"


def test_a_call_without_a_name_is_an_error() -> None:
    with pytest.raises(RequestError, match="input"):
        turns().call("a", None, "{}", "input[0]")
