"""Which answers to the choices of responses-tools-to-chat-tools an observation proves."""

from __future__ import annotations

from conformance.rules.checks.by_laws.responses_tools.view import SERVER_TOOL, NestedTools
from conformance.rules.checks.choice_readings import IllegalAnswer, Reading
from conformance.rules.checks.findings import brief


def read_without_counterpart(view: NestedTools) -> Reading:
    """tool-without-counterpart: a tool was left out only if it did not arrive in any form and all others did."""
    found = view.entries_of(SERVER_TOOL)
    if not found:
        return None
    if view.outcome.refusal:
        return "refuse"
    if view.alignment is None:
        return None
    arrived = next((index for index in found if index in view.arrived), None)
    if arrived is not None:
        result = view.result(view.arrived[arrived])
        return IllegalAnswer(observed=f"{brief(view.entry(arrived))} became {brief(result)}")
    return "leave-out" if view.leaves_out(found) else None
