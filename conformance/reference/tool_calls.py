"""Parsing tool calls out of Responses API and Chat Completions responses (S3, phase 2)."""

import copy
import json
from collections.abc import Iterable
from typing import Any, Literal

from conformance.reference.errors import LOG, ToolError, kind_of, with_checked_choices

Parsed = dict[str, Any]
Item = dict[str, Any]
FailedResponse = Literal["report", "raise"]
Arguments = Literal["decoded", "text"]

# Chat's words for why a Responses answer ended early.
_CHAT_REASONS = {"max_output_tokens": "length"}
_CUT_SHORT = ("length", "content_filter")


@with_checked_choices
def responses_output_to_tool_calls(
    response: Any, *, failed_response: FailedResponse = "report", arguments: Arguments = "decoded"
) -> Parsed:
    """The text and the tool calls of a Responses API response object (S3, Phase 2).

    Gives `{content, tool_calls, finish_reason, usage?}`; `refusal`, `incomplete_details` and `error`
    are added if the response has them. A failed response gives no calls and the finish_reason `failed`; under
    `failed_response="raise"` it raises ToolError. ToolError also for what is no object with an `output` list. Under
    `arguments="text"` a call has the text of its arguments as `arguments_raw`, and no `arguments`.
    """
    if not isinstance(response, dict):
        raise ToolError(f"response is {kind_of(response)}, not an object")
    if response.get("status") == "failed":
        return failed(response, response.get("error"), "failed", failed_response)
    if not isinstance(response.get("output"), list):
        raise ToolError(f"response.output is {kind_of(response.get('output'))}, not a list")
    return in_form(parse_response(response), arguments)


@with_checked_choices
def chat_response_to_tool_calls(response: Any, *, arguments: Arguments = "decoded") -> Parsed:
    """The text and the tool calls of a Chat Completions response: of its first choice (S3, Phase 2).

    Gives the same form as `responses_output_to_tool_calls`. Without calls finish_reason is the response's own.
    Entries of `tool_calls` that are no function calls are left out and logged. ToolError without a message.
    """
    choices = response.get("choices") if isinstance(response, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    choice = first if isinstance(first, dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        raise ToolError("the response has no choices[0].message")
    entries = message.get("tool_calls")
    calls = []
    for position, entry in enumerate(entries if isinstance(entries, list) else []):
        function = entry.get("function") if isinstance(entry, dict) else None
        if not isinstance(function, dict) or entry.get("type") not in (None, "", "function"):
            LOG.warning("tool_calls[%d] is no function call; left out", position)
            continue
        calls.append(_call(function.get("name"), function.get("arguments"), entry.get("id")))
    content, finish = message.get("content"), choice.get("finish_reason")
    cut_short = finish in _CUT_SHORT
    parsed: Parsed = {
        "content": content if isinstance(content, str) else "",
        "tool_calls": calls,
        "finish_reason": "tool_calls" if calls else finish if finish != "tool_calls" else None,
    }
    if cut_short and calls:
        parsed["incomplete_details"] = {"reason": finish}
    return in_form(_beside(parsed, response, [message.get("refusal")]), arguments)


def in_form(parsed: Parsed, arguments: Arguments) -> Parsed:
    """A result whose calls have their arguments as it is wanted. They have both until then."""
    for call in parsed["tool_calls"]:
        if arguments == "text":
            del call["arguments"]
        elif call["arguments"] is not None:
            del call["arguments_raw"]
    return parsed


def parse_response(response: Item) -> Parsed:
    """The result for a response object that did not fail, its arguments in both forms. Its `output` is a list."""
    texts, refusals, calls = [], [], []
    for position, item in enumerate(response["output"]):
        if not isinstance(item, dict):
            LOG.warning("output[%d] is %s, not an object; left out", position, kind_of(item))
            continue
        for part in _parts(item):
            texts.append(part.get("text") if part.get("type") == "output_text" else None)
            refusals.append(part.get("refusal") if part.get("type") == "refusal" else None)
        if item.get("type") == "function_call" and item.get("status") == "completed":
            calls.append(_call(item.get("name"), item.get("arguments"), item.get("call_id"), item.get("id")))
    incomplete = response.get("status") == "incomplete"
    details = response.get("incomplete_details")
    finish = None
    if calls:
        finish = "tool_calls"
    elif incomplete:
        reason = details.get("reason") if isinstance(details, dict) else None
        finish = _CHAT_REASONS.get(reason, reason) if isinstance(reason, str) and reason else "incomplete"
    parsed: Parsed = {"content": _joined_texts(texts), "tool_calls": calls, "finish_reason": finish}
    if incomplete:
        parsed["incomplete_details"] = copy.deepcopy(details) if details else {"reason": None}
    return _beside(parsed, response, refusals)


def failed(response: Item, error: Any, finish_reason: str, how: FailedResponse) -> Parsed:
    """The result for an answer that failed: what was said so far, the usage and the error, no calls.

    ToolError under raise.
    """
    if how == "raise":
        details = error if isinstance(error, dict) else {}
        raise ToolError(f"the response failed ({finish_reason}): {details.get('code')}: {details.get('message')}")
    output = response.get("output")
    parsed = parse_response(response | {"output": output if isinstance(output, list) else []})
    reported = copy.deepcopy(error) if error else {"message": finish_reason}
    return parsed | {"tool_calls": [], "finish_reason": finish_reason, "error": reported}


def decode_arguments(arguments: Any) -> tuple[dict[str, Any] | None, str]:
    """The arguments of a call as an object, None where they are none, and their text.

    They are decoded once and strictly: NaN, the infinities and numbers beyond a double are no JSON. Absent, null
    and blank arguments are an empty object; an object is itself.
    """
    if arguments is None:
        return {}, ""
    if not isinstance(arguments, str):
        text = json.dumps(arguments, ensure_ascii=False)
        return copy.deepcopy(arguments) if isinstance(arguments, dict) else None, text
    if not arguments.strip():
        return {}, arguments
    try:
        decoded = json.loads(arguments, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        return None, arguments
    return decoded if isinstance(decoded, dict) else None, arguments


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is beyond a double")
    return number


def _call(name: Any, arguments: Any, *ids: Any) -> Item:
    decoded, raw = decode_arguments(arguments)
    return {
        "id": next((id_ for id_ in ids if id_ is not None), "unknown"),
        "type": "function",
        "name": "unknown" if name is None else name,
        "arguments": decoded,
        "index": None,
        "arguments_raw": raw,
    }


def _parts(item: Item) -> list[Item]:
    """The parts of a message; an `output_text` item is a part itself."""
    if item.get("type") == "output_text":
        return [item]
    content = item.get("content")
    if item.get("type") != "message" or not isinstance(content, list):
        return []
    return [part for part in content if isinstance(part, dict)]


def _joined_texts(texts: Iterable[Any]) -> str:
    return "".join(text for text in texts if isinstance(text, str))


def _beside(parsed: Parsed, response: Item, refusals: Iterable[Any]) -> Parsed:
    """The result with the refusal and the usage that the response has."""
    refusal = _joined_texts(refusals)
    if refusal:
        parsed["refusal"] = refusal
    if response.get("usage") is not None:
        parsed["usage"] = copy.deepcopy(response["usage"])
    return parsed
