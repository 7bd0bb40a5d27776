"""Pages that list entries under a filter: the comparison of two reports, and the drift of the APIs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from minijinja import safe

from conformance.reports.html.page import FOLDER, digest_of
from conformance.reports.templates import file_of, templates

FILTER = "html/filter.html.jinja"


def render_listing(template: str, *, filter_kinds: Iterable[str], filter_marks: Iterable[str], **shown: Any) -> str:
    """Return a template of the folder above as a page with a filter.

    filter_kinds, filter_marks: what entries are told apart by; an entry is an element of the class "entry" with
    data-kind and data-mark.
    """
    script = file_of(FOLDER, "listing.js")
    return templates(os.path.dirname(FOLDER), template, FILTER).render_template(
        template,
        style=safe("".join(file_of(FOLDER, name) for name in ("page.css", "filter.css", "listing.css"))),
        script=safe(script),
        script_hash=digest_of(script),
        filter_kinds=list(dict.fromkeys(filter_kinds)),
        filter_marks=list(dict.fromkeys(filter_marks)),
        **shown,
    )
