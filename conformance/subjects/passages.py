"""How the input of each operation goes through a gateway, and where its output shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from conformance.emulator import ROUTES, Seen
from conformance.formats.chat.chunks import is_whole
from conformance.observation import Fault, Outcome, Refusal
from conformance.operations import between
from conformance.reference import events_of_sse, responses_output_to_tool_calls
from conformance.subjects.conversations import MODEL
from conformance.subjects.http_client import Answer
from conformance.subjects.json_text import read
from conformance.values import JSON

OTHER = {"responses": "chat", "chat": "responses"}
HELLO: JSON = [{"role": "user", "content": "Hello."}]
DONE = "Done."
_LONGEST_MESSAGE = 2_000

Object = dict[str, JSON]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """How one operation is asked through a gateway.

    api: that its client asks it by. body: of the client's request, for an input. script: what the API behind the
    gateway answers. asked: the output, in the request that arrives there; answered: in the gateway's answer; one of the
    two is None. breaks_off: whether that answer does, so that the gateway's may too.
    """

    api: str
    body: Callable[[JSON], Object]
    script: Callable[[JSON], Sequence[JSON]] = lambda _value: (DONE,)
    asked: Callable[[Object], JSON] | None = None
    answered: Callable[[Answer], JSON] | None = None
    breaks_off: Callable[[JSON], bool] = lambda _value: False

    def lost(self, value: JSON, fault: Fault) -> Outcome:
        """Return what it means that no whole answer came for an input: how a gateway ends one is up to it."""
        if fault.kind in ("exit", "garbage") and self.breaks_off(value):
            return Outcome(refusal=Refusal(f"the gateway broke its answer off: {fault.message}"))
        return Outcome(fault=fault)

    def observed(self, answer: Answer, seen: Sequence[Seen]) -> Outcome:
        """Return what an operation's output is: in what the gateway asked, or in what it answered."""
        return self._in_request(answer, seen) if self.asked is not None else self._in_answer(answer, seen)

    def _in_request(self, answer: Answer, seen: Sequence[Seen]) -> Outcome:
        assert self.asked is not None
        body = next((one.body for one in seen if one.path.endswith(ROUTES[OTHER[self.api]])), None)
        if isinstance(body, dict):
            return Outcome(output=self.asked(body))
        if answer.status < 400:
            return Outcome(refusal=Refusal("the gateway answered, and asked nothing of the API behind it"))
        return Outcome(refusal=Refusal(error_of(answer)))

    def _in_answer(self, answer: Answer, seen: Sequence[Seen]) -> Outcome:
        assert self.answered is not None
        refused = next((one.refusal for one in seen if one.refusal is not None), None)
        if refused is not None and all(one.answer is None for one in seen):
            return Outcome(refusal=Refusal(f"the API refuses what the gateway asks: {refused['message']}"))
        if answer.status >= 400:
            return Outcome(refusal=Refusal(error_of(answer)))
        try:
            return Outcome(output=self.answered(answer))
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            beginning = answer.body[:120].decode("utf-8", "replace")
            form = {"chat": "Chat completion", "responses": "Responses answer"}[self.api]
            return Outcome(fault=Fault("garbage", f"the gateway answered {beginning!r}, which is not a {form}"))


def error_of(answer: Answer) -> str:
    """Return the message of an error; the beginning of the body where it has none."""
    try:
        message = read(answer.body)["error"]["message"]
    except (ValueError, KeyError, TypeError, RecursionError):
        message = answer.body[:200].decode("utf-8", "replace")
    return f"{answer.status}: {message}"[:_LONGEST_MESSAGE]


def _hello_by_chat(_value: JSON) -> Object:
    return {"model": MODEL, "messages": HELLO}


def _hello_by_responses(_value: JSON) -> Object:
    return {"model": MODEL, "input": HELLO}


def _with_input(value: JSON) -> Object:
    return {"model": MODEL, **(value if isinstance(value, dict) else {"input": value})}


