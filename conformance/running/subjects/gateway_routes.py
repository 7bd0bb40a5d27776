"""How values of each format go through a gateway: operations between the formats of two APIs are asked through one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from conformance.apis.emulator import SeenRequest, addressed, asked_at
from conformance.apis.emulator.scripts import ScriptedAnswer as Scripted
from conformance.base.observation import NOT_COVERED, Fault, Outcome, Refusal, as_json
from conformance.base.strict_json import NotFinite
from conformance.base.values import JSON
from conformance.formats.exchanges import ANSWERS
from conformance.formats.model.growth import WHOLE
from conformance.formats.operations import operations
from conformance.reference import events_of_sse, responses_output_to_tool_calls
from conformance.running.subjects.conversations import KEY, MODEL
from conformance.running.subjects.http_client import HttpResponse
from conformance.running.subjects.json_text import read

Object = dict[str, JSON]

_HELLO: JSON = [{"role": "user", "content": "Hello."}]
_BEARER = {"Authorization": f"Bearer {KEY}"}


class GatewayApi(NamedTuple):
    """An API, as its clients know it. hello: the smallest request. headers: with a key. answer: what an answer is."""

    hello: Object
    headers: Mapping[str, str]
    answer: str


# In the order in which a gateway is asked which of them it offers.
OFFERED: Mapping[str, GatewayApi] = {
    "responses": GatewayApi({"model": MODEL, "input": _HELLO}, _BEARER, "Responses answer"),
    "chat": GatewayApi({"model": MODEL, "messages": _HELLO}, _BEARER, "Chat completion"),
    "anthropic": GatewayApi(
        {"model": MODEL, "max_tokens": 1024, "messages": _HELLO},
        {"x-api-key": KEY, "anthropic-version": "2023-06-01"},
        "Anthropic message",
    ),
    "gemini": GatewayApi(
        {"model": MODEL, "contents": [{"role": "user", "parts": [{"text": "Hello."}]}]},
        {"x-goog-api-key": KEY},
        "Gemini response",
    ),
}
DONE = "Done."
_LONGEST_MESSAGE = 2_000


class Unsendable(Exception):
    """An input lacks the part of it that an API would answer, so no gateway can be given it. The message says which."""


# Anthropic's API wants a limit, which a gateway may leave to its client: that is judged by its requests.
_LIMITS: Mapping[str, Mapping[str, JSON]] = {
    "chat": {"max_tokens": 1024},
    "responses": {"max_output_tokens": 1024},
    "gemini": {"generationConfig": {"maxOutputTokens": 1024}},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayForm:
    """How a value of a format goes through a gateway.

    api: whose format it is. body: of a client's request that has the value, or that it answers; None for any that is
    answered; a malformed one goes as it is. asked: the value that a request has, where it is one of requests. script:
    the answer of an API that a value is, a malformed one as it is; None where it is none. answered: the value that an
    answer has; None where it has none. streamed: what asks for such an answer, where it is a stream. breaks_off:
    whether one does, so that the gateway's may too.
    """

    api: str
    body: Callable[[JSON], JSON] | None = None
    asked: Callable[[Object], JSON] | None = None
    script: Callable[[JSON], JSON] | None = None
    answered: Callable[[HttpResponse], JSON] | None = None
    streamed: Mapping[str, JSON] = field(default_factory=dict)
    breaks_off: Callable[[JSON], bool] = lambda _value: False


class Passage(NamedTuple):
    """How one operation is asked through a gateway: its output is in what the gateway asks, or in what it answers."""

    source: GatewayForm
    target: GatewayForm

    @property
    def api(self) -> str:
        """The API that the client asks by."""
        return self.source.api if self.source.script is None else self.target.api

    @property
    def asked(self) -> str:
        """The API that the gateway asks."""
        return self.target.api if self.source.script is None else self.source.api

    def body(self, value: JSON) -> JSON:
        """Return the client's request for an input. Raises Unsendable.

        One that is the suite's asks for the model that answers: a gateway may repeat the name that it was asked for.
        """
        if self.source.body is None:
            limit = _LIMITS.get(self.api, {}) if self.asked == "anthropic" else {}
            body: JSON = {**OFFERED[self.api].hello, **limit, **_model_of(self.script(value)[0])}
        else:
            body = self.source.body(value)
            if body is OFFERED[self.api].hello:  # of an exchange without the client's request
                body = {**body, **_model_of(self.script(value)[0])}
        return {**body, **self.target.streamed} if isinstance(body, dict) else body

    def script(self, value: JSON) -> Sequence[JSON | Scripted]:
        """Return what the API behind the gateway answers. Raises Unsendable."""
        return (DONE if self.source.script is None else self.source.script(value),)

    def lost(self, value: JSON, fault: Fault) -> Outcome:
        """Return what it means that no whole answer came for an input: how a gateway ends one is up to it."""
        if fault.kind in ("exit", "garbage") and self.source.breaks_off(value):
            return Outcome(refusal=Refusal(f"the gateway broke its answer off: {fault.message}"))
        return Outcome(fault=fault)

    def observed(
        self, answer: HttpResponse, seen: Sequence[SeenRequest], *, streams: bool = True, asks_own: bool = False
    ) -> Outcome:
        """Return what an operation's output is: in what the gateway asked, or in what it answered.

        streams: whether its client asked for a stream. asks_own: whether the client's request is the input's, and no
        request that says little.
        """
        if self.source.script is None:
            return self._in_request(answer, seen, streams=streams)
        return self._in_answer(answer, seen, asks_own)

    def asks_own(self, value: JSON) -> bool:
        """Whether an input of answers has the client's request."""
        is_exchange = self.source.body is not None and self.source.script is not None
        return is_exchange and isinstance(value, dict) and bool(value.get("request"))

    def _in_request(self, answer: HttpResponse, seen: Sequence[SeenRequest], *, streams: bool) -> Outcome:
        assert self.target.asked is not None
        body = next((request.body for request in seen if self._is_asked(request)), None)
        if isinstance(body, dict):
            if not streams:  # it may make its whole answer of a stream: how it is answered is its own affair
                body = {name: member for name, member in body.items() if name not in ("stream", "stream_options")}
            return Outcome(output=self.target.asked(body))
        if answer.status < 400:
            return Outcome(refusal=Refusal("the gateway answered, and asked nothing of the API behind it"))
        return Outcome(refusal=Refusal(error_of(answer)))

    def _is_asked(self, request: SeenRequest) -> bool:
        asked = asked_at(request.path)
        return asked is not None and asked.api == self.asked

    def _in_answer(self, answer: HttpResponse, seen: Sequence[SeenRequest], asks_own: bool) -> Outcome:
        assert self.target.answered is not None
        refused = next((request.refusal for request in seen if request.refusal is not None), None)
        if refused is not None and all(request.answer is None for request in seen):
            why = f"the API refuses what the gateway asks: {refused['message']}"
            # A request of the input's own is judged by the operation of requests.
            return Outcome(fault=Fault(NOT_COVERED, why)) if asks_own else Outcome(refusal=Refusal(why))
        if answer.status >= 400 and not seen and self.source.body is not None:
            why = f"the gateway refuses the request that is answered by this: {error_of(answer)}"
            return Outcome(fault=Fault(NOT_COVERED, why))  # the operation of requests judges it
        if answer.status >= 400:
            return Outcome(refusal=Refusal(error_of(answer)))
        try:
            return as_json(Outcome(output=self.target.answered(answer), proven=False))
        except NotFinite as error:
            return Outcome(not_json=str(error))
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            beginning = answer.body[:120].decode("utf-8", "replace")
            what = OFFERED[self.api].answer
            return Outcome(fault=Fault("garbage", f"the gateway answered {beginning!r}, which is no {what}"))


