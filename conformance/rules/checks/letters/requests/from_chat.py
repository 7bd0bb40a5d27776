"""One Chat request with the Responses request that came of it."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.members import CHAT, RESPONSES, Path, alone, at
from conformance.formats.operations import between
from conformance.rules.checks.exact import Exact
from conformance.rules.checks.letters.requests.direction import TO_RESPONSES
from conformance.rules.checks.letters.requests.form import FEWEST_TOKENS, Request, write_search
from conformance.rules.checks.letters.requests.parts import OF_A_SCHEMA, RequestPart, as_function
from conformance.rules.checks.letters.requests.view import WholeRequest
from conformance.rules.checks.letters.responses_input.exact import exact as of_messages
from conformance.rules.checks.trial import answer_of

MESSAGES, TOOLS = between("chat-messages", "responses-input"), between("chat-tools", "responses-tools")
# A sound tool, beside which the other members are held to the source's schema.
_TOOL: JSON = {"type": "function", "function": {"name": "get_weather"}}
# What stands for a description that a function does not have: both APIs take one without, a document on tools does not.
_UNDESCRIBED: Final = "A function."
_SEARCHES: Final = ("web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11")
# Members that Responses has no counterpart of. A search becomes a tool, and every stream ends with its usage.
ALONE: Final = tuple(member.at[CHAT][0] for member in alone(CHAT) if member.setting not in ("search", "stream_usage"))
# Those of them that ask for another kind of answer: no report makes up for that, so that they may always be refused.
_OTHER_ANSWERS: Final = frozenset({"n", "audio", "modalities"})


class ChatRequest(WholeRequest):
    """One observation of chat-request-to-responses-request."""

    way = TO_RESPONSES

    # The members.

    @cached_property
    def alone(self) -> tuple[str, ...]:
        """The members without a counterpart that ask for something."""
        return tuple(name for name in ALONE if self.asks(name))

    # The parts.

    @cached_property
    def messages(self) -> RequestPart:
        """The messages, and what they became."""
        made = {key: self.result[key] for key in ("input", "instructions") if key in self.result} if self.result else {}
        return RequestPart(
            trial=self.of_parts,
            operation=MESSAGES,
            given=(self.request or {}).get("messages"),
            became=made if self.answered else ABSENT,
            places=(),
            missing="/output/input/-",
            # The API takes calls and results in no other form.
            choices={"tool-turns": "items"},
        )

    @property
    def exact_messages(self) -> Exact | None:
        """What has to arrive exactly of the messages."""
        return self.messages.exact(of_messages(self.messages.view))

    @cached_property
    def source_tools(self) -> list[JSON]:
        """The tools of the request, and behind them its functions as tools."""
        request = self.request or {}
        tools, functions = request.get("tools"), request.get("functions")
        wrapped = (
            [{"type": "function", "function": function} for function in functions]
            if isinstance(functions, list)
            else []
        )
        return [*(tools if isinstance(tools, list) else ()), *wrapped]

    @property
    def tools_beside(self) -> list[JSON]:
        """A sound tool, where the request has any."""
        return [_TOOL] if (self.request or {}).get("tools") else []

    @cached_property
    def search(self) -> int | None:
        """The position of the tool that the web_search_options became; None where there is none."""
        if not self.asks("web_search_options"):
            return None
        tools = self.made_tools
        found = (i for i, tool in enumerate(tools) if isinstance(tool, dict) and tool.get("type") in _SEARCHES)
        return max(found, default=None)

    @property
    def made_search(self) -> tuple[Path, Request] | None:
        """The tool that the web_search_options became, and where."""
        return None if self.search is None else (("tools", str(self.search)), self.made_tools[self.search])

    @cached_property
    def tools(self) -> RequestPart | None:
        """The tools, and what they became; None for a request without any."""
        if not self.source_tools:
            return None
        positions = [index for index in range(len(self.made_tools)) if index != self.search]
        made = [self.made_tools[index] for index in positions]
        moved = [
            (f"/output/{index}", f"/output/tools/{position}")
            for index, position in enumerate(positions)
            if index != position
        ]
        return RequestPart(
            trial=self.of_parts,
            operation=TOOLS,
            given=_tools_with_descriptions(self.source_tools, made),
            became=_all_described(self.source_tools, made) if self.answered else ABSENT,
            places=(*moved, ("/output", "/output/tools")),
            missing="/output/tools/-",
            choices={},
        )

    @property
    def reported_parts(self) -> tuple[RequestPart | None, ...]:
        """The parts of which something may be left out with a report."""
        return (self.messages, self.tools)

    @cached_property
    def format(self) -> RequestPart | None:
        """The schema of the answer's format as the parameters of a function; None without both."""
        owed, made = self.said("response_format", "json_schema"), at(self.result, ("text", "format"))
        if not isinstance(owed, dict) or not isinstance(owed.get("schema"), dict) or not isinstance(made, dict):
            return None
        # Unlike a function of Responses, a format is not strict unless it says so.
        source, got = as_function(owed), as_function(made)
        got.setdefault("strict", False)
        if "description" not in source:
            source["description"] = _UNDESCRIBED
            got.setdefault("description", _UNDESCRIBED)
        return RequestPart(
            trial=self.trial,
            operation=TOOLS,
            given=[{"type": "function", "function": source}],
            became=[{"type": "function", **got}],
            places=(
                ("/output/0/parameters", "/output/text/format/schema"),
                ("/output/0", "/output/text/format"),
                ("/output", "/output/text/format"),
            ),
            missing="/output/text/format",
            checks=OF_A_SCHEMA,
            choices={},
        )

    # What it says of failed calls.

    @cached_property
    def may_refuse(self) -> bool:
        """Whether a member, under some legal answer, lets the call fail."""
        if self.unfit or self.broken:
            return True
        answers = answer_of(self.trial, "unsupported-members", "report", "refuse")
        # What an empty stop sequence asks for is not known.
        lost = bool(self.alone) or self.asks("web_search_options") or self.said("stop") == ""
        # Nor is it of an empty list of modalities, which may be refused as another kind of answer.
        if not _OTHER_ANSWERS.isdisjoint(self.alone) or self.said("modalities") == [] or (lost and "refuse" in answers):
            return True
        small = answer_of(self.trial, "small-limits", "raise", "refuse")
        if self.form.limit is not None and self.form.limit[1] < FEWEST_TOKENS and "refuse" in small:
            return True
        if self.unknown_names:
            return True
        schema = self.said("response_format", "json_schema")
        return isinstance(schema, dict) and not isinstance(schema.get("schema"), dict)

    @cached_property
    def unknown_names(self) -> tuple[str, ...]:
        """The names in tool_choice that no tool of the request has."""
        named = (self.choice.read.names if self.choice and self.choice.read else None) or ()
        return tuple(name for _type, name in named if name not in _names(self.source_tools))

    # What it owes.

    @property
    def owed_body(self) -> Request | None:
        """What the messages owe."""
        body = self.messages.view.expected()
        if not isinstance(body, dict):
            return None
        return {key: body[key] for key in ("input", "instructions") if key in body}

    @property
    def owed_tools(self) -> list[JSON]:
        """The flat tools, and the one for a web search."""
        tools = [flat for tool in self.source_tools if (flat := _flat(tool)) is not None]
        if self.form.search is not None:
            tools.append({"type": "web_search", **write_search(RESPONSES, self.form.search)})
        return tools

    @property
    def essence_beside(self) -> Request:
        """The verbosity, beside which the format is judged by the rules of schemas."""
        verbosity = at(self.result, ("text", "verbosity"))
        return {"verbosity": None if verbosity is ABSENT else verbosity}


