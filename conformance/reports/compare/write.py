"""Writes a comparison of two reports into the files that were asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping

from conformance.errors import UsageError
from conformance.reports.compare import html, markdown
from conformance.reports.compare.comparison import Comparison
from conformance.reports.compare.document import document
from conformance.reports.write import see_writable, write_file


def check_places(places: Mapping[str, str | None]) -> None:
    """Raise UsageError for a file that cannot be written. places: by format, which is the option's name too."""
    for name, path in places.items():
        if path is not None:
            see_writable(path, f"--{name}")


def write_comparison(comparison: Comparison, places: Mapping[str, str | None]) -> None:
    """Write a comparison as Markdown, HTML and data, each where it is wanted. Raises UsageError."""
    for name, path in places.items():
        if path is not None:
            try:
                write_file(path, _rendered(comparison, name).encode("utf-8", "backslashreplace"))
            except OSError as error:
                raise UsageError(
                    f"--{name} {path} cannot be written: {error.strerror}.", "Name another file."
                ) from None


def _rendered(comparison: Comparison, name: str) -> str:
    if name == "markdown":
        return markdown.render(comparison)
    if name == "html":
        return html.render(comparison)

    return json.dumps(document(comparison), indent=1) + "\n"
