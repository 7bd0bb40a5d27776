"""One Responses request with the Chat request that came of it."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from conformance.checks.requests.flat_owed import essence_of, kinds_of, owed_request
from conformance.checks.requests.members import (
    CACHE_ALONE,
    ELSEWHERE,
    LOGPROBS,
    OF_THE_CLIENT,
    REASONING_ALONE,
    RESPONSES_ALONE,
    TIER_ALONE,
    TTL_ALONE,
    ToolChoice,
    responses_choice,
)
from conformance.checks.requests.parts import OF_A_SCHEMA, Part
from conformance.checks.requests.whole import WholeRequest, as_function
from conformance.checks.responses_tools.view import CUSTOM, FUNCTION, SERVER_TOOL, UNKNOWN_TYPE, is_web_search, kind_of
from conformance.checks.trial import answer_of
from conformance.formats.facts import word
from conformance.formats.members import RESPONSES, at
from conformance.oracles import accepts, findings_of
from conformance.values import ABSENT, JSON, Absent

INPUT, TOOLS = "responses-input-to-chat-messages", "responses-tools-to-chat-tools"
# Items of the input that offer further tools.
ADDITIONAL = "additional_tools"
# A sound input, beside which the other members are held to the source's schema.
_PLAIN: JSON = "Answer in JSON."
_PARTS: Final = ("input", "instructions", "tools")


class ResponsesRequest(WholeRequest):
    """One observation of responses-request-to-chat-request."""

    source = RESPONSES

    @cached_property
    def request(self) -> dict[str, JSON] | None:
        """The request without members that are null; None for what is none: no object, or without model and input."""
        if not isinstance(self.given, dict) or not isinstance(self.given.get("model"), str):
            return None
        if not isinstance(self.given.get("input"), str | list):
            return None
        return {key: value for key, value in self.given.items() if value is not None}

    # The members.

    @cached_property
    def broken(self) -> frozenset[str]:
        """The members with a value that Responses does not take or know: no rule says what becomes of them."""
        members = {key: value for key, value in (self.request or {}).items() if key not in _PARTS}
        plain = {"model": "a-model", **members, "input": _PLAIN}
        if self.source_tools:
            plain["tools"] = self.source_tools
        if accepts("responses-request", plain):
            return frozenset()
        # Of a choice that names no tool of the request a rule says what becomes.
        found = (one for one in findings_of("responses-request", plain) if one.rule != "tool-choice-unknown")
        return frozenset(one.at.split("/")[1] for one in found if one.level == "refused") - frozenset(_PARTS)

    def movable(self, *path: str) -> JSON | Absent:
        """Return what Chat can take of a member of the source; ABSENT for nothing."""
        value = self.said(*path)
        if path == ("service_tier",) and value == TIER_ALONE:
            return ABSENT
        if path == ("parallel_tool_calls",) and not self.made_tools:
            return ABSENT
        if path == ("prompt_cache_options",) and isinstance(value, dict):
            kept = {key: one for key, one in value.items() if key not in CACHE_ALONE and one is not None}
            if kept.get("ttl") == TTL_ALONE:
                del kept["ttl"]
            return kept or ABSENT
        return value

    @cached_property
    def alone(self) -> tuple[str, ...]:
        """The members without a counterpart that ask for something."""
        return tuple(name for name in RESPONSES_ALONE if self.asks(name))

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
        found = [f"reasoning.{name}" for name in REASONING_ALONE if self.said("reasoning", name) is not ABSENT]
        include = self.said("include")
        found += [f"include.{one}" for one in include if one != LOGPROBS] if isinstance(include, list) else []
        if self.said("service_tier") == TIER_ALONE:
            found.append("service_tier")
        cache = self.said("prompt_cache_options")
        if isinstance(cache, dict) and (cache.get("ttl") == TTL_ALONE or cache.get("comparison_response_id")):
            found.append("prompt_cache_options")
        return tuple(found)

    @cached_property
    def choice(self) -> ToolChoice | None:
        """What tool_choice asks for; None where it asks nothing, or for a tool that Chat does not have."""
        return responses_choice(self.said("tool_choice")) if self.asks("tool_choice") else None

    @cached_property
    def logprobs(self) -> bool | None:
        """Whether log probabilities are asked for; None where a number of them is, without the entry of include."""
        include = self.said("include")
        if isinstance(include, list) and LOGPROBS in include:
            return True
        return None if self.asks("top_logprobs") else False

    # The parts.

    @cached_property
    def input_items(self) -> list[JSON]:
        """The items of the input; a string is a message of the user."""
        given = (self.request or {}).get("input")
        return given if isinstance(given, list) else [{"role": "user", "content": given}]

    @cached_property
    def messages(self) -> Part:
        """The input and the instructions, and what they became."""
        given: dict[str, JSON] = {"input": self.input_items}
        if self.request and "instructions" in self.request:
            given["instructions"] = self.request["instructions"]
        return Part(
            trial=self.of_parts,
            operation=INPUT,
            given=given,
            became=(self.result or {}).get("messages", []) if self.answered else ABSENT,
            places=(("/output", "/output/messages"),),
            missing="/output/messages/-",
            choices={},
        )

    @cached_property
    def _own_tools(self) -> list[JSON]:
        """The member `tools`."""
        tools = (self.request or {}).get("tools")
        return tools if isinstance(tools, list) else []

    @cached_property
    def _later_tools(self) -> tuple[tuple[str, JSON], ...]:
        """The named tools of the input's `additional_tools` items, with their names."""
        held = [one.get("tools") for one in self.input_items if isinstance(one, dict) and one.get("type") == ADDITIONAL]
        tools = (tool for one in held if isinstance(one, list) for tool in one)
        named = ((word(tool, "name"), tool) for tool in tools if kind_of(tool) in (FUNCTION, CUSTOM))
        return tuple((name, tool) for name, tool in named if name is not None)

    @cached_property
    def source_tools(self) -> list[JSON]:
        """The tools of the request, and those of its input that arrived as tools."""
        made = kinds_of(self.made_tools)
        own = {word(tool, "name") for tool in self._own_tools}
        return [*self._own_tools, *(one for name, one in self._later_tools if name in made and name not in own)]

    @property
    def offers_later(self) -> bool:
        """Whether an item of the input offers tools."""
        return bool(self._later_tools)

    @cached_property
    def lost_later(self) -> tuple[str, ...]:
        """The names of the tools of `additional_tools` items that are no tools of the result."""
        made = kinds_of(self.made_tools)
        return tuple(name for name, _tool in self._later_tools if name not in made)

    @cached_property
    def search(self) -> dict[str, JSON] | None:
        """The web search of the request; None without one."""
        return next((one for one in self.source_tools if is_web_search(one)), None)

    @cached_property
    def tools(self) -> Part | None:
        """The tools, and what they became; None for a request without any. A web search may be a member instead."""
        given = self.source_tools
        if "web_search_options" in (self.result or {}):
            given = [one for one in given if not is_web_search(one)]
        if not given:
            return None
        return Part(
            trial=self.of_parts,
            operation=TOOLS,
            given=given,
            became=self.made_tools if self.answered else ABSENT,
            places=(("/output", "/output/tools"),),
            missing="/output/tools/-",
            choices={},
        )

    @cached_property
    def format(self) -> Part | None:
        """The schema of the answer's format as the parameters of a function; None without both."""
        owed, made = self.said("text", "format"), at(self.result, ("response_format", "json_schema"))
        if not isinstance(owed, dict) or owed.get("type") != "json_schema" or not isinstance(made, dict):
            return None
        return Part(
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
        if self.asks("tool_choice") and (self.choice is None or self.unknown_names):
            return True
        if not (self.alone or self.asks(OF_THE_CLIENT) or self.offers_later):
            return False
        return "refuse" in answer_of(self.trial, "unsupported-members", "report", "refuse")

    @property
    def is_refused_by_right(self) -> bool:
        """Whether the call may have failed on a part, or on a member that refers to what the API keeps."""
        return super().is_refused_by_right or (not self.unfit and bool(self.elsewhere))

    @cached_property
    def unknown_names(self) -> tuple[str, ...]:
        """The names in tool_choice that no tool of the request has."""
        known = {word(tool, "name") for tool in self._own_tools} | {name for name, _tool in self._later_tools}
        return tuple(name for _type, name in (self.choice.names if self.choice else None) or () if name not in known)

    # What it owes.

    def expected(self) -> JSON:
        """Return a Chat request that satisfies every rule; ABSENT where none can be named."""
        return owed_request(self)

    def essence(self) -> JSON:
        """Return the output without what the rules leave free."""
        return essence_of(self)
