"""Sound converters of Chat requests to Responses requests, in other forms than the reference."""

from __future__ import annotations

import copy
import json
from typing import Any

from conformance.reference import chat_messages_to_responses_input as messages_reference
from conformance.reference import chat_request_to_responses_request as reference
from conformance.reference import chat_tools_to_responses_tools as tools_reference
from tests.suite.selftest.banks.bank import references
from tests.suite.selftest.banks.requests import LOG, REQUEST, Request, without
from tests.suite.selftest.banks.responses_input_sound import everything_instructing, joins_instructions, most_free
from tests.suite.selftest.banks.tools_sound import customs_as_functions
from tests.suite.selftest.model import Sound
from tests.suite.selftest.mutators.one_member import refusing

NAMES = ("user", "safety_identifier", "prompt_cache_key")  # an empty one names nobody
_USUAL: Request = {
    "temperature": 1, "top_p": 1, "stream": False, "parallel_tool_calls": True, "metadata": {}, "service_tier": "auto",
    "tool_choice": "auto", "top_logprobs": 0,
}  # fmt: skip


def leaves_out_what_is_usual(given: Any) -> Any:
    """What both APIs do without a member is not said, and what is stored by default is not either."""
    made = reference(given)
    usual = {name for name, value in _USUAL.items() if made.get(name) == value}
    usual |= {name for name, value in made.items() if value == "" and name in NAMES}
    for tool in made.get("tools", ()):
        if tool.get("description") == "":
            del tool["description"]
    made = without(*usual, *({"store"} if made["store"] is True else ()))(made)
    if made.get("text", {}).get("verbosity") == "medium":
        made["text"] = without("verbosity")(made["text"])
    return made


def writes_what_is_usual(given: Any) -> Any:
    """Every member has a value, and what an answer may hold besides is asked for."""
    made = reference(given)
    usual = _USUAL if made.get("tools") else without("tool_choice")(_USUAL)
    more = {"truncation": "disabled", "background": False, "prompt_cache_key": "k", "previous_response_id": None}
    text = {"format": {"type": "text"}, "verbosity": "medium"} | made.get("text", {})
    include = [*made.get("include", ()), "reasoning.encrypted_content"]
    reasoning = {"summary": None} | made.get("reasoning", {})
    return copy.deepcopy(usual | more) | made | {"text": text, "include": include, "reasoning": reasoning}


def in_other_forms(given: Any) -> Any:
    """Messages and tools in the freest forms of their operations, through JSON text."""
    made = reference(given)
    body = most_free(given["messages"])
    made = without("input", "instructions")(made) | (body if isinstance(body, dict) else {"input": body})
    return json.loads(json.dumps({key: made[key] for key in sorted(made)}))


def instructing(given: Any) -> Any:
    """All instructions are in their own member."""
    made = without("input", "instructions")(reference(given))
    return everything_instructing(given["messages"]) | made


def joining(given: Any) -> Any:
    """All instructions are in the input, joined."""
    made = without("input", "instructions")(reference(given))
    return {"input": joins_instructions(given["messages"])} | made


def functions_for_custom_tools(given: Any) -> Any:
    """A custom tool becomes a function, also where it is chosen."""
    made = reference(given)
    tools = given.get("tools")
    if not isinstance(tools, list) or not any(
        isinstance(tool, dict) and tool.get("type") == "custom" for tool in tools
    ):
        return made
    converted: list[Any] = []
    for tool in tools:
        is_custom = isinstance(tool, dict) and tool.get("type") == "custom"
        converted += (
            customs_as_functions([tool]) if is_custom else reference({"messages": [], "tools": [tool]}).get("tools", [])
        )
    rest = made["tools"][len(converted) :]
    choice = made.get("tool_choice")
    names = {tool["name"] for tool in converted if tool.get("type") == "function"}
    for element in (choice, *choice.get("tools", ())) if isinstance(choice, dict) else ():
        if element.get("name") in names:
            element["type"] = "function"
    return made | {"tools": [*converted, *rest]}


