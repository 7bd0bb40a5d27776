"""An output without what the rules leave free, so that two sound ones can be compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from conformance.base.values import JSON
from conformance.formats.chat.conversation import INSTRUCTING
from conformance.formats.facts import TEXT, Path, WireItem
from conformance.formats.parts import without_cache_control
from conformance.formats.responses.facts import is_message
from conformance.formats.responses.items import Items, is_hollow
from conformance.rules.checks.letters.responses_input.pairing import FactPair, speaker


def essence_of(items: Items, pairs: Sequence[FactPair], requires: Callable[[WireItem], bool]) -> JSON:
    """Return the numbers of the owed facts, by speaker and message of the input; what is none of them as it is."""
    numbers: defaultdict[Path, list[int]] = defaultdict(list)
    messages: defaultdict[int, set[int]] = defaultdict(set)
    for number, pair in enumerate(pairs):
        if pair.found is not None:
            numbers[pair.found.at].append(number)
            messages[pair.found.entry].add(pair.owed.entry)
    said: defaultdict[tuple[str, int | str], list[JSON]] = defaultdict(list)
    for found in items.found:
        if found.inside:
            continue
        role = (speaker(found.role) or "") if found.role is not None else "assistant"
        for number in numbers[found.at]:
            owed = pairs[number].owed
            # Where the system speaks has rules of its own.
            if requires(owed) and not owed.inside and not (owed.kind == TEXT and owed.role in INSTRUCTING):
                said[role, owed.entry].append(["owed", number])
        item = items.items[found.entry]
        if not numbers[found.at] and not (is_message(item) and is_hollow(item)):
            homes = messages[found.entry]
            home = next(iter(homes)) if len(homes) == 1 else f"item {found.entry}"
            said[role, home].append(["raw", without_cache_control(found.source)])
    in_place = any(pair.offset is not None for pair in pairs)
    return {
        "instructions": None if in_place else items.instructions or None,
        "items": [[role, sorted(facts, key=repr)] for (role, _message), facts in said.items()],
        "raw": [item for item in items.items if not isinstance(item, dict)],
    }
