"""Generated streams: events of several calls, and nothing that two events share."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.inputs import draw
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial

STREAM = "responses-stream-to-tool-calls"


@pytest.mark.expensive("draws many inputs")
def test_streams_are_interleaved_and_distinguished() -> None:
    trials = (Trial(operation=STREAM, input=value, outcome=Outcome()) for value in draw(STREAM, 800, 1))
    found: list[Any] = [view_of(trial).answer for trial in trials]  # type: ignore[attr-defined]
    assert sum(answer.interleaved for answer in found) > 4
    assert not any(answer.unclear or not answer.ordered or answer.unfit for answer in found)
    assert any(call.one_key and call.mixed for answer in found for call in answer.calls)
    assert any(not answer.whole for answer in found) and any(call.half for answer in found for call in answer.calls)


def test_an_event_shares_nothing_with_another() -> None:
    for events in draw(STREAM, 50, 2):
        before = json.dumps(events[1:])
        for item in (events[0].get("item"), events[0].get("response")):
            if isinstance(item, dict):
                item["status"] = "changed"
        assert json.dumps(events[1:]) == before
