"""chat-response-to-responses-response: a Chat Completions response as one Responses response."""

import re
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import check_choices, kind_of
from conformance.reference.responses_output import CustomCalls, Object, Output, OutputCall, OutputItem, Reasoning
from conformance.reference.schema import copy_json

FailedAnswer = Literal["raise", "failed"]
UsageWhenAbsent = Literal["null", "zeros"]

# What a response repeats of its request; the first ones it has in any case.
_REPEATED = ("instructions", "metadata", "temperature", "top_p")
_REPEATED_WHERE_GIVEN = (
    "max_output_tokens", "max_tool_calls", "text", "reasoning", "truncation", "store", "user", "previous_response_id",
    "background", "prompt", "prompt_cache_key", "prompt_cache_retention", "safety_identifier", "top_logprobs",
)  # fmt: skip
_TIERS = ("auto", "default", "flex", "scale", "priority", "fast", "ultrafast")
# What a response calls the counts of tokens, and their details.
_COUNTS = {"prompt_tokens": "input_tokens", "completion_tokens": "output_tokens"}
_DETAILS = {
    "prompt_tokens": ("cached_tokens", "cache_write_tokens"),
    "completion_tokens": ("reasoning_tokens",),
}
_OF_USAGES = {*_COUNTS, *(f"{key}_details" for key in _COUNTS), "total_tokens"}
_REASONS = {"length": "max_output_tokens", "content_filter": "content_filter"}
_WHOLE = ("stop", "tool_calls", "function_call")
_HEAD, _TAIL = ("id", "created", "model"), ("usage", "service_tier", "metadata")
_OF_ANSWERS = {*_HEAD, *_TAIL, "object", "choices", "error", "obfuscation"}
_OF_CHOICES = {"index", "message", "delta", "finish_reason", "logprobs"}
_LONGEST_STEM = 40


class AnswerError(ValueError):
    """An input that is no Chat answer, or an answer that failed or did not end."""


class ResponseEnd(NamedTuple):
    """How an answer ended. reason: why it is incomplete; error: why it failed; place: where that is said."""

    status: Literal["completed", "incomplete", "failed"]
    reason: str | None = None
    error: Object | None = None
    place: str = ""


class _Choices(NamedTuple):
    reasoning: Reasoning
    failed_answer: FailedAnswer
    custom_calls: CustomCalls
    usage_when_absent: UsageWhenAbsent


def chat_response_to_responses_response(
    exchange: Any,
    *,
    reasoning: Reasoning = "summary",
    failed_answer: FailedAnswer = "raise",
    custom_calls: CustomCalls = "both",
    usage_when_absent: UsageWhenAbsent = "null",
) -> Object:
    """The Responses response that says what a Chat completion says.

    exchange: `{request?, response}`; the request is the client's Responses request. Its output holds the thoughts, one
    message, and the calls. Of several choices it is the first one. What a response has no place for is logged.
    AnswerError for what is no Chat answer, and for one that failed or did not end; with `failed` these give a failed
    response instead.
    """
    choices = check_choices(_Choices(reasoning, failed_answer, custom_calls, usage_when_absent))
    request, response = parts_of(exchange, "response")
    given = response.get("choices") if isinstance(response, dict) else None
    if not isinstance(response, dict) or not (isinstance(given, list) or response.get("error")):
        raise AnswerError(f"response: {kind_of(response)} without a list under choices is no Chat answer")
    for position, choice in enumerate(given if isinstance(given, list) else ()):
        if not isinstance(choice, dict) or not isinstance(choice.get("message"), dict):
            raise AnswerError(f"response.choices[{position}]: it has no message")
    answer = ChatAnswerParts(request, first_index([response]), Output(request, reasoning, "hold", custom_calls))
    answer.take(response, "response", "message")
    end = answer.end("response")
    if end.error is not None and choices.failed_answer == "raise":
        raise AnswerError(f"{end.place}: {end.error['message']}")
    return answer.response(end, answer.items(end)[1], choices.usage_when_absent)


