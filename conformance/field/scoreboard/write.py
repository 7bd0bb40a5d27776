"""Writes a scoreboard: its page, a badge for each subject, and the pages of reports that have none yet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from conformance.field.scoreboard.badge import endpoint, svg
from conformance.field.scoreboard.page import SubjectRow, render
from conformance.field.scoreboard.runs import ReportedRun, SubjectRuns
from conformance.results.write import write_file, write_json

INDEX, BADGES = "index.html", "badges"


def write_scoreboard(found: Sequence[SubjectRuns], folder: str) -> str:
    """Write the page and the badges; return the page's path. Raises UsageError for a disk that does not take them."""
    index = os.path.join(folder, INDEX)
    slugs = slugs_of(found)
    rows = [
        SubjectRow(standing, [link(run, folder) for run in standing.runs], slug)
        for standing, slug in zip(found, slugs, strict=True)
    ]
    for standing, slug in zip(found, slugs, strict=True):
        write_file(os.path.join(folder, BADGES, f"{slug}.svg"), svg(standing.last))
        write_json(os.path.join(folder, BADGES, f"{slug}.json"), endpoint(standing.last))
    write_file(index, render(rows))
    return index


def link(run: ReportedRun, folder: str) -> str:
    """Return the address of a run's page (or of its report.json) relative to the scoreboard's."""
    relative = os.path.relpath(run.page or run.path, folder)
    return "./" + quote(relative)  # with the dot nothing in a name can pass for a scheme


def file_name(name: str) -> str:
    """Return a name as a part of a file's: readable and harmless."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in ".-_") else "-" for char in name.lower())
    return plain.strip(".-")[:80] or "subject"


def slugs_of(found: Iterable[SubjectRuns]) -> list[str]:
    """Return a file name for each subject: no two have the same."""
    taken: dict[str, int] = {}
    slugs = []
    for standing in found:
        last = standing.last
        name = last.name if last.requirements == "every MUST" else f"{last.name}.{last.requirements}"
        wanted = file_name(name)
        slug, number = wanted, 1
        while slug in taken:
            number += 1
            slug = f"{wanted}-{number}"
        taken[slug] = 1
        slugs.append(slug)
    return slugs
