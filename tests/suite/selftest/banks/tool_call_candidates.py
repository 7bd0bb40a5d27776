"""Parsers of Gemini's responses and streams: broken ones, and sound ones that are built differently."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import Any
from uuid import uuid4

from conformance.reference import gemini_response_to_tool_calls as of_response
from conformance.reference import gemini_stream_to_tool_calls as of_stream
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.tool_calls import GEMINI, GEMINI_CALLS, GEMINI_STREAM, GEMINI_STREAM_CALLS
from tests.suite.selftest.banks.tool_calls_sound import Unreadable, free
from tests.suite.selftest.model import Convert, Sound

Object = dict[str, Any]
BOTH: tuple[tuple[Bank, Convert], ...] = ((GEMINI, of_response), (GEMINI_STREAM, of_stream))
_FAILURES = (
    "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE", "OTHER",
    "LANGUAGE", "NO_IMAGE", "IMAGE_OTHER", "MALFORMED_RESPONSE",
)  # fmt: skip
_LIMITS = ("MAX_TOKENS", "CONTINUATION")


def _responses(given: Any) -> list[Object]:
    """The responses of an input, whole or of a stream."""
    return [each for each in (given if isinstance(given, list) else [given]) if isinstance(each, dict)]


def _candidates(given: Any) -> list[Object]:
    held = [each.get("candidates") for each in _responses(given)]
    return [each for found in held if isinstance(found, list) for each in found if isinstance(each, dict)]


def _contents(given: Any) -> list[Object]:
    held = [candidate.get("content") for candidate in _candidates(given)]
    return [content for content in held if isinstance(content, dict) and isinstance(content.get("parts"), list)]


def _parts(given: Any) -> list[Object]:
    return [part for content in _contents(given) for part in content["parts"] if isinstance(part, dict)]


def _calls(given: Any) -> list[Object]:
    return [part["functionCall"] for part in _parts(given) if isinstance(part.get("functionCall"), dict)]


def _ends(given: Any) -> list[Any]:
    return [each["finishReason"] for each in _candidates(given) if each.get("finishReason") is not None]


def _is_cut(given: Any) -> bool:
    """Whether a stream ends without its end."""
    is_blocked = any(isinstance(each.get("promptFeedback"), dict) for each in _responses(given))
    failed = any("error" in each for each in _responses(given))
    return bool(_candidates(given)) and not (_ends(given) or is_blocked or failed)


def before(change: Callable[[Any], Any], convert: Convert) -> Convert:
    """A converter that is given a changed input. change: in place, or what it returns."""

    def converted(given: Any) -> Any:
        held = copy.deepcopy(given)
        made = change(held)
        return convert(held if made is None else made)

    return converted


def after(change: Callable[[Object, Any], Object], convert: Convert) -> Convert:
    """A converter whose result is changed by what its input is."""
    return lambda given: change(convert(given), given)


def both(name: str, change: Callable[[Any], Any], *rules: str, **more: Any) -> None:
    """Add the references that are given a changed input."""
    for bank, convert in BOTH:
        bank.add(name, before(change, convert), *rules, **more)


def both_after(name: str, change: Callable[[Object, Any], Object], *rules: str, **more: Any) -> None:
    """Add the references whose result is changed."""
    for bank, convert in BOTH:
        bank.add(name, after(change, convert), *rules, **more)


def stream(name: str, change: Callable[[Any], Any], *rules: str, **more: Any) -> None:
    """Add the reference that is given changed responses of a stream."""
    GEMINI_STREAM.add(name, before(change, of_stream), *rules, **more)


# Which parts are calls, and what they are called.


def _steps_too(given: Any) -> None:
    for part in _parts(given):
        if isinstance(part.get("toolCall"), dict):
            part["functionCall"] = {"name": part.pop("toolCall").get("toolType"), "args": {}}


def _new_ids(given: Any) -> None:
    for call in _calls(given):
        call |= {"id": f"call_{call['id']}"} if isinstance(call.get("id"), str) else {}


def _no_ids(given: Any) -> None:
    for call in _calls(given):
        call.pop("id", None)


def _lower_names(given: Any) -> None:
    for call in _calls(given):
        call |= {"name": call["name"].lower()} if isinstance(call.get("name"), str) else {}


def _with_ids(change: Callable[[Object, int], Any]) -> Callable[[Object, Any], Object]:
    """Give each call that has no id of its own one."""

    def changed(result: Object, given: Any) -> Object:
        own = {call.get("id") for call in _calls(given)}
        calls = [
            call if call["id"] in own else call | {"id": change(call, place)}
            for place, call in enumerate(result["tool_calls"])
        ]
        return result | {"tool_calls": calls}

    return changed


def _sorted(result: Object, _given: Any) -> Object:
    return result | {"tool_calls": sorted(result["tool_calls"], key=lambda call: str(call["name"]))}


def _of_signed_calls(given: Any) -> None:
    """Reads calls of parts that have a signature alone, where any has one."""
    if any(part.get("thoughtSignature") for part in _parts(given) if "functionCall" in part):
        for content in _contents(given):
            content["parts"] = [
                part for part in content["parts"] if "functionCall" not in part or part.get("thoughtSignature")
            ]


both("steps_of_the_host_too", _steps_too, "PARSE-7", innocent=("PARSE-2",))
both("calls_under_new_ids", _new_ids, "PARSE-7", innocent=("PARSE-6",))
both("own_ids_passed_over", _no_ids, "PARSE-7", innocent=("PARSE-6", "PARSE-3"))
both("names_lower_cased", _lower_names, "PARSE-7", innocent=("PARSE-6", "PARSE-3"))
both("calls_without_a_signature_lost", _of_signed_calls, "PARSE-7", innocent=("PARSE-6",))
both_after("one_id_for_all", _with_ids(lambda _call, _place: "call_0"), "PARSE-2", innocent=("PARSE-7", "PARSE-3"))
both_after("names_are_ids", _with_ids(lambda call, _place: call["name"]), "PARSE-2", innocent=("PARSE-7", "PARSE-3"))
both_after("numbers_are_ids", _with_ids(lambda _call, place: place), "PARSE-2", innocent=("PARSE-7", "PARSE-3"))
both_after("calls_sorted_by_name", _sorted, "PARSE-7", innocent=("PARSE-3", "PARSE-6"))

# Arguments.


def _nothing_is_null(result: Object, _given: Any) -> Object:
    return result | {"tool_calls": [call | {"arguments": call["arguments"] or None} for call in result["tool_calls"]]}


def _empty_where_cut(result: Object, given: Any) -> Object:
    calls = [call | {"arguments": {}} for call in result["tool_calls"]]
    return result | ({"tool_calls": calls} if "MAX_TOKENS" in _ends(given) else {})


def _no_text(convert: Callable[..., Any], given: Any) -> Any:
    """The text of empty arguments is empty, and no JSON."""
    result = convert(given, arguments="text")
    for call in result["tool_calls"]:
        call["arguments_raw"] = "" if call["arguments_raw"] == "{}" else call["arguments_raw"]
    return result


GEMINI.add("no_args_are_null", after(_nothing_is_null, of_response), "PARSE-3", innocent=("PARSE-7",))
GEMINI_STREAM.add("no_args_are_null", after(_nothing_is_null, of_stream), "PARSE-12", innocent=("PARSE-7",))
GEMINI.add(
    "all_calls_of_a_cut_answer_are_empty", after(_empty_where_cut, of_response), "PARSE-3", innocent=("PARSE-5a",)
)
GEMINI_STREAM.add(
    "all_calls_of_a_cut_stream_are_empty", after(_empty_where_cut, of_stream), "PARSE-12", innocent=("PARSE-5a",)
)
GEMINI.add("no_arguments_are_no_text", partial(_no_text, of_response), "PARSE-3", choices={"arguments": "text"})


# Text.


def _thoughts_are_text(given: Any) -> None:
    for part in _parts(given):
        part.pop("thought", None)


def _signed_are_thoughts(given: Any) -> None:
    for part in _parts(given):
        part |= {"thought": True} if part.get("thoughtSignature") and "text" in part else {}


def _spaced(given: Any) -> None:
    for part in _parts(given):
        part |= {"text": f"{part['text']} "} if part.get("text") and not part.get("thought") else {}


def _last_text(given: Any) -> None:
    texts = [part for part in _parts(given) if isinstance(part.get("text"), str) and not part.get("thought")]
    for part in texts[:-1]:
        part["text"] = ""


def _text_beside_calls_lost(given: Any) -> None:
    if _calls(given):
        for part in _parts(given):
            part |= {"text": ""} if "text" in part else {}


def _code_is_text(given: Any) -> None:
    for part in _parts(given):
        if isinstance(part.get("executableCode"), dict):
            part["text"] = part.pop("executableCode").get("code")


both("thoughts_in_the_text", _thoughts_are_text, "PARSE-6", innocent=("PARSE-7", "PARSE-3"))
both("signed_texts_are_thoughts", _signed_are_thoughts, "PARSE-6", innocent=("PARSE-7", "PARSE-3"))
both("spaces_between_texts", _spaced, "PARSE-6", innocent=("PARSE-7",))
both("last_text_wins", _last_text, "PARSE-6", innocent=("PARSE-7", "PARSE-3"))
both("text_beside_calls_lost", _text_beside_calls_lost, "PARSE-6", innocent=("PARSE-7", "PARSE-3"))
both("code_of_the_host_is_text", _code_is_text, "PARSE-6", innocent=("PARSE-7", "PARSE-3"))

# The end.


def _always_stop(*words: str) -> Callable[[Any], None]:
    def change(given: Any) -> None:
        for candidate in _candidates(given):
            candidate |= {"finishReason": "STOP"} if candidate.get("finishReason") in words else {}

    return change


def _blocks_pass(given: Any) -> None:
    for response in _responses(given):
        feedback = response.get("promptFeedback")
        if isinstance(feedback, dict) and feedback.get("blockReason") and not response.get("candidates"):
            del response["promptFeedback"]
            response["candidates"] = [{"finishReason": "STOP"}]


def _word_by_word(result: Object, given: Any) -> Object:
    return result | ({"finish_reason": "stop"} if "STOP" in _ends(given) else {})


def _silence(words: tuple[str, ...]) -> Callable[[Object, Any], Object]:
    """Answers that failed are empty ones. words: of which; of none: errors."""

    def change(result: Object, given: Any) -> Object:
        failed = bool(set(_ends(given)) & set(words)) if words else any("error" in each for each in _responses(given))
        done = {"done": result["done"]} if "done" in result else {}
        return {"content": "", "tool_calls": [], "finish_reason": None, **done} if failed else result

    return change


both("every_answer_is_whole", _always_stop(*_LIMITS, "SAFETY", "RECITATION"), "PARSE-5a", innocent=("PARSE-7",))
both("filters_are_stops", _always_stop("SAFETY", "PROHIBITED_CONTENT"), "PARSE-5a", innocent=("PARSE-7", "PARSE-6"))
both("blocked_requests_are_empty_answers", _blocks_pass, "PARSE-5a", innocent=("PARSE-7", "PARSE-6"))
both("unexpected_calls_are_run", _always_stop("UNEXPECTED_TOOL_CALL"), "PARSE-13", innocent=("PARSE-7", "PARSE-6"))
both("answers_that_failed_are_whole", _always_stop(*_FAILURES), "PARSE-13", innocent=("PARSE-7", "PARSE-6"))
both_after("stop_is_stop", _word_by_word, "PARSE-5", innocent=("PARSE-7", "PARSE-6"))
both_after("failures_are_silence", _silence(_FAILURES), "PARSE-13", innocent=("PARSE-7", "PARSE-6"))
both_after("errors_are_silence", _silence(()), "PARSE-13", innocent=("PARSE-7", "PARSE-6"))

# Counts.


def _usage(change: Callable[[Object], Object]) -> Callable[[Object, Any], Object]:
    return lambda result, _given: result | ({"usage": change(result["usage"])} if result.get("usage") else {})


def _without_thoughts(usage: Object) -> Object:
    """As Chat counts it, but for what was thought."""
    return {
        "prompt_tokens": usage.get("promptTokenCount", 0), "completion_tokens": usage.get("candidatesTokenCount", 0),
        "total_tokens": usage.get("totalTokenCount", 0),
    }  # fmt: skip


def _wrong_total(usage: Object) -> Object:
    counts = [usage.get(name, 0) for name in ("promptTokenCount", "candidatesTokenCount")]
    return {**usage, "totalTokenCount": sum(counts)}


both_after("thoughts_are_not_counted", _usage(_without_thoughts), "PARSE-17", innocent=("PARSE-7", "PARSE-6"))
both_after("total_without_thoughts", _usage(_wrong_total), "PARSE-17", innocent=("PARSE-7", "PARSE-6"))


# Streams: pieces.


def _calls_of_the_last(events: Any) -> None:
    """Reads the calls of the last response that has any."""
    held = [response for response in _responses(events) if _calls(response)]
    for response in held[:-1]:
        for content in _contents(response):
            content["parts"] = [part for part in content["parts"] if "functionCall" not in part]


def _calls_of_the_end(events: Any) -> None:
    """Reads the calls of the response that says why it ended."""
    for response in _responses(events):
        if not _ends(response):
            for content in _contents(response):
                content["parts"] = [part for part in content["parts"] if "functionCall" not in part]


def _first_part(events: Any) -> None:
    """Reads the first part of each response."""
    for content in _contents(events):
        content["parts"] = content["parts"][:1]


def _equal_once(events: Any) -> None:
    """Takes a text that equals the one before for a repetition."""
    before_it = None
    for part in _parts(events):
        if part.get("text") and not part.get("thought"):
            if part["text"] == before_it:
                part["text"] = ""
            else:
                before_it = part["text"]


def _stripped(events: Any) -> None:
    for part in _parts(events):
        part |= {"text": part["text"].strip()} if isinstance(part.get("text"), str) else {}


def _by_name(events: Any) -> None:
    """Keeps calls by their names: a later one takes the place of an earlier one."""
    named = {call.get("name"): number for number, call in enumerate(_calls(events)) if call.get("name")}
    number = -1
    for content in _contents(events):
        kept = []
        for part in content["parts"]:
            call = part.get("functionCall") if isinstance(part, dict) else None
            number += isinstance(call, dict)
            if not isinstance(call, dict) or not call.get("name") or named[call["name"]] == number:
                kept.append(part)
        content["parts"] = kept


def _no_pieces(events: Any) -> None:
    """Does not know of arguments in pieces."""
    for part in _parts(events):
        if isinstance(part.get("functionCall"), dict):
            call = part["functionCall"]
            part["functionCall"] = {
                key: value for key, value in call.items() if key not in ("partialArgs", "willContinue")
            }
    for content in _contents(events):
        content["parts"] = [part for part in content["parts"] if part.get("functionCall") != {}]


def _last_pieces(events: Any) -> None:
    """Takes the last piece of each place for all of it."""
    latest: dict[Any, Object] = {}
    for call in _calls(events):
        for piece in call.get("partialArgs") or ():
            if piece.get("jsonPath") in latest:
                latest[piece["jsonPath"]]["stringValue"] = ""
            if "stringValue" in piece:
                latest[piece.get("jsonPath")] = piece


def _until_the_end(events: Any) -> Any:
    """Reads nothing behind the response that says why it ended."""
    if not isinstance(events, list):
        return events
    ended = next((place for place, each in enumerate(events) if _ends(each)), len(events))
    return events[: ended + 1]


def _last_response(events: Any) -> Any:
    return events[-1:] if isinstance(events, list) and not _is_cut(events) else events


stream("calls_of_the_last_response_alone", _calls_of_the_last, "PARSE-7", innocent=("PARSE-6", "PARSE-8"))
stream("calls_of_the_end_alone", _calls_of_the_end, "PARSE-7", innocent=("PARSE-6", "PARSE-8"))
stream("first_part_of_each_response", _first_part, "PARSE-7", innocent=("PARSE-8",))
stream("last_response_alone", _last_response, "PARSE-6", "PARSE-7")
stream("equal_texts_merged", _equal_once, "PARSE-6", "PARSE-18", innocent=("PARSE-7", "PARSE-8"))
stream("texts_stripped_by_pieces", _stripped, "PARSE-6", "PARSE-18", innocent=("PARSE-7", "PARSE-8"))
stream("calls_by_name", _by_name, "PARSE-11", innocent=("PARSE-3", "PARSE-8"))
stream("pieces_of_arguments_passed_over", _no_pieces, "PARSE-12", innocent=("PARSE-7", "PARSE-8"))
stream("last_piece_of_arguments_wins", _last_pieces, "PARSE-3", innocent=("PARSE-7", "PARSE-8"))
stream("nothing_behind_the_end", _until_the_end, "PARSE-17", innocent=("PARSE-7", "PARSE-8"))


# Streams: the end.


def _after(name: str, change: Callable[[Object, Any], Object], *rules: str, **more: Any) -> None:
    GEMINI_STREAM.add(name, after(change, of_stream), *rules, **more)


def _counts(events: Any) -> list[Object]:
    return [each["usageMetadata"] for each in _responses(events) if isinstance(each.get("usageMetadata"), dict)]


def _first_usage(result: Object, events: Any) -> Object:
    return result | ({"usage": _counts(events)[0]} if result.get("usage") else {})


def _sum_of_usages(result: Object, events: Any) -> Object:
    total = sum(usage.get("candidatesTokenCount") or 0 for usage in _counts(events))
    return result | ({"usage": result["usage"] | {"candidatesTokenCount": total}} if result.get("usage") else {})


def _twice_where_cut(result: Object, events: Any) -> Object:
    usage = result.get("usage") or {}
    is_counted = _is_cut(events) and "promptTokenCount" in usage
    return result | ({"usage": usage | {"promptTokenCount": 2 * usage["promptTokenCount"]}} if is_counted else {})


def _halves(result: Object, events: Any) -> Object:
    """Presents the calls of a stream that broke off, without their arguments."""
    calls = [
        {"id": call.get("id"), "type": "function", "name": call["name"], "arguments": {}, "index": None}
        for call in _calls(events)
        if call.get("name")
    ]
    return result | ({"tool_calls": calls, "finish_reason": "tool_calls" if calls else None} if _is_cut(events) else {})


def _said_by_the_last(result: Object, events: Any) -> Object:
    """Looks for calls in the last response alone to say how it ended."""
    last = _responses(events)[-1:]
    return result | ({"finish_reason": "stop"} if result.get("done") and not _calls(last) else {})


def _raises_where_cut(result: Object, events: Any) -> Object:
    if _is_cut(events):
        raise TypeError("'NoneType' object is not subscriptable")
    return result


def _unheard(events: Any) -> None:
    for candidate in _candidates(events):
        candidate.pop("finishReason", None)


def _without_errors(events: Any) -> Any:
    return [each for each in events if "error" not in each] if isinstance(events, list) else events


_after("usage_of_the_first_response", _first_usage, "PARSE-17", innocent=("PARSE-7", "PARSE-8"))
_after("usages_are_added", _sum_of_usages, "PARSE-17", innocent=("PARSE-7", "PARSE-8"))
_after("input_of_a_broken_stream_counted_twice", _twice_where_cut, "PARSE-17", innocent=("PARSE-7",))
_after("never_done", lambda result, _given: result | {"done": False}, "PARSE-8", innocent=("PARSE-7", "PARSE-10"))
_after("done_when_nothing_comes", lambda result, _given: result | {"done": True}, "PARSE-10", innocent=("PARSE-7",))
_after("half_calls_are_empty", _halves, "PARSE-10", innocent=("PARSE-8", "PARSE-7"))
_after("stop_of_the_last_response", _said_by_the_last, "PARSE-5", innocent=("PARSE-7", "PARSE-8"))
_after("a_cut_raises", _raises_where_cut, "PARSE-10", innocent=("PARSE-8",))
_after("an_error_is_an_end", lambda result, given: result | ({"done": True} if any("error" in each for each in
       _responses(given)) else {}), "PARSE-10", innocent=("PARSE-8", "PARSE-13"))  # fmt: skip
stream("end_not_heard", _unheard, "PARSE-8", innocent=("PARSE-10",))
stream("errors_passed_over", _without_errors, "PARSE-13", innocent=("PARSE-7", "PARSE-8"))

GEMINI_STREAM.add(
    "streamed_otherwise",
    of_stream,
    "LAW-8",
    innocent=("PARSE-7", "PARSE-6"),
    others={GEMINI_CALLS: lambda given: of_response(given) | {"tool_calls": []}},
)
GEMINI_STREAM.add(
    "ids_not_streamed_are_others",
    of_stream,
    "LAW-8",
    innocent=("PARSE-7", "PARSE-6"),
    others={GEMINI_CALLS: lambda given: json.loads(json.dumps(of_response(given)).replace('"id": "', '"id": "x'))},
)

BANKS = (GEMINI, GEMINI_STREAM)


# Sound parsers.


def _without_ids(convert: Convert, given: Any) -> Any:
    """Every freedom, and no ids but the source's."""
    own = {call.get("id") for call in _calls(given)}
    result = free(convert, given)
    for call in result.get("tool_calls") or ():
        call["id"] = call["id"] if call["id"] in own else None
    return result


