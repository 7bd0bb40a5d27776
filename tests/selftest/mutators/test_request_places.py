"""Defects of places change what they are about, and nothing else."""

from __future__ import annotations

import pytest

from conformance.formats.model.conversation import MODEL, TOOL, USER, Media, Text
from conformance.formats.model.request import Request
from tests.rules.laws.request_samples import PAGE, PICTURE, call, request, result, says
from tests.suite.selftest.mutators.request_places import PLACES

Q, SAID = Text(value="q"), Text(value="the page")
CALLED = (says(0, USER, Q), says(1, MODEL, call("a")))
EMPTY = request(*CALLED, says(2, TOOL, result("a")))
SHOWN = request(says(0, USER, PAGE, Q))
NAMED = tuple(Media(kind="", data=data, name=name) for data, name in (("AAAA", "a"), ("BBBB", "b")))
FILES = request(*CALLED, says(2, TOOL, result("a", more=NAMED)))
HELD = request(*CALLED, says(2, TOOL, result("a", more=(PICTURE, Text(value="A")))))


@pytest.mark.parametrize(
    ("name", "given", "came"),
    [
        ("asks_behind_what_a_tool_did_not_say", EMPTY, EMPTY),
        ("says_documents_backwards", SHOWN, request(says(0, USER, SAID, Q))),
        ("says_documents_twice", SHOWN, request(says(0, USER, SAID, Q))),
        ("exchanges_names_of_files", FILES, FILES),
        ("returns_media_twice", HELD, HELD),
        ("returns_media_behind_texts", HELD, HELD),
    ],
)
def test_a_defect_changes_a_request(name: str, given: Request, came: Request) -> None:
    change = next(place.change for place in PLACES if place.name == name)
    assert change(came, given) != came
    other = request(*CALLED, says(2, TOOL, result("a", "r")))
    assert change(other, other) == other
