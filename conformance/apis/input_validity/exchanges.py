"""The standing of exchanges: the answer of a backend, and the Responses request of the client that it answers.

Both fit if every call of the answer is one of a tool of the request, where that has tools. A converter of requests
writes the tools of a namespace as functions with both names, and a custom tool as one, or as a function with one text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from conformance.apis.input_validity.answers import FAILED_ANSWER, chat_answer
from conformance.apis.input_validity.chat_streams import chat_stream
from conformance.apis.input_validity.model import Reason, below, reason
from conformance.apis.input_validity.rules import NO_OBJECT, Path, as_list, as_object
from conformance.apis.input_validity.unasked import unasked
from conformance.apis.input_validity.whole_requests import whole_responses_request
from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON, steps
from conformance.formats.chat.namespaces import is_joined
from conformance.formats.chat.read import ENDS, listed_calls, read_answer
from conformance.formats.chat.stream import read_stream
from conformance.formats.exchange_parts import REQUEST
from conformance.formats.model.answer import Answer
from conformance.formats.model.growth import WHOLE

_KINDS = ("function", "custom")


class AnswerCall(NamedTuple):
    """A call of an answer. at: where what is called begins. arguments: as a text or a value. member: which has them.

    may_be_cut: whether its answer may have ended inside it.
    """

    at: Path
    kind: str
    name: str
    arguments: JSON
    may_be_cut: bool
    member: str = "arguments"


def chat_exchange(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not `{request?, response}`."""
    yield from exchange(value, "response", chat_answer, lambda response: _of_chat(read_answer(response)))


def chat_stream_exchange(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not `{request?, chunks}`."""
    yield from exchange(value, "chunks", lambda chunks: chat_stream(chunks, may_be_cut=True), _of_chunks)


def exchange(
    value: JSON,
    key: str,
    reasons: Callable[[JSON], Iterator[Reason]],
    read: Callable[[JSON], tuple[Iterable[Reason], Iterable[AnswerCall]]],
) -> Iterator[Reason]:
    """Yield why a value is no exchange. read: returns what nobody asks for of an answer that is one, and its calls."""
    if not isinstance(value, dict):
        yield reason("type", "not an object with a request and its answer")
        return
    for name in value.keys() - {REQUEST, key}:
        yield reason("schema", f"unknown member {name!r}", name)
    if key not in value:
        yield reason("schema", f"no {key}", key)
        return
    if REQUEST in value:
        yield from below((REQUEST,), whole_responses_request(value[REQUEST]))
    found = [_with_failure(other_reason, value[key]) for other_reason in reasons(value[key])]
    yield from below((key,), found)
    if not found:
        not_asked, calls = read(value[key])
        yield from below((key,), not_asked)
        tools = as_list(as_object(value.get(REQUEST)).get("tools"))
        yield from below((key,), _unfit(tools, calls))


def _of_chat(answer: Answer, *, is_cut: bool = False) -> tuple[Iterator[Reason], Iterator[AnswerCall]]:
    return unasked(answer, "Responses"), _calls_of_answer(answer, is_cut=is_cut)


def _with_failure(given_reason: Reason, answer: JSON) -> Reason:
    """Return a reason; for a finish_reason of no known word that of an answer that failed."""
    if given_reason.rule != "schema" or not given_reason.at.endswith("/finish_reason"):
        return given_reason
    finish = _member(answer, given_reason.at)
    return replace(given_reason, rule=FAILED_ANSWER) if isinstance(finish, str) and finish not in ENDS else given_reason


def _member(value: JSON, at: str) -> JSON:
    for step in steps(at):
        value = value[int(step)] if isinstance(value, list) else as_object(value).get(step)
    return value


def _unfit(tools: list[JSON], calls: Iterable[AnswerCall]) -> Iterator[Reason]:
    """Yield the calls that no tool of a request explains. Without tools, nothing is known of what was offered."""
    if not tools:
        return
    declared = list(_declared(tools))
    for call in calls:
        kinds = [kind for kind, space, name in declared if _is_named(call.name, space, name)]
        if not kinds:
            yield reason("call-tool", f"the call of {call.name!r} names no tool of the request", *call.at, "name")
        elif call.kind == "custom" and "custom" not in kinds:
            yield reason("call-tool", f"{call.name!r} is no custom tool of the request", *call.at, "name")
        elif call.kind == "function" and "function" not in kinds and not _is_one_text(call):
            message = f"{call.name!r} is a custom tool, and the arguments are not an object with one text"
            yield reason(NO_OBJECT, message, *call.at, call.member)


def _declared(tools: list[JSON]) -> Iterator[tuple[JSON, JSON, JSON]]:
    """Yield the functions and custom tools of a request: the type, the namespace and the name of each."""
    for tool in map(as_object, tools):
        if tool.get("type") == "namespace":
            for inner in map(as_object, as_list(tool.get("tools"))):
                yield inner.get("type"), tool.get("name"), inner.get("name")
        elif tool.get("type") in _KINDS:
            yield tool.get("type"), None, tool.get("name")


def _is_named(called: str, space: JSON, name: JSON) -> bool:
    return called == name if space is None else is_joined(called, space, name)


def _is_one_text(call: AnswerCall) -> bool:
    # Arguments that are no text are empty before anything of them came.
    given = json_or_absent(call.arguments) if isinstance(call.arguments, str) else call.arguments or None
    if not isinstance(given, dict):
        return call.may_be_cut  # the standing of the answer says whether it may be cut off
    return len(given) == 1 and all(isinstance(text, str) for text in given.values())


def _of_chunks(chunks: JSON) -> tuple[Iterator[Reason], Iterator[AnswerCall]]:
    """Read a stream, also one that breaks off. What came in pieces is where its first piece is."""
    growth = read_stream(chunks)
    return _of_chat(growth.answer, is_cut=growth.ended != WHOLE)


def _calls_of_answer(answer: Answer, *, is_cut: bool) -> Iterator[AnswerCall]:
    """Yield the calls of an answer. is_cut: it breaks off, so that all calls may be cut, as their pieces are mixed."""
    for turn in (turn for candidate in answer.candidates for turn in candidate.turns):
        calls = listed_calls(turn)
        for call in calls:
            may_be_cut = is_cut or call is calls[-1]
            yield AnswerCall((*call.at[0], call.kind), call.kind, str(call.name), call.arguments.text, may_be_cut)
