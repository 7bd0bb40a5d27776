"""The ledger of a run: every planned item ends as judged or as excused with a reason, or the run is incomplete.

Items are written down when they are planned, before anything is generated or asked. What gets lost on the way between
plan and verdict, for whatever reason, stays open, and a run with an open item cannot conform.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto

LOST = "no verdict was reached"  # on an item that is open without a stated reason


class Kind(StrEnum):
    """What an item is."""

    OPERATION = "operation"
    CASE = "case"
    EXAMPLE = "example"  # generated, given, recorded, or kept from an earlier run
    CHAIN = "chain"  # an input that goes through several operations
    REPETITION = "repetition"  # an input that a restarted copy of the subject is asked
    EXCHANGE = "exchange"  # one HTTP request to a service


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerItem:
    """One planned item. name: unique among the items of its operation and kind."""

    operation: str
    kind: Kind
    name: str


def operation_item(operation: str) -> LedgerItem:
    """Return the item of a whole operation."""
    return LedgerItem(operation=operation, kind=Kind.OPERATION, name=operation)


class _State(Enum):
    OPEN = auto()
    JUDGED = auto()
    EXCUSED = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """How many items there are. excused, open: by reason. set_aside: by reason, judged items that some rule could not
    judge, for a fault of the suite.
    """

    planned: int = 0
    judged: int = 0
    set_aside: Mapping[str, int] = field(default_factory=dict)
    excused: Mapping[str, int] = field(default_factory=dict)
    open: Mapping[str, int] = field(default_factory=dict)


class Ledger:
    """The items of one run, or of a part of it. Pickles, so that other processes can send theirs."""

    def __init__(self) -> None:
        self._items: dict[LedgerItem, tuple[_State, str]] = {}
        self._aside: dict[LedgerItem, str] = {}
        self._of: dict[str, list[LedgerItem]] = {}  # by operation

    def plan(self, items: Iterable[LedgerItem]) -> None:
        """Write down items as open. An item that is planned twice is one item."""
        for item in items:
            if item not in self._items:
                self._add(item, _State.OPEN, LOST)

    def __contains__(self, item: LedgerItem) -> bool:
        """Whether an item was planned."""
        return item in self._items

    def judge(self, item: LedgerItem, standing: str = "") -> None:
        """Close an item that has a verdict. standing: of its input; empty where no verdict rests on it.

        Raises KeyError for one that was not planned.
        """
        self._close(item, _State.JUDGED, standing)

    def excuse(self, item: LedgerItem, reason: str) -> None:
        """Close an item that needs no verdict. Raises KeyError for one that was not planned."""
        self._close(item, _State.EXCUSED, reason)

    def set_aside(self, item: LedgerItem, reason: str) -> None:
        """Note that a rule could not judge an item. Raises KeyError for one that was not planned."""
        if item not in self._items:
            raise KeyError(item)
        self._aside.setdefault(item, reason)

    def explain(self, item: LedgerItem, reason: str) -> None:
        """State why an item stays open. Raises KeyError for one that was not planned."""
        if self._items[item][0] is _State.OPEN:
            self._items[item] = (_State.OPEN, reason)

    def join(self, part: Ledger) -> None:
        """Take over the items of a part of the run. An item that the part closed is closed."""
        for item, (state, reason) in part._items.items():
            if item not in self._items:
                self._add(item, state, reason)
            elif state is not _State.OPEN:
                self._items[item] = (state, reason)
        self._aside |= part._aside

    def reword(self, change: Callable[[str], str]) -> None:
        """Change the words of every reason, which may quote the subject."""
        changed = {reason: change(reason) for state, reason in self._items.values() if state is not _State.JUDGED}
        self._items = {
            item: (state, reason if state is _State.JUDGED else changed[reason])
            for item, (state, reason) in self._items.items()
        }
        self._aside = {item: change(reason) for item, reason in self._aside.items()}

    def judged(self) -> Iterator[LedgerItem]:
        """Yield the items that have a verdict."""
        return (item for item, (state, _reason) in self._items.items() if state is _State.JUDGED)

    def standings(self) -> Mapping[str, Mapping[str, int]]:
        """Return, by operation and standing, the number of inputs on which verdicts rest."""
        found: dict[str, Counter[str]] = {}
        for item, (state, standing) in self._items.items():
            if state is _State.JUDGED and standing:
                found.setdefault(item.operation, Counter())[standing] += 1
        return found

    def reason(self, item: LedgerItem) -> str | None:
        """Return why a planned item has no verdict; None for one that was judged."""
        state, reason = self._items[item]
        return None if state is _State.JUDGED else reason

    @property
    def is_complete(self) -> bool:
        """Whether something was planned and no item is open."""
        return bool(self._items) and all(state is not _State.OPEN for state, _reason in self._items.values())

    def totals(self, *, operation: str | None = None, kind: Kind | None = None) -> Totals:
        """Count the items, or those of an operation or a kind. Whole operations count only as their own kind."""
        return _totals(
            (*self._items[item], self._aside.get(item))
            for item in (self._items if operation is None else self._of.get(operation, ()))
            if (kind is item.kind if kind is not None else item.kind is not Kind.OPERATION)
        )

    def inputs(self, operation: str | None = None) -> int:
        """Return how many different inputs were planned for all operations, or for one."""
        return sum(self.totals(operation=operation, kind=kind).planned for kind in (Kind.CASE, Kind.EXAMPLE))

    def operations(self) -> list[str]:
        """Return the operations that have items, in the order of the plan."""
        return list(self._of)

    def names(self, operation: str, kind: Kind) -> list[str]:
        """Return the names of the items of an operation and a kind, in the order of the plan."""
        return [item.name for item in self._of.get(operation, ()) if item.kind is kind]

    def _add(self, item: LedgerItem, state: _State, reason: str) -> None:
        self._items[item] = (state, reason)
        self._of.setdefault(item.operation, []).append(item)

    def _close(self, item: LedgerItem, state: _State, reason: str) -> None:
        if self._items[item][0] is _State.OPEN:
            self._items[item] = (state, reason)


def _totals(entries: Iterator[tuple[_State, str, str | None]]) -> Totals:
    counts: Counter[_State] = Counter()
    reasons: dict[_State, Counter[str]] = {_State.EXCUSED: Counter(), _State.OPEN: Counter()}
    aside: Counter[str] = Counter()
    for state, reason, set_aside in entries:
        counts[state] += 1
        if set_aside is not None and state is _State.JUDGED:
            aside[set_aside] += 1
        if state in reasons:
            reasons[state][reason] += 1
    return Totals(
        planned=counts.total(),
        judged=counts[_State.JUDGED],
        set_aside=dict(aside),
        excused=dict(reasons[_State.EXCUSED]),
        open=dict(reasons[_State.OPEN]),
    )