def _with_messages(value: JSON) -> Object:
    return {"model": MODEL, "messages": value}


def _with_tools(value: JSON) -> Object:
    return {"model": MODEL, "messages": HELLO, **({"tools": value} if value else {})}


def _with_flat_tools(value: JSON) -> Object:
    return {**_hello_by_responses(value), **({"tools": value} if value else {})}


def _input_of(body: Object) -> JSON:
    output = {key: body[key] for key in ("input", "instructions") if key in body}
    if isinstance(output.get("input"), str):  # which the API takes for one message of the user
        part = {"type": "input_text", "text": output["input"]}
        output["input"] = [{"type": "message", "role": "user", "content": [part]}]
    return output


def _answer(value: JSON) -> Sequence[JSON]:
    return (value,)


def _whole(value: JSON) -> Sequence[JSON]:
    """An answer that has no usage must not get one from the API's script."""
    return ({"usage": None, **value},)


def _of_client(value: JSON) -> Object:
    """Return the client's request of an exchange; one that says little where it has none."""
    request = value.get("request") or _hello_by_responses(value)
    return {key: member for key, member in request.items() if key not in ("stream", "stream_options")}


def _hello_streamed(_value: JSON) -> Object:
    return {**_hello_by_chat(None), "stream": True, "stream_options": {"include_usage": True}}


def _events(value: JSON) -> Sequence[JSON]:
    return ({"events": value},)


def _message_of(answer: Answer) -> JSON:
    return read(answer.body)["choices"][0]["message"]


def _parsed(answer: Answer) -> JSON:
    """Return a Responses answer as the reference parses it, which is the form of a parsed Chat answer.

    A call that is cut short is a call of a Chat answer too; the Responses API says it of the item.
    """
    response = read(answer.body)
    output = [
        {**item, "status": "completed"} if isinstance(item, dict) and item.get("type") == "function_call" else item
        for item in response["output"]
    ]
    return responses_output_to_tool_calls({**response, "output": output})


# Their answers are read with httpx2, of the extra `sse`.
STREAMED = (between("responses-stream", "chat-stream"), between("chat-stream-exchange", "responses-stream"))
PASSAGES: Mapping[str, Passage] = {
    "responses-input-to-chat-messages": Passage(
        api="responses", body=_with_input, asked=lambda body: body.get("messages")
    ),
    "responses-tools-to-chat-tools": Passage(
        api="responses", body=_with_flat_tools, asked=lambda body: body.get("tools", [])
    ),
    "chat-response-to-tool-calls": Passage(api="responses", body=_hello_by_responses, script=_answer, answered=_parsed),
    "chat-messages-to-responses-input": Passage(api="chat", body=_with_messages, asked=_input_of),
    "chat-request-to-responses-request": Passage(api="chat", body=dict, asked=dict),
    "responses-request-to-chat-request": Passage(api="responses", body=dict, asked=dict),
    "chat-tools-to-responses-tools": Passage(api="chat", body=_with_tools, asked=lambda body: body.get("tools", [])),
    "responses-response-to-chat-response": Passage(
        api="chat", body=_hello_by_chat, script=_whole, answered=lambda answer: read(answer.body)
    ),
    "responses-stream-to-chat-stream": Passage(
        api="chat", body=_hello_streamed, script=_events, answered=lambda answer: events_of_sse(answer.body)
    ),
    "chat-response-to-responses-response": Passage(
        api="responses",
        body=_of_client,
        script=lambda value: _whole(value["response"]),
        answered=lambda answer: read(answer.body),
    ),
    "chat-stream-to-responses-stream": Passage(
        api="responses",
        body=lambda value: {**_of_client(value), "stream": True},
        script=lambda value: _events(value["chunks"]),
        answered=lambda answer: events_of_sse(answer.body),
        breaks_off=lambda value: not is_whole(value["chunks"]),
    ),
    "responses-output-to-chat-message": Passage(api="chat", body=_hello_by_chat, script=_answer, answered=_message_of),
}
