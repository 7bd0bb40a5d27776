"""anthropic-response-to-chat-response and anthropic-response-to-responses-response.

What an answer says becomes the chunks of a Chat stream, in its order; whole answers and Responses are made of them.
"""

from typing import Any, Literal

from conformance.reference.anthropic_messages import text_of_value
from conformance.reference.errors import LOG, kind_of, with_checked_choices
from conformance.reference.members import Object, lose, lose_rest
from conformance.reference.responses_output import Output, Reasoning
from conformance.reference.responses_response import AnswerError, ChatAnswerParts, UsageWhenAbsent, parts_of

ChatReasoning = Literal["omit", "dialect"]
FailedAnswer = Literal["raise", "report"]
FailedResponse = Literal["raise", "failed"]
Unfinished = Literal["report", "raise"]

_FINISHES = {
    "end_turn": "stop", "stop_sequence": "stop", "tool_use": "tool_calls", "max_tokens": "length",
    "model_context_window_exceeded": "length", "refusal": "content_filter",
}  # fmt: skip
_PAUSES = ("pause_turn", "compaction")  # the answer is sent back to go on
_TIERS = {"standard": "default", "priority": "priority"}
_INPUTS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_OF_USAGE = {*_INPUTS, "output_tokens", "output_tokens_details", "service_tier"}
ENDS = ("stop_reason", "stop_sequence", "stop_details")
_OF_ANSWERS = {"id", "type", "role", "model", "content", *ENDS, "usage"}
# By the type of a delta, the type of the blocks that grow by it, and the member that is the piece.
PIECES = {
    "text_delta": ("text", "text"),
    "thinking_delta": ("thinking", "thinking"),
    "input_json_delta": ("tool_use", "partial_json"),
}
_NO_GEO = ("not_available", "global")


class EndError(AnswerError):
    """A message that does not say how it ended, or for a reason that is not known."""


class _Block:
    """A block while it is read.

    begin: where its text begins in all of the text; call: its number among the calls; is_said: whether its arguments
    are in chunks, or its thought is reported.
    """

    def __init__(self, kind: str, begin: int, call: int, given: Any) -> None:
        self.kind = kind
        self.begin = begin
        self.call = call
        self.input = given
        self.is_said = False
        self.notes: list[tuple[str, Any]] = []


