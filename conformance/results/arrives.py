"""What arrives: the table of contents at the top of each report, written into report.json and read from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from conformance.results.text import counted, one_line
from conformance.rules.contracts.contents import CONTENTS, REPORTED
from conformance.running.engine.fates import BREAKS, CHANGED, LOST, REFUSED, SAID, Fates, together
from conformance.running.engine.result import RunResult

Report = Mapping[str, Any]
Keys = frozenset[tuple[str, str]]  # operation and rule

MOST_ROWS = 14  # of contents on a terminal, between the title and the line of the others
TITLE = "What arrives"
# What becomes of facts that do not arrive, and of those that are left out with a report.
_WORDS: Mapping[str, str] = {
    SAID: "left out with a report",
    LOST: "lost in silence",
    CHANGED: "changed in silence",
    REFUSED: "refused by the API",
    BREAKS: "where the conversion fails",
}


class ArrivalRow(NamedTuple):
    """A content of a table. name: as readers know it. keys: of the rules that took facts away."""

    content: str
    name: str
    fates: Fates
    keys: Keys

    @property
    def said(self) -> str:
        """What became of the facts that do not simply arrive; empty where all do."""
        numbers = self.fates.numbers()
        is_usual = self.content == REPORTED  # that a drop is reported is what this content is
        fates = [fate for fate in _WORDS if numbers[fate] and not (is_usual and fate == SAID)]
        return ", ".join(f"{numbers[fate]:,} {_WORDS[fate]}" for fate in fates)


def arrives_document(result: RunResult) -> dict[str, dict[str, dict[str, Any]]]:
    """Return by operation and content the facts by fate. Shape: specs/report.schema.json, arrives."""
    return {
        operation: {
            content: {"facts": fates.facts, **fates.numbers()} | ({"rules": list(fates.rules)} if fates.rules else {})
            for content, fates in table.items()
        }
        for operation, table in result.arrivals.items()
        if table
    }


def rows_of(report: Report) -> list[ArrivalRow]:
    """Return the contents of all operations of a report together, in their order; none for one without the table."""
    tables = {
        operation: {content: _fates(value) for content, value in table.items() if content in CONTENTS}
        for operation, table in report.get("arrives", {}).items()
    }
    return [
        ArrivalRow(content, CONTENTS[content], fates, frozenset(_keys(tables, content)))
        for content, fates in together(tables.values()).items()
        if fates.facts  # a report that somebody else wrote may say anything
    ]


def _fates(entry: Mapping[str, Any]) -> Fates:
    numbers = {name: entry[name] for name in Fates().numbers()}
    return Fates(**numbers, rules=tuple(entry.get("rules", ())))


def _keys(tables: Mapping[str, Mapping[str, Fates]], content: str) -> Iterator[tuple[str, str]]:
    for operation, table in tables.items():
        yield from ((operation, rule) for rule in (table[content].rules if content in table else ()))


def defects_by_content(report: Report, rows: Collection[ArrivalRow]) -> dict[str, list[str]]:
    """Return by content the ids of the defects that break one of the rules that took facts away, in their order."""
    found: dict[str, list[str]] = {}
    for defect in report.get("defects", ()):
        keys = {(rule["operation"], rule["rule"]) for rule in (*defect["rules"], *defect["also_breaks"])}
        for row in rows:
            if not keys.isdisjoint(row.keys):
                found.setdefault(row.content, []).append(defect["id"])
    return found


def incomplete(rows: Collection[ArrivalRow]) -> list[ArrivalRow]:
    """Return the contents that do not all arrive: what is lost most comes first."""
    return sorted((row for row in rows if row.fates.gone), key=lambda row: row.fates.percent)


def arrives_lines(report: Report) -> list[str]:
    """Return what is lost of which content, for a terminal: at most 16 lines, and none where everything arrives."""
    rows = rows_of(report)
    gone = incomplete(rows)
    if not gone:
        return []
    shown = gone[:MOST_ROWS]
    width = max(len(row.name) for row in shown)
    lines = [f"{TITLE}, by content of the worked cases:", *(f"  {line(row, width)}" for row in shown)]
    left, whole = gone[MOST_ROWS:], len(rows) - len(gone)
    if left:
        lines.append(f"  and {counted(len(left), 'more content')}, which the report has.")
    elif whole:
        others = "content arrives" if whole == 1 else f"{whole} contents arrive"
        lines.append(f"  The other {others} whole.")
    return lines


def line(row: ArrivalRow, width: int) -> str:
    """Return a content in a line. width: of the longest name."""
    kept = row.fates.arrives + row.fates.reported
    return f"{row.name:{width}}  {row.fates.percent:3} %  {kept:,} of {row.fates.facts:,}: {row.said}"


def percents(report: Report) -> dict[str, int]:
    """Return by content the share that arrives or is reported, in whole percent; none of a report without it."""
    return {row.content: row.fates.percent for row in rows_of(report)}


def in_line(shares: Mapping[str, int]) -> str:
    """Return in a line what does not all arrive, the most lost first. shares: as of `percents`; empty for none."""
    gone = sorted((share, name) for name, share in shares.items() if share < 100)
    if not shares:
        return ""
    return ", ".join(f"{CONTENTS.get(name, one_line(name, 60))} {share} %" for share, name in gone) or "all contents"
