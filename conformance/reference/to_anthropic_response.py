"""chat-response-to-anthropic-response, responses-response-to-anthropic-response, and the same of streams.

A Chat answer becomes a Responses response first. The message and its events are written of that one.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from conformance.reference.anthropic_blocks import text_block
from conformance.reference.anthropic_response import PIECES, count_of
from conformance.reference.anthropic_turns import MalformedArguments
from conformance.reference.chat_response import ending_of, problem_of
from conformance.reference.errors import LOG, check_choices, kind_of
from conformance.reference.members import Object, lose, lose_rest
from conformance.reference.responses_events import answer_of
from conformance.reference.responses_output import Output, seal_of
from conformance.reference.responses_response import AnswerError, chat_response_to_responses_response
from conformance.reference.streams import Stream
from conformance.reference.tool_calls import decode_arguments

Reasoning = Literal["omit", "unsigned"]
FailedAnswer = Literal["raise", "report"]
PromptUsage = Literal["zero", "delayed"]

_TARGET = "an Anthropic answer"
_TIERS = {"default": "standard", "priority": "priority"}
_REASONS = {"max_output_tokens": "max_tokens", "content_filter": "refusal"}
# Where a Chat answer has what a part of the response made of it has.
_IN_CHAT = {"annotations": "choices[0].message.annotations", "logprobs": "choices[0].logprobs"}
_TEXTS = {"output_text": "text", "refusal": "refusal"}
_EMPTY: Mapping[str, Callable[[], Any]] = {"text": str, "thinking": str, "input": dict}  # new ones for each block
_DELTAS = {kind: (delta, member) for delta, (kind, member) in PIECES.items()}


class _Choices(NamedTuple):
    reasoning: Reasoning
    failed_answer: FailedAnswer
    malformed_arguments: MalformedArguments
    prompt_usage: PromptUsage = "zero"


class _Writer:
    """Writes what a response says. paths: where its members were in the source, if that was no response."""

    def __init__(self, response: Object, choices: _Choices, paths: Mapping[str, str]) -> None:
        self._response = response
        self._choices = choices
        self._paths = paths
        self._has_refusal = False
        self._id = call_ids()
        self._pieces: list[str] = []  # the texts of the blocks, as they were written
        self._content = [
            block for position, item in enumerate(response["output"]) for block in self._item(item, position)
        ]
        self._usage = self._counts()

    def message(self) -> Object:
        """The whole message."""
        return self._head() | {"content": self._content, "stop_reason": self._stop(), "usage": self._usage}

    def events(self, pieces: Iterable[list[str]], is_whole: bool) -> list[Object]:
        """The events of the message. pieces: in which texts and arguments came; without an end if it is not whole."""
        begun = self._usage if self._choices.prompt_usage == "delayed" else {"input_tokens": 0}
        start = self._head() | {"content": [], "stop_reason": None, "usage": begun | {"output_tokens": 0}}
        events: list[Object] = [{"type": "message_start", "message": start}]
        divided = {"".join(piece): piece for piece in pieces}
        for index, (block, text) in enumerate(zip(self._content, self._pieces, strict=True)):
            empty = {key: _EMPTY[key]() if key in _EMPTY else value for key, value in block.items()}
            events.append({"type": "content_block_start", "index": index, "content_block": empty})
            kind, member = _DELTAS[block["type"]]
            for piece in filter(None, divided.get(text, [text])):
                events.append({"type": "content_block_delta", "index": index, "delta": {"type": kind, member: piece}})
            events.append({"type": "content_block_stop", "index": index})
        if not is_whole:
            return events[:-1] if self._content else events
        delta = {"stop_reason": self._stop(), "stop_sequence": None}
        return [*events, {"type": "message_delta", "delta": delta, "usage": self._usage}, {"type": "message_stop"}]

    def _head(self) -> Object:
        id_ = re.sub("^(resp_|chatcmpl-)?", "msg_", str(self._response.get("id") or "0"), count=1)
        return {"id": id_, "type": "message", "role": "assistant", "model": self._response.get("model") or "",
                "stop_sequence": None}  # fmt: skip

    def _item(self, item: Any, position: int) -> Iterator[Object]:
        given = item if isinstance(item, dict) else {}
        place, kind = f"output[{position}]", given.get("type")
        if kind == "message" and isinstance(given.get("content"), list):
            for number, part in enumerate(given["content"]):
                yield from self._part(part, f"{place}.content[{number}]")
        elif kind == "function_call" and all(isinstance(given.get(key), str) for key in ("call_id", "name")):
            yield self._call(given, place)
        elif kind == "reasoning" and self._choices.reasoning == "unsigned":
            thoughts = "".join(str(part.get("text")) for part in given.get("content") or given.get("summary") or ())
            lose(f"{place}.encrypted_content", given.get("encrypted_content"), _TARGET)
            if thoughts:
                self._pieces.append(thoughts)
                yield {"type": "thinking", "thinking": thoughts, "signature": ""}
        else:
            LOG.warning("%s: %s has no place for %s; left out", place, _TARGET, kind)

    def _part(self, part: Any, place: str) -> Iterator[Object]:
        given = part if isinstance(part, dict) else {}
        kind = given.get("type")
        text = given.get(_TEXTS.get(str(kind), ""))
        if not isinstance(text, str):
            LOG.warning("%s: %s has no place for %s; left out", place, _TARGET, kind)
            return
        for name in ("annotations", "logprobs"):
            lose(self._paths.get(name, f"{place}.{name}"), given.get(name), _TARGET)
        if text:
            self._has_refusal = self._has_refusal or kind == "refusal"
            self._pieces.append(text)
            yield text_block(text)

    def _call(self, item: Object, place: str) -> Object:
        value, text = decode_arguments(item.get("arguments"))
        if value is None:
            is_cut, how = self._response.get("status") != "completed", self._choices.malformed_arguments
            if how == "refuse" and not is_cut:
                raise AnswerError(f"{place}: arguments is no JSON object, which {_TARGET} needs")
            LOG.warning("%s: arguments is no JSON object: %s", place, "cut" if is_cut else how)
            value = {"arguments": text} if how == "wrap" and not is_cut else {}
            text = json.dumps(value, ensure_ascii=False) if value else ""
        lose(f"{place}.namespace", item.get("namespace"), _TARGET)
        self._pieces.append(text)
        return {"type": "tool_use", "id": self._id(item["call_id"], place), "name": item.get("name"), "input": value,
                **seal_of(item)}  # fmt: skip

    def _stop(self) -> str:
        if self._response.get("status") == "incomplete":
            details = self._response.get("incomplete_details")
            reason = details.get("reason") if isinstance(details, dict) else None
            if str(reason) not in _REASONS:
                LOG.warning("incomplete_details: %s has no word for %r; it becomes max_tokens", _TARGET, reason)
            return _REASONS.get(str(reason), "max_tokens")
        if any(block["type"] == "tool_use" for block in self._content):
            return "tool_use"
        return "refusal" if self._has_refusal else "end_turn"

    def _counts(self) -> Object:
        given = self._response.get("usage")
        tier = str(self._response.get("service_tier"))
        lose("metadata", self._response.get("metadata"), _TARGET)
        lose("service_tier", None if tier in _TIERS else self._response.get("service_tier"), _TARGET)
        if not isinstance(given, dict):
            LOG.warning("usage: %s has one in any case; its counts are 0", _TARGET)
            given = {}
        inputs, outputs = details_of(given, "input_tokens"), details_of(given, "output_tokens")
        read, made = count_of(inputs, "cached_tokens"), count_of(inputs, "cache_write_tokens")
        fresh = max(0, count_of(given, "input_tokens") - read - made)
        counts: Object = {"input_tokens": fresh, "output_tokens": count_of(given, "output_tokens")}
        counts |= {"cache_read_input_tokens": read} if read else {}
        counts |= {"cache_creation_input_tokens": made} if made else {}
        thought = count_of(outputs, "reasoning_tokens")
        counts |= {"output_tokens_details": {"thinking_tokens": thought}} if thought else {}
        lose_rest(inputs, {"cached_tokens", "cache_write_tokens"}, "usage.input_tokens_details", _TARGET, (0,))
        lose_rest(outputs, {"reasoning_tokens"}, "usage.output_tokens_details", _TARGET, (0,))
        return counts | ({"service_tier": _TIERS[tier]} if tier in _TIERS else {})


def call_ids() -> Callable[[str, str], str]:
    """What gives the id of the next call: another one where a call before it has it, which the API refuses later."""
    ids: set[str] = set()

    def id_of(id_: str, place: str) -> str:
        own, number = id_, 2
        while own in ids:
            own, number = f"{id_}_{number}", number + 1
        if own != id_:
            LOG.warning("%s.call_id: %s is the id of another call; it becomes %s", place, id_, own)
        ids.add(own)
        return own

    return id_of


def begun_message(response: Object) -> Object:
    """The event that starts the message of a response, of which nothing is said yet."""
    choices = _Choices("omit", "report", "refuse")
    return _Writer(response | {"output": [], "usage": {}}, choices, {}).events([], is_whole=False)[0]


def details_of(usage: Object, name: str) -> Object:
    """The division of a count, without what is null."""
    given = usage.get(f"{name}_details")
    return {key: value for key, value in given.items() if value is not None} if isinstance(given, dict) else {}


def chat_response_to_anthropic_response(
    response: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    malformed_arguments: MalformedArguments = "refuse",
) -> Object:
    """The Anthropic message that says what a Chat completion says.

    Of several choices it is the first one. Thoughts have no signature that Anthropic takes back: they are left out, or
    unsigned. Arguments that are no object are refused, but for those of an answer that was cut. What has no place is
    logged as a warning that names its path. AnswerError for what is no answer, and for one that failed or did not end;
    with `report` a failure gives Anthropic's error object instead.
    """
    choices = check_choices(_Choices(reasoning, failed_answer, malformed_arguments))
    made = chat_response_to_responses_response(
        {"response": response},
        reasoning="omit" if reasoning == "omit" else "content",
        failed_answer="raise" if failed_answer == "raise" else "failed",
        custom_calls="function",
    )
    if made["error"] is not None:
        return _error(made["error"])
    return _Writer(made, choices, _IN_CHAT).message()


def responses_response_to_anthropic_response(
    response: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    malformed_arguments: MalformedArguments = "refuse",
) -> Object:
    """The Anthropic message for a Responses response, as chat_response_to_anthropic_response makes it of a Chat answer.

    Blocks have the order of the items.
    """
    choices = check_choices(_Choices(reasoning, failed_answer, malformed_arguments))
    if not isinstance(response, dict) or not isinstance(response.get("output"), list):
        raise AnswerError(f"{kind_of(response)} without a list under output is no response")
    problem = problem_of(response)
    if problem is not None:
        return _error_response(problem, choices)
    return _Writer(response, choices, {}).message()


def chat_stream_to_anthropic_stream(
    chunks: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    malformed_arguments: MalformedArguments = "refuse",
    prompt_usage: PromptUsage = "zero",
) -> list[Object]:
    """The events that say what the chunks of a Chat stream say, which come without `[DONE]`.

    Blocks are open one after the other: a call waits until the one before it is whole. message_start has no counts of
    tokens, or those of the end, for which it waits. AnswerError for what is no stream, and for one that failed or was
    cut; with `report` it ends with an error event instead.
    """
    choices = check_choices(_Choices(reasoning, failed_answer, malformed_arguments, prompt_usage))
    output = Output({}, "omit" if reasoning == "omit" else "content", "new-item", "function")
    answer = answer_of({}, chunks, output)
    end = answer.end("the stream")
    items, made = answer.items(end)
    pieces = [[piece.text for piece in part.pieces] for item in items for part in item.parts]
    return _events(answer.response(end, made, "null"), pieces, end.error, choices, _IN_CHAT)


def responses_stream_to_anthropic_stream(
    events: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    malformed_arguments: MalformedArguments = "refuse",
    prompt_usage: PromptUsage = "zero",
) -> list[Object]:
    """The events of an Anthropic stream that say what those of a Responses stream say.

    As chat_stream_to_anthropic_stream makes them of chunks; blocks have the order of the items.
    """
    choices = check_choices(_Choices(reasoning, failed_answer, malformed_arguments, prompt_usage))
    response, pieces, problem = answer_of_events(events)
    return _events(response, pieces, problem, choices, {})


def answer_of_events(events: Any) -> tuple[Object, list[list[str]], Object | None]:
    """What the events of a Responses stream make: the response, in which pieces its texts came, and why it failed."""
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise AnswerError(f"{kind_of(events)} is no list of events")
    stream = Stream()
    response: Object = {}
    is_ended, problem = False, None
    for event in events:
        response = event["response"] if isinstance(event.get("response"), dict) else response
        is_ended, problem = ending_of(event)
        if is_ended:
            break
        stream.take(event)
    if not is_ended:
        problem = {"message": "the stream ends without an event that ends it"}
    held = response.get("output")
    output = stream.output(held if isinstance(held, list) else [], complete=problem is None)
    pieces = [values for item in stream.items for values in (item.pieces, *(part[1] for part in item.parts.values()))]
    return response | {"output": output}, pieces, problem


def _events(
    response: Object, pieces: list[list[str]], problem: Object | None, choices: _Choices, paths: Mapping[str, str]
) -> list[Object]:
    if problem is None:
        return _Writer(response, choices, paths).events(pieces, is_whole=True)
    error = _error_response(problem, choices)
    return [*_Writer(response | {"status": "failed"}, choices, paths).events(pieces, is_whole=False), error]


def _error_response(problem: Object, choices: _Choices) -> Object:
    if choices.failed_answer == "raise":
        raise AnswerError(problem["message"])
    return _error(problem)


def _error(problem: Object) -> Object:
    return {"type": "error", "error": {"type": "api_error", "message": problem["message"]}}
