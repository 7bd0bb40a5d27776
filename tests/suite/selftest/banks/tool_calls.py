"""Broken parsers of tool calls: defects of single results, for responses, streams and Chat answers alike (S3)."""

from __future__ import annotations

import copy
import json
import re
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import (
    anthropic_response_to_tool_calls,
    anthropic_stream_to_tool_calls,
    chat_response_to_tool_calls,
    chat_stream_to_tool_calls,
    gemini_response_to_tool_calls,
    gemini_stream_to_tool_calls,
    responses_output_to_tool_calls,
    responses_stream_to_tool_calls,
)
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.model import Convert

OUTPUT_CALLS = "responses-output-to-tool-calls"
STREAM_CALLS = "responses-stream-to-tool-calls"
CHAT_CALLS = "chat-response-to-tool-calls"
CHAT_STREAM_CALLS = "chat-stream-to-tool-calls"

MESSAGE_CALLS = "anthropic-response-to-tool-calls"
MESSAGE_STREAM_CALLS = "anthropic-stream-to-tool-calls"
GEMINI_CALLS = "gemini-response-to-tool-calls"
GEMINI_STREAM_CALLS = "gemini-stream-to-tool-calls"

OUTPUT, STREAM, CHAT, CHAT_STREAM = map(Bank, (OUTPUT_CALLS, STREAM_CALLS, CHAT_CALLS, CHAT_STREAM_CALLS))
MESSAGE, MESSAGE_STREAM = Bank(MESSAGE_CALLS), Bank(MESSAGE_STREAM_CALLS)
GEMINI, GEMINI_STREAM = Bank(GEMINI_CALLS), Bank(GEMINI_STREAM_CALLS)
REFERENCES: tuple[tuple[Bank, Convert], ...] = (
    (OUTPUT, responses_output_to_tool_calls),
    (STREAM, responses_stream_to_tool_calls),
    (CHAT, chat_response_to_tool_calls),
    (CHAT_STREAM, chat_stream_to_tool_calls),
    (MESSAGE, anthropic_response_to_tool_calls),
    (MESSAGE_STREAM, anthropic_stream_to_tool_calls),
    (GEMINI, gemini_response_to_tool_calls),
    (GEMINI_STREAM, gemini_stream_to_tool_calls),
)
# Those whose rules are laws, which have the numbers of the others' rules.
BY_LAWS = frozenset({MESSAGE_CALLS, MESSAGE_STREAM_CALLS, GEMINI_CALLS, GEMINI_STREAM_CALLS})
# Defects that no message shows: its arguments are no text, and it always says how it ended. Nor does a response of
# Gemini, whose usage has no details that are owed.
_OF_TEXTS = frozenset({"doubly_encoded_decoded_twice", "null_as_text"})
_OF_DETAILS = frozenset({"details_of_the_usage_left_out"})
UNSEEN = {
    MESSAGE_CALLS: _OF_TEXTS,
    GEMINI_CALLS: _OF_TEXTS | _OF_DETAILS,
    GEMINI_STREAM_CALLS: frozenset({"doubly_encoded_decoded_twice"}) | _OF_DETAILS,
}
# The rule about the text, and the one about calls that are lost.
TEXT = {
    OUTPUT_CALLS: "CALL-6",
    STREAM_CALLS: "CALL-9",
    CHAT_CALLS: "CALL-6",
    CHAT_STREAM_CALLS: "CALL-6",
    MESSAGE_CALLS: "CALL-6",
    MESSAGE_STREAM_CALLS: "CALL-6",
    GEMINI_CALLS: "CALL-6",
    GEMINI_STREAM_CALLS: "CALL-6",
}
LOST = {
    OUTPUT_CALLS: "CALL-1",
    STREAM_CALLS: "CALL-8",
    CHAT_CALLS: "CALL-7",
    CHAT_STREAM_CALLS: "CALL-7",
    MESSAGE_CALLS: "CALL-7",
    MESSAGE_STREAM_CALLS: "CALL-7",
    GEMINI_CALLS: "CALL-7",
    GEMINI_STREAM_CALLS: "CALL-7",
}

Result = dict[str, Any]
Call = dict[str, Any]


