"""gemini-response-to-chat-response and gemini-response-to-responses-response.

What the responses of Gemini say becomes the chunks of a Chat stream: a whole answer is one response, a stream several.
Whole answers are made of the chunks.
"""

from datetime import datetime
from hashlib import sha256
from typing import Any

from conformance.reference.anthropic_messages import text_of_value
from conformance.reference.anthropic_response import (
    ChatReasoning,
    EndError,
    FailedAnswer,
    FailedResponse,
    count_of,
    message_of_chunks,
    problem,
    response_of_chunks,
)
from conformance.reference.errors import LOG, kind_of, with_checked_choices
from conformance.reference.gemini_grounding import annotations_of, list_or_empty
from conformance.reference.gemini_pieces import CallPieces
from conformance.reference.members import Object, lose, lose_rest
from conformance.reference.responses_output import Reasoning
from conformance.reference.responses_response import AnswerError, UsageWhenAbsent, parts_of

# Vertex may say the number of a reason: 1 to 4 are the same for all hosts.
_FINISHES = {"STOP": "stop", 1: "stop", "MAX_TOKENS": "length", 2: "length", "CONTINUATION": "length"} | dict.fromkeys(
    ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT",
     "IMAGE_RECITATION", "MODEL_ARMOR", "ESCALATION", "PUP_LIMITED_DISABLED", 3, 4),
    "content_filter",
)  # fmt: skip
_TIERS = {"standard": "default", "flex": "flex", "priority": "priority"}
_IDLE = ("Model generated function call(s).",)  # a finishMessage that says nothing
_OF_RESPONSES = {"candidates", "promptFeedback", "usageMetadata", "modelVersion", "responseId", "createTime", "error"}
_OF_CANDIDATES = {
    "content", "finishReason", "finishMessage", "index", "groundingMetadata", "logprobsResult",
    "avgLogprobs", "safetyRatings", "tokenCount",
}  # fmt: skip


