"""Writes a comparison of two reports into the files that were asked for."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.reports.compare import html, markdown
from conformance.reports.compare.comparison import Comparison
from conformance.reports.compare.document import document
from conformance.reports.write import see_writable, write_file, write_json


def check_places(places: Mapping[str, str | None]) -> None:
    """Raise UsageError for a file that cannot be written. places: by format, which is the option's name too."""
    for name, path in places.items():
        if path is not None:
            see_writable(path, f"--{name}")


def write_comparison(comparison: Comparison, places: Mapping[str, str | None]) -> None:
    """Write a comparison as Markdown, HTML and data, each where it is wanted. Raises UsageError."""
    if (path := places["markdown"]) is not None:
        write_file(path, markdown.render(comparison))
    if (path := places["html"]) is not None:
        write_file(path, html.render(comparison))
    if (path := places["json"]) is not None:
        write_json(path, document(comparison))
