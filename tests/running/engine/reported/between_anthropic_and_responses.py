"""Converters of requests between Anthropic and Responses, and readers of Anthropic streams, with a reported bug."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from conformance.reference import (
    anthropic_request_to_responses_request,
    anthropic_stream_to_tool_calls,
    responses_request_to_anthropic_request,
)
from tests.running.engine.reported.anthropic_requests import silently
from tests.suite.selftest.model import Convert

Object = dict[str, Any]
Change = Callable[[Object], Object]


def to_responses(change: Change) -> Convert:
    """The reference, which reads a changed Anthropic request."""
    return silently(lambda request: anthropic_request_to_responses_request(change(copy.deepcopy(request))))


def written_responses(change: Change) -> Convert:
    """The reference, with a change to the Responses request that it writes."""
    return silently(lambda request: change(anthropic_request_to_responses_request(request)))


def to_anthropic(change: Change) -> Convert:
    """The reference, which reads a changed Responses request."""
    return silently(lambda request: responses_request_to_anthropic_request(change(copy.deepcopy(request))))


def system_text_lost(request: Object) -> Object:
    """A system that is a text is not read; one of blocks is."""
    return {name: value for name, value in request.items() if name != "system" or not isinstance(value, str)}


def choice_as_null(made: Object) -> Object:
    """The words of a choice are written as null."""
    return made | {"tool_choice": None} if isinstance(made.get("tool_choice"), str) else made


def offers_of_the_input_lost(request: Object) -> Object:
    kept = [item for item in request["input"] if item.get("type") != "additional_tools"]
    return request | {"input": kept}


def developers_as_users(request: Object) -> Object:
    if isinstance(request["input"], list):
        for item in request["input"]:
            if item.get("role") == "developer":
                item["role"] = "user"
    return request


def pieces_read_alone(events: Any) -> Any:
    """Of the pieces of a call's arguments those that are no JSON alone are lost."""
    kept = [event for event in events if event.get("delta", {}).get("type") != "input_json_delta"]
    return anthropic_stream_to_tool_calls(kept)


BUGS: dict[str, Convert] = {
    "router-for-me/CLIProxyAPI/issues/2022": to_responses(system_text_lost),
    "raine/claude-code-proxy/pull/89": written_responses(choice_as_null),
    "router-for-me/CLIProxyAPI/issues/4798": to_anthropic(offers_of_the_input_lost),
    "router-for-me/CLIProxyAPI/issues/2952": to_anthropic(developers_as_users),
    "bojieli/ai-agent-book/issues/194": pieces_read_alone,
}
