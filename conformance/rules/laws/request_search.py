"""A search of the web that is a setting in one format, and a tool of the host in the other, is the same search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conformance.base.values import JSON, same
from conformance.base.wording import versus
from conformance.formats.model.conversation import HOSTED
from conformance.formats.model.request import Request
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.requests import Requests

_SIZE, _PLACE = "search_context_size", "user_location"


def searches(both: Requests) -> Iterator[Found]:
    """How much is searched, and near which place, stays, where the search arrived in either form."""
    owed, got = (search_of(one) for one in (both.asked, both.made))
    if not both.is_list or owed is None or got is None:
        return
    yield "kept/search", REACHED
    for name, value in owed.items():
        if not same(value, got.get(name)):
            message = f"{name} of the search: {versus(value, got.get(name))}"
            yield "kept/search", Breach("search-changed", (OUTPUT,), message)


def search_of(request: Request) -> dict[str, JSON] | None:
    """Return what a search asks for, with the members of its place beside each other; None without one."""
    held = next((one.value for one in request.settings if one.name == "search"), None)
    if isinstance(held, dict):
        place = held.get(_PLACE)
        return _told(held, place.get("approximate") if isinstance(place, dict) else None)
    tools = (one for one in request.tools or () if one.kind == HOSTED and "web_search" in (one.word or ""))
    tool = next(tools, None)
    if tool is None:
        return None
    own: dict[str, JSON] = {str(one.word): one.value for one in tool.others}
    return _told(own, own.get(_PLACE))


def _told(held: Mapping[str, JSON], place: JSON) -> dict[str, JSON]:
    inner = place if isinstance(place, dict) else {}
    near = {key: value for key, value in inner.items() if key != "type" and value is not None}
    return {name: value for name, value in ((_SIZE, held.get(_SIZE)), (_PLACE, near)) if value}
