"""The board as data, for programs: field.json, whose form is specs/field.schema.json.

New members may be added; a change of what these mean has another `format`.
"""

from __future__ import annotations

from typing import Any

from conformance.field.pages.badges import badge_file
from conformance.field.pages.site import Site, library_file
from conformance.field.pages.versions import LibraryHistory
from conformance.field.rows import FoundDefect, SurveyRow

FORMAT = "conformance-field-1"


def field_data(site: Site) -> dict[str, Any]:
    """Return the data."""
    return {
        "format": FORMAT,
        "suites": site.suites,
        "newest_release": site.newest_release,
        "libraries": [_library(site, history) for history in site.histories],
    }


def _library(site: Site, history: LibraryHistory) -> dict[str, Any]:
    about = site.catalogue.get(history.name)
    return {
        "name": history.name,
        "package": about.title if about else None,
        "language": site.language(history) or None,
        "page": library_file(history.name),
        "badge": badge_file(history.name, "json"),
        "versions": [_version(row) for row in history.rows],
    }


def _version(row: SurveyRow) -> dict[str, Any]:
    published = row.published
    return {
        "version": row.task.version,
        "released": row.task.released,
        "status": row.status,
        "reason": row.reason,
        **({"without": list(row.without)} if row.without else {}),
        "suite": row.suite,
        "specs_digest": row.specs_digest,
        "day": row.day,
        "sets": {
            name: {
                "verdict": result.verdict,
                "rules": result.rules,
                "failed": [{"operation": operation, "rule": rule} for operation, rule in result.failed],
            }
            for name, result in row.sets.items()
        },
        "operations": {operation: dict(rules) for operation, rules in row.rules.items()},
        "defects": [_defect(defect) for defect in published],
        "unpublished": len(row.defects) - len(published),
    }


def _defect(defect: FoundDefect) -> dict[str, Any]:
    return {
        "key": defect.key,
        "message": defect.message,
        "sets": list(defect.sets),
        "rules": [{"operation": operation, "rule": rule, "inputs": inputs} for operation, rule, inputs in defect.rules],
        **({"facts": [fact._asdict() for fact in defect.facts]} if defect.facts else {}),
        "design": defect.design,
        "script": defect.script,
    }
