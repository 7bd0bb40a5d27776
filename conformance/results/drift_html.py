"""A drift as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from conformance.apis.oracles.judge import SCHEMA
from conformance.results.drift import (
    by_severity,
    grouped,
    headline,
    operation_names,
    place,
    unplaced_groups,
    witnesses,
)
from conformance.results.html.listing import render_listing
from conformance.results.text import counted, visible
from conformance.running.drift.model import Drift, Touched

TEMPLATE = "drift.html.jinja"


def render(found: Drift) -> str:
    """Return a drift as an HTML document."""
    return render_listing(
        TEMPLATE,
        filter_kinds=found.kinds,
        filter_marks=_marks(found),
        mark_label="What it does",
        headline=headline(found),
        bad=found.is_breaking or bool(found.unseen),
        old=visible(found.old.name),
        new=visible(found.new.name),
        breaking=_entries(by_severity(found.changes)),
        kinds=[_kind(found, kind) for kind in found.kinds],
        install=visible(found.install or ""),
        replayed=[
            {
                "kind": replayed.kind,
                "judged": replayed.judged,
                "newly_refused": [visible(where) for where in replayed.newly_refused],
                "newly_accepted": replayed.newly_accepted,
            }
            for replayed in found.replayed
        ],
        stricter=[
            {
                "kind": stricter.kind,
                "at": visible(stricter.at or "/"),
                "what": visible(stricter.what),
                "rule": "" if stricter.by == SCHEMA else stricter.by,
                "taken": stricter.taken,
                "values": counted(stricter.values, "value"),
                "example": visible(stricter.example),
            }
            for stricter in found.stricter
        ],
        unplaced=[
            {
                "definition": visible(definition),
                "members": visible(", ".join(names)),
                "operations": operations,
                "target": visible(target),
            }
            for definition, names, operations, target in unplaced_groups(found.unplaced)
        ],
        stale=[(visible(name), why) for name, why in found.stale],
    )


def _marks(found: Drift) -> Iterator[str]:
    """Yield the marks that entries of the template have."""
    for change in found.changes:
        yield "breaking here" if change.is_breaking else "not breaking here"
    if any(replayed.newly_refused for replayed in found.replayed):
        yield "breaking here"
    for mark, entries in (
        ("stricter", found.stricter),
        ("no place", found.unplaced),
        ("stale certificate", found.stale),
    ):
        if entries:
            yield mark


def _kind(found: Drift, kind: str) -> dict[str, Any]:
    own = [change for change in found.changes if change.change.kind == kind]
    before, after = (state.versions.get(kind, "") for state in (found.old, found.new))
    return {
        "name": kind,
        "versions": visible(before if before == after else f"{before} to {after}"),
        "absent": visible(found.unseen.get(kind, "")),
        "count": counted(len(own), "change") if own else "unchanged",
        "breaking": sum(change.is_breaking for change in own),
        "elsewhere": sum(not change.operations for change in own),
        "changes": _entries(grouped(sorted((change for change in own if not change.is_breaking), key=_is_elsewhere))),
    }


def _is_elsewhere(change: Touched) -> bool:
    return not change.operations


def _entries(changes: Iterable[Touched]) -> list[dict[str, Any]]:
    return [
        {
            "kind": change.change.kind,
            "place": visible(place(change)),
            "what": visible(change.change.what),
            "breaks": " and ".join(change.breaks),
            "breaking": change.is_breaking,
            "touches": ", ".join(operation_names(change)),
            "witnesses": [text for _way, text in witnesses(change)],
            "elsewhere": not change.operations,
        }
        for change in changes
    ]
