"""What the Responses API keeps of what it said, so that a later request can go on from there or refer to it."""

from __future__ import annotations

from typing import Any

from conformance.apis.emulator import wording
from conformance.apis.emulator.wording import ApiError
from conformance.base.values import JSON

MOST_KEPT = 1000  # responses; the oldest are forgotten

Object = dict[str, Any]


class Stored:
    """Responses and their items, by their ids; and which types of items only this API knows."""

    def __init__(self) -> None:
        self._conversations: dict[str, list[JSON]] = {}  # by response: all items up to and with its own
        self._items: dict[str, JSON] = {}
        self._own_types: dict[str, str] = {}  # the id of the last item of each type that no schema has

    def keep(self, request: Object, body: Object, own_type: str | None) -> None:
        """Keep a response, unless its request says not to. own_type: of its items, one that no schema has."""
        output = body["output"]
        if own_type is not None:
            self._own_types[own_type] = next(item["id"] for item in output if item.get("type") == own_type)
        if request.get("store") is False or not isinstance(body["id"], str):  # a script may hold anything
            return
        previous = self._conversations.get(request.get("previous_response_id") or "", [])
        items = [*self.resolved(_input(request)), *map(self._stand_in, output)]
        self._conversations[body["id"]] = [*previous, *items]
        self._items |= {
            item["id"]: item for item in items if isinstance(item, dict) and isinstance(item.get("id"), str)
        }
        for kept in (self._conversations, self._items):
            while len(kept) > MOST_KEPT:
                del kept[next(iter(kept))]

    def readable(self, request: JSON) -> JSON:
        """Return a request with references in the place of items that only this API knows.

        No schema knows them, and it takes back what it said.
        """
        items = request.get("input") if isinstance(request, dict) else None
        if not self._own_types or not isinstance(items, list):
            return request
        return {**request, "input": [self._stand_in(item) for item in items]}

    def whole(self, request: Object) -> Object | ApiError | None:
        """Return a well-formed request with the whole conversation it goes on from as its input.

        None where the request says all of it itself. An error where it goes on from what is not kept.
        """
        previous, items = request.get("previous_response_id"), _input(request)
        if previous is not None and previous not in self._conversations:
            return wording.no_previous(previous)
        for item in items:
            if refers(item) and item["id"] not in self._items and item["id"] not in self._own_types.values():
                return wording.no_item(item["id"])
        if previous is None and not any(map(refers, items)):
            return None
        rest = {name: value for name, value in request.items() if name != "previous_response_id"}
        return rest | {"input": [*self._conversations.get(previous or "", []), *self.resolved(items)]}

    def resolved(self, items: list[JSON]) -> list[JSON]:
        """Return items with those that are kept in the place of references to them."""
        return [self._items.get(item["id"], item) if refers(item) else item for item in items]

    def _stand_in(self, item: JSON) -> JSON:
        kind = item.get("type") if isinstance(item, dict) else None
        if not isinstance(kind, str) or kind not in self._own_types:
            return item
        given = item.get("id")
        return {"type": "item_reference", "id": given if isinstance(given, str) else self._own_types[kind]}


def refers(item: JSON) -> bool:
    """Whether an item is a reference, or may be one: its type can be left out."""
    return (
        isinstance(item, dict)
        and isinstance(item.get("id"), str)
        and (item.get("type") == "item_reference" or item.keys() == {"id"})
    )


def _input(request: Object) -> list[JSON]:
    given = request.get("input")
    return [{"role": "user", "content": given}] if isinstance(given, str) else list(given or ())