def results(name: str, change: Callable[[Result], Any], *rules: str, once: bool = False, **more: Any) -> None:
    """Add the references with a change to each result, one for each operation. once: for the first alone."""
    for bank, reference in REFERENCES[: 1 if once else None]:
        own = tuple({"text": TEXT, "lost": LOST}.get(rule, {}).get(bank.operation, rule) for rule in rules)
        add(bank, name, _changed(reference, change), own, **more)


def add(bank: Bank, name: str, convert: Convert, rules: tuple[str, ...], **more: Any) -> None:
    """Add a converter to a bank, where its contract has the rules that it breaks."""
    innocent = more.pop("innocent", ())
    if bank.operation in BY_LAWS:
        rules, innocent = (tuple(name.replace("CALL-", "PARSE-") for name in names) for names in (rules, innocent))
    known = {rule.id for rule in load_specifications().contracts[bank.operation].rules}
    if known.issuperset(rules) and name not in UNSEEN.get(bank.operation, ()):
        bank.add(name, convert, *rules, innocent=tuple(element for element in innocent if element in known), **more)


def _changed(reference: Convert, change: Callable[[Result], Any]) -> Convert:
    return lambda value: change(reference(value))


def calls(name: str, change: Callable[[Call], Call], *rules: str, **more: Any) -> None:
    """Add the references with a change to each call of their results."""
    results(
        name, lambda result: result | {"tool_calls": [change(call) for call in result["tool_calls"]]}, *rules, **more
    )


def arguments(name: str, change: Callable[[Any], Any], *rules: str, **more: Any) -> None:
    """Add the references with a change to the arguments of each call that has some."""
    calls(name, lambda c: c if c["arguments"] is None else c | {"arguments": change(c["arguments"])}, *rules, **more)


def malformed(name: str, change: Callable[[str], Any], *rules: str, **more: Any) -> None:
    """Add the references with another answer to malformed arguments."""
    calls(
        name,
        lambda c: c if c["arguments"] is not None else c | {"arguments": change(c["arguments_raw"])},
        *rules,
        **more,
    )


def finishes(name: str, change: Callable[[Result], Any], *rules: str, **more: Any) -> None:
    """Add the references with another finish_reason."""
    results(name, lambda result: result | {"finish_reason": change(result)}, *rules, **more)


def _at_texts(change: Callable[[str], Any], value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _at_texts(change, member) for key, member in value.items()}
    if isinstance(value, list):
        return [_at_texts(change, member) for member in value]
    return change(value) if isinstance(value, str) else value


def _numbers(value: Any) -> Any:
    return float(value) if type(value) is int else value


def _at_numbers(value: Any, change: Callable[[Any], Any] = _numbers) -> Any:
    if isinstance(value, dict):
        return {key: _at_numbers(member, change) for key, member in value.items()}
    return [_at_numbers(member, change) for member in value] if isinstance(value, list) else change(value)


def _short_numbers(value: Any) -> Any:
    return float(value) if type(value) is int and abs(value) < 2**53 else value


def _long_numbers(value: Any) -> Any:
    return int(float(value)) if type(value) is int and abs(value) > 2**53 else value


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _usage_in_capitals(message: Any) -> Result:
    result: Result = anthropic_response_to_tool_calls(message)
    return result | ({"usage": _at_texts(str.upper, result["usage"])} if "usage" in result else {})


def _usage_below_zero(message: Any) -> Result:
    result: Result = anthropic_response_to_tool_calls(message)
    used = result.get("usage") or {}
    more = {"rest": used.get("input_tokens", 0) - used.get("cache_read_input_tokens", 0)}
    return result | {"usage": used | more} if more["rest"] < 0 else result


def _renamed_usage(message: Any) -> Result:
    result: Result = anthropic_response_to_tool_calls(message)
    usage = {f"number_of_{name}": number for name, number in (result.get("usage") or {}).items()}
    return result | ({"usage": _at_numbers(usage)} if usage else {})


# CALL-2, CALL-3

