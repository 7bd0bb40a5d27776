"""Pages that list entries under a filter: the comparison of two reports, the drift of the APIs, the survey."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from minijinja import safe

from conformance.results.html.page import FOLDER, digest_of
from conformance.results.templates import file_of, templates

FILTER = "html/filter.html.jinja"
REPORTS = os.path.dirname(FOLDER)
STYLES = ("html/page.css", "html/filter.css")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A list of the filter. An entry has its options in an attribute of this name (data-NAME), one a line."""

    name: str
    label: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What entries, elements of the class "entry", are found by. one, many: what the page calls them."""

    picks: tuple[Pick, ...]
    one: str = "entry"
    many: str = "entries"
    hint: str = "Any text"


def render_listing(
    template: str, *, filter_kinds: Iterable[str], filter_marks: Iterable[str], mark_label: str, **shown: Any
) -> str:
    """Return a template of reports/ as a page whose entries have a kind and a mark."""
    picks = (
        Pick(name="kind", label="Kind", options=tuple(dict.fromkeys(filter_kinds))),
        Pick(name="mark", label=mark_label, options=tuple(dict.fromkeys(filter_marks))),
    )
    return render_filtered(template, styles=("html/listing.css",), filter=Filter(picks=picks), **shown)


def render_filtered(
    template: str, *, styles: Iterable[str], includes: Iterable[str] = (), folder: str = REPORTS, **shown: Any
) -> str:
    """Return a template of a folder with what the others that it includes need, the shared style and script.

    shown: with `filter`, a Filter, where the template includes FILTER.
    """
    script = "".join(file_of(FOLDER, name) for name in ("listing.js", "copy.js"))
    environment = templates(folder, template, *includes)
    environment.add_template(FILTER, file_of(REPORTS, FILTER))
    return environment.render_template(
        template,
        style=safe("".join(file_of(*pair) for pair in [*product([REPORTS], STYLES), *product([folder], styles)])),
        script=safe(script),
        script_hash=digest_of(script),
        **shown,
    )