class Chunks:
    """The chunks that say what responses say, while these are read. target: as reports call it.

    calls: how many there are until now. is_ended: whether a reason was given. is_blocked: whether the request was.
    """

    def __init__(self, reasoning: ChatReasoning, target: str) -> None:
        self.target = target
        self.made: list[Object] = []
        self.calls = 0
        self.is_ended = False
        self.is_blocked = False
        self.usage: Object = {}
        self._reasoning = reasoning
        self._head: Object = {}
        self._has_id = False
        self._index: Any = None  # of the candidate that counts
        self._texts: list[str] = []
        self._tokens: list[Object] = []
        self._grounding: tuple[Any, str] = (None, "")
        self._finish: tuple[Any, str] = (None, "")
        self._pieces = CallPieces()

    def take(self, response: Object, place: str) -> None:
        """Take a response. place: its path, with a dot behind it."""
        if not self._head:
            self._head = _head(response)
            self._has_id = self._head["id"] == response.get("responseId")
        if isinstance(response.get("usageMetadata"), dict):
            self.usage = response["usageMetadata"]
        lose_rest(response, _OF_RESPONSES, place.removesuffix("."), self.target)
        candidates = response.get("candidates")
        for number, candidate in enumerate(candidates if isinstance(candidates, list) else ()):
            at = f"{place}candidates[{number}]"
            if not isinstance(candidate, dict):
                raise AnswerError(f"{at} is {kind_of(candidate)}, not an object")
            index = candidate.get("index") or 0
            self._index = index if self._index is None else self._index
            if index == self._index:
                self._candidate(candidate, at)
            else:
                lose(at, candidate, f"{self.target}, which is of the first candidate,")
        feedback = response.get("promptFeedback")
        if isinstance(feedback, dict) and feedback.get("blockReason"):
            self._block(feedback, f"{place}promptFeedback")

    def _block(self, feedback: Object, place: str) -> None:
        self.is_blocked = True
        why = feedback.get("blockReasonMessage") or feedback["blockReason"]
        LOG.warning("%s.blockReason: the request was blocked (%s); it becomes content_filter", place, why)

    def _candidate(self, candidate: Object, place: str) -> None:
        content = candidate.get("content")
        parts = content.get("parts") if isinstance(content, dict) else None
        for number, part in enumerate(parts if isinstance(parts, list) else ()):
            self._part(part if isinstance(part, dict) else {}, f"{place}.content.parts[{number}]")
        if candidate.get("finishReason") is not None:
            self._finish = (candidate["finishReason"], f"{place}.finishReason")
            self.is_ended = True
        if candidate.get("finishMessage") not in _IDLE:
            lose(f"{place}.finishMessage", candidate.get("finishMessage"), self.target)
        if isinstance(candidate.get("logprobsResult"), dict):
            self._tokens += _tokens(candidate["logprobsResult"])
        if candidate.get("groundingMetadata"):
            self._grounding = (candidate["groundingMetadata"], f"{place}.groundingMetadata")
        lose_rest(candidate, _OF_CANDIDATES, place, self.target)

    def _part(self, part: Object, place: str) -> None:
        text, call, seal = part.get("text"), part.get("functionCall"), part.get("thoughtSignature")
        if isinstance(call, dict):
            self._call(part, place)
            return
        if isinstance(text, str):
            if part.get("thought") is True:
                self._think(text, place)
            elif text:
                self._texts.append(text)
                self._chunk({"content": text})
            lose(f"{place}.thoughtSignature", seal, self.target)
            lose_rest(part, {"text", "thought", "thoughtSignature"}, place, self.target)
            return
        kind = next((name for name in part if name not in ("thought", "thoughtSignature")), "a thoughtSignature")
        inner = part.get(kind)
        if kind in ("inlineData", "fileData"):
            kind = f"media ({kind}, {inner.get('mimeType') if isinstance(inner, dict) else None})"
        LOG.warning("%s: %s has no place for %s; left out", place, self.target, kind)

    def _think(self, text: str, place: str) -> None:
        if self._reasoning == "dialect" and text:
            self._chunk({"reasoning_content": text})
        else:
            lose(f"{place}.thought", text, self.target)

    def _call(self, part: Object, place: str) -> None:
        """A call is whole in one part, or in pieces, until the last of which it waits."""
        whole = self._pieces.whole(part)
        if whole is None:
            return
        call, seal = whole["functionCall"], whole.get("thoughtSignature")
        if not isinstance(call.get("name"), str) or not isinstance(call.get("args", {}), dict | None):
            raise AnswerError(f"{place}.functionCall has no name, or args that are no object")
        arguments = text_of_value(call.get("args") or {})
        # Of an answer without an id the whole and its stream make the same ones, of what the call says.
        made = self._head["id"] if self._has_id else _digest([call["name"], arguments])
        id_ = call.get("id") or f"call_{made}_{self.calls}"
        begun: Object = {"id": id_, "type": "function", "function": {"name": call["name"], "arguments": ""}}
        begun |= {"extra_content": {"google": {"thought_signature": seal}}} if seal else {}
        lose_rest(call, {"id", "name", "args"}, f"{place}.functionCall", self.target)
        lose_rest(whole, {"functionCall", "thoughtSignature", "thought"}, place, self.target)
        for piece in (begun, {"function": {"arguments": arguments}}):
            self._chunk({"tool_calls": [{"index": self.calls, **piece}]})
        self.calls += 1

    def end(self) -> None:
        """Say how the answer ended. EndError for a reason that says that it failed, or that is not known."""
        annotations = annotations_of(*self._grounding, _joined(self._texts), self.target)
        if annotations:
            self._chunk({"annotations": annotations})
        word, place = self._finish
        finish = "content_filter" if self.is_blocked and word is None else None
        if finish is None and isinstance(word, str | int):
            finish = _FINISHES.get(word)
        if finish is None:
            raise EndError(f"{place or 'finishReason'} is {word!r}: the answer is not whole")
        if word == "CONTINUATION":
            LOG.warning("%s: %s has no word for an answer that pauses; it becomes length", place, self.target)
        self._chunk({}, "tool_calls" if finish == "stop" and self.calls else finish)

    def tail(self) -> Object:
        """The usage and the service tier, as Chat says them."""
        tier = self.usage.get("serviceTier")
        tail: Object = {"service_tier": _TIERS[str(tier)]} if str(tier) in _TIERS else {}
        counts = {name: count_of(self.usage, name) for name in self.usage}
        if not counts.keys() & {"promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount"}:
            return tail
        thoughts = counts.get("thoughtsTokenCount", 0)
        prompt = counts.get("promptTokenCount", 0) + counts.get("toolUsePromptTokenCount", 0)
        made = counts.get("candidatesTokenCount", 0) + thoughts
        total = counts.get("totalTokenCount", prompt + made)
        usage: Object = {"prompt_tokens": prompt, "completion_tokens": made, "total_tokens": total}
        if "cachedContentTokenCount" in counts:
            usage["prompt_tokens_details"] = {"cached_tokens": counts["cachedContentTokenCount"]}
        if "thoughtsTokenCount" in counts:
            usage["completion_tokens_details"] = {"reasoning_tokens": thoughts}
        return {"usage": usage} | tail

    def head(self, kind: str) -> Object:
        """What identifies the answer."""
        return self._head | {"object": kind}

    def logprobs(self) -> Object:
        """The log probabilities, as a choice has them; nothing where there are none."""
        return {"logprobs": {"content": self._tokens, "refusal": None}} if self._tokens else {}

    def _chunk(self, delta: Object, finish: str | None = None) -> None:
        role = {} if self.made else {"role": "assistant"}
        more = self.logprobs() if finish is not None else {}
        choice = {"index": 0, "delta": role | delta, "finish_reason": finish, **more}
        self.made.append(self._head | {"choices": [choice]})