def _model_of(script: JSON | Scripted) -> Object:
    """Return the member `model` of a scripted answer, or of the events of one; nothing where it has none.

    Azure's first chunk has an empty one, with which no client asks.
    """
    script = script.body if isinstance(script, Scripted) else script
    given: Object = script if isinstance(script, dict) else {}
    for event in filter(_is_object, given.get("events", [given])):
        for held in (event, *filter(_is_object, (event.get("message"), event.get("response")))):
            model = held.get("model", held.get("modelVersion"))
            if isinstance(model, str) and model:
                return {"model": model}
    return {}


def _is_object(value: JSON) -> bool:
    return isinstance(value, dict)


def error_of(answer: HttpResponse) -> str:
    """Return the message of an error; the beginning of the body where it has none."""
    try:
        message = read(answer.body)["error"]["message"]
    except (ValueError, KeyError, TypeError, RecursionError):
        message = answer.body[:200].decode("utf-8", "replace")
    return f"{answer.status}: {message}"[:_LONGEST_MESSAGE]


def _with_input(value: JSON) -> Object:
    return {"model": MODEL, **(value if isinstance(value, dict) else {"input": value})}


def _addressed(value: JSON) -> JSON:
    """Return a Gemini request. Raises Unsendable for one whose model no address can name."""
    try:
        addressed("gemini", value)
    except ValueError as error:
        raise Unsendable(str(error)) from None
    return value


