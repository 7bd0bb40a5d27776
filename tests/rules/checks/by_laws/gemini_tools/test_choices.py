from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.rules.checks.by_laws.gemini_tools.choices import read_unusable
from conformance.rules.checks.by_laws.gemini_tools.view import GeminiTools
from conformance.rules.checks.trial import Trial
from tests.rules.checks.by_laws.gemini_tools.samples import OPERATION, declared, mcp, tool


@pytest.mark.parametrize(
    ("outcome", "answer"),
    [
        (Outcome(output=tool(declared(parametersJsonSchema=ABSENT))), "empty-object"),
        (Outcome(output=tool(declared(parametersJsonSchema={"type": "object"}))), "empty-object"),
        (Outcome(output=[]), "drop"),
        (Outcome(refusal=Refusal("inputSchema")), "raise"),
    ],
)
def test_a_tool_without_a_schema_tells_the_answer(outcome: Any, answer: str) -> None:
    view = GeminiTools(Trial(operation=OPERATION, input=[mcp(inputSchema=None)], outcome=outcome))
    assert read_unusable(view) == answer


def test_other_tools_tell_nothing() -> None:
    trial = Trial(operation=OPERATION, input=[mcp()], outcome=Outcome(output=tool(declared())))
    assert read_unusable(GeminiTools(trial)) is None
