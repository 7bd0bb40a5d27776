from __future__ import annotations

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.shared import SHARED
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import load_specifications

OPERATION = "responses-output-to-chat-message"
SAID = [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "a"}]}]


@pytest.mark.parametrize("check", SHARED)
def test_each_shared_check_is_the_check_of_a_rule(check: str) -> None:
    contracts = load_specifications().contracts.values()
    assert any(rule.check == check for contract in contracts for rule in contract.rules)


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [
        (Outcome(output=[], input_after=[]), None),
        (Outcome(refusal=Refusal("no"), input_after=SAID), "refused"),
        (Outcome(not_json="a set", input_after=SAID), None),
    ],
)
def test_an_input_that_must_convert_does(outcome: Outcome, kind: str | None) -> None:
    findings = SHARED["converts"](view_of(Trial(operation=OPERATION, input=SAID, outcome=outcome)))
    assert (findings[0].kind if isinstance(findings, tuple) and findings else None) == kind


def test_a_malformed_input_may_be_refused() -> None:
    trial = Trial(operation=OPERATION, input=[None], outcome=Outcome(refusal=Refusal("no"), input_after=[None]))
    assert SHARED["converts"](view_of(trial)) is None