def own_words(response: Any) -> Any:
    """Reads the parts itself: an answer without a usual end is refused, a call gets an id that is new each time.

    Thoughts are within the output, what tools read within the input, and texts around a step of the host are paragraphs.
    """
    if not isinstance(response, dict) or not isinstance(response.get("candidates"), list) or not response["candidates"]:
        raise Unreadable("no candidates")
    candidate = response["candidates"][0]
    end = candidate.get("finishReason")
    if not isinstance(candidate, dict) or not isinstance(end, str | int) or end in _FAILURES:
        raise Unreadable(f"the answer failed: {candidate}")
    return _plain((candidate.get("content") or {}).get("parts") or [], end, response.get("usageMetadata"))


def _plain(parts: list[Object], end: Any, usage: Any) -> Object:
    calls = [
        {
            "id": call.get("id") or str(uuid4()),
            "type": "function",
            "name": call["name"],
            "arguments": call.get("args") or {},
        }
        for part in parts
        if isinstance(call := part.get("functionCall"), dict)
    ]
    goes = groupby(
        parts, lambda part: bool(part.keys() & {"executableCode", "codeExecutionResult", "toolCall", "toolResponse"})
    )
    texts = ["".join(_texts(go)) for is_step, go in goes if not is_step]
    reason = "tool_calls" if calls else "STOP" if end == 1 else end
    cut = {"truncated": True} if calls and end not in ("STOP", 1) else {}
    return {
        "content": "\n\n".join(filter(None, texts)), "tool_calls": calls, "finish_reason": reason,
        "usage": _as_chat_counts(usage or {}), **cut,
    }  # fmt: skip


