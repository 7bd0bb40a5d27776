"""What became of the facts of one content: a table's row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Final, TypeAlias

from conformance.rules.contracts.contents import CONTENTS

# The fates of a fact: the members of Fates. SAID: it is left out, and a report says so.
ARRIVES, SAID, LOST, CHANGED, REFUSED, BREAKS = "arrives", "reported", "lost", "changed", "refused", "breaks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fates:
    """What became of the facts of one content: how many have which fate. rules: that took one away, sorted."""

    arrives: int = 0
    reported: int = 0
    lost: int = 0
    changed: int = 0
    refused: int = 0
    breaks: int = 0
    rules: tuple[str, ...] = ()

    @property
    def facts(self) -> int:
        """How many facts there are."""
        return self.arrives + self.reported + self.gone

    @property
    def gone(self) -> int:
        """How many facts neither arrive nor are reported."""
        return self.lost + self.changed + self.refused + self.breaks

    @property
    def percent(self) -> int:
        """The share that arrives or is reported, in whole percent: 100 only where nothing is gone, and 0 where all is.

        Raises ZeroDivisionError where there are no facts.
        """
        kept = self.arrives + self.reported
        return kept * 100 // self.facts or int(kept > 0)

    def plus(self, other: Fates) -> Fates:
        """Return the facts of both together."""
        numbers = {number: getattr(self, number) + getattr(other, number) for number in _NUMBERS}
        return Fates(**numbers, rules=tuple(sorted({*self.rules, *other.rules})))

    def numbers(self) -> dict[str, int]:
        """Return the number of facts of each fate, in the order of the table."""
        return {number: getattr(self, number) for number in _NUMBERS}


_NUMBERS: Final = tuple(field.name for field in fields(Fates) if field.name != "rules")


def fact(fate: str, rules: Iterable[str] = ()) -> Fates:
    """Return one fact of a fate. rules: that took it away."""
    numbers = {number: int(number == fate) for number in _NUMBERS}
    return Fates(**numbers, rules=tuple(sorted(rules)))


# The fate of a fact as a character of a grid; NO_FACT where a case has none of a content.
CHARACTERS: Final[Mapping[str, str]] = {ARRIVES: "a", SAID: "s", LOST: "l", CHANGED: "c", REFUSED: "r", BREAKS: "b"}
NO_FACT: Final = "-"


def grid_line(facts: Mapping[str, Fates]) -> str:
    """Return the facts of one case as text: a character for each content, in the order of CONTENTS."""
    return "".join(_character(facts.get(content, Fates())) for content in CONTENTS)


def _character(of_content: Fates) -> str:
    return next((CHARACTERS[fate] for fate, number in of_content.numbers().items() if number), NO_FACT)


Arrivals: TypeAlias = Mapping[str, Fates]  # by content, in the order of CONTENTS; of those that have a fact


def together(tables: Iterable[Arrivals]) -> dict[str, Fates]:
    """Return the facts of several operations together, in the order of CONTENTS."""
    found: dict[str, Fates] = {}
    for table in tables:
        for content, fates in table.items():
            found[content] = found.get(content, Fates()).plus(fates)
    return {content: found[content] for content in CONTENTS if content in found}
