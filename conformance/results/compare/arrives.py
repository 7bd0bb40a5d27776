"""What arrives of each content now, and what arrived before."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from conformance.results.arrives import Report, percents
from conformance.rules.contracts.contents import CONTENTS


class Moved(NamedTuple):
    """A content of which another share arrives now. before, now: in whole percent."""

    content: str
    before: int
    now: int

    def __str__(self) -> str:
        return f"{CONTENTS[self.content]}: {self.before} to {self.now} %"


def moved(old: Report, new: Report) -> Iterator[Moved]:
    """Yield the contents of which another share arrives, in the operations that both reports have, in their order."""
    both = old.get("arrives", {}).keys() & new.get("arrives", {}).keys()
    before, now = (percents(_of(report, both)) for report in (old, new))
    for content in CONTENTS:
        if content in before and content in now and before[content] != now[content]:
            yield Moved(content, before[content], now[content])


def _of(report: Report, operations: Collection[str]) -> Report:
    return {"arrives": {name: table for name, table in report.get("arrives", {}).items() if name in operations}}
