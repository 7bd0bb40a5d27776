"""What the API does not take of messages, calls and results is changed into what it takes, or reported."""

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


def test_a_result_without_a_call_is_reported(caplog: Any) -> None:
    assert made([("user", "q"), ("result", "a", "1")])["messages"] == [{"role": "user", "content": "q"}]
    assert "'a'" in caplog.text


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
