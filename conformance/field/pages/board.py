"""The survey's first page: a row for each library, by its newest version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conformance.field.pages.page import render
from conformance.field.pages.site import (
    BOARD,
    STATUSES,
    Site,
    by_design,
    flaws,
    library_file,
    rules_file,
    short,
)
from conformance.field.pages.verdicts import operation_cell, set_cell, set_names
from conformance.field.pages.versions import LibraryHistory
from conformance.field.rows import SurveyRow
from conformance.results.html.listing import Filter, Pick
from conformance.results.text import counted, name_list, one_line, prose
from conformance.rules.scope.declared import in_words


def render_board(site: Site) -> str:
    """Return the page."""
    newest = [history.newest for history in site.histories]
    sets = set_names(newest)
    languages = sorted({name for history in site.histories if (name := site.language(history))})
    return render(
        site,
        "board",
        title="Libraries",
        here=BOARD,
        filter=Filter(
            picks=(
                Pick(name="language", label="Language", options=tuple(languages)),
                Pick(name="operation", label="Operation", options=tuple(map(short, site.operations))),
            ),
            one="library",
            many="libraries",
            hint="A library, a version or any text",
        ),
        lead=_lead(site),
        sets=[short(name) for name in sets],
        rows=[_row(site, history, sets) for history in site.histories],
        operations=[_operation(site, name) for name in site.operations],
    )


def _lead(site: Site) -> list[tuple[bool, str]]:
    versions = sum(len(history.judged) for history in site.histories)
    judged = [history.latest for history in site.histories if history.latest]
    found = sum(len(flaws(row)) for row in judged)
    suites = f" {name_list(site.suites, 5)}" if site.suites else ""
    sentences = [
        f"{_counted_libraries(len(site.histories))} that convert LLM tools and messages, judged in "
        f"{counted(versions, 'version')} by tool-conformance{suites}.",
        f"The newest ones have {counted(found, 'published defect')}; each is shown by a script that runs without the "
        "suite.",
    ]
    if site.days:
        sentences.append(
            f"They were judged {'on' if len(site.days) == 1 else 'from'} {' to '.join(map(short, site.days))}."
        )
    if site.newest_release:
        sentences.append(f"The newest release is of {short(site.newest_release)}.")
    return prose(" ".join(sentences))


def _counted_libraries(number: int) -> str:
    return counted(number, "library", "libraries")


def _row(site: Site, history: LibraryHistory, sets: Sequence[str]) -> dict[str, Any]:
    row, latest = history.newest, history.latest
    about = site.catalogue.get(history.name)
    shown = {
        "name": short(history.name),
        "link": library_file(history.name),
        "package": short(about.title) if about and about.title != history.name else "",
        "version": short(row.task.version),
        "released": short(row.task.released or ""),
        "language": site.language(history),
        "judged": len(history.judged),
        "versions": len(history.rows),
        "scope": one_line(in_words(row.without), 200) if row.without else "",
        "design": len(by_design(latest)) if latest else 0,
        "defects": len(flaws(latest)) if latest else -1,
        "unpublished": len(latest.defects) - len(latest.published) if latest else 0,
        "offers": [short(name) for name in (latest.rules if latest else about.operations if about else ())],
        "status": "",
    }
    if row is not latest:
        return (
            shown
            | {"status": STATUSES.get(row.status, short(row.status)), "sets": [set_cell(None) for _ in sets]}
            | {
                "reason": prose(row.reason or ""),
                "latest": short(latest.task.version) if latest else "",
            }
        )
    return shown | {
        "sets": [set_cell(row.sets.get(name)) | {"name": short(name)} for name in sets],
        "operations": [_offered(site, row, name) for name in site.operations if name in row.rules],
    }


def _offered(site: Site, row: SurveyRow, operation: str) -> dict[str, Any]:
    shown = operation_cell(site, row, operation) or {"held": "no rule", "total": 0, "bars": [], "remarks": []}
    remarks = [remark for remark in shown["remarks"] if remark[0] == "bad"]
    return {"name": short(operation), "link": rules_file(operation), **shown, "remarks": remarks}


def _operation(site: Site, operation: str) -> dict[str, Any]:
    rows = [history.latest for history in site.histories if history.latest and operation in history.latest.rules]
    total = len(site.rules.get(operation, {}))
    return {
        "name": short(operation),
        "link": rules_file(operation),
        "gist": f"{counted(total, 'rule')}, {_counted_libraries(len(rows))}",
    }
