from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.registry_tools.samples import FIELDS, LIST, REQUEST, tool


@pytest.mark.parametrize(
    ("given", "output", "answer"),
    [
        (tool(strict=True), tool(), "drop"),
        (tool(strict=True), tool(strict=None), "drop"),
        (tool(strict=True), tool(strict=True), "keep"),
        (tool(strict=True), tool(strict=False), None),
        (tool(strict=False), tool(), None),
        (tool(strict=True), tool()["function"], None),
    ],
)
def test_the_answers_to_strict_in_chat(given: Any, output: Any, answer: str | None) -> None:
    assert (
        family(LIST).readers["strict-in-chat"](
            view_of(Trial(operation=LIST, input=[given], outcome=Outcome(output=[output])))
        )
        == answer
    )
    trial = Trial(
        operation=REQUEST, input=FIELDS | {"tools": [given]}, outcome=Outcome(output=FIELDS | {"tools": [output]})
    )
    assert family(REQUEST).readers["strict-in-chat"](view_of(trial)) == answer