def _texts(parts: Iterator[Object]) -> Iterator[str]:
    return (part["text"] for part in parts if isinstance(part.get("text"), str) and not part.get("thought"))


def _as_chat_counts(usage: Object) -> Object:
    prompt, tools, made, thought = (
        usage.get(name) or 0
        for name in ("promptTokenCount", "toolUsePromptTokenCount", "candidatesTokenCount", "thoughtsTokenCount")
    )
    counts = {
        "prompt_tokens": prompt + tools,
        "completion_tokens": made + thought,
        "total_tokens": usage.get("totalTokenCount"),
    }
    more = {"cached_tokens": usage.get("cachedContentTokenCount"), "reasoning_tokens": thought}
    return {key: value for key, value in (counts | more).items() if value}


def plain_stream(events: Any) -> Any:
    """Gathers the parts of all responses, of which those of a call in pieces are put together; else as above."""
    if not isinstance(events, list) or not all(isinstance(each, dict) for each in events) or not events:
        raise Unreadable("no responses")
    if any("error" in each or isinstance(each.get("promptFeedback"), dict) for each in events):
        raise Unreadable(f"an error, or a block: {json.dumps(events[-1])}")
    if _is_cut(events):
        return {"content": "", "done": False}
    ends = _ends(events)
    if not ends or ends[-1] in _FAILURES or not isinstance(ends[-1], str | int):
        raise Unreadable(f"the answer failed: {ends}")
    parts: list[Object] = []
    for part in copy.deepcopy(_parts(events)):
        call = part.get("functionCall")
        if isinstance(call, dict) and not call.get("name") and parts:
            _put(parts[-1]["functionCall"], call)
        else:
            parts.append(part)
            if isinstance(call, dict):
                _put(call, call)
    counts = _counts(events)
    found = _plain(parts, ends[-1], counts[-1] if counts else None)
    # A character may be cut between its two surrogates.
    found["content"] = found["content"].encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return found | {"done": True}


