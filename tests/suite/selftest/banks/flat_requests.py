"""Broken converters of Responses requests to Chat requests."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from typing import Any

from conformance.reference import chat_request_to_responses_request as chat_reference
from conformance.reference import responses_request_to_chat_request as reference
from tests.suite.selftest.banks.bank import Bank, quietly
from tests.suite.selftest.model import Convert

Request = dict[str, Any]
LOG = logging.getLogger("conformance.reference")

REQUEST, REVERSE = "responses-request-to-chat-request", "chat-request-to-responses-request"
BANK = Bank(REQUEST)

PARTS = ("R2C-1", "R2C-2")
MEMBERS = ("R2C-3", "R2C-4", "R2C-5", "R2C-8", "R2C-10", "R2C-11")
LOGPROBS = "message.output_text.logprobs"


def after(change: Callable[[Request, Request], Any]) -> Convert:
    """The reference, with a change to its result. change: gets the result and the request."""
    return lambda given: change(made, given) if isinstance(made := reference(given), dict) else made


def before(change: Callable[[Request], Request]) -> Convert:
    """The reference, with a change to a copy of the request before it sees it."""
    return lambda given: reference(change(copy.deepcopy(given)) if isinstance(given, dict) else given)


def without(*names: str) -> Callable[[Request], Request]:
    """Make a change that leaves members out."""
    return lambda request: {key: value for key, value in request.items() if key not in names}


def losing(*names: str) -> Convert:
    """The reference, whose results lack members."""
    return after(lambda made, _given: without(*names)(made))


def changing(name: str, change: Callable[[Any], Any]) -> Convert:
    """The reference, with a change to a member of its results."""
    return after(lambda made, _given: made | {name: change(made[name])} if name in made else made)


def lost(*names: str) -> Convert:
    """The reference, without some members of the request."""
    return before(without(*names))


# R2C-1 and R2C-2: input and tools.

BANK.add("instructions_lost", lost("instructions"), "R2C-1", innocent=MEMBERS)
BANK.add("last_message_alone", changing("messages", lambda messages: messages[-1:]), "R2C-1", innocent=MEMBERS)
BANK.add("images_behind_the_texts", changing("messages", lambda messages: [m | ({"content": sorted(m["content"],
         key=lambda part: part["type"] != "text")} if isinstance(m.get("content"), list) else {}) for m in messages]), "R2C-1",
         innocent=MEMBERS, sets=("safe",))  # fmt: skip
BANK.add("last_parts_of_results_lost", before(lambda r: r | {"input": [i | {"output": i["output"][:1]} if isinstance(i, dict)
         and isinstance(i.get("output"), list) else i for i in r["input"]]} if isinstance(r.get("input"), list) else r),
         "R2C-1", innocent=MEMBERS)  # fmt: skip
BANK.add("input_under_its_old_name", after(lambda made, given: without("messages")(made) | {"input": copy.deepcopy(
         given["input"])}), "R2C-1", innocent=MEMBERS)  # fmt: skip
BANK.add("an_instruction_of_its_own", changing("messages", lambda messages: [
         {"role": "system", "content": "You are helpful."}, *messages]), "R2C-1", innocent=MEMBERS)  # fmt: skip
BANK.add("tools_still_flat", after(lambda made, given: made | {"tools": copy.deepcopy(given["tools"])} if "tools" in made
         else made), "R2C-2", "API-1", innocent=("R2C-1", "R2C-4"))  # fmt: skip
BANK.add("tools_lost", losing("tools", "tool_choice", "parallel_tool_calls"), "R2C-2", innocent=("R2C-1", "R2C-4"))
BANK.add("choice_without_tools", losing("tools"), "R2C-2", "API-2", innocent=("R2C-1", "R2C-4"))
BANK.add("schemas_get_a_title", changing("tools", lambda tools: [t | {"function": t["function"] | {"parameters": {
         "title": "Arguments"} | t["function"]["parameters"]}} if "parameters" in t.get("function", ()) else t for t in tools]),
         "R2C-2a", innocent=(*PARTS, "R2C-3"))  # fmt: skip


def of_customs(change: Callable[[Request], Request]) -> Convert:
    """The reference, with a change to what each custom tool of its results holds."""
    return changing("tools", lambda tools: [t | {"custom": change(t["custom"])} if "custom" in t else t for t in tools])


BANK.add("grammars_lost", of_customs(without("format")), "R2C-2", innocent=("R2C-1", "R2C-3"))
BANK.add("custom_tools_say_something_else", of_customs(lambda held: held | {"description": "A tool."}), "R2C-2",
         innocent=("R2C-1", "R2C-3"))  # fmt: skip
BANK.add("tools_turned_around", changing("tools", lambda tools: tools[::-1]), "R2C-2", innocent=("R2C-1", "R2C-3"))
BANK.add("first_tool_alone", changing("tools", lambda tools: tools[:1]), "R2C-2", innocent=("R2C-1",))
BANK.add("functions_lost_as_hosted", changing("tools", lambda tools: [t for t in tools if t.get("function", {}).get("name")
         not in ("web_search", "file_search", "code_interpreter")]), "R2C-2", innocent=("R2C-1",), note="by their names")  # fmt: skip
BANK.add(
    "hosted_tools_lost_in_silence", quietly(reference), "R2C-11a", "R2C-11", "R2C-11b", innocent=("R2C-2", "R2C-3")
)

# R2C-3 and R2C-5: members that are the same, and moved ones.

for _name in (
    "model", "temperature", "top_p", "user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention",
    "prompt_cache_options", "moderation", "parallel_tool_calls", "stream", "service_tier", "stream_options",
):  # fmt: skip
    BANK.add(f"loses_{_name}", losing(_name), "R2C-3", innocent=(*PARTS, "R2C-4", "R2C-5", "R2C-10", "R2C-13"))
BANK.add("model_of_its_own", changing("model", lambda _model: "gpt-5"), "R2C-3", innocent=PARTS)
BANK.add("rounds_numbers", changing("top_p", lambda number: round(number) if isinstance(number, float) else number),
         "R2C-3", innocent=PARTS)  # fmt: skip
BANK.add("effort_lost", losing("reasoning_effort"), "R2C-5", innocent=(*PARTS, "R2C-3", "R2C-13"))
BANK.add("verbosity_lost", losing("verbosity"), "R2C-5", innocent=(*PARTS, "R2C-3", "R2C-13"))
BANK.add("effort_where_it_was", after(lambda made, given: without("reasoning_effort")(made) | (
         {"reasoning": copy.deepcopy(given["reasoning"])} if given.get("reasoning") else {})), "R2C-5", "API-1",
         innocent=(*PARTS, "R2C-3"))  # fmt: skip

# R2C-4: the limit.

BANK.add("limit_lost", losing("max_completion_tokens"), "R2C-4", innocent=(*PARTS, "R2C-3", "R2C-13"))
BANK.add("limit_under_both_names", after(lambda made, _given: made | ({"max_tokens": made["max_completion_tokens"]}
         if "max_completion_tokens" in made else {})), "R2C-4", innocent=(*PARTS, "R2C-3"))  # fmt: skip
BANK.add("limit_by_its_size", after(lambda made, _given: without("max_completion_tokens")(made) | {
         "max_tokens": made["max_completion_tokens"]} if made.get("max_completion_tokens", 0) > 600 else made),
         "R2C-4", innocent=(*PARTS, "R2C-3"))  # fmt: skip
BANK.add(
    "limit_doubled", changing("max_completion_tokens", lambda limit: limit * 2), "R2C-4", innocent=(*PARTS, "R2C-3")
)

# R2C-6: the format of the answer.


def of_schema(change: Callable[[Request], Request]) -> Convert:
    """The reference, with a change to what is below json_schema."""
    return changing(
        "response_format", lambda f: f | {"json_schema": change(f["json_schema"])} if "json_schema" in f else f
    )


_FORMAT = {"innocent": (*PARTS, "R2C-3", "R2C-5", "R2C-13")}
BANK.add("format_lost", losing("response_format"), "R2C-6", **_FORMAT)
BANK.add("format_still_flat", after(lambda made, given: made | {"response_format": copy.deepcopy(given["text"]["format"])}
         if "response_format" in made else made), "R2C-6", "API-1", **_FORMAT)  # fmt: skip
BANK.add("format_without_its_name", of_schema(without("name")), "R2C-6", "API-1", **_FORMAT)
BANK.add("format_of_another_name", of_schema(lambda f: f | {"name": "answer"}), "R2C-6", **_FORMAT)
BANK.add("format_always_strict", of_schema(lambda f: f | {"strict": True}), "R2C-6", **_FORMAT)
BANK.add("format_no_longer_strict", of_schema(lambda f: f | {"strict": False}), "R2C-6", **_FORMAT)
BANK.add("format_loses_properties", of_schema(lambda f: f | {"schema": {"type": "object"}}), "R2C-6", **_FORMAT)
BANK.add("any_json_for_a_schema", changing("response_format", lambda _f: {"type": "json_object"}), "R2C-6",
         innocent=(*PARTS, "R2C-3"))  # fmt: skip

# R2C-7: the choice of tools.

_CHOICE = {"innocent": (*PARTS, "R2C-3", "R2C-6", "R2C-13")}
BANK.add("choice_still_flat", after(lambda made, given: made | {"tool_choice": copy.deepcopy(given["tool_choice"])}
         if "tool_choice" in made else made), "R2C-7", "API-1", **_CHOICE)  # fmt: skip
BANK.add("choice_lost", losing("tool_choice"), "R2C-7", **_CHOICE)
BANK.add("choice_of_any_tool", changing("tool_choice", lambda choice: "required" if isinstance(choice, dict) else choice),
         "R2C-7", **_CHOICE)  # fmt: skip
BANK.add("required_becomes_auto", changing("tool_choice", lambda choice: "auto" if choice == "required" else choice),
         "R2C-7", **_CHOICE)  # fmt: skip
BANK.add("allowed_tools_need_not_be_called", changing("tool_choice", lambda choice: choice | {"allowed_tools": choice[
         "allowed_tools"] | {"mode": "auto"}} if "allowed_tools" in choice else choice), "R2C-7", **_CHOICE)  # fmt: skip


@BANK.mutant("R2C-7", innocent=("CONV-1", *PARTS))
def fails_on_choices(given: Any) -> Any:
    """A choice of one tool makes the call fail."""
    if isinstance(given, dict) and isinstance(given.get("tool_choice"), dict):
        raise TypeError("unhashable type: 'dict'")
    return reference(given)


# R2C-8 to R2C-10: log probabilities, web search, storing.

BANK.add("logprobs_lost", losing("logprobs", "top_logprobs"), "R2C-8", innocent=(*PARTS, "R2C-3"))
BANK.add("top_logprobs_lost", losing("top_logprobs"), "R2C-8", innocent=(*PARTS, "R2C-3"))
BANK.add("top_logprobs_alone", after(lambda made, given: made if given.get("include") else without("logprobs")(made)),
         "R2C-8", innocent=(*PARTS, "R2C-3"))  # fmt: skip
BANK.add("include_is_sent", after(lambda made, given: made | ({"include": given["include"]} if given.get("include")
         else {})), "API-1", innocent=PARTS)  # fmt: skip
BANK.add("search_without_a_place", changing("web_search_options", without("user_location")), "R2C-9",
         innocent=(*PARTS, "R2C-3"))  # fmt: skip
BANK.add("place_still_flat", after(lambda made, given: made | {"web_search_options": {"user_location": next(
         (t["user_location"] for t in given["tools"] if t.get("user_location")), None)}} if "web_search_options" in made
         else made), "R2C-9", innocent=(*PARTS, "R2C-3"))  # fmt: skip
BANK.add("search_options_for_every_model", after(lambda made, given: made | ({"web_search_options": {}} if any(
         tool["type"] == "web_search" for tool in given.get("tools") or ()) else {})), "API-2", innocent=PARTS)  # fmt: skip
BANK.add("store_always", after(lambda made, _given: made | {"store": True}), "R2C-10", innocent=(*PARTS, "R2C-3"))
BANK.add("store_never", after(lambda made, _given: made | {"store": False}), "R2C-10", innocent=(*PARTS, "R2C-3"))
BANK.add("metadata_lost", losing("metadata"), "R2C-10a", innocent=(*PARTS, "R2C-3"))
BANK.add("metadata_of_its_own", changing("metadata", lambda held: held | {"via": "bridge"}), "R2C-10a",
         innocent=(*PARTS, "R2C-3"))  # fmt: skip
BANK.add("metadata_without_store", after(lambda made, given: without("store")(made) | ({"metadata": given["metadata"]} if
         given.get("metadata") else {})), "R2C-10b", innocent=(*PARTS, "R2C-3"))  # fmt: skip

# R2C-11 and R2C-12: what Chat does not have, and what asks for nothing.

_ALONE = (
    "background", "truncation", "max_tool_calls", "context_management", "background_options", "image",
    "access_programs",
)  # fmt: skip
for _name in _ALONE:
    BANK.add(f"drops_{_name}_in_silence", lost(_name), "R2C-11", innocent=(*PARTS, "R2C-3", "R2C-13"))
BANK.add("sends_what_only_responses_has", after(lambda made, given: made | {key: copy.deepcopy(given[key]) for key in
         _ALONE if given.get(key) is not None}), "API-1", innocent=(*PARTS, "R2C-3"))  # fmt: skip
BANK.add("drops_summaries_in_silence", before(lambda r: r | ({"reasoning": without("summary")(r["reasoning"])}
         if isinstance(r.get("reasoning"), dict) else {})), "R2C-11b", innocent=(*PARTS, "R2C-3"), examples=40)  # fmt: skip


@BANK.mutant("R2C-12", innocent=(*PARTS, "CONV-1"))
def refuses_members_by_their_names(given: Any) -> Any:
    """A member that Chat does not have makes the call fail, whatever its value."""
    for name in _ALONE if isinstance(given, dict) else ():
        if name in given:
            raise ValueError(f"{name} is not supported")
    return reference(given)


@BANK.mutant("R2C-11", innocent=(*PARTS, "R2C-3", "R2C-13"))
def drops_offered_tools_in_silence(given: Any) -> Any:
    """The tools that items of the input offer are lost."""
    if not isinstance(given, dict) or not isinstance(given.get("input"), list):
        return reference(given)
    kept = [item for item in given["input"] if not isinstance(item, dict) or item.get("type") != "additional_tools"]
    return reference(given | {"input": kept})


# R2C-13 and R2C-14: what nobody asked for, and what the API keeps.

_ADDED: Request = {
    "temperature": 0.7, "top_p": 0.5, "max_completion_tokens": 4096, "user": "bridge", "reasoning_effort": "medium",
    "verbosity": "low", "service_tier": "flex", "metadata": {"via": "bridge"}, "stream": True, "stop": ["END"],
    "web_search_options": {}, "response_format": {"type": "json_object"}, "n": 2, "logprobs": True,
}  # fmt: skip


def adding(name: str, value: Any) -> Convert:
    """The reference, whose results have a member more."""
    return after(lambda made, _given: {name: copy.deepcopy(value)} | made)


for _name, _value in _ADDED.items():
    BANK.add(f"adds_{_name}", adding(_name, _value), "R2C-13", innocent=("R2C-1", "R2C-4"))
BANK.add("requires_a_call", after(lambda made, _given: {"tool_choice": "required"} | made if made.get("tools") else made),
         "R2C-13", innocent=(*PARTS, "R2C-3"))  # fmt: skip
for _name, _value in {"tool_choice": "auto", "parallel_tool_calls": True}.items():
    BANK.add(f"{_name}_beside_no_tools", adding(_name, _value), "API-2", innocent=(*PARTS, "R2C-13"))
BANK.add("cuts_conversations_off", lost("previous_response_id", "conversation", "prompt"), "R2C-14", innocent=PARTS)


@BANK.mutant("R2C-16", innocent=(*PARTS, "R2C-3", "R2C-13"), sets=("safe",))
def calls_keep_their_short_names(given: Any) -> Any:
    """The tools of namespaces get flat names, and the calls of them in the history do not."""
    made = reference(given)
    for message in made["messages"]:
        for call in message.get("tool_calls") or ():
            inner = call[call["type"]]
            inner["name"] = inner["name"].rpartition("__")[2] or inner["name"]
    return made


# R2C-15: what the other direction of the same subject makes of it.

for _name in ("service_tier", "reasoning", "text", "include", "tool_choice"):
    BANK.add(f"{_name}_lost_on_the_way_back", reference, "R2C-15", innocent=("R2C-1", "R2C-3", "R2C-5", "R2C-6", "R2C-7"),
             others={REVERSE: lambda given, name=_name: without(name)(chat_reference(given))})  # fmt: skip

# What holds for every operation.


@BANK.mutant("ALL-8", innocent=PARTS)
def takes_its_members_out(given: Any) -> Any:
    """The caller's request loses the members that were converted."""
    made = reference(given)
    for name in ("text", "reasoning", "tools"):
        given.pop(name, None)
    return made


BANK.add("numbers_as_decimals", after(lambda made, _given: made | {key: float(made[key]) for key in ("temperature", "top_p")
         if type(made.get(key)) is int}), "ALL-3", innocent=(*PARTS, "R2C-3"))  # fmt: skip
BANK.add("trims_texts", changing("metadata", lambda held: {key: value.strip() for key, value in held.items()}), "ALL-4",
         innocent=PARTS)  # fmt: skip
BANK.add("only_so_many_messages", changing("messages", lambda messages: messages[:400]), "ALL-6")
BANK.add("makes_a_request_of_anything", lambda given: reference(given) if isinstance(given, dict) else {"model": "gpt-4o",
         "messages": [{"role": "user", "content": str(given)}]}, "ALL-7", innocent=PARTS)  # fmt: skip

BANKS = (BANK,)
