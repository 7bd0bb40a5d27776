"""A drift as one HTML page that needs nothing else, and runs nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from conformance.drift.model import Drift, Touched
from conformance.oracles.judge import SCHEMA
from conformance.reports.drift import grouped, headline, operation_names, place, unplaced_groups
from conformance.reports.templates import templates
from conformance.reports.text import counted, visible

TEMPLATE, STYLE = "drift.html.jinja", "page.css.jinja"


def render(found: Drift) -> str:
    """Return a drift as an HTML document."""
    return templates(os.path.dirname(__file__), TEMPLATE, STYLE).render_template(
        TEMPLATE,
        headline=headline(found),
        bad=found.is_breaking or bool(found.unseen),
        old=visible(found.old.name),
        new=visible(found.new.name),
        kinds=[_kind(found, kind) for kind in found.kinds],
        install=visible(found.install or ""),
        replayed=[
            {
                "kind": one.kind,
                "judged": one.judged,
                "newly_refused": [visible(where) for where in one.newly_refused],
                "newly_accepted": one.newly_accepted,
            }
            for one in found.replayed
        ],
        stricter=[
            {
                "kind": one.kind,
                "at": visible(one.at or "/"),
                "what": visible(one.what),
                "rule": "" if one.by == SCHEMA else one.by,
                "taken": one.taken,
                "values": counted(one.values, "value"),
                "example": visible(one.example),
            }
            for one in found.stricter
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


def _kind(found: Drift, kind: str) -> dict[str, Any]:
    own = [one for one in found.changes if one.change.kind == kind]
    before, after = (state.versions.get(kind, "") for state in (found.old, found.new))
    return {
        "name": kind,
        "versions": visible(before if before == after else f"{before} to {after}"),
        "absent": visible(found.unseen.get(kind, "")),
        "here": _entries(grouped(one for one in own if one.operations)),
        "elsewhere": _entries(grouped(one for one in own if not one.operations)),
    }


def _entries(changes: Iterable[Touched]) -> list[dict[str, Any]]:
    return [
        {
            "place": visible(place(one)),
            "what": visible(one.change.what),
            "breaks": one.change.breaks or "",
            "breaking": one.is_breaking,
            "touches": ", ".join(operation_names(one)),
        }
        for one in changes
    ]