results("null_as_a_call", lambda r: r | {"tool_calls": [*r["tool_calls"], None]}, "CALL-2")
results(
    "later_ids_changed",
    lambda r: r | {"tool_calls": [c | {"id": f"{c['id']}_{at}"} if at else c for at, c in enumerate(r["tool_calls"])]},
    "CALL-2",
    innocent=("CALL-1",),
    once=True,
)
calls(
    "type_left_out", lambda c: {key: value for key, value in c.items() if key != "type"}, "CALL-2", innocent=("CALL-5",)
)
calls(
    "unknown_is_null", lambda c: c | {key: None for key in ("id", "name") if c[key] == "unknown"}, "CALL-2", once=True
)
arguments("arguments_stay_text", json.dumps, "CALL-3", innocent=("CALL-2", "CALL-5", "CALL-11"))
arguments("arguments_forgotten", lambda _arguments: {}, "CALL-3", innocent=("CALL-2", "CALL-5"), once=True)
arguments(
    "arguments_as_pairs", lambda a: [list(pair) for pair in a.items()] or a, "CALL-3", innocent=("CALL-2", "CALL-11a")
)
arguments("texts_decoded_again", lambda a: _at_texts(_decoded, a), "CALL-3", innocent=("CALL-2", "CALL-11a"), once=True)
malformed("doubly_encoded_decoded_twice", lambda raw: json.loads(_decoded(raw)) if raw[:1] == '"' and raw != '"text"' else None,
          "CALL-3", innocent=("CALL-4",))  # fmt: skip

# CALL-4, CALL-4a, CALL-15


def _repaired(raw: str) -> Any:
    """What a lenient parser makes of arguments that were cut off."""
    for end in ("}", '"}', "]}", '"]}', "}}", "null}", '":null}'):
        try:
            repaired = json.loads(raw + end, parse_constant=lambda name: name)
        except ValueError:
            continue
        return repaired if isinstance(repaired, dict) else None
    return None


malformed("malformed_is_empty", lambda _raw: {}, "CALL-4", innocent=("CALL-15", "CALL-3", "CALL-2"))
malformed("malformed_in_an_object", lambda raw: {"raw": raw}, "CALL-4", innocent=("CALL-3",), once=True)
malformed("malformed_is_its_text", lambda raw: raw, "CALL-4", innocent=("CALL-3", "CALL-15"), once=True)
malformed("cut_is_repaired", _repaired, "CALL-15", innocent=("CALL-3", "CALL-5"))
malformed(
    "cut_after_a_brace_is_repaired",
    lambda raw: _repaired(raw) if raw.count("{") == raw.count("}") else None,
    "CALL-15",
    innocent=("CALL-3", "CALL-4"),
    inputs=(
        {
            "status": "completed",
            "output": [
                {
                    "type": "function_call",
                    "id": "fc_1",
                    "call_id": "call_1",
                    "name": "write_file",
                    "arguments": '{"text": "return x; }',
                    "status": "completed",
                }
            ],
        },
    ),
    once=True,
)
calls("raw_text_dropped", lambda c: {key: value for key, value in c.items() if key != "arguments_raw"}, "CALL-4a",
      innocent=("CALL-4", "CALL-15"))  # fmt: skip


def raises_on_malformed(reference: Convert, value: Any) -> Any:
    """One broken call ends everything."""
    result = reference(value)
    if any(call["arguments"] is None for call in result["tool_calls"]):
        raise ValueError("Expecting value: line 1 column 1 (char 0)")
    return result


def empty_is_malformed(reference: Convert, value: Any) -> Any:
    """Decodes an empty text as what it is not."""
    blank = json.loads(json.dumps(value).replace('"arguments": ""', '"arguments": "{blank}"'))
    return reference(blank)


calls("null_left_out", lambda c: {key: value for key, value in c.items() if value is not None or key != "arguments"},
      "CALL-4", innocent=("CALL-3",))  # fmt: skip

# CALL-5, CALL-5a

finishes("always_stop", lambda _result: "stop", "CALL-5", innocent=("CALL-2", "CALL-3", "CALL-4"))
finishes("always_tool_calls", lambda _result: "tool_calls", "CALL-5", innocent=("CALL-3",), once=True)
finishes("null_as_text", lambda result: str(result["finish_reason"]), "CALL-5", innocent=("CALL-2", "CALL-3"))
results("cut_not_shown", lambda r: {key: value for key, value in r.items() if key != "incomplete_details"}
        | ({"done": True} if "done" in r else {}) | ({"finish_reason": "stop"} if r["finish_reason"] == "length" else {}),
        "CALL-5a", innocent=("CALL-3", "CALL-11"))  # fmt: skip

