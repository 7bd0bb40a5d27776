"""responses-response-to-chat-response: a Responses response as one Chat Completions response."""

import copy
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import LOG, check_choices, kind_of

Object = dict[str, Any]
TextJoin = Literal["nothing", "newline", "blank-line"]
FailedResponse = Literal["raise", "report"]

BETWEEN = {"nothing": "", "newline": "\n", "blank-line": "\n\n"}
# What Chat names of the reasons why an answer is incomplete.
_ENDS = ("response.completed", "response.incomplete", "response.failed")
_REASONS = {"max_output_tokens": "length", "content_filter": "content_filter"}
_TIERS = ("auto", "default", "flex", "scale", "priority", "fast")
# How Chat names the counts of tokens, and their details.
_COUNTS = {"input_tokens": "prompt_tokens", "output_tokens": "completion_tokens", "total_tokens": "total_tokens"}
_DETAILS = {"input_tokens_details": "prompt_tokens_details", "output_tokens_details": "completion_tokens_details"}


class ResponseError(ValueError):
    """An input that is no Responses response, or one of a response that did not end as an answer."""


class ChatAnswerChoices(NamedTuple):
    """The answers to the choices of both operations that make a Chat answer."""

    text_join: TextJoin
    failed_response: FailedResponse


class Message:
    """An assistant message while parts are added, in their order."""

    def __init__(self, between: str) -> None:
        self._between = between
        self.texts: list[str] = []
        self.refusals: list[str] = []
        self.calls: list[Object] = []
        self.annotations: list[Object] = []
        self.logprobs: list[Object] = []
        self._length = 0

    def add_text(self, part: Object, place: str) -> str:
        """Add an output_text part; return what the content grows by."""
        joint = self._between if self._length and part["text"] else ""
        begin = self._length + len(joint)
        for position, note in enumerate(_list(part.get("annotations"))):
            if isinstance(note, dict) and note.get("type") == "url_citation":
                self.annotations.append(_citation(note, begin))
            else:
                LOG.warning("%s.annotations[%d]: Chat cites web pages only; left out", place, position)
        self.logprobs += copy.deepcopy(_list(part.get("logprobs")))
        self.texts.append(joint + part["text"])
        self._length = begin + len(part["text"])
        return self.texts[-1]

    def add_refusal(self, text: str) -> str:
        """Add a refusal; return what the message's refusal grows by."""
        self.refusals.append((self._between if any(self.refusals) and text else "") + text)
        return self.refusals[-1]

    def made(self) -> Object:
        """The message as an object."""
        message: Object = {"role": "assistant", "content": "".join(self.texts) if self.texts else None}
        if self.refusals:
            message["refusal"] = "".join(self.refusals)
        if self.annotations:
            message["annotations"] = self.annotations
        if self.calls:
            message["tool_calls"] = self.calls
        return message


def responses_response_to_chat_response(
    response: Any, *, text_join: TextJoin = "nothing", failed_response: FailedResponse = "raise"
) -> Object:
    """The Chat completion that says what a Responses response says.

    Its choice holds all text, refusals, citations of web pages, and calls. What Chat has no place for is logged.
    ResponseError for what is no response, and for one that failed or has not ended; with `report` these give an object
    with an `error` instead.
    """
    choices = check_choices(ChatAnswerChoices(text_join, failed_response))
    if not isinstance(response, dict) or not isinstance(response.get("output"), list):
        raise ResponseError(f"{kind_of(response)} without a list under output is no response")
    problem = problem_of(response)
    if problem is not None:
        if choices.failed_response == "raise":
            raise ResponseError(problem["message"])
        return {"error": problem}
    message = Message(BETWEEN[choices.text_join])
    for position, item in enumerate(response["output"]):
        add_item(item, f"output[{position}]", message)
    choice: Object = {"index": 0, "message": message.made(), "finish_reason": finish_of(response, message.calls)}
    if message.logprobs:
        choice["logprobs"] = {"content": message.logprobs, "refusal": None}
    return head_of(response, "chat.completion") | {"choices": [choice]} | tail_of(response)


def head_of(response: Object, kind: str) -> Object:
    """What identifies the answer."""
    created = response.get("created_at")
    return {
        "id": response.get("id"),
        "object": kind,
        "created": int(created) if isinstance(created, int | float) else 0,
        "model": response.get("model"),
    }


