"""What a failure is about may stand in the result as it stands in the source."""

from __future__ import annotations

import pytest

from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.findings import Failure
from conformance.running.engine.passed_on import is_passed_on

MESSAGE: JSON = {"role": "developer", "content": "B"}
SOURCE: JSON = {"messages": [{"role": "user", "content": "A"}, MESSAGE], "seed": 3, "tool_choice": {"type": "function"},
                "tools": [{"type": "namespace", "tools": [{"later": True}]}]}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "at", "about", "result", "passed_on"),
    [
        ("refused: role", "/output/messages/0/role", "", {"messages": [MESSAGE]}, True),
        ("refused: role", "/output/messages/0/role", "", {"messages": [{"role": "developer", "content": "C"}]}, False),
        ("text-lost", "/input/messages/1/content", "", {"messages": [MESSAGE]}, True),
        ("text-lost", "/input/messages/1/content", "", {"messages": []}, False),
        ("other-role", "/output/messages/0", "", {"messages": [MESSAGE]}, False),
        ("refused: schema", "/output/seed", "unknown", {"seed": 3}, True),
        ("refused: schema", "/output/seed", "unknown", {"seed": 4}, False),
        ("refused: schema", "/output/messages/0/x/0/y", "unknown", {"messages": []}, False),
        ("refused: schema", "/output/seed", "type", {"seed": 3}, False),
        ("refused: schema", "/output/seed", "value", {"seed": 3}, True),
        ("refused: schema", "/output/tool_choice/function", "missing", {"tool_choice": {"type": "function"}}, True),
        ("refused: schema", "/output/tool_choice/custom", "missing", {"tool_choice": {"type": "custom"}}, False),
        ("refused: schema", "/output/store", "missing", {"seed": 3}, False),
        ("refused: schema", "/output/tools/0/later", "unknown", {"tools": [{"later": True}]}, True),
        ("refused: schema", "/output/tools/0/later", "unknown", {"tools": [{"later": False}]}, False),
        ("text-lost", "/input/messages/1/content", "", ABSENT, False),
    ],
)
def test_a_message_or_an_unknown_member_that_is_on_both_sides_was_passed_on(
    kind: str, at: str, about: str, result: JSON, passed_on: bool
) -> None:
    assert is_passed_on(Failure(kind, at, "", about=about), SOURCE, result) is passed_on