results("whole_told_as_cut", lambda r: r if r.get("done") is False or r["finish_reason"] == "failed" else {
        "incomplete_details": {"reason": "max_output_tokens"}} | r, "CALL-5a",
        innocent=("CALL-3", "CALL-5", "CALL-11"))  # fmt: skip

results("a_filter_is_a_limit", lambda r: r | ({"finish_reason": "length"} if r["finish_reason"] == "content_filter" else {}),
        "CALL-5a", innocent=("CALL-3", "CALL-11"))  # fmt: skip

# CALL-6, CALL-9, CALL-16

results("no_text_is_null", lambda r: r | {"content": r["content"] or None}, "text", innocent=("CALL-2", "CALL-5"))
results("arguments_in_the_text", lambda r: r | {"content": r["content"] + "".join(json.dumps(c["arguments"]) for c in r["tool_calls"])},
        "text", innocent=("CALL-2", "CALL-3"))  # fmt: skip
results("refusal_dropped", lambda r: {key: value for key, value in r.items() if key != "refusal"}, "CALL-16")
results(
    "refusal_in_quotes",
    lambda r: r | ({"refusal": json.dumps(r["refusal"])} if "refusal" in r else {}),
    "CALL-16",
    innocent=("CALL-2",),
)

# CALL-17


def _without_details(usage: Any) -> Any:
    """Return a usage without what it says of parts of its numbers."""
    return {key: value for key, value in usage.items() if not key.endswith("_details")}


def _usages(name: str, change: Callable[[Any], Any], **more: Any) -> None:
    results(name, lambda r: r | ({"usage": change(r["usage"])} if "usage" in r else {}), "CALL-17", **more)


_usages("details_of_the_usage_left_out", _without_details, innocent=("CALL-2", "CALL-5"))
_usages(
    "zeros_of_the_usage_are_ones",
    lambda usage: json.loads(re.sub(r": 0\b(?![.])", ": 1", json.dumps(usage))),
    innocent=("CALL-2", "CALL-5"),
)
add(MESSAGE, "words_of_the_usage_in_capitals", _usage_in_capitals, ("CALL-17",), innocent=("CALL-2", "CALL-5", "ALL-3"))
add(MESSAGE, "cached_tokens_are_subtracted", _usage_below_zero, ("CALL-17",), innocent=("CALL-2", "CALL-5"))

# CALL-11, CALL-11a

results(
    "first_call_only",
    lambda r: r | {"tool_calls": r["tool_calls"][:1]},
    "CALL-11",
    "lost",
    innocent=("CALL-2", "CALL-3"),
)
results(
    "by_name",
    lambda r: r | {"tool_calls": list({c["name"]: c for c in r["tool_calls"]}.values())},
    "CALL-11",
    innocent=("CALL-3",),
    once=True,
)
results(
    "every_call_twice",
    lambda r: r | {"tool_calls": [c for c in r["tool_calls"] for _ in (0, 1)]},
    "CALL-11",
    innocent=("CALL-2",),
)
results("arguments_of_the_first", lambda r: r | {"tool_calls": [c | {"arguments": r["tool_calls"][0]["arguments"]} for c in r["tool_calls"]]},
        "CALL-11", innocent=("CALL-2", "CALL-5"), once=True)  # fmt: skip
calls("index_zero", lambda c: c | {"index": 0}, "CALL-11a", innocent=("CALL-2", "CALL-3", "CALL-11"))

# ALL-1, ALL-3, ALL-3a, ALL-4

