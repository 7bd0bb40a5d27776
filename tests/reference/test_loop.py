from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from conformance.apis.emulator import Emulator, completed
from conformance.reference import LoopError, run_tool_loop, tool_loop

TOOL = {"name": "add", "description": "Adds.", "parameters": {"type": "object", "properties": {}}}
QUESTION = {"role": "user", "content": "1 + 2?"}


def call(number: int, name: str = "add", arguments: Any = '{"a": 1, "b": 2}') -> dict[str, Any]:
    return {"type": "function_call", "call_id": f"call_{number}", "name": name, "arguments": arguments}


class Model:
    """A client that gives scripted answers and keeps what it was asked."""

    def __init__(self, api: str, *answers: Any) -> None:
        self.api = api
        self.answers = answers
        self.asked: list[dict[str, Any]] = []

    def __call__(self, body: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(copy.deepcopy(body))
        answer = completed(self.api, self.answers[len(self.asked) - 1], len(self.asked) - 1)
        assert answer is not None
        return answer


def looped(model: Model, registry: dict[str, Callable[[Any], Any]], **more: Any) -> Any:
    given: dict[str, Any] = {"api": model.api, "model": "m", "messages": [QUESTION], "tools": [TOOL], "max_rounds": 3}
    return run_tool_loop(model, registry, **(given | more))


def fails(_arguments: Any) -> Any:
    raise OSError("disk full")


def changes(arguments: Any) -> Any:
    return arguments.clear()


@pytest.mark.parametrize(
    ("value", "reported"),
    [
        (call(1, "subtract"), "there is no tool 'subtract'; there are: add, fails, changes"),
        (call(1, "fails"), "disk full"),
        (call(1, arguments='{"a": 1'), "the arguments are no JSON object: {"),
        (call(1, arguments="[1]"), "the arguments are no JSON object: [1]"),
    ],
)
def test_what_goes_wrong_is_reported_to_the_model(value: Any, reported: str) -> None:
    model = Model("responses", [value], "I see.")
    assert looped(model, {"add": len, "fails": fails, "changes": changes})["answer"] == "I see."
    assert reported in model.asked[1]["input"][-1]["output"].replace("\\", "")


def test_a_tool_that_changes_its_arguments_changes_no_call() -> None:
    model = Model("responses", [call(1, "changes")], "Done.")
    assert looped(model, {"changes": changes})["calls"][0]["arguments"] == {"a": 1, "b": 2}


def test_a_loop_without_end_is_stopped_after_max_rounds() -> None:
    model = Model("responses", *[[call(number)] for number in range(9)])
    with pytest.raises(LoopError, match=r"after 3 rounds"):
        looped(model, {"add": len})
    assert len(model.asked) == 4


GIVEN = {"api": "chat", "model": "m", "messages": [QUESTION], "tools": [TOOL], "results": {"add": 3}, "max_rounds": 2}


def test_an_input_of_the_operation_is_run_over_http() -> None:
    made = {"id": "call_1", "function": {"name": "add", "arguments": {"a": 1}}}
    with Emulator() as api:
        base_url = api.open("chat", [{"tool_calls": [made]}, "Three."])
        output = tool_loop(GIVEN | {"base_url": base_url})
        assert [seen.answer for seen in api.end(base_url)] == [0, 1]
    assert output == {"answer": "Three.", "calls": [{"id": "call_1", "name": "add", "arguments": {"a": 1}}]}


def test_an_error_of_the_api_is_reported() -> None:
    with Emulator() as api:
        base_url = api.open("chat", [{"http": 401, "error": "No key."}])
        with pytest.raises(LoopError, match=r"the API answers 401: No key\."):
            tool_loop(GIVEN | {"base_url": base_url})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"base_url": None}, "base_url is missing"),
        ({"messages": "Hi."}, "messages is missing, or no list"),
        ({"tools": [None]}, "definition is missing"),
        ({"max_rounds": True}, "max_rounds"),
        ({"api": "soap"}, "api is 'soap'; the known ones are chat, responses"),
    ],
)
def test_another_shape_is_refused(change: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tool_loop(GIVEN | {"base_url": "http://127.0.0.1:9/v1"} | change)


def test_no_object_is_refused() -> None:
    with pytest.raises(ValueError, match="no object"):
        tool_loop([])
