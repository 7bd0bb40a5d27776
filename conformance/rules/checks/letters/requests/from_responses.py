"""One Responses request with the Chat request that came of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.facts import word
from conformance.formats.members import CHAT, ELSEWHERE, RESPONSES, Path, RequestMember, alone, at
from conformance.formats.operations import between
from conformance.rules.checks.by_laws.chat_messages.outputs import exact as of_input
from conformance.rules.checks.by_laws.responses_tools.view import (
    CUSTOM,
    FUNCTION,
    SERVER_TOOL,
    UNKNOWN_TYPE,
    is_web_search,
    kind_of,
)
from conformance.rules.checks.exact import Exact
from conformance.rules.checks.letters.requests.direction import TO_CHAT
from conformance.rules.checks.letters.requests.form import LIMITS, LOGPROBS, SHARED, TOP, Request, RequestMembers
from conformance.rules.checks.letters.requests.parts import OF_A_SCHEMA, RequestPart, as_function
from conformance.rules.checks.letters.requests.view import WholeRequest
from conformance.rules.checks.trial import answer_of

INPUT, TOOLS = between("responses-input", "chat-messages"), between("responses-tools", "chat-tools")
# Items of the input that offer further tools.
ADDITIONAL: Final = "additional_tools"
# One that only says who asks: its loss changes no answer, so that no report is owed.
_OF_THE_CLIENT: Final = "client_metadata"
# Members that Chat has no counterpart of, and those of `reasoning`.
_ALONE: Final = tuple(
    member.at[RESPONSES]
    for member in alone(RESPONSES)
    if member.setting not in ("previous", "held", "client", "conversation")
)
ALONE: Final = tuple(path[0] for path in _ALONE if len(path) == 1)
_OF_REASONING: Final = tuple(path[1] for path in _ALONE if path[0] == "reasoning")
# Members of `prompt_cache_options`, and values of members, that Chat does not have.
CACHE_ALONE: Final = ("comparison_response_id", "prewarm")
_TIER_ALONE: Final = "ultrafast"
_TTL_ALONE: Final = "12h"


class ResponsesRequest(WholeRequest):
    """One observation of responses-request-to-chat-request."""

    way = TO_CHAT
    # Of a choice that names no tool of the request a rule says what becomes.
    tolerated = frozenset({"tool-choice-unknown"})

    # The members.

    def movable(self, member: RequestMember) -> JSON | Absent:
        """Return what Chat can take of a member that both formats have; ABSENT for nothing."""
        value = super().movable(member)
        if member.setting == "tier" and value == _TIER_ALONE:
            return ABSENT
        if member.setting == "parallel" and not self.made_tools:
            return ABSENT
        if member.setting == "caching" and isinstance(value, dict):
            kept = {key: value for key, value in value.items() if key not in CACHE_ALONE and value is not None}
            if kept.get("ttl") == _TTL_ALONE:
                del kept["ttl"]
            return kept or ABSENT
        return value

    @cached_property
    def alone(self) -> tuple[str, ...]:
        """The members without a counterpart that ask for something."""
        return tuple(name for name in ALONE if self.asks(name))

    @cached_property
    def reportable(self) -> tuple[str, ...]:
        """Those of them whose loss changes something: `max_tool_calls` limits the tools that the API runs alone."""
        hosted = any(kind_of(tool) in (SERVER_TOOL, UNKNOWN_TYPE) for tool in self.source_tools)
        return tuple(name for name in self.alone if name != "max_tool_calls" or hosted)

    @cached_property
    def elsewhere(self) -> tuple[str, ...]:
        """The members that refer to what the API keeps."""
        return tuple(name for name in ELSEWHERE if self.asks(name))

    @cached_property
    def details(self) -> tuple[str, ...]:
        """The words that a report of each further thing without a counterpart may have, one for each."""
        found = [f"reasoning.{name}" for name in _OF_REASONING if self.said("reasoning", name) is not ABSENT]
        include = self.said("include")
        found += (
            [f"include.{element}" for element in include if element != LOGPROBS] if isinstance(include, list) else []
        )
        if self.said("service_tier") == _TIER_ALONE:
            found.append("service_tier")
        cache = self.said("prompt_cache_options")
        if isinstance(cache, dict) and (cache.get("ttl") == _TTL_ALONE or cache.get("comparison_response_id")):
            found.append("prompt_cache_options")
        return tuple(found)

    @property
    def logprobs(self) -> bool | None:
        """Whether log probabilities are asked for; None where a number of them is, without the entry of include."""
        return True if self.form.logprobs else None if self.asks(TOP) else False

    # The parts.

    @cached_property
    def input_items(self) -> list[JSON]:
        """The items of the input; a string is a message of the user."""
        given = (self.request or {}).get("input")
        return given if isinstance(given, list) else [{"role": "user", "content": given}]

    @cached_property
    def messages(self) -> RequestPart:
        """The input and the instructions, and what they became."""
        given: dict[str, JSON] = {"input": self.input_items}
        if self.request and "instructions" in self.request:
            given["instructions"] = self.request["instructions"]
        return RequestPart(
            trial=self.of_parts,
            operation=INPUT,
            given=given,
            became=(self.result or {}).get("messages", []) if self.answered else ABSENT,
            places=(("/output", "/output/messages"),),
            missing="/output/messages/-",
            choices={},
        )

    @property
    def exact_messages(self) -> Exact | None:
        """What has to arrive exactly of the input; None where messages that the API keeps may be before it."""
        return None if self.elsewhere else self.messages.exact(of_input(self.messages.view))

    @cached_property
    def _own_tools(self) -> list[JSON]:
        """The member `tools`."""
        tools = (self.request or {}).get("tools")
        return tools if isinstance(tools, list) else []

    @cached_property
    def _later_tools(self) -> tuple[tuple[str, JSON], ...]:
        """The named tools of the input's `additional_tools` items, with their names."""
        held = [
            input_item.get("tools")
            for input_item in self.input_items
            if isinstance(input_item, dict) and input_item.get("type") == ADDITIONAL
        ]
        tools = (tool for value in held if isinstance(value, list) for tool in value)
        named = ((word(tool, "name"), tool) for tool in tools if kind_of(tool) in (FUNCTION, CUSTOM))
        return tuple((name, tool) for name, tool in named if name is not None)

    @cached_property
    def source_tools(self) -> list[JSON]:
        """The tools of the request, and those of its input that arrived as tools."""
        own = {word(tool, "name") for tool in self._own_tools}
        later = (later_tool for name, later_tool in self._later_tools if name in self.made_kinds and name not in own)
        return [*self._own_tools, *later]

    @property
    def tools_beside(self) -> list[JSON]:
        """The tools themselves: a choice may name a hosted one."""
        return self.source_tools

    @property
    def offers_later(self) -> bool:
        """Whether an item of the input offers tools."""
        return bool(self._later_tools)

    @cached_property
    def lost_later(self) -> tuple[str, ...]:
        """The names of the tools of `additional_tools` items that are no tools of the result."""
        return tuple(name for name, _tool in self._later_tools if name not in self.made_kinds)

    @property
    def made_search(self) -> tuple[Path, Request] | None:
        """The options of a web search that the result has."""
        made = (self.result or {}).get("web_search_options")
        return None if made is None else (("web_search_options",), made)

    @cached_property
    def tools(self) -> RequestPart | None:
        """The tools, and what they became; None for a request without any. A web search may be a member instead."""
        given = self.source_tools
        if "web_search_options" in (self.result or {}):
            given = [element for element in given if not is_web_search(element)]
        if not given:
            return None
        return RequestPart(
            trial=self.of_parts,
            operation=TOOLS,
            given=given,
            became=self.made_tools if self.answered else ABSENT,
            places=(("/output", "/output/tools"),),
            missing="/output/tools/-",
            choices={},
        )

    @cached_property
    def format(self) -> RequestPart | None:
        """The schema of the answer's format as the parameters of a function; None without both."""
        owed, made = self.said("text", "format"), at(self.result, ("response_format", "json_schema"))
        if not isinstance(owed, dict) or owed.get("type") != "json_schema" or not isinstance(made, dict):
            return None
        return RequestPart(
            trial=self.trial,
            operation=TOOLS,
            given=[{"type": "function", **as_function(owed)}],
            became=[{"type": "function", "function": as_function(made)}],
            places=(
                ("/output/0/function/parameters", "/output/response_format/json_schema/schema"),
                ("/output/0/function", "/output/response_format/json_schema"),
                ("/output/0", "/output/response_format"),
                ("/output", "/output/response_format"),
            ),
            missing="/output/response_format",
            checks=OF_A_SCHEMA,
            choices={},
        )

    # What it says of failed calls.

    @cached_property
    def may_refuse(self) -> bool:
        """Whether a member, under some legal answer, lets the call fail."""
        if self.unfit or self.broken or self.elsewhere:
            return True
        if self.said("prompt_cache_options", "prewarm") is True or self.asks("background"):
            return True
        if self.choice is not None and (self.choice.read is None or self.unknown_names):
            return True
        if not (self.alone or self.asks(_OF_THE_CLIENT) or self.offers_later):
            return False
        return "refuse" in answer_of(self.trial, "unsupported-members", "report", "refuse")

    @cached_property
    def unknown_names(self) -> tuple[str, ...]:
        """The names in tool_choice that no tool of the request has."""
        known = {word(tool, "name") for tool in self._own_tools} | {name for name, _tool in self._later_tools}
        named = (self.choice.read.names if self.choice and self.choice.read else None) or ()
        return tuple(name for _type, name in named if name not in known)

    # What it owes.

    @property
    def owed_body(self) -> Request | None:
        """What the input owes; None where a part of the conversation is elsewhere, or a search has several forms."""
        messages = None if self.elsewhere or self.form.search is not None else self.messages.view.expected()
        return {"messages": messages} if isinstance(messages, list) else None

    @cached_property
    def owed_tools(self) -> list[JSON] | None:
        """The nested tools."""
        tools = [] if self.tools is None else self.tools.view.expected()
        return tools if isinstance(tools, list) else None

    @property
    def owed_form(self) -> RequestMembers:
        """What Chat takes: parallel calls beside tools alone, metadata beside store, top_logprobs beside logprobs."""
        shared = {check.setting: value for check in SHARED if (value := self.movable(check)) is not ABSENT}
        shared = {name: value for name, value in shared.items() if name not in ("metadata", "parallel")}
        parallel = self.form.shared.get("parallel", ABSENT)
        if self.owed_tools and parallel is not ABSENT:
            shared["parallel"] = parallel
        store = self.form.store
        if self.asks("metadata") and store is not False:
            shared["metadata"], store = self.said("metadata"), True
        return replace(self.form, shared=shared, store=store, logprobs=self.logprobs is not False)

    @property
    def essence_beside(self) -> Request:
        """The limit of tokens, whichever name it has."""
        found = (self.result[name] for name in LIMITS[CHAT] if self.result and self.result.get(name) is not None)
        return {"limit": next(found, None)}