@with_checked_choices
def gemini_response_to_chat_response(
    response: Any,
    *,
    reasoning: ChatReasoning = "omit",
    failed_answer: FailedAnswer = "raise",
) -> Object:
    """The Chat completion that says what a response of Gemini says.

    Calls without an id get one, and their signatures go into `extra_content`, as Google's own endpoint has them. Of
    several candidates it is the first one. A request that was blocked gives content_filter, and a report. What Chat has
    no place for is logged as a warning that names its path. AnswerError for what is no response, and for one that
    failed or did not end; with `report` a failure gives an object with an `error` instead.
    """
    chunks = Chunks(reasoning, "a Chat answer")
    failure = failure_of(response) or why_not_whole(response, chunks)
    if failure is not None:
        if failed_answer == "raise":
            raise AnswerError(f"error: {failure['message']}")
        return {"error": failure}
    message, finish = message_of_chunks(chunks.made)
    choice = {"index": 0, "message": message, "finish_reason": finish, **chunks.logprobs()}
    return chunks.head("chat.completion") | {"choices": [choice]} | chunks.tail()


@with_checked_choices
def gemini_response_to_responses_response(
    exchange: Any,
    *,
    reasoning: Reasoning = "summary",
    failed_answer: FailedResponse = "raise",
    usage_when_absent: UsageWhenAbsent = "null",
) -> Object:
    """The Responses response that says what a response of Gemini says, its items in the order of the parts.

    exchange: `{request?, response}`; the request is the client's Responses request. AnswerError as for
    gemini_response_to_chat_response; with `failed` an error gives a failed response instead.
    """
    request, response = parts_of(exchange, "response")
    chunks = Chunks("omit" if reasoning == "omit" else "dialect", "a response")
    failure = failure_of(response) or why_not_whole(response, chunks, "response.")
    if failure is not None and failed_answer == "raise":
        raise AnswerError(f"response.error: {failure['message']}")
    made: list[Object] = [{"error": failure}] if failure is not None else [*chunks.made, chunks.tail()]
    return response_of_chunks(request, made, reasoning, usage_when_absent)


def failure_of(response: Any) -> Object | None:
    """The error in the place of a response, as OpenAI writes one."""
    error = response.get("error") if isinstance(response, dict) else None
    if not isinstance(error, dict):
        return None
    kind = str(error.get("status") or "api_error")
    return problem(str(error.get("message") or kind), kind)


def why_not_whole(response: Any, chunks: Chunks, at: str = "") -> Object | None:
    """Read a whole response; return why it has no end that is known, as OpenAI writes an error.

    at: its path, with a dot behind it. AnswerError for what is no response.
    """
    held = response if isinstance(response, dict) else {}
    if not isinstance(held.get("candidates"), list) and not isinstance(held.get("promptFeedback"), dict):
        raise AnswerError(f"{kind_of(response)} without a list under candidates is no response")
    chunks.take(held, at)
    try:
        chunks.end()
    except EndError as error:
        return problem(str(error))
    return None


def _head(response: Object) -> Object:
    """What identifies an answer, by its first response. One without an id gets one, of which its calls make theirs."""
    given = response.get("responseId")
    id_ = given if isinstance(given, str) and given else _digest(response)
    created, model = _seconds(response.get("createTime")), response.get("modelVersion")
    return {"id": id_, "object": "chat.completion.chunk", "created": created, "model": model or ""}


def _digest(value: Any) -> str:
    return sha256(text_of_value(value).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _seconds(time: Any) -> int:
    try:
        return int(datetime.fromisoformat(time).timestamp()) if isinstance(time, str) else 0
    except ValueError:
        return 0


def _joined(texts: list[str]) -> str:
    """Texts as one. A piece may end between the two halves of a character."""
    return "".join(texts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _tokens(result: Object) -> list[Object]:
    """The chosen tokens, as Chat writes them, each with the likeliest ones at its place."""
    chosen, top = (list_or_empty(result.get(name)) for name in ("chosenCandidates", "topCandidates"))
    likeliest = top if len(top) == len(chosen) else [{}] * len(chosen)
    return [
        _token(token) | {"top_logprobs": list(map(_token, list_or_empty(_object(others).get("candidates"))))}
        for token, others in zip(chosen, likeliest, strict=True)
    ]


def _token(value: Any) -> Object:
    token = _object(value)
    return {"token": token.get("token") or "", "logprob": token.get("logProbability"), "bytes": None}


def _object(value: Any) -> Object:
    return value if isinstance(value, dict) else {}
