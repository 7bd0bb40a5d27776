"""Writes the site of a survey."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence

from conformance.field.pages.about import About
from conformance.field.pages.badges import badge_endpoint, badge_file, badge_svg
from conformance.field.pages.board import render_board
from conformance.field.pages.data import field_data
from conformance.field.pages.feed import feed_xml
from conformance.field.pages.library import render_library
from conformance.field.pages.rules import render_matrix, render_rules
from conformance.field.pages.site import BOARD, DATA, FEED, MATRIX, library_file, rules_file, site_of
from conformance.field.rows import SurveyRow
from conformance.results.write import write_file, write_json


def write_site(rows: Sequence[SurveyRow], folder: str, *, catalogue: Mapping[str, About]) -> str:
    """Write the pages, badges, data and feed of a survey; return the path of its first page.

    rows: of each library the newest version first. Equal rows give equal files; files of an earlier site that are not
    written again are left. Raises UsageError for a disk that does not take them.
    """
    site = site_of(rows, catalogue)
    for history in site.histories:
        write_file(os.path.join(folder, library_file(history.name)), render_library(site, history))
        write_file(os.path.join(folder, badge_file(history.name, "svg")), badge_svg(history))
        write_json(os.path.join(folder, badge_file(history.name, "json")), badge_endpoint(history))
    for operation in site.operations:
        write_file(os.path.join(folder, rules_file(operation)), render_rules(site, operation))
    write_file(os.path.join(folder, MATRIX), render_matrix(site))
    write_file(os.path.join(folder, DATA), json.dumps(field_data(site), indent=1) + "\n")
    write_file(os.path.join(folder, FEED), feed_xml(site))
    index = os.path.join(folder, BOARD)
    write_file(index, render_board(site))
    return index
