"""The texts, calls, results and tools of a request: each once, in order, as they were, and no other."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from conformance.formats.model.talk import FlatConversation
from conformance.formats.requests import read_conversation, read_tools
from conformance.rules.laws.exchanges import exchanges
from conformance.rules.laws.history import LoopHistory
from conformance.rules.laws.law import REACHED, Breach, Found

SYSTEM: Any = {"role": "system", "content": "Be brief."}
USER: Any = {"role": "user", "content": "Hello!"}
TOOL: Any = {"name": "ping", "description": "Pings.", "parameters": {"type": "object"}}


class Called(NamedTuple):
    id: str
    name: str


def asking(*ids: str) -> Any:
    calls = [{"id": id_, "type": "function", "function": {"name": "ping", "arguments": "{}"}} for id_ in ids]
    return {"role": "assistant", "content": "Let me see.", "tool_calls": calls}


def answer(id_: str) -> Any:
    return {"role": "tool", "tool_call_id": id_, "content": "pong"}


def talk(*messages: Any) -> FlatConversation:
    found = read_conversation("chat", {"messages": list(messages)}).talk
    assert found is not None
    return found


def found(*messages: Any, turns: tuple[str, ...] = (), tools: Any = ()) -> list[Found]:
    """Return what the laws find. turns: of each answer, the ids of its calls, separated by spaces."""
    came = talk(*messages)
    owed = [(turn, Called(id_, "ping")) for turn, ids in enumerate(turns) for id_ in ids.split()]
    pair = LoopHistory(
        given=talk(SYSTEM, USER),
        answers=[("Let me see.",) for _turn in turns],
        came=came,
        exchanges=exchanges(came, owed),
        is_run=lambda _call: True,
        owed_tools=read_tools("responses", {"tools": [{"type": "function", **TOOL}] if tools else []}),
        tools=read_tools("chat", {"tools": list(tools)}),
        is_rewritten=lambda first, other: first != other and first.lower() == other.lower(),
        schema_changes=lambda first, other: ["tool-changed"] if first != other else [],
    )
    return list(pair.found)


def kinds(*messages: Any, turns: tuple[str, ...] = (), tools: Any = ()) -> list[str]:
    """Return what a request breaks. turns, tools: as of `found`."""
    seen = found(*messages, turns=turns, tools=tools)
    return [element.kind for _key, element in seen if isinstance(element, Breach)]


@pytest.mark.parametrize(
    "messages",
    [
        (SYSTEM, USER),
        (USER, SYSTEM),
        (SYSTEM, USER | {"content": [{"type": "text", "text": "Hello!"}]}),
        (USER | {"content": "Be brief.\n\nHello!"},),
    ],
)
def test_given_texts_may_be_joined_or_parts(messages: tuple[Any, ...]) -> None:
    assert kinds(*messages) == []


@pytest.mark.parametrize(
    ("messages", "broken"),
    [
        ((SYSTEM, USER, USER), ["text-added"]),
        ((SYSTEM, {"role": "system", "content": "You are helpful."}, USER), ["text-added"]),
        ((SYSTEM, USER | {"content": "Hello! Think step by step."}), ["text-added"]),
        ((SYSTEM,), ["message-lost"]),
        ((SYSTEM, USER | {"content": "HELLO!"}), ["text-changed", "text-changed"]),
    ],
)
def test_each_text_is_there_once_and_as_it_was(messages: tuple[Any, ...], broken: list[str]) -> None:
    assert kinds(*messages) == broken


@pytest.mark.parametrize(
    ("behind", "broken"),
    [
        ((asking("a", "b"), answer("a"), answer("b")), []),
        ((asking("a"), answer("a"), asking("b"), answer("b")), []),
        (({"role": "assistant", "content": "Let me see."}, asking("a", "b"), answer("a"), answer("b")), []),
        ((asking("a", "b"), answer("b"), answer("a")), ["order"]),
        ((asking("a", "b"), answer("a"), answer("b"), answer("b")), ["result-twice"]),
        ((asking("a", "b"), answer("a")), ["result-missing"]),
        ((asking("a", "b", "c"), answer("a"), answer("b")), ["call-added"]),
        ((asking("b", "a"), answer("a"), answer("b")), ["disorder"]),
    ],
)
def test_calls_and_results_of_an_answer(behind: tuple[Any, ...], broken: list[str]) -> None:
    assert kinds(SYSTEM, USER, *behind, turns=("a b",)) == broken


def test_several_results_are_owed_only_where_an_answer_has_several_calls() -> None:
    behind = (asking("a", "b"), answer("a"), answer("b"))
    assert ("kept/result/parallel", REACHED) in found(SYSTEM, USER, *behind, turns=("a b",))
    assert ("kept/result/parallel", REACHED) not in found(SYSTEM, USER, asking("a"), answer("a"), turns=("a",))


def test_the_text_of_an_answer_with_calls_is_there_too() -> None:
    bare = asking("a") | {"content": None}
    assert kinds(SYSTEM, USER, bare, answer("a"), turns=("a",)) == ["answer-lost"]
    assert kinds(SYSTEM, USER, bare | {"content": "let me see."}, answer("a"), turns=("a",)) == []
    halves = ({"role": "assistant", "content": "Let me"}, bare | {"content": "see."})
    assert kinds(SYSTEM, USER, *halves, answer("a"), turns=("a",)) == []


def test_of_two_turns_with_one_id_the_result_behind_the_second_call_is_its() -> None:
    whole = (asking("a"), answer("a"), asking("a"), answer("a"))
    assert kinds(SYSTEM, USER, *whole, turns=("a", "a")) == []
    lost = (asking("a"), asking("a"), answer("a"))
    came = talk(*lost)
    first, second = exchanges(came, [(0, Called("a", "ping")), (1, Called("a", "ping"))])
    assert (first.result, second.result) == (None, came.all[-1])


def test_what_the_api_has_already_need_not_come_again() -> None:
    came = talk(answer("b"))
    owed = [(0, Called("a", "ping")), (1, Called("b", "ping"))]
    (exchange,) = exchanges(came, owed, held=1)
    assert (exchange.call.id, exchange.is_known, exchange.said, exchange.result) == ("b", True, None, came.all[0])


@pytest.mark.parametrize(
    ("tools", "broken"),
    [
        ([TOOL], []),
        ([TOOL, TOOL], ["tool-twice"]),
        ([TOOL | {"description": "Pongs."}], ["tool-changed"]),
        ([TOOL | {"description": "pings."}], ["text-changed"]),
        ([TOOL | {"parameters": {}}], ["tool-changed"]),
        ([TOOL | {"strict": True}], ["tool-changed"]),
        ([TOOL | {"name": "pong"}], ["tool-lost", "tool-invented"]),
        ([TOOL | {"name": "Ping"}], ["text-changed", "tool-invented"]),
    ],
)
def test_tools_are_offered_as_they_are_defined(tools: Any, broken: list[str]) -> None:
    assert kinds(SYSTEM, USER, tools=[{"type": "function", "function": tool} for tool in tools]) == broken
    flat = [{"type": "function", **TOOL}]
    assert kinds(SYSTEM, USER, tools=flat) == ["tool-form"]
