"""Writes the site of a survey."""

from __future__ import annotations

import os

from conformance.field.board import BoardData
from conformance.field.board.data import FILE, board_text
from conformance.field.pages.badges import badges_of
from conformance.field.pages.feed import feed_xml
from conformance.field.pages.page import render_page
from conformance.results.write import write_file, write_json

PAGE, FEED = "index.html", "feed.xml"


def write_site(board: BoardData, folder: str) -> str:
    """Write the page, its data, the badges and the feed; return the path of the page.

    Equal boards give equal files; badges of an earlier site that are not written again are left. Raises UsageError for
    a disk that does not take them.
    """
    for badge in badges_of(board):
        write_file(os.path.join(folder, f"{badge.file}.svg"), badge.svg)
        write_json(os.path.join(folder, f"{badge.file}.json"), badge.endpoint)
    write_file(os.path.join(folder, FILE), board_text(board))
    write_file(os.path.join(folder, FEED), feed_xml(board, page=PAGE, feed=FEED))
    index = os.path.join(folder, PAGE)
    write_file(index, render_page(board, data=FILE, feed=FEED))
    return index
