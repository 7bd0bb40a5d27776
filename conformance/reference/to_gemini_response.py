"""chat-response-to-gemini-response, responses-response-to-gemini-response, and the same of streams.

A Chat answer becomes a Responses response first. What Gemini would answer, or stream, is written of that one.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

from conformance.reference.anthropic_response import count_of
from conformance.reference.anthropic_turns import MalformedArguments
from conformance.reference.chat_response import problem_of
from conformance.reference.errors import LOG, check_choices, kind_of
from conformance.reference.gemini_grounding import list_or_empty
from conformance.reference.members import Object, lose, lose_rest
from conformance.reference.responses_events import answer_of
from conformance.reference.responses_output import Output, seal_of
from conformance.reference.responses_response import AnswerError, chat_response_to_responses_response
from conformance.reference.to_anthropic_response import answer_of_events, details_of
from conformance.reference.tool_calls import decode_arguments

Reasoning = Literal["omit", "unsigned"]
FailedAnswer = Literal["raise", "failed"]

_TARGET = "a Gemini answer"
_REASONS = {"max_output_tokens": "MAX_TOKENS", "content_filter": "SAFETY"}
_TIERS = {"default": "standard", "flex": "flex", "priority": "priority"}
_TEXTS = {"output_text": "text", "refusal": "refusal"}
_LATEST = 253_402_300_800  # seconds: the year 10000


class _Choices(NamedTuple):
    reasoning: Reasoning
    failed_answer: FailedAnswer
    malformed_arguments: MalformedArguments


class _Writer:
    """Writes what a response says."""

    def __init__(self, response: Object, choices: _Choices) -> None:
        self._response = response
        self._choices = choices
        self._text = ""
        self._citations: list[tuple[int, int, Object]] = []
        self._tokens: list[Object] = []
        self.parts = [part for place, item in enumerate(response["output"]) for part in self._item(item, place)]

    def head(self) -> Object:
        """What identifies the answer."""
        created = self._response.get("created_at")
        time = None
        if isinstance(created, int | float) and 0 < created < _LATEST:
            time = datetime.fromtimestamp(created, UTC).isoformat().replace("+00:00", "Z")
        head = {"responseId": str(self._response.get("id") or "0").removeprefix("resp_")}
        head |= {"modelVersion": self._response.get("model") or ""}
        return head | ({"createTime": time} if time is not None else {})

    def end(self) -> Object:
        """What a candidate says of its end, and of what it rests on."""
        word = "STOP"
        if self._response.get("status") == "incomplete":
            details = self._response.get("incomplete_details")
            reason = details.get("reason") if isinstance(details, dict) else None
            if str(reason) not in _REASONS:
                LOG.warning("incomplete_details: %s has no word for %r; it becomes MAX_TOKENS", _TARGET, reason)
            word = _REASONS.get(str(reason), "MAX_TOKENS")
        end: Object = {"finishReason": word, "index": 0}
        if self._citations:
            pages = [page for _start, _end, page in self._citations]
            segments = [
                {"startIndex": self._byte(start), "endIndex": self._byte(end)} for start, end, _page in self._citations
            ]
            supports = [
                {"segment": segment, "groundingChunkIndices": [index]} for index, segment in enumerate(segments)
            ]
            end["groundingMetadata"] = {"groundingChunks": pages, "groundingSupports": supports}
        if self._tokens:
            likeliest = [
                {
                    "candidates": [
                        _token(each) for each in list_or_empty(token.get("top_logprobs")) if isinstance(each, dict)
                    ]
                }
                for token in self._tokens
            ]
            end["logprobsResult"] = {"chosenCandidates": list(map(_token, self._tokens)), "topCandidates": likeliest}
        return end

    def usage(self) -> Object:
        """The counts of tokens: thoughts are beside the candidates."""
        given, tier = self._response.get("usage"), str(self._response.get("service_tier"))
        lose("service_tier", None if tier in _TIERS else self._response.get("service_tier"), _TARGET)
        lose("metadata", self._response.get("metadata"), _TARGET)
        own = {"serviceTier": _TIERS[tier]} if tier in _TIERS else {}
        if not isinstance(given, dict):
            return {"usageMetadata": own} if own else {}
        inputs, outputs = details_of(given, "input_tokens"), details_of(given, "output_tokens")
        made = count_of(given, "output_tokens")
        asked, thoughts, cached = (
            count_of(given, "input_tokens"),
            count_of(outputs, "reasoning_tokens"),
            count_of(inputs, "cached_tokens"),
        )
        # Some hosts count thoughts beside what is said, as Gemini does.
        is_beside = thoughts > made or count_of(given, "total_tokens") == asked + made + thoughts
        said = made if is_beside else made - thoughts
        counts: Object = {"promptTokenCount": asked, "candidatesTokenCount": said}
        counts |= {"thoughtsTokenCount": thoughts} if thoughts else {}
        counts |= {"cachedContentTokenCount": cached} if cached else {}
        lose_rest(inputs, {"cached_tokens"}, "usage.prompt_tokens_details", _TARGET, (0,))
        lose_rest(outputs, {"reasoning_tokens"}, "usage.completion_tokens_details", _TARGET, (0,))
        return {"usageMetadata": counts | {"totalTokenCount": count_of(given, "total_tokens")} | own}

    def _item(self, item: Any, position: int) -> Iterator[Object]:
        given = item if isinstance(item, dict) else {}
        place, kind = f"output[{position}]", given.get("type")
        if kind == "message" and isinstance(given.get("content"), list):
            for number, part in enumerate(given["content"]):
                yield from self._part(part, f"{place}.content[{number}]")
        elif kind == "function_call" and isinstance(given.get("name"), str):
            yield self._call(given, place)
        elif kind == "image_generation_call" and isinstance(given.get("result"), str):
            yield {"inlineData": {"mimeType": f"image/{given.get('output_format') or 'png'}", "data": given["result"]}}
            lose_rest(given, {"type", "id", "status", "result", "output_format"}, place, _TARGET)
        elif kind == "reasoning" and self._choices.reasoning == "unsigned":
            parts = list_or_empty(given.get("content")) or list_or_empty(given.get("summary"))
            thoughts = "".join(str(part.get("text")) for part in parts if isinstance(part, dict))
            lose(f"{place}.encrypted_content", given.get("encrypted_content"), _TARGET)
            yield from [{"text": thoughts, "thought": True}] if thoughts else []
        else:
            LOG.warning("%s: %s has no place for %s; left out", place, _TARGET, kind)

    def _part(self, part: Any, place: str) -> Iterator[Object]:
        given = part if isinstance(part, dict) else {}
        kind = given.get("type")
        text = given.get(_TEXTS.get(str(kind), ""))
        if not isinstance(text, str):
            LOG.warning("%s: %s has no place for %s; left out", place, _TARGET, kind)
            return
        for number, note in enumerate(list_or_empty(given.get("annotations"))):
            self._cite(note if text else None, f"{place}.annotations[{number}]")
        self._tokens += [token for token in list_or_empty(given.get("logprobs")) if isinstance(token, dict)]
        self._text += text
        yield from [{"text": text}] if text else []

    def _cite(self, note: Any, place: str) -> None:
        """A citation of a page, at its place in the text."""
        given = note if isinstance(note, dict) else {}
        start, end = given.get("start_index"), given.get("end_index")
        if given.get("type") != "url_citation" or not isinstance(start, int) or not isinstance(end, int):
            LOG.warning("%s: %s cites pages at a place of its text only; this annotation is left out", place, _TARGET)
            return
        page = {"web": {"uri": given.get("url"), "title": given.get("title") or ""}}
        self._citations.append((len(self._text) + start, len(self._text) + end, page))

    def _byte(self, place: int) -> int:
        return len(self._text[:place].encode("utf-8", "surrogatepass"))

    def _call(self, item: Object, place: str) -> Object:
        value, text = decode_arguments(item.get("arguments"))
        if value is None:
            is_cut, how = self._response.get("status") != "completed", self._choices.malformed_arguments
            if how == "refuse" and not is_cut:
                raise AnswerError(f"{place}: arguments is no JSON object, which {_TARGET} needs")
            LOG.warning("%s: arguments is no JSON object: %s", place, "cut" if is_cut else how)
            value = {"arguments": text} if how == "wrap" and not is_cut else {}
        lose(f"{place}.namespace", item.get("namespace"), _TARGET)
        seal = item["extra_content"]["google"]["thought_signature"] if seal_of(item) else None
        call = {"functionCall": {"id": item.get("call_id"), "name": item["name"], "args": value}}
        return call | ({"thoughtSignature": seal} if seal else {})


def _token(token: Object) -> Object:
    return {"token": token.get("token"), "logProbability": token.get("logprob")}


def _candidate(parts: list[Object], **members: Any) -> Object:
    return {"content": {"role": "model", "parts": parts}, **members}


def begun_response(response: Object) -> Object:
    """What identifies the answer in each response of a stream."""
    return _Writer(response | {"output": []}, _Choices("omit", "failed", "refuse")).head()


def parts_of_item(item: Object) -> list[Object]:
    """The parts that an item is. AnswerError for a call of which the arguments are no object."""
    return _Writer({"status": "completed", "output": [item]}, _Choices("omit", "failed", "refuse")).parts


def chat_response_to_gemini_response(
    response: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    malformed_arguments: MalformedArguments = "refuse",
) -> Object:
    """The response of Gemini that says what a Chat completion says.

    Of several choices it is the first one. A refusal is a text. Arguments that are no object are refused, but for those
    of an answer that was cut. What has no place is logged as a warning that names its path. AnswerError for what is no
    answer, and for one that failed or did not end; with `failed` a failure gives Google's error object instead.
    """
    choices = check_choices(_Choices(reasoning, failed_answer, malformed_arguments))
    made = chat_response_to_responses_response(
        {"response": response},
        reasoning="omit" if reasoning == "omit" else "content",
        failed_answer="raise" if failed_answer == "raise" else "failed",
        custom_calls="function",
    )
    return _whole(made, choices) if made["error"] is None else _error(made["error"], choices)


def chat_stream_to_gemini_stream(
    chunks: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    malformed_arguments: MalformedArguments = "refuse",
) -> list[Object]:
    """The responses of Gemini that say what the chunks of a Chat stream say, which come without `[DONE]`.

    Texts come in their pieces, and a call when it is whole. The last response has the finishReason and the counts.
    AnswerError for what is no stream, and for one that failed or was cut; with `failed` it ends with Google's error
    object instead.
    """
    choices = check_choices(_Choices(reasoning, failed_answer, malformed_arguments))
    output = Output({}, "omit" if reasoning == "omit" else "content", "new-item", "function")
    answer = answer_of({}, chunks, output)
    end = answer.end("the stream")
    items, made = answer.items(end)
    pieces = [[piece.text for piece in part.pieces] for item in items for part in item.parts]
    return _responses(answer.response(end, made, "null"), pieces, end.error, choices)


def responses_response_to_gemini_response(
    response: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    malformed_arguments: MalformedArguments = "refuse",
) -> Object:
    """The response of Gemini for a Responses response, as chat_response_to_gemini_response makes it of a Chat answer.

    Parts have the order of the items.
    """
    choices = check_choices(_Choices(reasoning, failed_answer, malformed_arguments))
    if not isinstance(response, dict) or not isinstance(response.get("output"), list):
        raise AnswerError(f"{kind_of(response)} without a list under output is no response")
    problem = problem_of(response)
    if problem is not None:
        return _error(problem, choices)
    return _whole(response, choices)


def responses_stream_to_gemini_stream(
    events: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    malformed_arguments: MalformedArguments = "refuse",
) -> list[Object]:
    """The responses of Gemini that say what the events of a Responses stream say.

    As chat_stream_to_gemini_stream makes them of chunks; parts have the order of the items.
    """
    choices = check_choices(_Choices(reasoning, failed_answer, malformed_arguments))
    return _responses(*answer_of_events(events), choices)


def _whole(response: Object, choices: _Choices) -> Object:
    writer = _Writer(response, choices)
    return {"candidates": [_candidate(writer.parts, **writer.end())], **writer.usage(), **writer.head()}


def _responses(response: Object, pieces: list[list[str]], problem: Object | None, choices: _Choices) -> list[Object]:
    """The responses of a stream. pieces: in which texts came; problem: why it failed."""
    error = None if problem is None else _error(problem, choices)
    writer = _Writer(response | ({"status": "failed"} if error is not None else {}), choices)
    came = {"".join(piece): piece for piece in pieces}
    divided = [piece for part in writer.parts for piece in _divided(part, came)]
    responses = [{"candidates": [_candidate([piece], index=0)], **writer.head()} for piece in divided]
    if error is not None:
        return [*responses, error]
    return [*responses, {"candidates": [_candidate([{"text": ""}], **writer.end())], **writer.usage(), **writer.head()}]


def _divided(part: Object, pieces: dict[str, list[str]]) -> list[Object]:
    """A part, or its text in the pieces in which it came."""
    if "text" not in part:
        return [part]
    return [{**part, "text": piece} for piece in pieces.get(part["text"], [part["text"]]) if piece]


def _error(problem: Object, choices: _Choices) -> Object:
    if choices.failed_answer == "raise":
        raise AnswerError(problem["message"])
    return {"error": {"code": 500, "message": problem["message"], "status": "INTERNAL"}}
