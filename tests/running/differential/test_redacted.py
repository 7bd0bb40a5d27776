"""No key leaves a comparison of two subjects."""

from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.base.redact import Redactor
from conformance.rules.checks.findings import Failure
from conformance.running.differential.disagreement import (
    BrokenByOutcome,
    DiffResult,
    Disagreement,
    Explained,
    OperationComparison,
    OutputDifference,
    PerSubject,
)
from conformance.running.differential.redacted import redact_differences
from conformance.running.differential.structure import CHANGED, changes
from tests.running.engine.building import SINGLE, contract_of, described

KEY = "a-very-secret-password"


def test_every_text_of_a_disagreement_is_redacted() -> None:
    result = DiffResult(PerSubject(described(KEY), described(SINGLE)), 1, 5)
    compared = OperationComparison(SINGLE, PerSubject({"choice": KEY}, {}))
    compared.unasked = {KEY: 2}
    result.operations = [compared]
    (change,) = changes({"a": KEY}, {"a": "b"})
    assert change.kind == CHANGED
    charge = BrokenByOutcome(contract_of(SINGLE).rules[0], Failure("kind", KEY, KEY), True)
    result.disagreements = [
        Disagreement(
            operation=SINGLE,
            input=[KEY],
            case=None,
            came=PerSubject(KEY, "answers"),
            outcomes=PerSubject(Outcome(output=KEY), Outcome(output=1)),
            differences=(OutputDifference(change, False),),
            more=0,
            charges=PerSubject((charge,), ()),
            choices=(Explained("choice", "MCP-1", KEY, None),),
            seen=1,
        )
    ]
    redact_differences(result, Redactor((KEY,)))
    assert KEY not in repr(result.disagreements) + repr(compared.choices) + repr(compared.unasked)
    assert KEY not in repr(result.subjects)
    assert result.disagreements[0].differences[0].change.b == "b"
