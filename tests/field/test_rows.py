"""A row is kept as JSON. A defect's key is the same in every version, and no two defects of one version share it."""

from __future__ import annotations

from conformance.field.rows import from_json, keys_of, to_json
from tests.field.pages.building import make_defect, make_row

PLACE = ("mcp-tool-to-chat-tool", "MCP-3", "/output/12/properties/3d/enum/0")
KEY = "mcp-tool-to-chat-tool/MCP-3/output/*/properties/3d/enum/*"


def test_a_key_has_no_positions():
    assert keys_of([PLACE]) == [KEY]


def test_a_second_defect_at_one_place_is_numbered():
    assert keys_of([PLACE, ("other", *PLACE[1:]), PLACE]) == [
        KEY,
        KEY.replace("mcp-tool-to-chat-tool", "other"),
        f"{KEY}~2",
    ]


def test_half_a_character_is_kept_as_an_escape():
    row = make_row(defects=[make_defect(message="got \ud83d", actual="\ud83d")])
    (read,) = from_json(to_json(row)).defects
    assert (read.message, read.actual) == (r"got \ud83d", r"\ud83d")
