"""There and back: what a member says in both APIs comes back from the other operation (C2R-14, R2C-15).

What did not arrive on the way there is the matter of the rules about that way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent, equal
from conformance.formats.facts import word
from conformance.formats.members import CHAT, RESPONSES, Path, is_idle
from conformance.rules.checks.exact import differences
from conformance.rules.checks.findings import Failure, brief, came_back, input_at
from conformance.rules.checks.letters.requests.direction import Direction
from conformance.rules.checks.letters.requests.form import (
    ASKS_LOGPROBS,
    FEWEST_TOKENS,
    FORMAT,
    LIMITS,
    SHARED,
    STORE,
    TOP,
    Request,
    RequestMembers,
    read_form,
)
from conformance.rules.checks.letters.requests.tool_choice import ChoiceForm
from conformance.rules.laws.users import USERS, is_digest

_Said = dict[str, JSON | Absent]

_SEARCH, _CHOICE, _PARALLEL, _METADATA = "web_search", "tool_choice", "parallel_tool_calls", "metadata"
# Where each format has what is compared. It is named as Responses names it.
_PLACES: Final[Mapping[str, Mapping[str, Path]]] = {
    ".".join(places[RESPONSES]): places
    for places in (
        *(check.at for check in SHARED), FORMAT, ASKS_LOGPROBS, {CHAT: (TOP,), RESPONSES: (TOP,)},
        {CHAT: (STORE,), RESPONSES: (STORE,)}, {CHAT: (_CHOICE,), RESPONSES: (_CHOICE,)},
        {CHAT: LIMITS[CHAT][:1], RESPONSES: LIMITS[RESPONSES]},
    )
} | {_SEARCH: {CHAT: ("web_search_options",), RESPONSES: ("tools",)}}  # fmt: skip
_ASKING: Final = frozenset(".".join(check.at[RESPONSES]) for check in SHARED if check.setting in USERS)
# What need not come back. A Chat request may say nothing of store, and holds metadata only beside it.
_MAY_GO: Final[Mapping[str, tuple[str, ...]]] = {CHAT: (STORE, _METADATA, _SEARCH), RESPONSES: (_SEARCH,)}


def not_back(way: Direction, request: Request, there: JSON, back: JSON) -> Iterator[Failure]:
    """Yield what of a request does not come back.

    request: of the direction's source, without members that are broken. there: what it became. back: what came of that.
    """
    if not isinstance(there, dict) or not isinstance(back, dict):
        return
    sent, arrived = (
        _comparable_members(read_form(way.source, request)),
        _comparable_members(read_form(way.target, there)),
    )
    returned = _comparable_members(read_form(way.source, back))
    for name, owed in sent.items():
        if not equal(arrived.get(name, ABSENT), owed) or not _has_tools(name, owed, back):
            continue
        got, place = returned.get(name, ABSENT), _PLACES[name][way.source]
        if got is ABSENT and (owed == {} or name in _MAY_GO[way.source] or is_idle(way.source, place, owed)):
            continue
        if name in _ASKING and (got is ABSENT or is_digest(got, owed)):
            continue  # who asks changes no answer
        if got is ABSENT or not _is_same(owed, got):
            yield Failure("not-back", input_at(*place), f"{name}: sent {brief(owed)}, {came_back(got)}")


def _is_same(owed: JSON, got: JSON) -> bool:
    """Whether two values say the same. Numbers and texts in another form are the matter of the rules about those."""
    return equal(owed, got) or all(difference.kind is not None for difference in differences(owed, got))


def _has_tools(name: str, owed: JSON, back: Request) -> bool:
    """Whether the tools that a member is about came back, where it is about any."""
    if name not in (_CHOICE, _PARALLEL):
        return True
    tools = back.get("tools")
    there = tools if isinstance(tools, list) else []
    held = [element for tool in there if isinstance(tool, dict) for element in (tool, *tool.values())]
    known = {word(element, "name") for element in held}
    return bool(tools) and known.issuperset(owed["names"] if isinstance(owed, dict) else ())


def _comparable_members(form: RequestMembers) -> Mapping[str, JSON]:
    """Return what is compared of a form, as far as both formats can say it."""
    said: _Said = {".".join(check.at[RESPONSES]): form.shared.get(check.setting, ABSENT) for check in SHARED}
    said |= {
        STORE: form.store,
        LIMITS[RESPONSES][0]: _limit(form),
        # What its schema says is the matter of other rules.
        ".".join(FORMAT[RESPONSES]): ABSENT if form.format is None else _format_without_name(form.format),
        ".".join(ASKS_LOGPROBS[RESPONSES]): form.logprobs or ABSENT,
        TOP: form.top if form.logprobs else ABSENT,
        _CHOICE: _choice(None if form.choice is None else form.choice.read),
        _SEARCH: ABSENT if form.search is None else _search(form.search),
    }
    return {name: value for name, value in said.items() if value is not ABSENT}


def _limit(form: RequestMembers) -> JSON | Absent:
    """Return a limit that Responses takes: a smaller one is raised or refused."""
    limit = None if form.limit is None else form.limit[1]
    return limit if isinstance(limit, int) and limit >= FEWEST_TOKENS else ABSENT


def _format_without_name(format_: Request) -> JSON:
    return {"type": format_["type"], "name": format_.get("name")}


def _choice(choice: ChoiceForm | None) -> JSON | Absent:
    """Return a choice's mode and the names in it: a custom tool may become a function."""
    if choice is None or choice.names is None:
        return ABSENT if choice is None else choice.mode
    return {"mode": choice.mode, "names": sorted({name for _type, name in choice.names})}


def _search(search: Request) -> JSON:
    return {"size": search.get("search_context_size"), "near": search.get("user_location", {})}
