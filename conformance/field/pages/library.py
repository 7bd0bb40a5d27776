"""The page of one library: how it is reached, its versions, and the defects of the newest that was judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minijinja import safe

from conformance.field.pages.badges import badge_file, badge_svg
from conformance.field.pages.defects import preformatted, shown_defects, unpublished
from conformance.field.pages.page import render
from conformance.field.pages.site import STATUSES, Site, by_design, flaws, library_file, rules_file, short
from conformance.field.pages.verdicts import operation_cell, set_cell, set_names
from conformance.field.pages.versions import LibraryHistory, VersionChange
from conformance.field.rows import JUDGED, FoundDefect, SurveyRow
from conformance.results.html.listing import Filter, Pick
from conformance.results.html.page import anchor_of
from conformance.results.text import clip, one_line, prose, visible
from conformance.results.titles import placed
from conformance.rules.scope.declared import in_words

NAMED = 12  # defects that a version lists as new, or as gone


def render_library(site: Site, history: LibraryHistory) -> str:
    """Return the page."""
    row, latest = history.newest, history.latest
    defects = shown_defects(site, history, latest) if latest else []
    sets = set_names(history.rows)
    return render(
        site,
        "library",
        title=short(history.name),
        here=library_file(history.name),
        filter=_filter(defects),
        name=short(history.name),
        version=short(row.task.version),
        released=short(row.task.released or ""),
        status="" if row.status == JUDGED else STATUSES.get(row.status, short(row.status)),
        reason=prose(row.reason or ""),
        latest=short(latest.task.version) if latest else "",
        verdicts=[set_cell(latest.sets.get(name)) | {"name": short(name)} for name in sets] if latest else [],
        about=_about(site, history),
        facts=_facts(latest or row),
        installed=[one_line(text, 120) for text in (latest or row).installed],
        sets=[short(name) for name in sets],
        versions=[_version(history, row, sets) for row in history.rows],
        defects=[defect for defect in defects if not defect["by_design"]],
        design=[defect for defect in defects if defect["by_design"]],
        stated=_stated(site, history, latest),
        unpublished=unpublished(latest) if latest else [],
        badge=safe(badge_svg(history)),
        badge_file=badge_file(history.name, "svg"),
        endpoint_file=badge_file(history.name, "json"),
    )


def _filter(defects: Sequence[dict[str, Any]]) -> Filter | None:
    if len(defects) < 2:
        return None
    operations = tuple(dict.fromkeys(name for defect in defects for name in defect["operations"]))
    sets = tuple(dict.fromkeys(name for defect in defects for name in defect["sets"]))
    return Filter(
        picks=(
            Pick(name="operation", label="Operation", options=operations),
            Pick(name="set", label="Fails the set", options=sets),
        ),
        one="defect",
        many="defects",
    )


def _about(site: Site, history: LibraryHistory) -> dict[str, Any]:
    about, row = site.catalogue.get(history.name), history.latest
    reached = dict(about.operations) if about else {}
    names = dict.fromkeys([*reached, *(row.rules if row else ())])
    return {
        "title": short(about.title) if about else "",
        "language": site.language(history),
        "file": about.file if about else "",
        "source": preformatted(visible(about.source)) if about else "",
        "operations": [
            {
                "name": short(name),
                "link": rules_file(name) if name in site.operations else "",
                "reached": prose(reached.get(name, "")),
                "cell": operation_cell(site, row, name) if row and name in row.rules else None,
            }
            for name in names
        ],
    }


def _facts(row: SurveyRow) -> list[tuple[str, str]]:
    task = row.task
    facts = [
        ("Packages", " ".join(task.packages)),
        ("Released before", task.before or ""),
        ("Subject", row.subject or ""),
        ("Language", row.language or ""),
        ("Scope", in_words(row.without)),
        ("Examples", f"up to {task.max_examples:,} an operation" if task.max_examples else "none, cases only"),
        ("Suite", f"tool-conformance {row.suite}"),
        ("Specifications", row.specs_digest),
        ("Note", row.note or ""),
    ]
    return [(label, one_line(text, 600)) for label, text in facts if text]


def _version(history: LibraryHistory, row: SurveyRow, sets: Sequence[str]) -> dict[str, Any]:
    change = history.change(row)
    is_judged = row.status == JUDGED
    return {
        "version": short(row.task.version),
        "released": short(row.task.released or ""),
        "judged": is_judged,
        "status": "" if is_judged else STATUSES.get(row.status, short(row.status)),
        "reason": prose(clip(row.reason or "", 400)),
        "note": prose(clip(row.note or "", 400)),
        "sets": [set_cell(row.sets.get(name)) for name in sets],
        "defects": len(flaws(row)),
        "design": len(by_design(row)),
        "oldest": is_judged and change is None,
        "change": _change(change) if change else None,
    }


def _change(change: VersionChange) -> dict[str, Any]:
    return {
        "older": short(change.older.task.version),
        "lists": [
            (word, len(found), _defect_rows(found)) for word, found in (("new", change.new), ("gone", change.gone))
        ],
        "other_rules": change.other_rules,
    }


def _defect_rows(defects: Sequence[FoundDefect]) -> list[dict[str, Any]]:
    shown = [
        {
            "rule": short(defect.rule),
            "operation": short(defect.operation),
            "message": prose(clip(placed(defect.at, defect.message), 300)),
        }
        for defect in defects[:NAMED]
    ]
    left = len(defects) - NAMED
    return [*shown, *([{"rule": "", "operation": "", "message": prose(f"{left} more")}] if left > 0 else [])]


def _stated(site: Site, history: LibraryHistory, latest: SurveyRow | None) -> list[dict[str, Any]]:
    """What the catalogue states as design and no published defect shows."""
    about = site.catalogue.get(history.name)
    seen = {(rule[0], rule[1]) for defect in (by_design(latest) if latest else ()) for rule in defect.rules}
    return [
        {
            "id": short(rule),
            "operation": short(operation),
            "reason": prose(reason),
            "link": f"{rules_file(operation)}#{anchor_of(rule)}" if operation in site.operations else "",
        }
        for operation, rule, reason in (about.design if about else ())
        if (operation, rule) not in seen
    ]