class Chunks:
    """The chunks that say what the blocks of an answer say, while they are read.

    target: as reports call it. at: the path of a whole answer, with a dot behind it.
    """

    def __init__(self, reasoning: ChatReasoning, unfinished: Unfinished, target: str, at: str = "") -> None:
        self.target = target
        self.at = at
        self.made: list[Object] = []
        self.usage: Object = {}
        self._reasoning = reasoning
        self._unfinished = unfinished
        self._head = _head({}, "chat.completion.chunk")
        self._blocks: dict[Any, _Block] = {}
        self._length = 0
        self._last = ""
        self._calls = 0

    def begin(self, message: Object, place: str) -> None:
        """Take what identifies the answer."""
        self._head = _head(message, "chat.completion.chunk")
        self.count(message.get("usage"))
        lose_rest(message, _OF_ANSWERS, place, self.target)

    def first(self) -> Object:
        """A chunk that says nothing but what identifies the answer."""
        return {**self._head, "choices": []}

    def count(self, usage: Any) -> None:
        """Take counts of tokens. They are of the whole answer: the last one counts."""
        if isinstance(usage, dict):
            self.usage |= {name: value for name, value in usage.items() if value is not None}

    def start(self, index: Any, block: Any, place: str) -> None:
        """Take the beginning of a block, or all of it."""
        given = block if isinstance(block, dict) else {}
        kind = str(given.get("type"))
        self._blocks[index] = begun = _Block(kind, self._length, self._calls, given.get("input"))
        if kind == "tool_use":
            self._calls += 1
            function = {"name": given.get("name"), "arguments": ""}
            call = {"index": begun.call, "id": given.get("id"), "type": "function", "function": function}
            self._chunk({"tool_calls": [call]})
            lose_rest(given, {"type", "id", "name", "input"}, place, self.target, ({"type": "direct"},))
        elif kind == "text":
            self._say("text", given.get("text"), begun, place)
            notes = given.get("citations")
            for position, note in enumerate(notes if isinstance(notes, list) else ()):
                begun.notes.append((f"{place}.citations[{position}]", note))
        elif kind == "thinking":
            self._say("thinking", given.get("thinking"), begun, place)
            lose(f"{place}.signature", given.get("signature"), self.target)
        else:
            LOG.warning("%s: %s has no place for %s; left out", place, self.target, kind)

    def grow(self, index: Any, delta: Any, place: str) -> None:
        """Take a piece of a block."""
        given, block = delta if isinstance(delta, dict) else {}, self._blocks.get(index)
        kind = str(given.get("type"))
        if block is None:
            lose(place, given, self.target)
        elif kind in PIECES and PIECES[kind][0] == block.kind:
            self._say(PIECES[kind][1], given.get(PIECES[kind][1]), block, place)
        elif kind == "citations_delta":
            block.notes.append((f"{place}.citation", given.get("citation")))
        elif block.kind in ("text", "thinking", "tool_use"):  # a block of another kind is reported as a whole
            lose_rest(given, {"type"}, place, self.target)

    def stop(self, index: Any) -> None:
        """Take the end of a block: arguments of a call that has none, and what the text of the block cites."""
        block = self._blocks.pop(index, None)
        if block is not None and block.kind == "tool_use" and not block.is_said:
            self._arguments(block, text_of_value(block.input if isinstance(block.input, dict) else {}))
        notes = [made for place, note in (block.notes if block else ()) if (made := self._citation(note, block, place))]
        if notes:
            self._chunk({"annotations": notes})

    def end(self, given: Object, place: str) -> None:
        """Take why the answer ended. given: stop_reason, and what is beside it. AnswerError if it did not end."""
        for index in list(self._blocks):
            self.stop(index)
        word = given["stop_reason"] if isinstance(given.get("stop_reason"), str) else ""
        lose(f"{place}stop_sequence", given.get("stop_sequence"), self.target)
        details = given.get("stop_details")
        if isinstance(details, dict):
            if details.get("explanation"):
                self._chunk({"refusal": details["explanation"]})
            lose_rest(details, {"type", "explanation"}, f"{place}stop_details", self.target)
        if word in _PAUSES and self._unfinished == "report":
            LOG.warning("%sstop_reason: %s has no word for %s; it becomes length", place, self.target, word)
        elif word not in _FINISHES:
            why = AnswerError if word in _PAUSES else EndError
            raise why(f"{place}stop_reason is {given.get('stop_reason')!r}: the answer is not whole")
        finish = _FINISHES.get(word, "length")
        if finish in ("stop", "tool_calls"):
            finish = "tool_calls" if self._calls else "stop"
        self._chunk({}, finish)

    def tail(self) -> Object:
        """The usage and the service tier, as Chat says them."""
        tail: Object = {"usage": self._usage()} if {"input_tokens", "output_tokens"} & self.usage.keys() else {}
        tier = self.usage.get("service_tier")
        if str(tier) in _TIERS:
            return tail | {"service_tier": _TIERS[str(tier)]}
        lose(f"{self.at}usage.service_tier", tier, self.target)
        return tail

    def _usage(self) -> Object:
        counts = {name: count_of(self.usage, name) for name in (*_INPUTS, "output_tokens")}
        for name, value in self.usage.items():
            is_said = any(value.values()) if isinstance(value, dict) else value not in _NO_GEO and value
            if is_said and name not in _OF_USAGE:
                lose(f"{self.at}usage.{name}", value, self.target)
        prompt, output = sum(counts[name] for name in _INPUTS), counts["output_tokens"]
        usage: Object = {"prompt_tokens": prompt, "completion_tokens": output, "total_tokens": prompt + output}
        names = {"cached_tokens": "cache_read_input_tokens", "cache_write_tokens": "cache_creation_input_tokens"}
        if details := {name: counts[key] for name, key in names.items() if key in self.usage}:
            usage["prompt_tokens_details"] = details
        inner = self.usage.get("output_tokens_details")
        if isinstance(inner, dict) and "thinking_tokens" in inner:
            usage["completion_tokens_details"] = {"reasoning_tokens": count_of(inner, "thinking_tokens")}
        return usage

    def _say(self, member: str, text: Any, block: _Block, place: str) -> None:
        if not isinstance(text, str) or not text:
            return
        if member == "partial_json":
            self._arguments(block, text)
        elif member == "text":
            # A piece may end between the two halves of a character.
            is_half = "\ud800" <= self._last <= "\udbff" and "\udc00" <= text[:1] <= "\udfff"
            self._length += len(text) - is_half
            self._last = text[-1:] or self._last
            self._chunk({"content": text})
        elif self._reasoning == "dialect":
            self._chunk({"reasoning_content": text})
        elif not block.is_said:
            block.is_said = True
            lose(f"{place}.thinking", text, self.target)

    def _arguments(self, block: _Block, text: str) -> None:
        block.is_said = True
        self._chunk({"tool_calls": [{"index": block.call, "function": {"arguments": text}}]})

    def _citation(self, note: Any, block: _Block | None, place: str) -> Object | None:
        """A citation of a web page, of all the text of its block. Others are reported."""
        given = note if isinstance(note, dict) else {}
        if block is None or given.get("type") != "web_search_result_location" or not isinstance(given.get("url"), str):
            LOG.warning("%s: %s cites web pages only; left out", place, self.target)
            return None
        if lost := [name for name in given if name not in ("type", "url", "title") and given[name]]:
            LOG.warning("%s: %s has no place for its %s; left out", place, self.target, ", ".join(lost))
        span = {"start_index": block.begin, "end_index": self._length}
        citation = {"url": given["url"], "title": given.get("title") or "", **span}
        return {"type": "url_citation", "url_citation": citation}

    def _chunk(self, delta: Object, finish: str | None = None) -> None:
        role = {} if self.made else {"role": "assistant"}
        choice = {"index": 0, "delta": role | delta, "finish_reason": finish}
        self.made.append(self._head | {"choices": [choice]})


