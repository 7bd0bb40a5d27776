"""Which answers to the choices of responses-tools-to-chat-tools an observation proves."""

from __future__ import annotations

from conformance.checks.findings import brief
from conformance.checks.reading import Reading, Unlisted
from conformance.checks.responses_tools.view import SERVER_TOOL, NestedTools
from conformance.values import ABSENT


def read_strict(view: NestedTools) -> Reading:
    """strict-when-absent: a null says as little as no key."""
    for pair in view.pairs:
        if (view.entries or [])[pair.entry].get("strict") is None and isinstance(pair.body, dict):
            strict = pair.body.get("strict", ABSENT)
            if strict is ABSENT or strict is None:
                return "omit"
            if isinstance(strict, bool):
                return "true" if strict else "false"
            return Unlisted(observed=f"strict became {brief(strict)}")
    return None


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
        result = (view.outputs or [])[view.arrived[arrived]]
        return Unlisted(observed=f"{brief((view.entries or [])[arrived])} became {brief(result)}")
    return None if view.alignment.missing or view.alignment.unasked else "leave-out"
