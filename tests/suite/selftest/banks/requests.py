"""Broken converters of Chat requests to Responses requests."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from typing import Any

from conformance.reference import chat_messages_to_responses_input as messages_reference
from conformance.reference import chat_request_to_responses_request as reference
from conformance.reference import chat_tools_to_responses_tools as tools_reference
from conformance.reference import responses_request_to_chat_request as way_back
from tests.suite.selftest.banks.bank import Bank, quietly
from tests.suite.selftest.model import Convert

Request = dict[str, Any]
LOG = logging.getLogger("conformance.reference")

REQUEST, REVERSE = "chat-request-to-responses-request", "responses-request-to-chat-request"
BANK = Bank(REQUEST)

PARTS = ("C2R-1", "C2R-2")
MEMBERS = ("C2R-3", "C2R-4", "C2R-5", "C2R-8", "C2R-9", "C2R-10", "C2R-11")


def after(change: Callable[[Request, Request], Any]) -> Convert:
    """The reference, with a change to its result. change: gets the result and the request."""
    return lambda given: change(made, given) if isinstance(made := reference(given), dict) else made


def before(change: Callable[[Request], Request]) -> Convert:
    """The reference, with a change to a copy of the request before it sees it."""
    return lambda given: reference(change(copy.deepcopy(given)) if isinstance(given, dict) else given)


def without(*names: str) -> Callable[[Request], Request]:
    """Make a change that leaves members out."""
    return lambda request: {key: value for key, value in request.items() if key not in names}


def with_member(name: str, value: Any) -> Convert:
    """The reference, whose results have a further member."""
    return after(lambda made, _given: made | {name: copy.deepcopy(value)})


def lost(*names: str) -> Convert:
    """The reference, without some members of the request."""
    return before(without(*names))


def told(convert: Convert, *names: str) -> Convert:
    """A converter that reports some members, whatever it does with them."""

    def converted(given: Any) -> Any:
        for name in names if isinstance(given, dict) else ():
            if given.get(name) is not None:
                LOG.warning("%s is not supported", name)
        return convert(given)

    return converted


# C2R-1: the messages.


@BANK.mutant("C2R-1", "API-2", innocent=MEMBERS)
def messages_under_their_old_name(given: Any) -> Any:
    """The messages are sent unchanged."""
    made = reference(given)
    return {"messages": copy.deepcopy(given["messages"])} | without("input", "instructions")(made)


BANK.add("images_behind_the_texts", after(lambda made, _given: made | {"input": [item | ({"content": sorted(item["content"],
         key=lambda part: part["type"] == "input_image")} if isinstance(item.get("content"), list) else {})
         for item in made["input"]]}), "C2R-1", innocent=MEMBERS, sets=("safe",))  # fmt: skip
BANK.add("messages_as_input", after(lambda made, given: without("instructions")(made) | {
         "input": copy.deepcopy(given["messages"])}), "C2R-1", "API-1", innocent=MEMBERS)  # fmt: skip
BANK.add("last_message_alone", before(lambda r: r | {"messages": r["messages"][-1:]} if r.get("messages") and
         r["messages"][-1].get("role") != "tool" else r), "C2R-1", innocent=MEMBERS)  # fmt: skip
BANK.add("instructions_lost", after(lambda made, _given: without("instructions")(made)), "C2R-1", innocent=MEMBERS)
BANK.add("an_instruction_of_its_own", after(lambda made, _given: {"instructions": "You are helpful."} | made),
         "C2R-1", innocent=MEMBERS)  # fmt: skip
BANK.add("turns_as_text", after(lambda made, given: without("instructions")(made) | messages_reference(
         copy.deepcopy(given["messages"]), tool_turns="text")), "C2R-1", innocent=MEMBERS)  # fmt: skip
BANK.add("detail_lost", after(lambda made, _given: made | {"input": _without_details(made["input"])}), "C2R-1",
         innocent=MEMBERS)  # fmt: skip


def _without_details(items: Any) -> Any:
    for item in items:
        for part in item["content"] if isinstance(item.get("content"), list) else ():
            part.pop("detail", None)
    return items


def with_parts(change: Callable[[str, list[Any]], list[Any]]) -> Convert:
    """The reference, with a change to each list of parts of its results. change: gets the type of the item too."""

    def changed(item: Request) -> Request:
        lists = {key: item[key] for key in ("content", "output") if isinstance(item.get(key), list)}
        return item | {key: change(item.get("type", "message"), parts) for key, parts in lists.items()}

    return after(lambda made, _given: made | {"input": list(map(changed, made["input"]))}
                 if isinstance(made.get("input"), list) else made)  # fmt: skip


BANK.add("last_parts_of_results_lost", with_parts(lambda type_, parts: parts[:1] if type_ == "function_call_output" else
         parts), "C2R-1", innocent=MEMBERS)  # fmt: skip
BANK.add("sounds_are_cut", with_parts(lambda _type, parts: [part | {"input_audio": part["input_audio"] | {
         "data": part["input_audio"]["data"][:-4]}} if part["type"] == "input_audio" else part for part in parts]),
         "C2R-11a", innocent=MEMBERS)  # fmt: skip

# C2R-2: the tools.

BANK.add("tools_in_the_form_of_chat", after(lambda made, given: made | ({"tools": copy.deepcopy(given["tools"])}
         if given.get("tools") else {})), "C2R-2", "API-1", innocent=("C2R-1", "C2R-3", "C2R-4"))  # fmt: skip
BANK.add("tools_lost", lost("tools", "tool_choice", "parallel_tool_calls"), "C2R-2", innocent=("C2R-1", "C2R-4"))
BANK.add("functions_lost", lost("functions", "function_call"), "C2R-2", innocent=("C2R-1", *MEMBERS))
BANK.add("first_tool_alone", after(lambda made, _given: made | {"tools": made["tools"][:1]} if len(made.get("tools", ())) > 1
         else made), "C2R-2", innocent=("C2R-1",))  # fmt: skip


def of_functions(change: Callable[[Request], Request]) -> Convert:
    """The reference, with a change to each function tool of its results."""
    return after(lambda made, _given: made | {"tools": [change(t) if t["type"] == "function" else t for t in made["tools"]]}
                 if "tools" in made else made)  # fmt: skip


BANK.add("strict_left_out", of_functions(lambda t: without("strict")(t) if t.get("strict") is False else t), "C2R-2",
         innocent=("C2R-1", *MEMBERS, "C2R-6"))  # fmt: skip
BANK.add("strict_for_all", of_functions(lambda t: t | {"strict": True}), "C2R-2", innocent=("C2R-1", *MEMBERS))
BANK.add("properties_lost", of_functions(lambda t: t | {"parameters": {"type": "object", "properties": {}}}), "C2R-2",
         innocent=("C2R-1", *MEMBERS))  # fmt: skip


BANK.add("functions_become_hosted", of_functions(lambda t: {"type": t["name"]} if t["name"] == "web_search" else t),
         "C2R-2", innocent=("C2R-1", *MEMBERS), note="by their names")  # fmt: skip


def of_customs(change: Callable[[Request], Request]) -> Convert:
    """The reference, with a change to each custom tool of its results."""
    return after(lambda made, _given: made | {"tools": [change(t) if t["type"] == "custom" else t for t in made["tools"]]}
                 if "tools" in made else made)  # fmt: skip


BANK.add("grammars_lost", of_customs(without("format")), "C2R-2", innocent=("C2R-1", *MEMBERS))
BANK.add("custom_tools_say_something_else", of_customs(lambda t: t | {"description": "A tool."}), "C2R-2",
         innocent=("C2R-1", *MEMBERS))  # fmt: skip
BANK.add("tools_turned_around", after(lambda made, _given: made | {"tools": made["tools"][::-1]} if "tools" in made else
         made), "C2R-2", innocent=("C2R-1", *MEMBERS))  # fmt: skip
BANK.add("parameters_lost", of_functions(without("parameters")), "C2R-2", innocent=("C2R-1", *MEMBERS))
BANK.add("schemas_get_a_title", of_functions(lambda t: t | {"parameters": {"title": "Arguments"} | t["parameters"]}),
         "C2R-2a", innocent=("C2R-1", "C2R-1a", *MEMBERS))  # fmt: skip
BANK.add("calls_get_new_ids", after(lambda made, _given: made | {"input": [item | ({"call_id": f"c_{item['call_id']}"}
         if "call_id" in item else {}) for item in made["input"]]}), "C2R-1a", innocent=("C2R-1", "C2R-2"))  # fmt: skip


@BANK.mutant("C2R-2", innocent=("C2R-1", *MEMBERS))
def undescribed_tools_vanish(given: Any) -> Any:
    """A tool without a description is left out, as the document on tools does it."""
    made = reference(given)
    if isinstance(given.get("tools"), list):
        search = [tool for tool in made.get("tools", ()) if tool["type"] == "web_search"]
        functions = [{"type": "function", "function": function} for function in given.get("functions") or ()]
        tools = quietly(tools_reference)([*given["tools"], *functions]) + search
        made = without("tools")(made) | ({"tools": tools} if tools else {})
    return made


@BANK.mutant("C2R-2", innocent=("C2R-1", *MEMBERS, "CONV-1"))
def fails_on_functions(given: Any) -> Any:
    """The older form makes the call fail."""
    if isinstance(given, dict) and given.get("functions"):
        raise KeyError("tools")
    return reference(given)


# C2R-3 and C2R-5: members that are the same, and moved ones.


def losing(name: str) -> Convert:
    """The reference, whose results lack a member."""
    return after(lambda made, _given: without(name)(made))


for _name in (
    "model", "temperature", "top_p", "user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention",
    "prompt_cache_options", "moderation", "parallel_tool_calls", "stream", "metadata", "service_tier", "stream_options",
):  # fmt: skip
    BANK.add(f"loses_{_name}", losing(_name), "C2R-3", innocent=(*PARTS, "C2R-4", "C2R-5", "C2R-10", "C2R-13"))
BANK.add("temperature_as_text", after(lambda made, _given: made | ({"temperature": str(made["temperature"])}
         if "temperature" in made else {})), "C2R-3", "API-1", innocent=PARTS)  # fmt: skip
BANK.add("model_of_its_own", after(lambda made, _given: made | {"model": "gpt-5"}), "C2R-3", innocent=PARTS)
BANK.add("effort_lost", lost("reasoning_effort"), "C2R-5", innocent=(*PARTS, "C2R-3", "C2R-13"))
BANK.add("verbosity_lost", lost("verbosity"), "C2R-5", innocent=(*PARTS, "C2R-3", "C2R-13"))
BANK.add("effort_by_its_old_name", after(lambda made, _given: without("reasoning")(made) | (
         {"reasoning_effort": made["reasoning"]["effort"]} if "reasoning" in made else {})), "C2R-5", "API-2",
         innocent=(*PARTS, "C2R-3"))  # fmt: skip
BANK.add("unknown_efforts_lost", before(lambda r: without("reasoning_effort")(r) if r.get("reasoning_effort") in
         ("max", "xhigh", "none") else r), "C2R-5", innocent=(*PARTS, "C2R-3"))  # fmt: skip
BANK.add("text_is_replaced", after(lambda made, _given: made | ({"text": without("format")(made["text"])}
         if len(made.get("text", ())) > 1 else {})), "C2R-6", innocent=(*PARTS, "C2R-3", "C2R-5"))  # fmt: skip

# C2R-4: the limit.

BANK.add("limit_lost", lost("max_tokens", "max_completion_tokens"), "C2R-4", innocent=(*PARTS, "C2R-3", "C2R-13"))
BANK.add("newer_limit_lost", lost("max_completion_tokens"), "C2R-4", innocent=(*PARTS, "C2R-3"))
BANK.add("older_limit_lost", lost("max_tokens"), "C2R-4", innocent=(*PARTS, "C2R-3"))
BANK.add("limit_by_its_old_name", after(lambda made, given: without("max_output_tokens")(made) | (
         {"max_tokens": given["max_tokens"]} if given.get("max_tokens") else {})), "C2R-4", "API-1",
         innocent=PARTS)  # fmt: skip
BANK.add("small_limit_sent", after(lambda made, given: made | ({"max_output_tokens": given["max_tokens"]} if
         given.get("max_tokens") and given.get("max_completion_tokens") is None else {})), "C2R-4", "API-2",
         innocent=(*PARTS, "C2R-3"))  # fmt: skip
BANK.add("limit_raised_in_silence", quietly(reference), "C2R-4", "C2R-11", innocent=(*PARTS, "C2R-3"))
BANK.add("limit_doubled", after(lambda made, _given: made | ({"max_output_tokens": made["max_output_tokens"] * 2}
         if "max_output_tokens" in made else {})), "C2R-4", innocent=(*PARTS, "C2R-3"))  # fmt: skip

# C2R-6: the format of the answer.


def of_format(change: Callable[[Request], Request]) -> Convert:
    """The reference, with a change to the format of the answer."""
    return after(lambda made, _given: made | {"text": made["text"] | {"format": change(made["text"]["format"])}}
                 if "format" in made.get("text", ()) else made)  # fmt: skip


_FORMAT = {"innocent": (*PARTS, "C2R-3", "C2R-5", "C2R-13")}
BANK.add("format_lost", lost("response_format"), "C2R-6", **_FORMAT)
BANK.add("format_still_nested", of_format(lambda f: f if "schema" not in f else {"type": "json_schema",
         "json_schema": without("type")(f)}), "C2R-6", "API-1", **_FORMAT)  # fmt: skip
BANK.add("format_by_its_old_name", after(lambda made, given: without("text")(made) | (
         {"response_format": copy.deepcopy(given["response_format"])} if given.get("response_format") else {})), "C2R-6",
         "API-2", innocent=(*PARTS, "C2R-3"))  # fmt: skip
BANK.add("format_without_its_name", of_format(without("name")), "C2R-6", "API-1", **_FORMAT)
BANK.add("format_always_strict", of_format(lambda f: f | {"strict": True} if "schema" in f else f), "C2R-6", **_FORMAT)
BANK.add("format_without_strict", of_format(without("strict")), "C2R-6", **_FORMAT)
BANK.add(
    "format_no_longer_strict", of_format(lambda f: f | {"strict": False} if "schema" in f else f), "C2R-6", **_FORMAT
)
BANK.add("any_json_for_a_schema", of_format(lambda _f: {"type": "json_object"}), "C2R-6",
         innocent=(*PARTS, "C2R-3"))  # fmt: skip
BANK.add("format_loses_properties", of_format(lambda f: f | {"schema": {"type": "object"}} if "schema" in f else f), "C2R-6",
         **_FORMAT)  # fmt: skip
BANK.add("format_loses_its_description", of_format(without("description")), "C2R-6", **_FORMAT)


@BANK.mutant("C2R-6", innocent=("CONV-1", *PARTS))
def fails_on_formats(given: Any) -> Any:
    """A format with a schema makes the call fail."""
    if isinstance(given, dict) and (given.get("response_format") or {}).get("json_schema"):
        raise TypeError("not serializable")
    return reference(given)


# C2R-7: the choice of tools.


def of_choice(change: Callable[[Any, Request], Any]) -> Convert:
    """The reference, with a change to tool_choice. change: gets it and the request."""
    return after(lambda made, given: made | {"tool_choice": change(made["tool_choice"], given)} if "tool_choice" in made
                 else made)  # fmt: skip


_CHOICE = {"innocent": (*PARTS, "C2R-3", "C2R-6", "C2R-13")}
BANK.add("choice_in_the_form_of_chat", of_choice(lambda choice, given: copy.deepcopy(given.get("tool_choice", choice))),
         "C2R-7", "API-1", **_CHOICE)  # fmt: skip
BANK.add("choice_lost", lost("tool_choice", "function_call"), "C2R-7", **_CHOICE)
BANK.add("choice_of_any_tool", of_choice(lambda choice, _given: "required" if isinstance(choice, dict) else choice), "C2R-7",
         **_CHOICE)  # fmt: skip
BANK.add("choice_of_another_tool", after(lambda made, _given: made | {"tool_choice": {"type": "function", "name": made["tools"][0]
         ["name"]}} if isinstance(made.get("tool_choice"), dict) and made["tools"][0].get("type") == "function" else made),
         "C2R-7", **_CHOICE)  # fmt: skip
BANK.add("required_becomes_auto", of_choice(lambda choice, _given: "auto" if choice == "required" else choice), "C2R-7",
         **_CHOICE)  # fmt: skip
BANK.add("none_is_lost", before(lambda r: {key: value for key, value in r.items() if key not in ("tool_choice", "function_call")
         or value != "none"}), "C2R-7", **_CHOICE)  # fmt: skip
BANK.add("allowed_tools_lose_one", of_choice(lambda choice, _given: choice | {"tools": choice["tools"][:1]}
         if isinstance(choice, dict) and choice["type"] == "allowed_tools" else choice), "C2R-7", **_CHOICE)  # fmt: skip
BANK.add("allowed_tools_need_not_be_called", of_choice(lambda choice, _given: choice | {"mode": "auto"}
         if isinstance(choice, dict) and choice["type"] == "allowed_tools" else choice), "C2R-7", **_CHOICE)  # fmt: skip
BANK.add("function_call_lost", lost("function_call"), "C2R-7", **_CHOICE)


@BANK.mutant("C2R-7", innocent=("CONV-1", *PARTS))
def fails_on_choices(given: Any) -> Any:
    """A choice of one tool makes the call fail."""
    if isinstance(given, dict) and isinstance(given.get("tool_choice"), dict):
        raise TypeError("unhashable type: 'dict'")
    return reference(given)


# C2R-8 to C2R-10: log probabilities, web search, storing.

BANK.add("logprobs_lost", lost("logprobs"), "C2R-8", innocent=(*PARTS, "C2R-3"))
BANK.add("top_logprobs_lost", lost("top_logprobs"), "C2R-8", innocent=(*PARTS, "C2R-3"))
BANK.add("logprobs_by_their_old_name", after(lambda made, given: without("include")(made) | (
         {"logprobs": True} if given.get("logprobs") else {})), "C2R-8", "API-1", innocent=(*PARTS, "C2R-3"))  # fmt: skip


@BANK.mutant("C2R-8", innocent=("CONV-1", *PARTS))
def fails_on_logprobs(given: Any) -> Any:
    """Log probabilities make the call fail."""
    if isinstance(given, dict) and given.get("logprobs"):
        raise ValueError("logprobs is not supported")
    return reference(given)


BANK.add("search_lost", lost("web_search_options"), "C2R-9", innocent=(*PARTS, "C2R-3"))
BANK.add("search_without_a_place", before(lambda r: r | ({"web_search_options": without("user_location")(
         r["web_search_options"])} if isinstance(r.get("web_search_options"), dict) else {})), "C2R-9",
         innocent=(*PARTS, "C2R-3"))  # fmt: skip
BANK.add("place_still_nested", after(lambda made, given: made | {"tools": [t | ({"user_location": copy.deepcopy(
         given["web_search_options"]["user_location"])} if "user_location" in t else {}) for t in made["tools"]]}
         if "tools" in made else made), "C2R-9", "API-1", innocent=(*PARTS, "C2R-3"))  # fmt: skip
BANK.add("empty_search_lost", before(lambda r: r if r.get("web_search_options") else without("web_search_options")(r)), "C2R-9",
         innocent=(*PARTS, "C2R-3"))  # fmt: skip
BANK.add("store_true", with_member("store", True), "C2R-10", innocent=(*PARTS, "C2R-3", "C2R-13"))
BANK.add("store_false_lost", after(lambda made, _given: without("store")(made)), "C2R-10", "C2R-10a",
         innocent=(*PARTS, "C2R-3", "C2R-13"))  # fmt: skip
BANK.add("store_true_lost_to_false", with_member("store", False), "C2R-10", innocent=(*PARTS, "C2R-3", "C2R-13"))
BANK.add("stores_in_silence", quietly(lambda given: reference(given, store_when_absent="omit")), "C2R-10a", "C2R-11",
         innocent=(*PARTS, "C2R-3", "C2R-13"))  # fmt: skip

# C2R-11 and C2R-12: what Responses does not have, and what asks for nothing.

_ALONE = (
    "stop",
    "logit_bias",
    "frequency_penalty",
    "presence_penalty",
    "seed",
    "prediction",
    "n",
    "audio",
    "modalities",
)
for _name in _ALONE:
    BANK.add(f"drops_{_name}_in_silence", lost(_name), "C2R-11", innocent=(*PARTS, "C2R-3", "C2R-13"))
BANK.add("sends_what_only_chat_has", after(lambda made, given: made | {key: copy.deepcopy(given[key]) for key in _ALONE
         if given.get(key) is not None}), "API-1", innocent=(*PARTS, "C2R-3"))  # fmt: skip


@BANK.mutant("C2R-11", "C2R-4", innocent=(*PARTS, "C2R-3"))
def reports_no_name(given: Any) -> Any:
    """A report says that something was left out, and not what."""
    LOG.warning("left something out")
    return quietly(reference)(given)


BANK.add("drops_audio_of_messages_in_silence", before(lambda r: r | {"messages": [_without_audio(m) for m in r["messages"]]}
         if isinstance(r.get("messages"), list) else r), "C2R-11a", innocent=(*PARTS, "C2R-3"))  # fmt: skip


def _without_audio(message: Any) -> Any:
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return message
    kept = [part for part in content if not (isinstance(part, dict) and part.get("type") == "input_audio")]
    return message | {"content": kept or content}


@BANK.mutant("C2R-12", innocent=(*PARTS, "CONV-1"))
def refuses_members_by_their_names(given: Any) -> Any:
    """A member that Responses does not have makes the call fail, whatever its value."""
    for name in _ALONE if isinstance(given, dict) else ():
        if name in given:
            raise ValueError(f"{name} is not supported")
    return reference(given)


@BANK.mutant("C2R-12", innocent=(*PARTS, "CONV-1"))
def reads_what_is_null(given: Any) -> Any:
    """A member that is null is read as if it were there."""
    if isinstance(given, dict) and None in given.values():
        raise AttributeError("'NoneType' object has no attribute 'strip'")
    return reference(given)


BANK.add("usage_still_asked_for", after(lambda made, given: made | ({"stream_options": given["stream_options"]} if
         given.get("stream_options") else {})), "API-1", innocent=(*PARTS, "C2R-4"))  # fmt: skip

# C2R-13: what nobody asked for.


def adding(name: str, value: Any) -> Convert:
    """The reference, whose results have a member where they have none."""
    return after(lambda made, _given: {name: copy.deepcopy(value)} | made)


_ADDED: Request = {
    "temperature": 0.7, "top_p": 0.5, "max_output_tokens": 4096, "truncation": "auto", "background": True,
    "user": "bridge", "reasoning": {"effort": "medium"}, "text": {"verbosity": "low"}, "service_tier": "flex",
    "metadata": {"via": "bridge"}, "tools": [{"type": "web_search"}], "max_tool_calls": 3, "stream": True,
    "parallel_tool_calls": False, "top_logprobs": 2,
}  # fmt: skip
for _name, _value in _ADDED.items():
    BANK.add(f"adds_{_name}", adding(_name, _value), "C2R-13", innocent=("C2R-1", "C2R-3", "C2R-4", "C2R-10"))
BANK.add("adds_a_summary", after(lambda made, _given: made | ({"reasoning": made["reasoning"] | {"summary": "detailed"}}
         if "reasoning" in made else {})), "C2R-13", innocent=(*PARTS, "C2R-5"))  # fmt: skip
BANK.add("adds_a_format", after(lambda made, _given: made | {"text": {"format": {"type": "json_object"}} | made.get("text", {})}),
         "C2R-13", innocent=(*PARTS, "C2R-3", "C2R-5"))  # fmt: skip
BANK.add("requires_a_call", after(lambda made, _given: {"tool_choice": "required"} | made if made.get("tools") else made),
         "C2R-13", innocent=(*PARTS, "C2R-3"))  # fmt: skip

# C2R-14: what the other direction of the same subject makes of it.

for _name in ("service_tier", "reasoning_effort", "response_format", "logprobs", "tool_choice"):
    BANK.add(f"{_name}_lost_on_the_way_back", reference, "C2R-14", innocent=("C2R-3", "C2R-5", "C2R-6", "C2R-7", "C2R-8"),
             others={REVERSE: lambda given, name=_name: without(name)(way_back(given))})  # fmt: skip
BANK.add("stores_on_the_way_back", reference, "C2R-14", innocent=("C2R-10",),
         others={REVERSE: lambda given: way_back(given) | {"store": True}})  # fmt: skip

# What holds for every operation.


@BANK.mutant("ALL-8", innocent=(*PARTS, *MEMBERS))
def takes_its_members_out(given: Any) -> Any:
    """The caller's request loses the members that were converted."""
    made = reference(given)
    for name in ("response_format", "reasoning_effort", "tools"):
        given.pop(name, None)
    return made


BANK.add("rounds_numbers", after(lambda made, _given: made | {key: round(made[key]) for key in ("top_p",) if
         isinstance(made.get(key), float)}), "C2R-3", innocent=PARTS)  # fmt: skip
BANK.add("numbers_as_decimals", after(lambda made, _given: made | {key: float(made[key]) for key in ("temperature", "top_p")
         if type(made.get(key)) is int}), "ALL-3", innocent=(*PARTS, "C2R-3"))  # fmt: skip
BANK.add("trims_texts", after(lambda made, _given: made | ({"metadata": {k: v.strip() for k, v in made["metadata"].items()}}
         if made.get("metadata") else {})), "ALL-4", innocent=PARTS)  # fmt: skip
BANK.add("only_so_many_messages", after(lambda made, _given: made | {"input": made["input"][:400]}), "ALL-6")
BANK.add("makes_a_request_of_anything", lambda given: reference(given) if isinstance(given, dict) else {"model": "gpt-4o",
         "input": str(given)}, "ALL-7", innocent=(*PARTS, *MEMBERS))  # fmt: skip

BANKS = (BANK,)
