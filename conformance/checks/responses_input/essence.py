"""An output without what the rules leave free, so that two sound ones can be held together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conformance.checks.responses_input.conversation import (
    INLINE,
    INSTRUCTING,
    RESULT,
    TEXT,
    USE,
    without_cache_control,
)
from conformance.checks.responses_input.items import Found, is_hollow, is_message, word
from conformance.checks.responses_input.pairing import speaker
from conformance.values import ABSENT, JSON

if TYPE_CHECKING:
    from conformance.checks.responses_input.view import ResponsesInput

# Per group: who speaks, which message all of it comes from (None where that differs), what it says.
_Group = tuple[str, int | None, list[JSON]]


def of(view: ResponsesInput) -> JSON:
    """Return the output told as facts: what an owed one became, no check objects to; what is none, stands as it is."""
    if view.output is ABSENT or view.items is None or view.pairing is None:
        return view.output
    owed_of = {pair.found.path: index for index, pair in enumerate(view.pairs) if pair.found is not None}
    by_item: dict[int, list[Found]] = {}
    for found in view.items.found:
        by_item.setdefault(found.item, []).append(found)
    groups: list[_Group] = []
    for index, item in enumerate(view.items.items):
        if is_message(item) and is_hollow(item) and not _owed(view, by_item.get(index, []), owed_of):
            continue
        _add(view, index, item, by_item.get(index, []), owed_of, groups)
    told = [[role, sorted(said, key=_place)] for role, _message, said in groups if said]
    return {"instructions": _instructions(view), "items": told}


def _owed(view: ResponsesInput, found: list[Found], owed_of: dict[JSON, int]) -> bool:
    return any(one.path in owed_of and view.requires(view.pairs[owed_of[one.path]].owed) for one in found)


def _place(said: JSON) -> tuple[int, str]:
    return (said[1], "") if said[0] == "owed" else (1 << 30, repr(said))


def _add(
    view: ResponsesInput, index: int, item: JSON, found: list[Found], owed_of: dict[JSON, int], groups: list[_Group]
) -> None:
    said: list[JSON] = []
    messages: set[int] = set()
    flat = False
    for one in found:
        if one.inside:
            continue
        position = owed_of.get(one.path)
        if position is None:
            said.append(["raw", without_cache_control(one.source)])
            continue
        owed = view.pairs[position].owed
        messages.add(owed.message)
        flat = flat or owed.kind in (RESULT, INLINE, USE)
        if owed.kind == TEXT and (owed.role in INSTRUCTING or (owed.value == "" and not view.requires(owed))):
            continue  # where the system speaks has rules of its own
        if view.requires(owed) and not owed.inside:
            said.append(["owed", position])
    if not found and not is_message(item):
        said.append(["raw", item])
    if len({entry[1] for entry in said if entry[0] == "owed"}) < sum(entry[0] == "owed" for entry in said):
        said = [entry for number, entry in enumerate(said) if entry not in said[:number]]
    role = (speaker(word(item, "role")) or "") if is_message(item) else "assistant"
    message = messages.pop() if len(messages) == 1 else None
    if view.worded and said and message is not None:
        # The calls of a turn share one text.
        said += [["owed", position] for position in view.conversation.by_message[message]
                 if (found_pair := view.pairs[position].found) is not None and found_pair.item == index
                 and ["owed", position] not in said]  # fmt: skip
    if flat and message is None:
        groups.extend((role, None, [entry]) for entry in said)
        return
    last = groups[-1] if groups else None
    if message is not None and last is not None and last[1] == message:
        last[2].extend(entry for entry in said if entry not in last[2])
        return
    groups.append((role, message, said))


def _instructions(view: ResponsesInput) -> JSON:
    if view.items is None or any(pair.offset is not None for pair in view.pairs):
        return None
    return view.items.instructions or None
