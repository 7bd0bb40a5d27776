from __future__ import annotations

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.shared import SHARED
from conformance.rules.checks.tools.checks import TOOL_CHECKS
from conformance.rules.checks.trial import Trial
from tests.rules.checks.tool_samples import chat, mcp


def test_no_tool_check_takes_the_name_of_a_shared_one() -> None:
    assert TOOL_CHECKS.keys().isdisjoint(SHARED)


@pytest.mark.parametrize("check", TOOL_CHECKS)
def test_no_tool_check_objects_to_a_sound_result(check: str) -> None:
    trial = Trial(
        operation="mcp-tools-to-chat-tools", input=[mcp("a"), mcp("b")], outcome=Outcome(output=[chat("a"), chat("b")])
    )
    assert TOOL_CHECKS[check](view_of(trial)) in ((), None)


def test_tools_keep_their_order() -> None:
    trial = Trial(
        operation="mcp-tools-to-chat-tools", input=[mcp("a"), mcp("b")], outcome=Outcome(output=[chat("b"), chat("a")])
    )
    findings = SHARED["order-kept"](view_of(trial))
    assert isinstance(findings, tuple)
    assert [failure.kind for failure in findings] == ["reordered"]
