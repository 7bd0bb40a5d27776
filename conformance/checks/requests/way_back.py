"""There and back: what a member says in both APIs comes back from the other operation (C2R-14, R2C-15).

A request of either API is read into what its members say, in one form and under their names in Responses, so that one
comparison serves both directions. What did not arrive on the way there is the matter of the rules about that way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from conformance.checks.exact import differences
from conformance.checks.findings import Failure, brief, came_back, input_at
from conformance.checks.requests.members import (
    FEWEST_TOKENS,
    LIMIT,
    LIMITS,
    LOGPROBS,
    MOVED,
    OBFUSCATION,
    SAME,
    STORE,
    ToolChoice,
    chat_choice,
    responses_choice,
)
from conformance.checks.responses_tools.view import is_web_search
from conformance.formats.facts import word
from conformance.formats.members import CHAT, RESPONSES, Path, at, is_idle
from conformance.values import ABSENT, JSON, Absent, equal

Said = dict[str, JSON]

_TWINS: Final = (*SAME, *MOVED, OBFUSCATION)
FORMAT, INCLUDE, TOP, SEARCH = "text.format", "include", "top_logprobs", "web_search"
CHOICE, PARALLEL, METADATA = "tool_choice", "parallel_tool_calls", "metadata"
_IN_CHAT: Final[Mapping[str, Path]] = {
    **{".".join(twin.at[RESPONSES]): twin.at[CHAT] for twin in _TWINS},
    LIMIT: (LIMITS[0],), FORMAT: ("response_format",), INCLUDE: ("logprobs",), SEARCH: ("web_search_options",),
}  # fmt: skip


def not_back_in_chat(request: Said, there: JSON, back: JSON) -> Iterator[Failure]:
    """Yield what of a Chat request does not come back. there: the Responses request. back: the Chat request of that.

    request: without members that are broken.
    """

    def may_go(name: str, value: JSON) -> bool:
        # A Chat request may say nothing of store, and holds metadata only beside it.
        return name in (STORE, METADATA, SEARCH) or is_idle(CHAT, _IN_CHAT.get(name, (name,)), value)

    if isinstance(there, dict) and isinstance(back, dict):
        for name, owed, got in _lost(_in_chat(request), _in_responses(there), _in_chat(back), may_go, back):
            yield _failure(name, _IN_CHAT.get(name, (name,)), owed, got)


def not_back_in_responses(request: Said, there: JSON, back: JSON) -> Iterator[Failure]:
    """Yield what of a Responses request does not come back. there: the Chat request. back: the request of that."""

    def may_go(name: str, value: JSON) -> bool:
        return name == SEARCH or is_idle(RESPONSES, tuple(name.split(".")), value)

    if isinstance(there, dict) and isinstance(back, dict):
        for name, owed, got in _lost(_in_responses(request), _in_chat(there), _in_responses(back), may_go, back):
            yield _failure(name, ("tools",) if name == SEARCH else tuple(name.split(".")), owed, got)


def _failure(name: str, path: Path, owed: JSON, got: JSON | Absent) -> Failure:
    return Failure("not-back", input_at(*path), f"{name}: sent {brief(owed)}, {came_back(got)}")


def _lost(
    sent: Said, arrived: Said, returned: Said, may_go: Callable[[str, JSON], bool], back: Said
) -> Iterator[tuple[str, JSON, JSON | Absent]]:
    for name, owed in sent.items():
        if equal(arrived.get(name, ABSENT), owed) and _has_tools(name, owed, back):
            got = returned.get(name, ABSENT)
            if got is ABSENT and (owed == {} or may_go(name, owed)):
                continue
            if got is ABSENT or not _is_same(owed, got):
                yield name, owed, got


def _is_same(owed: JSON, got: JSON) -> bool:
    """Whether two values say the same. Numbers and texts in another form are the matter of the rules about those."""
    return equal(owed, got) or all(one.kind is not None for one in differences(owed, got))


def _has_tools(name: str, owed: JSON, back: Said) -> bool:
    """Whether the tools that a member is about came back, where it is about any."""
    if name not in (CHOICE, PARALLEL):
        return True
    tools = back.get("tools")
    there = tools if isinstance(tools, list) else []
    held = [one for tool in there if isinstance(tool, dict) for one in (tool, *tool.values())]
    known = {word(one, "name") for one in held}
    return bool(tools) and known.issuperset(owed["names"] if isinstance(owed, dict) else ())


def _in_chat(request: Said) -> Said:
    """Return what the members of a Chat request say."""
    limit = next((value for name in LIMITS if (value := at(request, (name,))) is not ABSENT), ABSENT)
    format_ = at(request, ("response_format",))
    asks = at(request, ("logprobs",)) is True
    choice = next((value for name in (CHOICE, "function_call") if (value := at(request, (name,))) is not ABSENT), None)
    options = at(request, ("web_search_options",))
    said = {".".join(twin.at[RESPONSES]): at(request, twin.at[CHAT]) for twin in _TWINS} | {
        STORE: at(request, (STORE,)),
        LIMIT: _limit(limit),
        FORMAT: _format(format_, at(format_, ("json_schema",))),
        INCLUDE: asks or ABSENT,
        TOP: at(request, (TOP,)) if asks else ABSENT,
        CHOICE: _choice(chat_choice(choice)),
        SEARCH: _search(options, at(options, ("user_location", "approximate"))),
    }
    return {name: value for name, value in said.items() if value is not ABSENT}


def _in_responses(request: Said) -> Said:
    """Return what the members of a Responses request say."""
    format_, include, tools = at(request, ("text", "format")), request.get(INCLUDE), request.get("tools")
    asks = isinstance(include, list) and LOGPROBS in include
    search = next((one for one in tools if is_web_search(one)), ABSENT) if isinstance(tools, list) else ABSENT
    said = {".".join(twin.at[RESPONSES]): at(request, twin.at[RESPONSES]) for twin in _TWINS} | {
        STORE: at(request, (STORE,)),
        LIMIT: _limit(at(request, (LIMIT,))),
        FORMAT: _format(format_, format_),
        INCLUDE: asks or ABSENT,
        TOP: at(request, (TOP,)) if asks else ABSENT,
        CHOICE: _choice(responses_choice(request.get(CHOICE))),
        SEARCH: _search(search, at(search, ("user_location",))),
    }
    return {name: value for name, value in said.items() if value is not ABSENT}


def _limit(limit: JSON | Absent) -> JSON | Absent:
    """Return a limit that Responses takes: a smaller one is raised or refused."""
    return limit if isinstance(limit, int) and limit >= FEWEST_TOKENS else ABSENT


def _format(format_: JSON | Absent, named: JSON | Absent) -> JSON | Absent:
    """Return a format's type and name; what its schema says is the matter of other rules."""
    if not isinstance(format_, dict) or format_.get("type") in (None, "text"):
        return ABSENT
    return {"type": format_["type"], "name": named.get("name") if isinstance(named, dict) else None}


def _choice(choice: ToolChoice | None) -> JSON | Absent:
    """Return a choice's mode and the names in it: a custom tool may become a function."""
    if choice is None or choice.names is None:
        return ABSENT if choice is None else choice.mode
    return {"mode": choice.mode, "names": sorted({name for _type, name in choice.names})}


def _search(options: JSON | Absent, place: JSON | Absent) -> JSON | Absent:
    """Return what a web search asks for."""
    if not isinstance(options, dict):
        return ABSENT
    inner = place if isinstance(place, dict) else {}
    near = {key: value for key, value in inner.items() if key != "type" and value is not None}
    return {"size": options.get("search_context_size"), "near": near}