def _with_tools(api: str) -> Callable[[JSON], Object]:
    return lambda value: {**OFFERED[api].hello, **({} if value == [] else {"tools": value})}


def _tools_of(body: Object) -> JSON:
    return body.get("tools", [])


def _input_of(body: Object) -> JSON:
    output = {key: body[key] for key in ("input", "instructions") if key in body}
    if isinstance(output.get("input"), str):  # which the API takes for one message of the user
        part = {"type": "input_text", "text": output["input"]}
        output["input"] = [{"type": "message", "role": "user", "content": [part]}]
    return output


def _same(value: JSON) -> JSON:
    return value


def _member(name: str, read: Callable[[JSON], JSON]) -> Callable[[JSON], JSON]:
    """Return what reads a member of an exchange. Raises Unsendable where an input has none."""

    def read_member(value: JSON) -> JSON:
        if not isinstance(value, dict) or name not in value:
            raise Unsendable(f"the input has no {name!r}, which the API behind the gateway would answer")
        return read(value[name])

    return read_member


def _items(value: JSON) -> JSON:
    return value if isinstance(value, list) else Scripted(body=value)


def _message(value: JSON) -> JSON:
    is_message = isinstance(value, dict) and isinstance(value.get("content"), list)
    return value if is_message else Scripted(body=value)


def _whole(member: str) -> Callable[[JSON], JSON]:
    """Return what makes a script of a body that has this member: one without usage must get none from the script."""
    return lambda value: (
        {"usage": None, **value} if isinstance(value, dict) and member in value else Scripted(body=value)
    )


def _as_it_is(value: JSON) -> JSON:
    return Scripted(body=value)


def _events(value: JSON) -> JSON:
    return {"events": value} if isinstance(value, list) else Scripted(body=value)


def _of_client(value: JSON) -> JSON:
    """Return the client's request of an exchange; one that says little where it has none."""
    request = value.get("request")
    if request is None or request == {}:
        return OFFERED["responses"].hello
    if not isinstance(request, dict):
        return request
    return {key: member for key, member in request.items() if key not in ("stream", "stream_options")}


def _body_of(answer: HttpResponse) -> JSON:
    return read(answer.body)


def _events_of(answer: HttpResponse) -> JSON:
    return events_of_sse(answer.body)


def _message_of(answer: HttpResponse) -> JSON:
    return read(answer.body)["choices"][0]["message"]


def _parsed(answer: HttpResponse) -> JSON:
    """Return a Responses answer as the reference parses it, which is the form of a parsed Chat answer.

    A call that is cut short is a call of a Chat answer too; the Responses API says it of the item.
    """
    response = read(answer.body)
    output = [
        {**item, "status": "completed"} if isinstance(item, dict) and item.get("type") == "function_call" else item
        for item in response["output"]
    ]
    return responses_output_to_tool_calls({**response, "output": output})


def _breaks_off(format: str, held: Callable[[JSON], JSON]) -> Callable[[JSON], bool]:
    """Return what finds out whether a stream does not go to its end. held: the stream that a value has."""

    def breaks_off(value: JSON) -> bool:
        growth = ANSWERS[format](held(value)).growth
        return growth is None or growth.ended != WHOLE

    return breaks_off


