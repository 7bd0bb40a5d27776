"""What a survey makes of a report."""

from __future__ import annotations

from conformance.survey.judging import without_results

FITS, UNFIT = "mcp-tool-to-chat-tool", "chat-tools-to-responses-tools"


def report(**verdicts):
    """A report with so many verdicts of each operation."""
    return {
        "rules": [
            {"operation": operation, "verdict": verdict}
            for operation, counts in verdicts.items()
            for verdict, number in counts.items()
            for _rule in range(number)
        ]
    }


def test_an_operation_that_hardly_ever_gives_a_result_may_have_an_unfit_adapter():
    found = report(**{FITS: {"pass": 12, "fail": 9, "not-run": 3}, UNFIT: {"pass": 4, "fail": 1, "not-run": 15}})
    assert without_results(found) == {UNFIT}