calls("a_set_of_tags", lambda c: c | {"tags": {c["name"]}}, "ALL-1", once=True)
malformed(
    "argument_that_is_no_number",
    lambda raw: json.loads(raw) if raw in ('{"limit": NaN}', '{"limit": -1e999}') else None,
    "ALL-1",
    "CALL-4",
)
arguments("numbers_are_doubles", _at_numbers, "ALL-3", "ALL-3a", innocent=("CALL-3", "CALL-2", "ALL-4"))
arguments(
    "ids_lose_digits", lambda a: _at_numbers(a, _long_numbers), "ALL-3a", innocent=("CALL-3", "CALL-2"), sets=("safe",)
)
arguments("short_numbers_are_doubles", lambda a: _at_numbers(a, _short_numbers), "ALL-3", innocent=("CALL-3", "ALL-3a"))
results(
    "usage_in_doubles",
    lambda r: r | ({"usage": _at_numbers(r["usage"])} if "usage" in r else {}),
    "ALL-3",
    innocent=("CALL-3", "ALL-3a"),
    once=True,
)
add(MESSAGE, "renamed_usage_in_doubles", _renamed_usage, ("ALL-3",), innocent=("CALL-3", "ALL-3a", "CALL-17"))
arguments(
    "arguments_normalised",
    lambda a: _at_texts(lambda text: unicodedata.normalize("NFKD", text), a),
    "ALL-4",
    innocent=("ALL-3",),
)
results("text_stripped", lambda r: r | {"content": r["content"].strip()}, "ALL-4", innocent=("CALL-2", "CALL-3"))


# Defects that do not change a result.


def _remembers(reference: Convert) -> Convert:
    """Keeps the calls of the answers before."""
    kept: list[Any] = []

    def convert(value: Any) -> Any:
        result = reference(value)
        kept.extend(result["tool_calls"][:1])
        del kept[:-3]
        return result | {"seen": copy.deepcopy(kept)}

    return convert


def _hundred(result: Result) -> Result:
    """Keeps a hundred calls."""
    return result | {"tool_calls": result["tool_calls"][:100]}


for _bank, _reference in REFERENCES:
    add(_bank, "raises_on_malformed", partial(raises_on_malformed, _reference), ("CALL-4",), innocent=("CALL-3",))
    if _bank.operation not in (
        CHAT_STREAM_CALLS,
        MESSAGE_STREAM_CALLS,
    ):  # where an empty text may be the first piece of arguments
        add(_bank, "empty_is_malformed", partial(empty_is_malformed, _reference), ("CALL-4",), innocent=("CALL-3",))
    add(_bank, "remembers_calls", _remembers(_reference), ("ALL-2",), innocent=("CALL-2",))
    add(_bank, "a_hundred_calls", _changed(_reference, _hundred), ("ALL-6",), innocent=("CALL-2",), examples=2)


# Responses alone.


def output(change: Callable[[Any], Any]) -> Convert:
    """The reference, given an output of which each item was changed; an item that is None is left out."""

    def convert(response: Any) -> Any:
        if not isinstance(response, dict) or not isinstance(response.get("output"), list):
            return responses_output_to_tool_calls(response)
        items = [change(copy.deepcopy(item)) if isinstance(item, dict) else item for item in response["output"]]
        return responses_output_to_tool_calls(response | {"output": [item for item in items if item is not None]})

    return convert


def _of_call(change: Callable[[Call], Call]) -> Convert:
    return output(lambda item: change(item) if item.get("type") == "function_call" else item)


OUTPUT.add("unfinished_calls_too", _of_call(lambda c: c | {"status": "completed"}), "CALL-1", innocent=("CALL-2",))
OUTPUT.add("calls_without_status_too", _of_call(lambda c: c | {"status": c.get("status") or "completed"}), "CALL-1")
OUTPUT.add("hosted_calls_too", output(lambda item: item | ({"type": "function_call"} if "name" in item else {})), "CALL-1",
           innocent=("CALL-3", "CALL-5"))  # fmt: skip
OUTPUT.add(
    "item_ids",
    _of_call(lambda c: c | {"call_id": c.get("id", c.get("call_id"))}),
    "CALL-2",
    innocent=("CALL-1", "CALL-3"),
)
OUTPUT.add(
    "ids_of_its_own",
    _of_call(lambda c: {key: value for key, value in c.items() if key not in ("id", "call_id")}),
    "CALL-2",
)
OUTPUT.add("needs_a_name", _of_call(lambda c: c | {"name": c["name"]}), "CALL-2")
OUTPUT.add(
    "text_items_only",
    output(lambda item: item if item.get("type") != "message" else None),
    "CALL-6",
    innocent=("CALL-1",),
)


def _last_refusal(item: Any) -> Any:
    """A message with the last of its refusals alone."""
    parts = item.get("content") if isinstance(item.get("content"), list) else []
    refusals = [part for part in parts if isinstance(part, dict) and part.get("type") == "refusal"]
    return item | {"content": [part for part in parts if part not in refusals[:-1]]} if refusals else item