_CHAT_STREAM = {"stream": True, "stream_options": {"include_usage": True}}
_PARSED = "tool-calls"
# A parsed answer of Chat is in what the gateway answers by Responses; one of another API shows in no gateway.
_FORMS: Mapping[str, GatewayForm] = {
    "chat-messages": GatewayForm(
        api="chat",
        body=lambda value: {"model": MODEL, "messages": value},
        asked=lambda body: body.get("messages"),
    ),
    "chat-tools": GatewayForm(api="chat", body=_with_tools("chat"), asked=_tools_of),
    "chat-request": GatewayForm(api="chat", body=_same, asked=dict),
    "chat-response": GatewayForm(api="chat", script=_whole("choices"), answered=_body_of),
    "chat-exchange": GatewayForm(api="chat", body=_of_client, script=_member("response", _whole("choices"))),
    "chat-message": GatewayForm(api="chat", answered=_message_of),
    "chat-stream": GatewayForm(
        api="chat",
        script=_events,
        answered=_events_of,
        streamed=_CHAT_STREAM,
        breaks_off=_breaks_off("chat-stream", _same),
    ),
    "chat-stream-exchange": GatewayForm(
        api="chat",
        body=_of_client,
        script=_member("chunks", _events),
        streamed=_CHAT_STREAM,
        breaks_off=_breaks_off("chat-stream", lambda value: value["chunks"]),
    ),
    "responses-input": GatewayForm(api="responses", body=_with_input, asked=_input_of),
    "responses-tools": GatewayForm(api="responses", body=_with_tools("responses"), asked=_tools_of),
    "responses-request": GatewayForm(api="responses", body=_same, asked=dict),
    "anthropic-request": GatewayForm(api="anthropic", body=_same, asked=dict),
    "responses-output": GatewayForm(api="responses", script=_items),
    "responses-response": GatewayForm(api="responses", script=_whole("output"), answered=_body_of),
    "responses-stream": GatewayForm(
        api="responses",
        script=_events,
        answered=_events_of,
        streamed={"stream": True},
        breaks_off=_breaks_off("responses-stream", _same),
    ),
    _PARSED: GatewayForm(api="responses", answered=_parsed),
    "anthropic-response": GatewayForm(api="anthropic", script=_message, answered=_body_of),
    "anthropic-stream": GatewayForm(
        api="anthropic",
        script=_events,
        answered=_events_of,
        streamed={"stream": True},
        breaks_off=_breaks_off("anthropic-stream", _same),
    ),
    "anthropic-exchange": GatewayForm(api="anthropic", body=_of_client, script=_member("response", _message)),
    "anthropic-stream-exchange": GatewayForm(
        api="anthropic",
        body=_of_client,
        script=_member("events", _events),
        streamed={"stream": True},
        breaks_off=_breaks_off("anthropic-stream", lambda value: value["events"]),
    ),
    "gemini-request": GatewayForm(api="gemini", body=_addressed, asked=dict),
    "gemini-response": GatewayForm(api="gemini", script=_as_it_is, answered=_body_of),
    "gemini-stream": GatewayForm(
        api="gemini",
        script=_events,
        answered=_events_of,
        streamed={"stream": True},
        breaks_off=_breaks_off("gemini-stream", _same),
    ),
    "gemini-exchange": GatewayForm(api="gemini", body=_of_client, script=_member("response", _as_it_is)),
    "gemini-stream-exchange": GatewayForm(
        api="gemini",
        body=_of_client,
        script=_member("events", _events),
        streamed={"stream": True},
        breaks_off=_breaks_off("gemini-stream", lambda value: value["events"]),
    ),
}


def _passages() -> Iterator[tuple[str, Passage]]:
    for name, operation in operations().items():
        source, target = _FORMS.get(operation.source), _FORMS.get(operation.target)
        if source is None or target is None or source.api == target.api:
            continue
        if operation.target == _PARSED and source.api != "chat":
            continue
        shows = target.asked if source.script is None else target.answered
        if shows is not None and bool(source.streamed) == bool(target.streamed):
            yield name, Passage(source, target)


PASSAGES: Mapping[str, Passage] = dict(_passages())
# Their answers are read with httpx2.
STREAMED = frozenset(name for name, passage in PASSAGES.items() if passage.target.streamed)
