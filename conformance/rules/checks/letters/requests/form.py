"""What the members of a request say, read from either format into one form, and written in either.

Messages, input and tools are parts of their own; a web search is a member of Chat and a tool of Responses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.members import CHAT, MEMBERS, RESPONSES, Path, RequestMember, at
from conformance.rules.checks.by_laws.responses_tools.view import is_web_search
from conformance.rules.checks.letters.requests.tool_choice import ChoiceForm, choice_in

Request = dict[str, JSON]

LOGPROBS: Final = "message.output_text.logprobs"  # the value of `include` that is Chat's `logprobs: true`
FEWEST_TOKENS: Final = 16  # Responses takes no smaller limit
STORE: Final = "store"
TOP: Final = "top_logprobs"
# The names of a limit of tokens: the first one counts, and is written.
LIMITS: Final[Mapping[str, tuple[str, ...]]] = {
    format_: tuple(member.at[format_][0] for member in MEMBERS if member.setting == "limit" and format_ in member.at)
    for format_ in (CHAT, RESPONSES)
}
FORMAT: Final[Mapping[str, Path]] = next(member.at for member in MEMBERS if member.setting == "format")
ASKS_LOGPROBS: Final[Mapping[str, Path]] = next(member.at for member in MEMBERS if member.setting == "logprobs")
# Members that both formats have with the same values.
SHARED: Final = tuple(member for member in MEMBERS if member.is_same)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A choice of tools. name: of the member. value: as it is. read: what it asks for; None for no function or tool."""

    name: str
    value: JSON
    read: ChoiceForm | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestMembers:
    """What the members of a request say. What is null says nothing.

    shared: what both formats say alike, by setting. limit: of tokens, after the name of its member. format: of the
    answer, its fields side by side, as Responses has them. choice: of tools. logprobs: whether log probabilities are
    asked for. top: of how many alternatives. search: what a web search asks for, as Chat has it, with the fields of the
    place beside each other.
    """

    shared: Mapping[str, JSON]
    store: JSON | Absent
    limit: tuple[str, JSON] | None
    format: Request | None
    choice: Chosen | None
    logprobs: bool
    top: JSON | Absent
    search: Request | None


def read_form(format_: str, request: Request) -> RequestMembers:
    """Read the members of a request of a format."""
    shared = {check.setting: value for check in SHARED if (value := at(request, check.at[format_])) is not ABSENT}
    chosen = next(_first(request, *(member.at[format_][0] for member in members_of("choice", format_))), None)
    asked = at(request, ASKS_LOGPROBS[format_])
    return RequestMembers(
        shared=shared,
        store=at(request, (STORE,)),
        limit=next(_first(request, *LIMITS[format_]), None),
        format=_read_format(format_, at(request, FORMAT[format_])),
        choice=None if chosen is None else Chosen(name=chosen[0], value=chosen[1], read=choice_in(format_, chosen[1])),
        logprobs=asked is True if format_ == CHAT else isinstance(asked, list) and LOGPROBS in asked,
        top=at(request, (TOP,)),
        search=_read_search(format_, request),
    )


def members_of(setting: str, format_: str) -> Iterator[RequestMember]:
    """Yield the members of a format that make a setting."""
    return (member for member in MEMBERS if member.setting == setting and format_ in member.at)


def _first(request: Request, *names: str) -> Iterator[tuple[str, JSON]]:
    return ((name, request[name]) for name in names if request.get(name) is not None)


def _read_format(format_: str, value: JSON | Absent) -> Request | None:
    if not isinstance(value, dict) or value.get("type") in (None, "text"):
        return None
    inner = value.get("json_schema") if format_ == CHAT else value
    if value["type"] != "json_schema" or not isinstance(inner, dict):
        return value
    return {
        "type": "json_schema",
        **{key: value for key, value in inner.items() if key != "type" and value is not None},
    }


def write_format(format_: str, said: Request) -> Request:
    """Write the format of an answer. In Responses a schema and strict are required."""
    if said["type"] != "json_schema" or "json_schema" in said:
        return said
    if format_ == CHAT:
        return {"type": "json_schema", "json_schema": {key: value for key, value in said.items() if key != "type"}}
    return {"schema": {}, "strict": False, **said}


def _read_search(format_: str, request: Request) -> Request | None:
    """Read what a web search asks for: its size, and where."""
    if format_ == CHAT:
        options = at(request, ("web_search_options",))
        return search_in(options, ("user_location", "approximate")) if isinstance(options, dict) else None
    tools = request.get("tools")
    found = next((tool for tool in tools if is_web_search(tool)), None) if isinstance(tools, list) else None
    return None if found is None else search_in(found, ("user_location",))


def search_in(options: Request, place: Path) -> Request:
    """Return what a search asks for. place: of the fields of the location."""
    said: Request = {}
    if (size := at(options, ("search_context_size",))) is not ABSENT:
        said["search_context_size"] = size
    if isinstance(inner := at(options, place), dict):
        said["user_location"] = {key: value for key, value in inner.items() if key != "type" and value is not None}
    return said


def write_search(format_: str, said: Request) -> Request:
    """Write what a search asks for as a tool of Responses, or as the options of Chat, has it."""
    if "user_location" not in said:
        return said
    place = said["user_location"]
    held = {"approximate": place} if format_ == CHAT else place
    return {**said, "user_location": {"type": "approximate", **held}}


def put(request: Request, path: Path, value: JSON) -> None:
    """Put a value into a request, in objects that are made where they are missing."""
    for name in path[:-1]:
        request = request.setdefault(name, {})
    request[path[-1]] = value