def _put(call: Object, pieces: Object) -> None:
    """Put pieces of arguments into a call. A path is of names and places in lists, each behind a dot or in brackets."""
    args = call.setdefault("args", {})
    for piece in pieces.get("partialArgs") or ():
        *steps, last = piece["jsonPath"].removeprefix("$.").replace("[", ".[").split(".")
        holder = args
        for step, following in zip(steps, [*steps, last][1:], strict=True):
            new: Any = [] if following.startswith("[") else {}
            if step.startswith("["):
                holder.append(new)
                holder = holder[int(step[1:-1])]
            else:
                holder = holder.setdefault(step, new)
        value = next(value for key, value in piece.items() if key.endswith("Value"))
        holder[last] = holder[last] + value if isinstance(value, str) and last in holder else value


def whole_calls_are_kept(events: Any) -> Any:
    """Of a stream that broke off, keeps the text, and the calls that came whole."""
    result = of_stream(events)
    if not _is_cut(events) or any("willContinue" in call for call in _calls(events)):
        return result
    ended = copy.deepcopy(events)
    _candidates(ended)[-1]["finishReason"] = "STOP"
    whole = of_stream(ended)
    return result | {key: whole[key] for key in ("content", "tool_calls", "finish_reason")}


def a_cut_is_an_error(events: Any) -> Any:
    """Says by an error that a stream broke off."""
    if _is_cut(events):
        raise ConnectionError("The stream ended without a finishReason.")
    return of_stream(events)


_WHOLE: dict[str, Convert] = {GEMINI_CALLS: of_response}
SOUND = (
    Sound("free", GEMINI_CALLS, partial(_without_ids, of_response)),
    Sound("own_words", GEMINI_CALLS, own_words),
    Sound("free", GEMINI_STREAM_CALLS, partial(_without_ids, of_stream), answers=(("error-event", "report"),)),
    Sound(
        "plain",
        GEMINI_STREAM_CALLS,
        plain_stream,
        answers=(("error-event", "raise"),),
        others={GEMINI_CALLS: own_words},
    ),
    Sound("whole_calls_are_kept", GEMINI_STREAM_CALLS, whole_calls_are_kept, others=_WHOLE),
    Sound("a_cut_is_an_error", GEMINI_STREAM_CALLS, a_cut_is_an_error, others=_WHOLE),
)
