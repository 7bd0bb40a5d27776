"""Defects that a Chat answer can have, made of a Responses answer: of whole answers, and of those that are streamed."""

from __future__ import annotations

import copy
import json
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Object = dict[str, Any]
# Makes another answer of one, and of the response that it came from.
Change = Callable[[Object, Object], Any]

TEXT = ("RCR-1", "RCR-4", "RCR-5", "RCR-5a", "RCR-5b", "RCR-6")
CALLS = ("RCR-2", "RCR-3")
AROUND = ("RCR-8", "RCR-12", "RCR-13", "RCR-14")


class AnswerDefect(NamedTuple):
    """One defect. rules: those that must convict it. innocent: those that it keeps. examples: as of a mutant."""

    name: str
    change: Change
    rules: tuple[str, ...]
    innocent: tuple[str, ...] = ()
    examples: int = 20


def changed(convert: Callable[[Any], Any], change: Change, response_of: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a converter with a defect. response_of: reads the response out of an input."""

    def converted(given: Any) -> Any:
        answer = convert(given)
        if not isinstance(answer, dict) or "choices" not in answer:
            return answer
        return change(answer, copy.deepcopy(response_of(given)))

    return converted


def _in_message(change: Callable[[Object], Object]) -> Change:
    def of(answer: Object, _response: Object) -> Object:
        choice = answer["choices"][0]
        choice["message"] = change(choice["message"])
        return answer

    return of


def _in_message_of(change: Callable[[Object, Object], Object]) -> Change:
    return lambda answer, response: _in_message(lambda message: change(message, response))(answer, response)


def _each_call(change: Callable[[Object], Object]) -> Change:
    def of(message: Object) -> Object:
        return (
            message | {"tool_calls": list(map(change, message["tool_calls"]))} if message.get("tool_calls") else message
        )

    return _in_message(of)


def _in_choice(**members: Any) -> Change:
    def of(answer: Object, _response: Object) -> Object:
        answer["choices"][0] |= members
        return answer

    return of


def _finish(reason: Callable[[str, Object], str]) -> Change:
    def of(answer: Object, response: Object) -> Object:
        choice = answer["choices"][0]
        choice["finish_reason"] = reason(choice["finish_reason"], response)
        return answer

    return of


def items(response: Object, *types: str) -> list[Object]:
    """The items of some types."""
    found = response.get("output")
    return [finding for finding in found if isinstance(finding, dict) and finding.get("type") in types] if found else []


def _parts(response: Object, kind: str) -> Iterator[Object]:
    for item in items(response, "message"):
        yield from (part for part in item.get("content") or () if isinstance(part, dict) and part.get("type") == kind)


def _texts(response: Object) -> list[str]:
    return [part["text"] for part in _parts(response, "output_text") if isinstance(part.get("text"), str)]


def _with_texts(join: Callable[[list[str]], str]) -> Change:
    def of(message: Object, response: Object) -> Object:
        texts = _texts(response)
        return message | ({"content": join(texts)} if any(texts) else {})

    return _in_message_of(of)


def _thinks_aloud(message: Object, response: Object) -> Object:
    thoughts = [part["text"] for item in items(response, "reasoning") for part in item.get("summary") or ()]
    return message | ({"content": f"{thoughts[0]}\n\n{message['content'] or ''}"} if thoughts else {})


def _hosted_calls(message: Object, response: Object) -> Object:
    made = [
        {"id": item.get("id", "x"), "type": "function", "function": {"name": item["type"], "arguments": "{}"}}
        for item in items(response, "web_search_call", "mcp_call", "code_interpreter_call", "file_search_call")
    ]
    return message | ({"tool_calls": [*message.get("tool_calls", ()), *made]} if made else {})


def _item_ids(message: Object, response: Object) -> Object:
    own = {item.get("call_id"): item.get("id") for item in items(response, "function_call")}
    for call in message.get("tool_calls") or ():
        call["id"] = own.get(call["id"]) or call["id"]
    return message


def _rewritten_custom(message: Object) -> Object:
    for call in message.get("tool_calls") or ():
        if "custom" in call:
            call["custom"]["input"] = call["custom"]["input"].strip() + "."
    return message


def _unshifted(message: Object, response: Object) -> Object:
    """Each citation has its places in its own text."""
    own = [note for part in _parts(response, "output_text") for note in part.get("annotations") or ()]
    notes = [note for note in own if note["type"] == "url_citation"]
    for annotation, note in zip(message.get("annotations") or (), notes, strict=False):
        annotation["url_citation"] |= {key: note[key] for key in ("start_index", "end_index")}
    return message


def _logprobs(change: Callable[[list[Object]], list[Object]]) -> Change:
    def of(answer: Object, _response: Object) -> Object:
        held = answer["choices"][0].get("logprobs")
        if held:
            held["content"] = change(held["content"])
        return answer

    return of


def _of_the_first_text(answer: Object, response: Object) -> Object:
    """Of several texts with log probabilities only the first keeps them."""
    lengths = [len(part["logprobs"]) for part in _parts(response, "output_text") if part.get("logprobs")]
    return _logprobs(lambda found: found[: lengths[0]])(answer, response) if lengths else answer


def _last_refusal(message: Object, response: Object) -> Object:
    refusals = [part["refusal"] for part in _parts(response, "refusal")]
    return message | {"refusal": refusals[-1]} if refusals and message.get("refusal") else message


def _usage(change: Callable[[Object], Any]) -> Change:
    def of(answer: Object, _response: Object) -> Object:
        return answer | ({"usage": change(answer["usage"])} if answer.get("usage") else {})

    return of


def _composed(answer: Object, _response: Object) -> Any:
    return json.loads(unicodedata.normalize("NFC", json.dumps(answer, ensure_ascii=False)))


def _per_message(answer: Object, response: Object) -> Object:
    """A choice for each message."""
    texts = ["".join(_texts({"output": [item]})) for item in items(response, "message")]
    if len(texts) < 2:
        return answer
    first = answer["choices"][0]
    return answer | {
        "choices": [
            first | {"index": number, "message": first["message"] | {"content": text}}
            for number, text in enumerate(texts)
        ]
    }


WORDS: tuple[AnswerDefect, ...] = (
    AnswerDefect("last_text_wins", _with_texts(lambda texts: texts[-1]), ("RCR-1",), (*CALLS, *AROUND)),
    AnswerDefect("first_text_only", _with_texts(lambda texts: texts[0]), ("RCR-1",), (*CALLS, *AROUND)),
    AnswerDefect("joined_by_a_space", _with_texts(" ".join), ("RCR-1",), (*CALLS, *AROUND)),
    AnswerDefect("texts_backwards", _with_texts(lambda texts: "".join(texts[::-1])), ("RCR-1",), (*CALLS, *AROUND)),
    AnswerDefect("composes_the_answer", _composed, ("ALL-4", "RCR-1"), ("RCR-8", "RCR-12")),
    AnswerDefect("of_another_role", _in_message(lambda m: m | {"role": "model"}), ("RCR-1", "API-1"), (*CALLS, *AROUND)),
    AnswerDefect("placeholder", _in_message(lambda m: m | {"content": m["content"] or "[No response generated]"}),
           ("RCR-4",), (*CALLS, *AROUND, "RCR-5b", "RCR-6")),
    AnswerDefect("no_refusals", _in_message(lambda m: {key: m[key] for key in m if key != "refusal"}), ("RCR-5", "RCR-5b"),
           (*CALLS, *AROUND, "RCR-1", "RCR-4", "RCR-6")),
    AnswerDefect("last_refusal_alone", _in_message_of(_last_refusal), ("RCR-5",), (*CALLS, *AROUND, "RCR-4", "RCR-6")),
    AnswerDefect("thinks_aloud", _in_message_of(_thinks_aloud), ("RCR-6",), (*CALLS, *AROUND)),
    AnswerDefect("thinks_of_nothing", _in_message(lambda m: m | {"reasoning_content": "None"}), ("RCR-6a",),
           (*CALLS, *AROUND, *TEXT)),
    AnswerDefect("citations_not_moved", _in_message_of(_unshifted), ("RCR-10b",), (*CALLS, *AROUND, *TEXT, "RCR-10a")),
)  # fmt: skip

MADE_CALLS: tuple[AnswerDefect, ...] = (
    AnswerDefect("ids_of_items", _in_message_of(_item_ids), ("RCR-2",), (*TEXT, *AROUND, "RCR-3")),
    AnswerDefect("hosted_items_as_calls", _in_message_of(_hosted_calls), ("RCR-2",), (*TEXT, "RCR-12", "RCR-13")),
    AnswerDefect("custom_input_rewritten", _in_message(_rewritten_custom), ("RCR-3",), (*TEXT, *AROUND, "RCR-2")),
)  # fmt: skip


ENDS: tuple[AnswerDefect, ...] = (
    AnswerDefect("always_stop", _in_choice(finish_reason="stop"), ("RCR-8",), (*TEXT, *CALLS)),
    AnswerDefect("cut_calls_are_calls", _finish(lambda reason, response: "tool_calls" if items(response, "function_call")
                                          else reason), ("RCR-8",), (*TEXT, *CALLS), examples=100),
    AnswerDefect("ends_of_responses", _finish(lambda _reason, response: str(response.get("status"))), ("RCR-8", "API-1"),
           (*TEXT, *CALLS)),
)  # fmt: skip

MEMBERS: tuple[AnswerDefect, ...] = (
    AnswerDefect("names_of_responses", _usage(lambda usage: {"input_tokens": usage["prompt_tokens"], "output_tokens":
           usage["completion_tokens"], "total_tokens": usage["total_tokens"]}), ("RCR-12", "API-1"), (*TEXT, *CALLS)),
    AnswerDefect("usage_without_details", _usage(lambda usage: {key: usage[key] for key in usage if "details" not in key}),
           ("RCR-12",), (*TEXT, *CALLS, "API-1")),
    AnswerDefect("asked_model", lambda answer, _response: answer | {"model": answer["model"] + "-latest"}, ("RCR-13",),
           (*TEXT, *CALLS)),
    AnswerDefect("always_the_default_tier", lambda answer, _response: answer | {"service_tier": "default"}, ("RCR-14",),
           (*TEXT, *CALLS)),
    AnswerDefect("no_bytes", _logprobs(lambda found: [finding | {"bytes": None} for finding in found]), ("RCR-11",),
           (*TEXT, *CALLS, *AROUND)),
    AnswerDefect("log_probabilities_of_the_first_text", _of_the_first_text, ("RCR-11",), (*TEXT, *CALLS, *AROUND)),
    AnswerDefect("not_json", lambda answer, _response: answer | {"created": {1, 2}}, ("ALL-1",)),
)  # fmt: skip

# What streams have no place for, or another one.
WHOLE: tuple[AnswerDefect, ...] = (
    AnswerDefect("a_choice_for_each_message", _per_message, ("RCR-1",), CALLS),
    AnswerDefect("an_answer_in_a_list", lambda answer, _response: [answer], ("RCR-1", "API-1")),
    AnswerDefect("every_call_is_the_first", _each_call(lambda call: call | {"index": 0}), ("RCR-2a",), (*TEXT, *CALLS, *AROUND)),
    AnswerDefect("flat_annotations", _in_message(lambda m: m | ({"annotations": [
        {"type": "url_citation", **annotation["url_citation"]} for annotation in m["annotations"]]} if m.get("annotations") else {})),
        ("API-1",), (*TEXT, *CALLS, *AROUND, "RCR-10a")),
    AnswerDefect("metadata_of_its_own", lambda answer, _response: answer | {"metadata": {"via": "gateway"}}, ("RCR-14",),
           (*TEXT, *CALLS)),
)  # fmt: skip
