"""One conversation, from its question to its answer: converted, sent, read, run, converted again."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from conformance.base.values import JSON
from conformance.commands.roundtrips.client import HttpAnswer, Send, error_of
from conformance.commands.roundtrips.converter import Converter, ConverterFailed, Parsed
from conformance.commands.roundtrips.scenarios import CHAT, MODEL, MOST_ROUNDS, RESPONSES, Scenario
from conformance.formats.chat.calls import calling, function_call

Object = dict[str, Any]

# How a conversation ends.
ANSWERED, REFUSED, FAILED = "answered", "refused", "failed"


class LoopOutcome(NamedTuple):
    """The outcome of a conversation.

    kind: ANSWERED, REFUSED (by the API) or FAILED (the subject gave nothing to go on with). text: the final answer, or
    what went wrong. requests: how many were answered. calls: the calls that were read, in order: name and arguments.
    status, param, code: those of the API's refusal.
    """

    kind: str
    text: str
    requests: int
    calls: tuple[tuple[str, JSON], ...] = ()
    status: int | None = None
    param: str | None = None
    code: str | None = None

    def document(self) -> Object:
        """Return it as data; null members are left out."""
        document = self._asdict() | {
            "calls": [{"name": name, "arguments": arguments} for name, arguments in self.calls]
        }
        return {key: value for key, value in document.items() if value is not None}


def converse(scenario: Scenario, converter: Converter, send: Send, model: str = MODEL) -> LoopOutcome:
    """Hold one conversation. send: sends a body and returns the answer; what it raises ends the conversation."""
    conversation, api = scenario.conversation, scenario.api
    history: list[Object] = conversation.messages
    made: list[tuple[str, JSON]] = []
    requests = 0
    try:
        tools = converter.tools(api, conversation.tools)
        for _round in range(MOST_ROUNDS):
            body: Object = {"model": model, **_messages(api, converter, history), "tools": tools}
            if scenario.streamed:
                body["stream"] = True
            answer = send(api, body)
            requests += 1
            if not 200 <= answer.status < 300:
                return _refused_outcome(answer, requests, made)
            said = _read(scenario, converter, answer)
            if not said.calls:
                return _answered_outcome(scenario, said, requests, made)
            history.append(_as_message(said))
            for call in said.calls:
                made.append((str(call.get("name")), call.get("arguments")))
                result = conversation.results.get(str(call.get("name")), {"error": "there is no such tool"})
                history.append({"role": "tool", "tool_call_id": call.get("id"), "content": _text(result)})
    except ConverterFailed as error:
        return LoopOutcome(FAILED, str(error), requests, tuple(made))
    return LoopOutcome(FAILED, f"after {MOST_ROUNDS} requests calls are still read", requests, tuple(made))


def _messages(api: str, converter: Converter, history: list[Object]) -> Object:
    return {"messages": list(history)} if api == CHAT else converter.input(history)


def _read(scenario: Scenario, converter: Converter, answer: HttpAnswer) -> Parsed:
    value = answer.value
    if scenario.streamed and not isinstance(value, list):
        raise ConverterFailed("the API answered no stream")
    return converter.read(scenario.api, value, streamed=scenario.streamed)


def _answered_outcome(scenario: Scenario, said: Parsed, requests: int, made: list[tuple[str, JSON]]) -> LoopOutcome:
    if scenario.api == RESPONSES and scenario.streamed and said.done is not True:
        return LoopOutcome(FAILED, "a stream with an end was read as one that is not done", requests, tuple(made))
    text = said.content
    if not isinstance(text, str) or not text.strip():
        return LoopOutcome(FAILED, "the final answer was read as no text", requests, tuple(made))
    return LoopOutcome(ANSWERED, text, requests, tuple(made))


def _refused_outcome(answer: HttpAnswer, requests: int, made: list[tuple[str, JSON]]) -> LoopOutcome:
    error = error_of(answer)
    return LoopOutcome(
        REFUSED, str(error.get("message")), requests, tuple(made), answer.status, error.get("param"), error.get("code")
    )


def _as_message(said: Parsed) -> Object:
    """The Chat message that a parsed result came of."""
    calls = [function_call(call.get("id"), call.get("name"), _call_arguments(call)) for call in said.calls]
    return calling(calls, said.content or None)


def _call_arguments(call: Object) -> JSON:
    arguments = call.get("arguments")
    return call.get("arguments_raw") if arguments is None else json.dumps(arguments, ensure_ascii=False)


def _text(result: JSON) -> str:
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