def tail_of(response: Object) -> Object:
    """What Chat says of the whole answer: its usage, service tier and metadata, as far as they are given."""
    tail: Object = {}
    usage = usage_of(response)
    if usage is not None:
        tail["usage"] = usage
    if response.get("service_tier") in _TIERS:
        tail["service_tier"] = response["service_tier"]
    elif response.get("service_tier") is not None:
        LOG.warning("service_tier: Chat has no %r; left out", response["service_tier"])
    if response.get("metadata"):
        tail["metadata"] = copy.deepcopy(response["metadata"])
    return tail


def usage_of(response: Object) -> Object | None:
    """The usage in Chat's names; None where none is given."""
    given = response.get("usage")
    if not isinstance(given, dict):
        return None
    usage = {name: given[key] for key, name in _COUNTS.items() if key in given}
    for key, name in _DETAILS.items():
        if isinstance(given.get(key), dict):
            usage[name] = copy.deepcopy(given[key])
    return usage


def problem_of(response: Object) -> Object | None:
    """Why a response is no answer: it failed, or it has not ended; None for an answer."""
    status, error = response.get("status"), response.get("error")
    if status in (None, "completed", "incomplete") and error is None:
        return None
    given = error if isinstance(error, dict) else {}
    message = f"the response is {status or 'failed'}: {given.get('code')}: {given.get('message') or 'no reason given'}"
    return {"message": message, "type": "server_error", "param": None, "code": given.get("code")}


def ending_of(event: Object) -> tuple[bool, Object | None]:
    """Whether an event is the last one of a stream, and why there is then no answer."""
    response = event.get("response")
    if event.get("type") in _ENDS and isinstance(response, dict):
        return True, problem_of(response)
    if event.get("type") == "error":
        error = event["error"] if isinstance(event.get("error"), dict) else event
        return True, problem_of({"status": "failed", "error": error})
    return False, None


def finish_of(response: Object, calls: list[Object]) -> str:
    """Why the answer ended, in Chat's words."""
    if response.get("status") == "incomplete":
        details = response.get("incomplete_details")
        reason = details.get("reason") if isinstance(details, dict) else None
        if reason not in _REASONS:
            LOG.warning("incomplete_details: Chat has no word for %r; it becomes length", reason)
        return _REASONS.get(str(reason), "length")
    return "tool_calls" if calls else "stop"


def add_item(item: Any, place: str, message: Message) -> None:
    """Add what an item holds to the message; log what is left out."""
    kind = item.get("type") if isinstance(item, dict) else None
    if kind == "message" and isinstance(item.get("content"), list | None):
        for position, part in enumerate(item.get("content") or ()):
            _take_part(part, f"{place}.content[{position}]", message)
        return
    call = call_of(item, place)
    if call is None:
        LOG.warning("%s: Chat has no place for %s; left out", place, kind or kind_of(item))
    else:
        message.calls.append(call)


def _take_part(part: Any, place: str, message: Message) -> None:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "output_text" and isinstance(part.get("text"), str):
        message.add_text(part, place)
    elif kind == "refusal" and isinstance(part.get("refusal"), str):
        message.add_refusal(part["refusal"])
    else:
        LOG.warning("%s: Chat has no place for %s; left out", place, kind or kind_of(part))


def call_of(item: Any, place: str) -> Object | None:
    """The entry of tool_calls for an item; None where it is no call of a function or custom tool, or lacks a member."""
    kind = item.get("type") if isinstance(item, dict) else None
    if kind not in ("function_call", "custom_tool_call"):
        return None
    member = "arguments" if kind == "function_call" else "input"
    if not all(isinstance(item.get(key), str) for key in ("call_id", "name", member)):
        return None
    if item.get("namespace"):
        LOG.warning("%s.namespace: Chat has no namespaces; left out", place)
    wrapper = "function" if kind == "function_call" else "custom"
    return {"id": item["call_id"], "type": wrapper, wrapper: {"name": item["name"], member: item[member]}}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _citation(note: Object, begin: int) -> Object:
    """A citation as Chat nests it. begin: where its text begins in the content."""
    inner = {key: member for key, member in note.items() if key != "type"}
    for key in ("start_index", "end_index"):
        if isinstance(inner.get(key), int):
            inner[key] += begin
    return {"type": "url_citation", "url_citation": copy.deepcopy(inner)}