@with_checked_choices
def anthropic_response_to_chat_response(
    response: Any,
    *,
    reasoning: ChatReasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    unfinished: Unfinished = "report",
) -> Object:
    """The Chat completion that says what an Anthropic message says.

    What Chat has no place for is logged as a warning that names its path. An answer that pauses ends with length, which
    is logged. AnswerError for what is no message, and for one that failed or did not end; with `report` a failure gives
    an object with an `error` instead.
    """
    chunks = Chunks(reasoning, unfinished, "a Chat answer")
    failure = failure_of(response) or why_not_whole(response, chunks)
    if failure is not None:
        if failed_answer == "raise":
            raise AnswerError(f"error: {failure['message']}")
        return {"error": failure}
    message, finish = message_of_chunks(chunks.made)
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return _head(response, "chat.completion") | {"choices": [choice]} | chunks.tail()


@with_checked_choices
def anthropic_response_to_responses_response(
    exchange: Any,
    *,
    reasoning: Reasoning = "summary",
    failed_answer: FailedResponse = "raise",
    unfinished: Unfinished = "report",
    usage_when_absent: UsageWhenAbsent = "null",
) -> Object:
    """The Responses response that says what an Anthropic message says, its items in the order of the blocks.

    exchange: `{request?, response}`; the request is the client's Responses request. AnswerError as for
    anthropic_response_to_chat_response; with `failed` an error gives a failed response instead.
    """
    request, response = parts_of(exchange, "response")
    chunks = Chunks("omit" if reasoning == "omit" else "dialect", unfinished, "a response", "response.")
    failure = failure_of(response) or why_not_whole(response, chunks)
    if failure is not None and failed_answer == "raise":
        raise AnswerError(f"response.error: {failure['message']}")
    bodies: list[Object] = [{"error": failure}] if failure is not None else [*chunks.made, chunks.tail()]
    return response_of_chunks(request, bodies, reasoning, usage_when_absent)


def response_of_chunks(
    request: Object, chunks: list[Object], reasoning: Reasoning, usage_when_absent: UsageWhenAbsent
) -> Object:
    """The Responses response that says what chunks say."""
    answer = ChatAnswerParts(request, 0, Output(request, reasoning, "new-item", "both"))
    for chunk in chunks:
        answer.take(chunk, "response", "delta")
    end = answer.end("response")
    return answer.response(end, answer.items(end)[1], usage_when_absent)


def failure_of(answer: Any) -> Object | None:
    """The error in the place of an answer, as OpenAI writes one."""
    if not isinstance(answer, dict) or answer.get("type") != "error":
        return None
    given = answer.get("error")
    error = given if isinstance(given, dict) else {"message": given}
    kind = str(error.get("type") or "api_error")
    return problem(str(error.get("message") or kind), kind)


def problem(message: str, kind: str = "api_error") -> Object:
    """An error as OpenAI writes one."""
    return {"message": message, "type": kind, "param": None, "code": kind}


def why_not_whole(response: Any, chunks: Chunks) -> Object | None:
    """Read a whole message; return why it has no end that is known, as OpenAI writes an error."""
    try:
        read_message(response, chunks)
    except EndError as error:
        return problem(str(error))
    return None


def read_message(response: Any, chunks: Chunks) -> Chunks:
    """Read a whole message."""
    content = response.get("content") if isinstance(response, dict) else None
    if not isinstance(content, list):
        raise AnswerError(f"{kind_of(response)} without a list under content is no message")
    chunks.begin(response, chunks.at.removesuffix("."))
    for position, block in enumerate(content):
        chunks.start(position, block, f"{chunks.at}content[{position}]")
        chunks.stop(position)
    chunks.end(response, chunks.at)
    return chunks


def _head(message: Object, kind: str) -> Object:
    return {"id": message.get("id") or "", "object": kind, "created": 0, "model": message.get("model") or ""}


def message_of_chunks(chunks: list[Object]) -> tuple[Object, str]:
    """The message that chunks make, and its finish_reason."""
    texts: dict[str, list[str]] = {}
    lists: Object = {}
    for chunk in chunks:
        for name, value in chunk["choices"][0]["delta"].items():
            if name == "tool_calls":
                (piece,) = value
                calls = lists.setdefault(name, [])
                if piece["index"] == len(calls):
                    calls.append({key: value for key, value in piece.items() if key != "index"})
                else:
                    calls[piece["index"]]["function"]["arguments"] += piece["function"]["arguments"]
            elif name == "annotations":
                lists[name] = lists.get(name, []) + value
            else:
                texts.setdefault(name, []).append(value)
    said = {name: "".join(pieces) for name, pieces in texts.items()}
    return {"role": "assistant", "content": None} | said | lists, chunks[-1]["choices"][0]["finish_reason"]


def count_of(usage: Object, name: str) -> int:
    """A count of tokens; 0 for what is none."""
    value = usage.get(name)
    return value if isinstance(value, int) else 0
