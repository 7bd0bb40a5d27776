"""No key of the subject or its user leaves the engine with the result."""

from __future__ import annotations

from conformance.apis.input_validity import MALFORMED, Reason, Standing
from conformance.base.errors import SubjectError
from conformance.base.observation import Fault, Outcome, Refusal
from conformance.base.redact import Redactor
from conformance.running.engine.redacted import redact_result, redacted_description, redacted_error
from conformance.running.engine.result import (
    TOOL,
    Evidence,
    GivenFailure,
    GivenResult,
    InputSource,
    Objection,
    Reduced,
    RuleResult,
    RunResult,
)
from tests.running.engine.building import SINGLE, contract_of, described

KEY = "a-very-secret-password"
REDACTOR = Redactor((KEY,))


def test_every_text_of_evidence_is_redacted() -> None:
    result = RunResult(
        described(SINGLE), seed=1, max_examples=0, requirements="every MUST", specs_digest="sha256:", started=""
    )
    entry = RuleResult(SINGLE, contract_of(SINGLE).rules[0])
    outcome = Outcome(
        output={"a": KEY},
        refusal=Refusal(KEY, KEY),
        fault=Fault("exit", KEY, (KEY,)),
        not_json=KEY,
        input_after=[KEY],
        diagnostics=({"message": KEY},),
        requests=({"path": KEY},),
    )
    entry.reason = KEY
    entry.evidence = [
        Evidence(
            kind="wrong",
            case=None,
            input=[KEY],
            outcome=outcome,
            expected=KEY,
            at=KEY,
            message=KEY,
            reproduce=KEY,
            source=InputSource(TOOL, KEY, KEY, (KEY,)),
            reduced=Reduced([KEY], KEY),
            standing=Standing(kind=MALFORMED, reasons=(Reason(at=KEY, message=KEY, rule="schema"),)),
        )
    ]
    result.rules = [entry]
    result.choices = {SINGLE: {KEY: (KEY, "stated")}}
    source = InputSource(TOOL, KEY, KEY, (KEY,))
    failure = GivenFailure("MCP-1", KEY, KEY, False, Objection(None, MALFORMED, None, ""))
    standing = entry.evidence[0].standing
    result.given = [
        GivenResult(
            operation=SINGLE,
            source=source,
            number=0,
            standing=standing,
            failures=(failure,),
            refused=KEY,
            not_judged=KEY,
        )
    ]
    redact_result(result, REDACTOR)
    assert KEY not in repr(entry.evidence) + repr(entry.reason) + repr(result.choices) + repr(result.given)
    assert entry.evidence[0].kind == "wrong"


def test_a_description_and_an_error_are_redacted() -> None:
    assert KEY not in repr(redacted_description(described(KEY), REDACTOR))
    error = redacted_error(SubjectError(f"{KEY} fails.", KEY, (KEY,)), REDACTOR)
    assert KEY not in f"{error}{error.log}"
