"""Sound converters of Responses requests to Chat requests, in other forms than the reference."""

from __future__ import annotations

import copy
from typing import Any

from conformance.reference import responses_request_to_chat_request as reference
from tests.suite.selftest.banks.bank import references
from tests.suite.selftest.banks.chat_messages import with_ids
from tests.suite.selftest.banks.flat_requests import LOG, REQUEST, Request, without
from tests.suite.selftest.banks.requests_sound import NAMES
from tests.suite.selftest.model import Sound
from tests.suite.selftest.mutators.one_member import refusing

_USUAL: Request = {"temperature": 1, "top_p": 1, "stream": False, "service_tier": "auto", "n": 1, "stop": []}


def leaves_out_what_is_usual(given: Any) -> Any:
    """What both APIs do without a member is not said."""
    made = reference(given)
    usual = {name for name, value in _USUAL.items() if made.get(name) == value}
    usual |= {name for name, value in made.items() if value == "" and name in NAMES}
    return without(*usual, *({"store"} if made.get("store") is False else ()))(made)


def writes_what_is_usual(given: Any) -> Any:
    """Every member has a value."""
    return copy.deepcopy(_USUAL) | reference(given)


def asks_for_usage(given: Any) -> Any:
    """A stream ends with its usage."""
    made = reference(given)
    options = {"include_usage": True} | made.get("stream_options", {})
    return made | ({"stream_options": options} if made.get("stream") is True else {})


def reports_the_search(given: Any) -> Any:
    """A web search is left out with a report."""
    made = reference(given)
    if "web_search_options" in made:
        LOG.warning("tools: web_search is left out")
    return without("web_search_options")(made)


def null_where_nothing_is(given: Any) -> Any:
    """Every member is there, most of them null."""
    names = ("tools", "tool_choice", "response_format", "temperature", "max_completion_tokens", "metadata", "stop")
    return dict.fromkeys(names) | reference(given)


def drops_what_limits_nothing(given: Any) -> Any:
    """A limit of the calls of hosted tools goes where there are none."""
    hosted = [tool for tool in given.get("tools") or () if tool["type"] not in ("function", "custom", "namespace")]
    return reference(given if hosted else without("max_tool_calls")(given))


def reports_the_conversation(given: Any) -> Any:
    """What the API keeps is left out with a report, and so are tools that items of the input offer."""
    if not isinstance(given, dict):
        return reference(given)
    for name in ("previous_response_id", "conversation", "prompt"):
        if given.get(name) is not None:
            LOG.warning("%s is left out: a Chat request holds all of it", name)
    items = given.get("input")
    if isinstance(items, list):
        offers = [item for item in items if isinstance(item, dict) and item.get("type") == "additional_tools"]
        for offer in offers:
            LOG.warning("additional_tools are left out: %s", offer.get("tools"))
        given = given | {"input": [item for item in items if item not in offers]}
    return reference(without("previous_response_id", "conversation", "prompt")(given))


def refuses_one_member(given: Any) -> Any:
    """What drops old turns is refused, and what else Chat does not have is reported."""
    return refusing("responses-request", reference)(given)


def renumbers_calls(given: Any) -> Any:
    """The ids of calls count them, and their results have the same."""
    made = reference(given)
    ids = dict.fromkeys(call["id"] for message in made["messages"] for call in message.get("tool_calls", ()))
    return made | {"messages": with_ids(made["messages"], {id_: f"call_{n}" for n, id_ in enumerate(ids)})}


SOUND = (
    *references(
        REQUEST,
        reference,
        {
            "limit_name": ("max-completion-tokens", "max-tokens"),
            "unsupported_members": ("report", "refuse"),
        },
        every=2,
    ),
    *(
        Sound(convert.__name__, REQUEST, convert)
        for convert in (
            leaves_out_what_is_usual, writes_what_is_usual, asks_for_usage, reports_the_search, null_where_nothing_is,
            drops_what_limits_nothing, reports_the_conversation, refuses_one_member, renumbers_calls,
        )
    ),
)  # fmt: skip
