"""Sets the board as a page: one file that shows the data beside it, without any other request."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

from minijinja import safe

from conformance.field.board import DIRECTIONS, PIECES, BoardData, BoardDirection
from conformance.field.board.directions import SOURCES, TARGETS
from conformance.field.board.measure import DOUBLE, GRADES
from conformance.results.html.page import digest_of
from conformance.results.templates import file_of, templates
from conformance.results.text import name_list, one_line
from conformance.rules.contracts.contents import CONTENTS

FOLDER: Final = os.path.dirname(os.path.abspath(__file__))
# By the character of a fate: its name, and what it is.
FATES: Final = (
    ("a", "arrives", "it is in the result"),
    ("s", "reported", "the target has no place for it, and the converter says so"),
    ("l", "lost in silence", "it is gone, and nothing says so"),
    ("c", "changed in silence", "something else is there"),
    ("r", "refused by the API", "the API refuses the whole request, so that nothing of it arrives"),
    ("b", "breaks", "the conversion fails on an input that must convert"),
    ("d", "does not count", "by design, or disputed"),
)
# Names of subjects as heads of narrow columns, with places where they may be broken.
HEADS: Final[Mapping[str, str]] = {
    "text": "Text",
    "system": "Sys\u00adtem",
    "images": "Ima\u00adges",
    "files": "Files",
    "tools": "Tools",
    "calls": "Calls",
    "results": "Re\u00adsults",
    "thinking": "Think\u00ading",
    "settings": "Set\u00adtings",
    "ending": "End\u00ading",
    "usage": "Usage",
    "refusals": "Refu\u00adsals, cita\u00adtions",
    "order": "Stream order",
    "added": "Noth\u00ading added",
    "reported": "Drops told",
    "valid": "Valid",
}


def render_page(board: BoardData, *, data: str, feed: str) -> str:
    """Return the page. data, feed: the addresses of the board as data, and of the feed."""
    script = f"const META = {json.dumps(_meta())};\n{file_of(FOLDER, 'board_page.js')}"
    days = sorted({library["day"] for library in board["libraries"] if library["day"]})
    rendered: str = templates(FOLDER, "board.html.jinja").render_template(
        "board.html.jinja",
        style=safe(file_of(FOLDER, "board.css")),
        script=safe(script),
        script_hash=digest_of(script),
        data=data,
        feed=feed,
        fates=FATES,
        double=name_list([CONTENTS[subject] for subject in DOUBLE], len(DOUBLE)),
        grades=", ".join(f"{grade} ≥ {least:.0%}" if least else f"{grade} below" for grade, least in GRADES),
        targets=[short for _name, short in TARGETS.values()],
        matrix=_matrix(board),
        unjudged=[{key: one_line(value, 300) for key, value in entry.items()} for entry in board["unjudged"]],
        days=" to ".join(dict.fromkeys((days[0], days[-1]))) if days else "",
    )
    return rendered


def _meta() -> dict[str, Any]:
    """What the script must know beside the board."""
    return {
        "sources": SOURCES,
        "targets": TARGETS,
        "directions": [
            {"key": direction.key, "parts": [[part.name, part.operations] for part in direction.parts]}
            for direction in DIRECTIONS
        ],
        "pieces": {key: [[part.name, part.operations] for part in parts] for key, parts in PIECES.items()},
        "contents": dict(CONTENTS),
        "heads": dict(HEADS),
        "fates": [list(fate) for fate in FATES],
    }


def _matrix(board: BoardData) -> list[dict[str, Any]]:
    by_key = {direction.key: direction for direction in DIRECTIONS}
    return [
        {"name": short, "cells": [_cell(by_key.get(source + target), board) for target in TARGETS]}
        for source, (_name, short) in SOURCES.items()
    ]


def _cell(direction: BoardDirection | None, board: BoardData) -> dict[str, str]:
    if direction is None:
        return {"key": "", "text": ""}
    graded = [
        (own, library["library"])
        for library in board["libraries"]
        if library["kind"] != "reference" and (own := library["grades"].get(direction.key))
    ]
    whole = [pair for pair in graded if pair[0]["parts"] == len(direction.parts)]
    return {"key": direction.key, "text": _cell_text(whole, len(graded))}


def _cell_text(whole: Sequence[tuple[Mapping[str, Any], str]], graded: int) -> str:
    if not whole:
        return f"{graded} in part" if graded else "none judged"
    best, name = max(whole, key=lambda pair: (pair[0]["rank"], pair[0]["percent"]))
    return f"{len(whole)}, best {name} {best['grade']} {best['percent']} %"
