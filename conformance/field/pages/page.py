"""Sets a template of the survey as a page."""

from __future__ import annotations

import os
from typing import Any

from conformance.field.pages.site import BOARD, DATA, FEED, MATRIX, NAME, Site, short
from conformance.results.html.listing import Filter, render_filtered
from conformance.results.text import name_list

FOLDER = os.path.dirname(os.path.abspath(__file__))
SHARED = tuple(f"{name}.html.jinja" for name in ("layout", "macros", "defect"))
STYLES = ("field.css",)


def render(site: Site, template: str, *, title: str, here: str, filter: Filter | None = None, **shown: Any) -> str:
    """Return a page. template: its name without the ending. here: its address from the index, which links need."""
    return render_filtered(
        f"{template}.html.jinja",
        folder=FOLDER,
        styles=STYLES,
        includes=SHARED,
        title=title,
        here=here,
        base="../" * here.count("/"),
        site_name=NAME,
        board=BOARD,
        matrix=MATRIX,
        data=DATA,
        feed=FEED,
        suites=short(name_list(site.suites, 5)),
        filter=filter,
        **shown,
    )
