"""Lists of changes that survive, each with the reason: nothing has to catch it, or a rule should and does not yet."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from tests.mutation.change import Change

_FOUND_BY = ("module", "function", "line", "statement", "change")
LIST = Path(__file__).with_name("equivalent.toml")


class Entry(NamedTuple):
    """Changes that survive for one reason. missing: whether a rule or a case is, that should catch them.

    module: "" for any. function: "" for any; its methods and inner functions with it. line: the whole text of the line;
    "" for any. statement, change: patterns that are found in the statement, and in `was  =>  becomes`.
    """

    reason: str
    module: str = ""
    function: str = ""
    line: str = ""
    statement: str = ""
    change: str = ""
    missing: bool = False

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
        return ", ".join(
            f"{key} {value!r}" for key, value in self._asdict().items() if value and key not in ("reason", "missing")
        )


class Listed(NamedTuple):
    """The list. modules: those that it is kept for."""

    modules: tuple[str, ...]
    entries: tuple[Entry, ...]

    def unlisted(self, survivors: Iterable[Change]) -> list[Change]:
        """Return the survivors that no entry covers."""
        return [survivor for survivor in survivors if not any(entry.covers(survivor) for entry in self.entries)]

    def missing(self, survivors: Iterable[Change]) -> list[Change]:
        """Return the survivors that a rule or a case should catch."""
        return [
            survivor
            for survivor in survivors
            if any(entry.missing and entry.covers(survivor) for entry in self.entries)
        ]

    def idle(self, survivors: Collection[Change], modules: Collection[str]) -> list[Entry]:
        """Return the entries that cover no survivor, of those that only these modules could need."""
        whole = set(self.modules) <= set(modules)
        due = [entry for entry in self.entries if (entry.module in modules if entry.module else whole)]
        return [entry for entry in due if not any(entry.covers(survivor) for survivor in survivors)]


def read(path: Path = LIST) -> Listed:
    """Read the list. Raises ValueError for an entry of another shape, or one that says nothing."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    kinds = [("equivalent", element) for element in data["equivalent"]] + [
        ("missing", element) for element in data.get("missing", ())
    ]
    entries = []
    for kind, other_kind in kinds:
        unknown = other_kind.keys() - {"reason", *_FOUND_BY}
        if unknown:
            raise ValueError(f"{path.name}: {kind} {other_kind} has {', '.join(sorted(unknown))}")
        if not other_kind.get("reason") or not any(
            other_kind.get(key) for key in ("function", "line", "statement", "change")
        ):
            raise ValueError(
                f"{path.name}: {kind} {other_kind} needs a reason, and a function, line, statement or change"
            )
        entries.append(Entry(**other_kind, missing=kind == "missing"))
    return Listed(tuple(data.get("modules", ())), tuple(entries))
