"""There and back: what both APIs say, and arrived, comes back from the other operation (C2R-14, R2C-15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from conformance.base.values import ABSENT, JSON, same
from conformance.base.wording import spelled
from conformance.formats.members import is_idle
from conformance.formats.model.fact import Path
from conformance.formats.model.request import PLAIN, Request
from conformance.formats.whole_requests import REQUESTS
from conformance.rules.checks.by_laws.openai_requests.view import OpenAIRequest
from conformance.rules.checks.exact import differences
from conformance.rules.checks.findings import Failure, Findings, brief, came_back, input_at
from conformance.rules.laws.request_search import search_of
from conformance.rules.laws.users import USERS, is_digest

# What a Chat request need not say, or holds only beside something else.
_MAY_GO: Final = {"chat-request": ("store", "metadata", "search"), "responses-request": ("search",)}
_BESIDE_TOOLS: Final = ("choice", "parallel")


class _Said(NamedTuple):
    """What a request says of one thing, and where."""

    value: JSON
    at: Path


def same_request_after_the_way_back(view: OpenAIRequest) -> Findings:
    """C2R-14, R2C-15: what both APIs express, and arrived, comes back through the operation of the way back."""
    chained = view.trial.chained
    if chained is None or not isinstance(chained.output, dict) or not view.is_judged or view.broken:
        return None
    back = REQUESTS[view.operation.source].reading(view.as_carried(chained.output)).request
    return None if back is None else tuple(_not_back(view, back))


def _not_back(view: OpenAIRequest, back: Request) -> Iterator[Failure]:
    format_ = view.operation.source.removesuffix("-request")
    sent, arrived, returned = (_said(element) for element in (view.both.asked, view.both.made, back))
    for name, (owed, at) in sent.items():
        there, got = arrived.get(name), returned.get(name)
        if there is None or not same(there.value, owed) or (name in _BESIDE_TOOLS and not _has_tools(owed, back)):
            continue
        if got is None and (name in _MAY_GO[view.operation.source] or is_idle(format_, _names(at), owed)):
            continue
        if name in USERS and (got is None or is_digest(got.value, owed)):
            continue  # who asks changes no answer
        if got is None or not _is_same(owed, got.value):
            came = came_back(ABSENT if got is None else got.value)
            yield Failure("not-back", input_at(*at), f"{spelled(at)}: sent {brief(owed)}, {came}")


def _is_same(owed: JSON, got: JSON) -> bool:
    """Whether two values say the same. Numbers and texts in another form are the matter of the rules about those."""
    return same(owed, got) or all(difference.kind is not None for difference in differences(owed, got))


def _names(at: Path) -> tuple[str, ...]:
    return tuple(map(str, at))


def _said(request: Request) -> Mapping[str, _Said]:
    """Return what is compared: the settings, the kind and name of a form, the mode and names of a choice."""
    found = {
        setting.name: _Said(setting.value, setting.at[0]) for setting in request.settings if setting.name != "search"
    }
    search = search_of(request)
    if search is not None:
        found["search"] = _Said(search, ("web_search",))
    if request.format is not None and request.format.kind not in (PLAIN, ""):
        found["format"] = _Said([request.format.kind, request.format.name], request.format.at[0])
    if request.choice is not None:
        names = None if request.choice.names is None else sorted({name for _kind, name in request.choice.names})
        found["choice"] = _Said([request.choice.mode, names], request.choice.at[0])
    return found


def _has_tools(owed: JSON, back: Request) -> bool:
    """Whether the tools that something is about came back."""
    known = {tool.name for tool in back.tools or ()}
    return bool(back.tools) and known.issuperset((owed[1] or ()) if isinstance(owed, list) else ())
