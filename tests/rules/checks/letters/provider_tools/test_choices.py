from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.registry import family
from tests.rules.checks.letters.provider_tools.samples import (
    ANTHROPIC,
    CHAT,
    CITY,
    FLAT,
    GWDG,
    OPERATION,
    REFUSED,
    STRING,
    UNITED,
    request,
    tool,
    view,
)

FOLDED = {**CITY, "properties": {**CITY["properties"], "zip": STRING}}


@pytest.mark.parametrize(
    ("choice", "given", "outcome", "answer"),
    [
        ("strict-in-flat", request(FLAT, strict=True), tool(FLAT, strict=True), "keep"),
        ("strict-in-flat", request(FLAT, strict=False), tool(FLAT), "omit"),
        ("strict-in-flat", request(FLAT, strict=True), tool(FLAT, strict=False), None),
        ("strict-in-flat", request(FLAT), tool(FLAT), None),
        ("strict-in-flat", request(CHAT, strict=True), tool(CHAT), None),
        ("strict-in-chat", request(GWDG, strict=True), tool(GWDG, strict=True), "keep"),
        ("strict-in-chat", request(GWDG, strict=False), tool(GWDG, strict=False), None),
        ("strict-in-chat", request(GWDG, strict=False), tool(GWDG), None),
        ("strict-in-chat", request(CHAT, strict=True), tool(CHAT), "drop"),
        ("strict-in-chat", request(CHAT, strict=True), REFUSED, None),
        ("root-unions", request(ANTHROPIC, UNITED), tool(ANTHROPIC, FOLDED), "fold"),
        ("root-unions", request(ANTHROPIC, UNITED), tool(ANTHROPIC), None),
        ("root-unions", request(ANTHROPIC, UNITED), tool(ANTHROPIC, UNITED), None),
        ("root-unions", request(ANTHROPIC, UNITED), REFUSED, "refuse"),
        ("root-unions", request(ANTHROPIC), tool(ANTHROPIC), None),
    ],
)
def test_what_a_probe_shows(choice: str, given: Any, outcome: Any, answer: str | None) -> None:
    assert family(OPERATION).readers[choice](view(given, outcome)) == answer
