"""The list of changes that no rule has to catch, each with its reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from tests.mutation.change import Change

LIST = Path(__file__).with_name("equivalent.toml")


class Entry(NamedTuple):
    """Changes that are equivalent for one reason.

    module: "" for any. function: "" for any; its methods and inner functions with it. line: the whole text of the line;
    "" for any. statement, change: patterns that are found in the statement, and in `was  =>  becomes`.
    """

    reason: str
    module: str = ""
    function: str = ""
    line: str = ""
    statement: str = ""
    change: str = ""

    def covers(self, change: Change) -> bool:
        """Whether a change is one of these."""
        return (
            self.module in ("", change.module)
            and (not self.function or f"{change.function}.".startswith(f"{self.function}."))
            and self.line in ("", change.line)
            and re.search(self.statement, change.statement) is not None
            and re.search(self.change, f"{change.was}  =>  {change.becomes}") is not None
        )

    def __str__(self) -> str:
        """Name it by what it is found by."""
        return ", ".join(f"{key} {value!r}" for key, value in self._asdict().items() if value and key != "reason")


class Listed(NamedTuple):
    """The list. modules: those that it is kept for."""

    modules: tuple[str, ...]
    entries: tuple[Entry, ...]

    def unlisted(self, survivors: Iterable[Change]) -> list[Change]:
        """Return the survivors that no entry covers."""
        return [one for one in survivors if not any(entry.covers(one) for entry in self.entries)]

    def idle(self, survivors: Collection[Change], modules: Collection[str]) -> list[Entry]:
        """Return the entries that cover no survivor, of those that only these modules could need."""
        whole = set(self.modules) <= set(modules)
        due = [entry for entry in self.entries if (entry.module in modules if entry.module else whole)]
        return [entry for entry in due if not any(entry.covers(one) for one in survivors)]


def read(path: Path = LIST) -> Listed:
    """Read the list. Raises ValueError for an entry of another shape, or one that says nothing."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    entries = []
    for number, one in enumerate(data["equivalent"]):
        unknown = one.keys() - set(Entry._fields)
        if unknown:
            raise ValueError(f"{path.name}: equivalent[{number}] has {', '.join(sorted(unknown))}")
        if not one.get("reason") or not (one.get("line") or one.get("statement") or one.get("change")):
            raise ValueError(f"{path.name}: equivalent[{number}] needs a reason, and a line, a statement or a change")
        entries.append(Entry(**one))
    return Listed(tuple(data["modules"]), tuple(entries))