OUTPUT.add("last_refusal_alone", output(_last_refusal), "CALL-16", innocent=("CALL-2", "CALL-11"))
OUTPUT.add("text_of_messages_only", output(lambda item: item if item.get("type") != "output_text" else None), "CALL-6")
OUTPUT.add("reasoning_in_the_text", output(lambda item: item | {"type": "output_text", "text": "".join(
    part["text"] for part in item.get("summary") or [])} if item.get("type") == "reasoning" else item), "CALL-6")  # fmt: skip
OUTPUT.add("last_part_wins", output(lambda item: item | {"content": item["content"][-1:]} if isinstance(item.get("content"), list)
           else item), "CALL-6", innocent=("CALL-1", "CALL-2"))  # fmt: skip
OUTPUT.add("lines_between_parts", output(lambda item: item | {"content": [{**part, "text": part["text"] + "\n"} if "text" in part
           else part for part in item["content"]]} if item.get("type") == "message" and isinstance(item["content"], list)
           and len(item["content"]) > 1 and all(isinstance(p, dict) for p in item["content"]) else item), "CALL-6")  # fmt: skip


@OUTPUT.mutant("CALL-1", innocent=("CALL-2", "CALL-3", "CALL-11"))
def calls_sorted_by_id(response: Any) -> Any:
    """Another order than that of the output."""
    result = responses_output_to_tool_calls(response)
    return result | {"tool_calls": sorted(result["tool_calls"], key=lambda call: str(call["id"]))}


@OUTPUT.mutant("CALL-13", innocent=("CALL-1", "CALL-3"))
def failure_is_silence(response: Any) -> Any:
    """A failed response is an empty one."""
    result = responses_output_to_tool_calls(response)
    if result["finish_reason"] == "failed":
        return {"content": "", "tool_calls": [], "finish_reason": None}
    return result


@OUTPUT.mutant("CALL-13", "CALL-5a", innocent=("CALL-1",))
def incomplete_is_completed(response: Any) -> Any:
    """Looks at no status."""
    if isinstance(response, dict) and response.get("status") == "incomplete":
        return responses_output_to_tool_calls(response | {"status": "completed"})
    return responses_output_to_tool_calls(response)


@OUTPUT.mutant("CALL-13")
def incomplete_raises(response: Any) -> Any:
    """An answer that was cut off is an error."""
    if isinstance(response, dict) and response.get("status") == "incomplete":
        raise RuntimeError("malformed response")
    return responses_output_to_tool_calls(response)


@OUTPUT.mutant("CALL-4", "CALL-6", innocent=("CALL-1", "CALL-2", "CALL-11"))
def listing(response: Any) -> Any:
    """The document's own listing, to the letter, in Python."""
    content, calls = "", []
    for item in response.get("output") or [] if isinstance(response, dict) else []:
        item = item if isinstance(item, dict) else {}
        if item.get("type", "") == "output_text":
            content += item.get("text") or ""
        if item.get("type", "") == "function_call" and item.get("status", "") == "completed":
            text = item.get("arguments")
            decoded = _decoded("{}" if text is None else text) if isinstance(text, str | None) else text
            ids = [item.get(key) for key in ("call_id", "id") if item.get(key) is not None]
            calls.append({
                "id": ids[0] if ids else "unknown", "type": "function",
                "name": "unknown" if item.get("name") is None else item["name"],
                "arguments": decoded if isinstance(decoded, dict) else None, "index": None,
            })  # fmt: skip
    return {"content": content, "tool_calls": calls, "finish_reason": "tool_calls" if calls else None}


# Chat answers alone.


def _choices(change: Callable[[list[Any]], list[Any]]) -> Convert:
    def convert(response: Any) -> Any:
        if not isinstance(response, dict) or not isinstance(response.get("choices"), list):
            return chat_response_to_tool_calls(response)
        return chat_response_to_tool_calls(response | {"choices": change(copy.deepcopy(response["choices"]))})

    return convert


def _together(choices: list[Any]) -> list[Any]:
    """The calls of all choices in the first."""
    first = choices[0]
    for other in choices[1:]:
        first["message"]["tool_calls"] = [*(first["message"].get("tool_calls") or []), *other["message"]["tool_calls"]]
    return choices


