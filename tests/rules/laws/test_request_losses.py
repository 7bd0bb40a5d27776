"""What laws find of what two requests lose: losses that are reported, and failures of tools."""

from __future__ import annotations

from dataclasses import replace

from conformance.formats.model.conversation import DOCUMENT, MODEL, TOOL, USER, Media, Text
from conformance.rules.laws import request_losses as laws
from conformance.rules.laws.law import REACHED, UNSEEN
from tests.rules.laws.request_samples import (
    ASKED,
    BECAME,
    MADE,
    breaches,
    call,
    compared,
    request,
    result,
    says,
    setting,
)


def test_a_loss_is_reported_by_what_it_is_of() -> None:
    made = replace(BECAME, conversation=replace(BECAME.conversation, turns=MADE))
    assert set(breaches(laws.losses, compared(ASKED, made, ()))) == {"silent"}
    assert breaches(laws.losses, compared(ASKED, made, ("seed is left out", "a warning"))) == []
    seen = list(laws.losses(compared(ASKED, BECAME, None)))
    assert dict(seen) == {"lost/setting/top_k": UNSEEN, "lost/said": UNSEEN}


def test_where_a_tool_returned_something_it_is_asked_whether_it_failed() -> None:
    assert ("kept/failed", REACHED) in list(laws.failed(compared(ASKED, BECAME)))
    said = request(says(0, USER, Text(value="Hello")))
    assert ("kept/failed", REACHED) not in list(laws.failed(compared(said, said)))


def test_a_report_may_call_a_document_a_file() -> None:
    paper = Media(kind=DOCUMENT, media_type="application/pdf", data="JVBERi0=", at=(("d",),))
    asked = (says(0, USER, Text(value="Hello")), says(1, MODEL, call("a")))
    given = request(*asked, says(2, USER, result("a", "r", more=(paper,))), settings=(setting("top_k", 5),))
    got = request(*asked, says(2, TOOL, result("a", "r")))
    assert breaches(laws.losses, compared(given, got, ("top_k: left out", "files are left out"))) == []
    assert breaches(laws.losses, compared(given, got, ("top_k: left out",))) == ["silent"]