def without_custom_tools(given: Any) -> Any:
    """Custom tools are left out with a report, and so is a choice of one."""
    tools = given.get("tools") if isinstance(given, dict) else None
    if not isinstance(tools, list) or not any(
        isinstance(tool, dict) and tool.get("type") == "custom" for tool in tools
    ):
        return reference(given)
    LOG.warning("tools: custom tools are left out")
    left = [tool for tool in tools if not (isinstance(tool, dict) and tool.get("type") == "custom")]
    made = reference(without("tools")(given) | ({"tools": left} if left else {}))
    return made if made.get("tools") else without("tool_choice", "parallel_tool_calls")(made)


def refuses_other_answers(given: Any) -> Any:
    """Several answers, and spoken ones, are refused; what else Responses does not have is reported."""
    if isinstance(given, dict):
        for name, usual in (("n", 1), ("modalities", ["text"]), ("audio", None)):
            if given.get(name) not in (None, usual):
                raise ValueError(f"{name} cannot be converted")
    return reference(given)


def refuses_one_member(given: Any) -> Any:
    """A seed is refused, and what else Responses does not have is reported."""
    return refusing("chat-request", reference)(given)


def searches_in_an_older_way(given: Any) -> Any:
    """The web search is the older tool."""
    made = reference(given)
    for tool in made.get("tools", ()):
        if tool["type"] == "web_search":
            tool["type"] = "web_search_preview"
    return made


def reports_the_search(given: Any) -> Any:
    """A web search is left out with a report."""
    if isinstance(given, dict) and given.get("web_search_options") is not None:
        LOG.warning("web_search_options is not supported")
        given = without("web_search_options")(given)
    return reference(given)


def reports_by_other_names(given: Any) -> Any:
    """A stop is reported by the name that it has in other APIs."""
    if isinstance(given, dict) and given.get("stop"):
        LOG.warning("stop_sequences are not supported")
        given = without("stop")(given)
    return reference(given)


def formats_without_strict(given: Any) -> Any:
    """A format that is not strict does not say so."""
    made = reference(given)
    format_ = made.get("text", {}).get("format", {})
    if format_.get("strict") is False:
        del format_["strict"]
    return made


def null_where_nothing_is(given: Any) -> Any:
    """Every member is there, most of them null."""
    made = reference(given)
    names = (
        "instructions",
        "tools",
        "tool_choice",
        "text",
        "reasoning",
        "temperature",
        "max_output_tokens",
        "metadata",
    )
    tools = [tool | ({"strict": None} if tool.get("strict") is False else {}) for tool in made.get("tools", ())]
    return dict.fromkeys(names) | made | ({"tools": tools} if tools else {})


def in_the_input(given: Any) -> Any:
    """Instructions stay in the input, and parameters get empty properties."""
    made = without("input", "instructions")(reference(given))
    if any("function" in tool and tool["function"].get("description") for tool in given.get("tools") or ()):
        described = [tool for tool in given["tools"] if tool.get("function", {}).get("description")]
        for flat in tools_reference(described, missing_properties="add"):
            position = next(i for i, tool in enumerate(made["tools"]) if tool.get("name") == flat["name"])
            made["tools"][position] = flat
    return messages_reference(given["messages"], system_placement="input") | made


SOUND = (
    *references(
        REQUEST,
        reference,
        {
            "store_when_absent": ("write", "omit"),
            "unsupported_members": ("report", "refuse"),
            "small_limits": ("raise", "refuse"),
        },
        every=3,
    ),
    *(
        Sound(convert.__name__, REQUEST, convert)
        for convert in (
            leaves_out_what_is_usual, writes_what_is_usual, in_other_forms, instructing, joining,
            functions_for_custom_tools, without_custom_tools, refuses_other_answers, refuses_one_member, searches_in_an_older_way,
            reports_the_search, formats_without_strict, reports_by_other_names, null_where_nothing_is, in_the_input,
        )
    ),
)  # fmt: skip
