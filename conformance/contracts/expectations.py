"""What cases expect, read when it is asked for: a run of a subject without fault never asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, overload

from conformance.contracts.model import Expectation

Expected = tuple[Expectation, ...]


class KeptExpectations(Sequence[Expectation]):
    """What one case expects; equal to a tuple of the same.

    read: what every case of a contract expects, in their order. place: the case's own.
    """

    __slots__ = ("_change", "_place", "_read")

    def __init__(
        self, read: Callable[[], Sequence[Expected]], place: int, change: Callable[[Expected], Expected] | None = None
    ) -> None:
        self._read = read
        self._place = place
        self._change = change

    @classmethod
    def of_each(cls, count: int, read: Callable[[], Sequence[Expected]]) -> list[KeptExpectations]:
        """Return what each of so many cases expects. read: is called once, when the first is asked for."""
        once = cache(read)
        return [cls(once, place) for place in range(count)]

    def changed(self, change: Callable[[Expected], Expected]) -> KeptExpectations:
        """Return what another form of the case expects."""
        return KeptExpectations(self._read, self._place, change)

    def _whole(self) -> Expected:
        told = self._read()[self._place]
        return told if self._change is None else self._change(told)

    @overload
    def __getitem__(self, index: int) -> Expectation: ...
    @overload
    def __getitem__(self, index: slice) -> Expected: ...
    def __getitem__(self, index: Any) -> Any:
        return self._whole()[index]

    def __len__(self) -> int:
        return len(self._whole())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._whole() == tuple(other)

    def __repr__(self) -> str:
        return repr(self._whole())
