"""The rules of each operation as a table: verdict, trials, time, and what each worked case showed of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.results.cases import MARKS, NOT_REACHED, seconds_of
from conformance.results.html.verdicts import SIGNS, WORDS, tone
from conformance.results.text import counted, one_line
from conformance.running.engine.result import ADVICE, FAIL

Report = Mapping[str, Any]
MOST_ROWS = 1_000  # of all tables; a larger report has the list of all rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The rules of one operation. place: the operation's, in the columns. places: those of its rules in the report.

    cases: by the id of a worked case, a character for each rule (specs/report.schema.json, cases).
    """

    place: int
    name: str
    places: Sequence[int]
    cases: Mapping[str, str]


def grids_of(report: Report) -> list[Grid]:
    """Return a table for each operation."""
    places: dict[str, list[int]] = {}
    for place, rule in enumerate(report["rules"]):
        places.setdefault(rule["operation"], []).append(place)
    return [
        Grid(
            place=number,
            name=operation,
            places=own,
            cases={
                case: marks.ljust(len(own), NOT_REACHED)[: len(own)]
                for case, marks in report.get("cases", {}).get(operation, {}).items()
            },
        )
        for number, (operation, own) in enumerate(places.items())
    ]


def tables(report: Report, grids: Sequence[Grid], anchors: Mapping[int, str]) -> dict[str, Any]:
    """Return what the template shows of the tables. anchors: of the rules that are in the page, by their place."""
    shown: list[dict[str, Any]] = []
    rows = 0
    for grid in grids:
        rows += len(grid.places)
        if rows > MOST_ROWS:
            break
        shown.append(
            {
                "place": grid.place,
                "name": one_line(grid.name, 200),
                "gist": _gist(grid),
                "rows": [_row(report, place, anchors) for place in grid.places],
            }
        )
    return {
        "grids": shown,
        "grids_left_out": len(grids) - len(shown),
        "timed": "check_seconds" in report["run"],
        "any_cases": any(grid.cases for grid in grids),
    }


def _gist(grid: Grid) -> str:
    failing = sum(MARKS[FAIL] in marks for marks in grid.cases.values())
    cases = f", {counted(len(grid.cases), 'case')}" if grid.cases else ""
    return (
        counted(len(grid.places), "rule")
        + cases
        + (f" (of these {counted(failing, 'fails', 'fail')})" if failing else "")
    )


def _row(report: Report, place: int, anchors: Mapping[int, str]) -> dict[str, Any]:
    rule = report["rules"][place]
    seconds = seconds_of(report, rule)
    return {
        "id": one_line(rule["id"], 60),
        "anchor": anchors.get(place, ""),
        "tone": tone(rule["verdict"], rule["level"]),
        "sign": SIGNS[rule["verdict"]],
        "word": WORDS[rule["verdict"]],
        "level": rule["level"],
        "trials": f"{rule['cases_run'] + rule['examples_run']:,}",
        "time": "" if seconds is None else f"{seconds * 1000:,.2f}",
    }


def packed_cases(report: Report, grids: Sequence[Grid], shown: frozenset[str]) -> dict[str, Any]:
    """Return what the page's script draws of the cases.

    cases: by the place of an operation, the ids of its cases, and their marks joined. links: by the place of a rule
    that a case fails, the defect of each case by its number, and of all others under "". shown: ids of the defects
    that are in the page.
    """
    defects = _defects(report, shown)
    links: dict[int, dict[int | str, str]] = {}
    for grid in grids:
        for number, place in enumerate(grid.places):
            rule = report["rules"][place]
            for case, (name, marks) in enumerate(grid.cases.items()):
                if marks[number] in (MARKS[FAIL], MARKS[ADVICE]):
                    usual = defects.get((rule["operation"], rule["id"], None), "")
                    own = defects.get((rule["operation"], rule["id"], name), usual)
                    if usual:
                        links.setdefault(place, {"": usual})
                    if own != usual:
                        links.setdefault(place, {})[case] = own
    return {
        "cases": {
            grid.place: [[one_line(case, 120) for case in grid.cases], "".join(grid.cases.values())]
            for grid in grids
            if grid.cases
        },
        "links": links,
    }


def _defects(report: Report, shown: frozenset[str]) -> dict[tuple[str, str, str | None], str]:
    """Return the defect of a rule and a case that shows it; under no case the first defect of the rule."""
    rules = {(rule["operation"], rule["id"]): rule for rule in report["rules"]}
    found: dict[tuple[str, str, str | None], str] = {}
    for defect in report.get("defects", ()):
        if defect["id"] not in shown:
            continue
        for broken in (*defect["rules"], *defect["also_breaks"]):
            key = broken["operation"], broken["rule"]
            found.setdefault((*key, None), defect["id"])
            for number in broken.get("evidence", ()):
                case = rules[key]["evidence"][number]["case"]
                if case is not None:
                    found.setdefault((*key, case), defect["id"])
    return found