def _flat(choices: list[Any]) -> list[Any]:
    """Looks for calls where the Responses API has them."""
    for choice in choices:
        if isinstance(choice, dict) and isinstance(choice.get("message"), dict):
            choice["message"].pop("tool_calls", None)
    return choices


CHAT.add("calls_of_all_choices", _choices(_together), "CALL-7", innocent=("CALL-2", "CALL-3"))
CHAT.add("last_choice", _choices(lambda choices: choices[-1:]), "CALL-7")
CHAT.add("no_calls_at_all", _choices(_flat), "CALL-7", innocent=("CALL-6",))
calls_in_chat = _changed(
    chat_response_to_tool_calls, lambda r: r | {"tool_calls": [c | {"id": f"fc_{c['id']}"} for c in r["tool_calls"]]}
)
calls_renamed = _changed(
    chat_response_to_tool_calls,
    lambda r: r | {"tool_calls": [c | {"name": c["name"].lower()} for c in r["tool_calls"]]},
)
CHAT.add("names_lower_cased", calls_renamed, "CALL-7", innocent=("CALL-3", "CALL-5"))
CHAT.add("ids_changed", calls_in_chat, "CALL-7", innocent=("CALL-3", "CALL-5"))


@CHAT.mutant("CALL-5", innocent=("CALL-7", "CALL-3"))
def own_finish_always(response: Any) -> Any:
    """The response's own finish_reason, also beside calls."""
    result = chat_response_to_tool_calls(response)
    return result | {"finish_reason": response["choices"][0].get("finish_reason")}


# Anthropic's messages alone.


def message(change: Callable[[Any], Any]) -> Convert:
    """The reference, given a message whose blocks were changed; a block that is None is left out."""

    def convert(response: Any) -> Any:
        if not isinstance(response, dict) or not isinstance(response.get("content"), list):
            return anthropic_response_to_tool_calls(response)
        blocks = [change(copy.deepcopy(part)) if isinstance(part, dict) else part for part in response["content"]]
        return anthropic_response_to_tool_calls(
            response | {"content": [block for block in blocks if block is not None]}
        )

    return convert


MESSAGE.add("steps_of_the_host_too", message(lambda value: value | {"type": "tool_use"} if value.get("type") == "server_tool_use"
            else value), "PARSE-7", innocent=("PARSE-2",))  # fmt: skip
MESSAGE.add("thoughts_in_the_text", message(lambda value: {"type": "text", "text": value["thinking"]}
            if value.get("type") == "thinking" else value), "PARSE-6", innocent=("PARSE-7",))  # fmt: skip
MESSAGE.add("calls_under_new_ids", message(lambda value: value | {"id": f"call_{value['id']}"} if value.get("type") == "tool_use"
            and "id" in value else value), "PARSE-7", innocent=("PARSE-6",))  # fmt: skip
MESSAGE.add("no_input_is_null", lambda response: (r := anthropic_response_to_tool_calls(response)) | {"tool_calls": [
            c | {"arguments": c["arguments"] or None} for c in r["tool_calls"]]}, "PARSE-3", innocent=("PARSE-7",))  # fmt: skip
MESSAGE.add("spaces_between_texts", message(lambda value: value | {"text": value["text"] + " "} if value.get("type") == "text"
            else value), "PARSE-6", innocent=("PARSE-7",))  # fmt: skip


@MESSAGE.mutant("PARSE-13", innocent=("PARSE-7",))
def errors_are_silence(response: Any) -> Any:
    """An error is an empty answer."""
    result = anthropic_response_to_tool_calls(response)
    return {"content": "", "tool_calls": [], "finish_reason": None} if result["finish_reason"] == "failed" else result


@MESSAGE.mutant("PARSE-5a", innocent=("PARSE-7",))
def every_answer_is_whole(response: Any) -> Any:
    """Looks at no stop_reason."""
    if isinstance(response, dict) and "stop_reason" in response:
        return anthropic_response_to_tool_calls(response | {"stop_reason": "end_turn"})
    return anthropic_response_to_tool_calls(response)


BANKS = (OUTPUT, CHAT, MESSAGE)
