"""A search of the web that is a setting in one format, and a tool of the host in the other, is the same search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conformance.base.values import JSON, same
from conformance.base.wording import versus
from conformance.formats.model.conversation import HOSTED
from conformance.formats.model.request import Request
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.requests import RequestComparison

_SIZE, _PLACE = "search_context_size", "user_location"


def searches(pair: RequestComparison) -> Iterator[Found]:
    """How much is searched, and near which place, stays, where the search arrived in either form."""
    owed, got = (search_of(element) for element in (pair.asked, pair.made))
    if not pair.is_list or owed is None or got is None:
        return
    yield "kept/search", REACHED
    for name, value in owed.items():
        if not same(value, got.get(name)):
            message = f"{name} of the search: {versus(value, got.get(name))}"
            yield "kept/search", Breach("search-changed", (OUTPUT,), message)


def search_of(request: Request) -> dict[str, JSON] | None:
    """Return what a search asks for, with the members of its place beside each other; None without one."""
    held = next((setting.value for setting in request.settings if setting.name == "search"), None)
    if isinstance(held, dict):
        place = held.get(_PLACE)
        return _told(held, place.get("approximate") if isinstance(place, dict) else None)
    tools = (tool for tool in request.tools or () if tool.kind == HOSTED and "web_search" in (tool.word or ""))
    tool = next(tools, None)
    if tool is None:
        return None
    own: dict[str, JSON] = {str(other.word): other.value for other in tool.others}
    return _told(own, own.get(_PLACE))


def _told(held: Mapping[str, JSON], place: JSON) -> dict[str, JSON]:
    inner = place if isinstance(place, dict) else {}
    near = {key: value for key, value in inner.items() if key != "type" and value is not None}
    return {name: value for name, value in ((_SIZE, held.get(_SIZE)), (_PLACE, near)) if value}