def parts_of(exchange: Any, member: str) -> tuple[Object, Any]:
    """The request of an exchange, and its answer, which is under `member`. AnswerError for what is no exchange."""
    if not isinstance(exchange, dict) or member not in exchange:
        raise AnswerError(f"{kind_of(exchange)} without {member} is no exchange")
    request = exchange.get("request")
    if not isinstance(request, dict | None):
        raise AnswerError(f"request is {kind_of(request)}, not an object")
    return request or {}, exchange[member]


def first_index(bodies: list[Any]) -> int:
    """The index of the first choice."""
    listed = [body.get("choices") for body in bodies if isinstance(body, dict)]
    return min((_index(choice) for choices in listed if isinstance(choices, list) for choice in choices), default=0)


def _index(choice: Any) -> int:
    index = choice.get("index") if isinstance(choice, dict) else None
    return index if isinstance(index, int) and not isinstance(index, bool) else 0


class ChatAnswerParts:
    """A Chat answer while it is read, whole or in pieces.

    request: the client's Responses request. index: of the choice that counts. output: takes what the model says.
    """

    def __init__(self, request: Object, index: int, output: Output) -> None:
        self._request = request
        self._index = index
        self._output = output
        self._head: Object = {}
        self._last: Object = {}  # usage, tier and metadata: the last word counts
        self._finish: tuple[Any, str] = (None, "")
        self._error: tuple[Any, str] | None = None

    @property
    def failed(self) -> bool:
        """Whether an error was read."""
        return self._error is not None

    def take(self, body: Object, place: str, member: Literal["message", "delta"]) -> None:
        """Take in the answer, or a chunk of it. place: where it is; member: what its choices have."""
        for key in _HEAD:
            self._head[key] = self._head.get(key) or body.get(key)
        for key in _TAIL:
            if body.get(key) is not None:
                self._last[key] = body[key]
        for key, value in body.items():
            if key not in _OF_ANSWERS:
                self._output.lose(key, value, f"{place}.{key}")
        said = False
        choices = body.get("choices")
        for position, choice in enumerate(choices if isinstance(choices, list) else ()):
            at = f"{place}.choices[{position}]"
            if not isinstance(choice, dict) or _index(choice) != self._index or (said and member == "message"):
                self._output.lose("choices", choice, at)
                continue
            said = True
            self._choice(choice, at, member)
        if body.get("error"):
            self._error = self._error or (body["error"], f"{place}.error")

    def _choice(self, choice: Object, place: str, member: Literal["message", "delta"]) -> None:
        delta, at = choice.get(member), f"{place}.{member}"
        whole = member == "message"
        self._output.take(delta if isinstance(delta, dict) else {}, choice.get("logprobs"), at, is_whole=whole)
        if choice.get("finish_reason"):
            self._finish = (choice["finish_reason"], f"{place}.finish_reason")
        for key, value in choice.items():
            if key not in _OF_CHOICES:
                self._output.lose(f"choices.{key}", value, f"{place}.{key}")

    def end(self, place: str) -> ResponseEnd:
        """How the answer ended. place: what it is, for one that did not."""
        finish, where = self._finish
        if self._error is not None:
            return ResponseEnd("failed", None, _problem(self._error[0]), self._error[1])
        if not finish:
            return ResponseEnd("failed", None, _problem("it ends without a finish_reason"), place)
        if finish in _WHOLE:
            return ResponseEnd("completed")
        if isinstance(finish, str) and finish in _REASONS:
            return ResponseEnd("incomplete", _REASONS[finish])
        return ResponseEnd("failed", None, _problem(f"{finish!r} is no finish_reason that is known"), where)

    def items(self, end: ResponseEnd) -> tuple[list[OutputItem | OutputCall], list[Object]]:
        """The items of the output, and the same as objects. The last one of an answer that has no end is incomplete."""
        return self._output.made(self.stem(), "completed" if end.status == "completed" else "incomplete")

    def lacks(self) -> list[str]:
        """What identifies the answer and was not said until now."""
        return [key for key in _HEAD if not self._head.get(key)]

    def head(self) -> Object:
        """The response before anything is said."""
        created = self._head.get("created")
        head: Object = {
            "id": f"resp_{self.stem()}",
            "object": "response",
            "created_at": created if isinstance(created, int | float) else 0,
            "status": "in_progress",
            "error": None,
            "incomplete_details": None,
            "model": self._head.get("model") or self._request.get("model") or "",
            "output": [],
            "usage": None,
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
        }
        given = {key: copy_json(value) for key, value in self._request.items() if value is not None}
        head |= {key: given[key] for key in ("parallel_tool_calls", "tool_choice", "tools") if key in given}
        head |= {key: given.get(key) for key in _REPEATED}
        head |= {key: given[key] for key in _REPEATED_WHERE_GIVEN if key in given}
        if head["metadata"] is None and isinstance(self._last.get("metadata"), dict):
            head["metadata"] = copy_json(self._last["metadata"])
        tier = self._last.get("service_tier")
        if tier in _TIERS:
            head["service_tier"] = tier
        else:
            self._output.lose("service_tier", tier, "service_tier")
        return head

    def response(self, end: ResponseEnd, output: list[Object], usage_when_absent: UsageWhenAbsent) -> Object:
        """The response with all that was said."""
        response = self.head() | {"status": end.status, "output": output, "usage": self._usage(usage_when_absent)}
        if end.reason is not None:
            response["incomplete_details"] = {"reason": end.reason}
        if end.error is not None:
            response["error"] = {key: end.error[key] for key in ("code", "message")}
        return response

    def _usage(self, when_absent: UsageWhenAbsent) -> Object | None:
        given = self._last.get("usage")
        if not isinstance(given, dict):
            self._output.lose("usage", given, "usage")
            if when_absent == "null":
                return None
            given = {}
        usage: Object = {}
        for key, name in _COUNTS.items():
            details = given.get(f"{key}_details")
            usage[name] = self._count(given.get(key), f"usage.{key}")
            usage[f"{name}_details"] = self._details(details if isinstance(details, dict) else {}, key)
        total = given.get("total_tokens", usage["input_tokens"] + usage["output_tokens"])
        usage["total_tokens"] = self._count(total, "usage.total_tokens")
        for other, value in given.items():
            if other not in _OF_USAGES:
                self._output.lose(f"usage.{other}", value or None, f"usage.{other}")
        return usage

    def _details(self, given: Object, key: str) -> Object:
        """The division of a count. What is in none of its counts in a response is logged."""
        details: Object = {name: self._count(given.get(name), f"usage.{key}_details.{name}") for name in _DETAILS[key]}
        for name, value in given.items():
            if name == "cache_write_tokens_details" and isinstance(value, dict):
                details[name] = copy_json(value)
            elif name not in details:
                self._output.lose(f"usage.{name}", value or None, f"usage.{key}_details.{name}")
        return details

    def _count(self, value: Any, place: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, float) and value.is_integer():
            return int(value)  # 2.0 is how some JSON writers spell 2
        self._output.lose(place, value, place)
        return 0

    def stem(self) -> str:
        """What the ids of the response and its items have in common: the id of the Chat answer without its prefix."""
        given = self._head.get("id")
        own = re.sub("^(chatcmpl-|resp_|msg_)", "", given) if isinstance(given, str) else ""
        return re.sub("[^A-Za-z0-9_-]", "_", own)[-_LONGEST_STEM:] or "0"


def _problem(error: Any) -> Object:
    given = error if isinstance(error, dict) else {"message": error}
    message, code = given.get("message"), given.get("code") or given.get("type")
    return {
        "code": str(code) if code else "server_error",
        "message": message if isinstance(message, str) and message else f"the answer failed: {error}",
        "param": given["param"] if isinstance(given.get("param"), str) else None,
    }