def _flat(tool: JSON) -> JSON:
    """Return the flat form of a function or of a custom tool; None for another tool."""
    held = tool.get(str(tool.get("type"))) if isinstance(tool, dict) else None
    if not isinstance(held, dict) or tool["type"] not in ("function", "custom"):
        return None
    fields = {key: value for key, value in held.items() if value is not None}
    if tool["type"] == "function":
        empty = {"type": "object", "properties": {}}
        return {"type": "function", "strict": False, "parameters": empty, **fields}
    format_ = fields.get("format")
    if isinstance(format_, dict) and isinstance(format_.get("grammar"), dict):
        fields["format"] = {"type": "grammar", **format_["grammar"]}
    return {"type": "custom", **fields}


def _names(tools: list[JSON]) -> frozenset[str]:
    """Return the names of tools of either API."""
    holders = (element for tool in tools if isinstance(tool, dict) for element in (tool, *tool.values()))
    return frozenset(
        holder["name"]
        for holder in holders
        if isinstance(holder, dict) and isinstance(holder.get("name"), str) and holder["name"]
    )


def _tools_with_descriptions(source: list[JSON], made: list[JSON]) -> list[JSON]:
    """Return the source's tools; those without a description have one if they arrived, so that they are judged."""
    arrived = _names(made)
    return [
        {**tool, "function": {**tool["function"], "description": _UNDESCRIBED}}
        if _undescribed(tool) in arrived
        else tool
        for tool in source
    ]


def _all_described(source: list[JSON], made: list[JSON]) -> list[JSON]:
    """Return the result's tools; those whose source has no description, and that have none, have one."""
    bare = {_undescribed(tool) for tool in source}
    return [
        {**tool, "description": _UNDESCRIBED}
        if isinstance(tool, dict)
        and isinstance(tool.get("name"), str)
        and tool["name"] in bare
        and tool.get("description") in (None, "")
        else tool
        for tool in made
    ]


def _undescribed(tool: JSON) -> str | None:
    """Return the name of a function that has no description."""
    function = tool.get("function") if isinstance(tool, dict) and tool.get("type") == "function" else None
    if not isinstance(function, dict) or function.get("description") not in (None, ""):
        return None
    name = function.get("name")
    return name if isinstance(name, str) and name else None
