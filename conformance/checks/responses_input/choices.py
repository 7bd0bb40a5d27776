"""Which answers to the choices of chat-messages-to-responses-input an observation proves."""

from __future__ import annotations

from conformance.checks.responses_input.pairing import ITEMS, PARTS, speaker
from conformance.checks.responses_input.turns import runs
from conformance.checks.responses_input.view import ResponsesInput
from conformance.checks.responses_input.whole import INPUT, INSTRUCTIONS, leading, system_pairs
from conformance.formats.facts import CALL, INLINE, RESULT, USE


def read_tool_turns(view: ResponsesInput) -> str | None:
    """tool-turns: by the results; a call is an item in two of the forms."""
    forms = {pair.form for pair in view.pairs if pair.owed.kind == RESULT and pair.found is not None}
    if not forms:
        calls = {pair.form for pair in view.pairs if pair.owed.kind == CALL and pair.found is not None}
        return "text" if calls == {"text"} else None
    return forms.pop() if len(forms) == 1 else None


def read_grouping(view: ResponsesInput) -> str | None:
    """group-tool-results."""
    results = [pair for pair in view.pairs if pair.owed.kind == RESULT and pair.form == PARTS]
    for run in runs(results):
        items = {pair.got.entry for pair in run}
        return "grouped" if len(items) == 1 else "separate" if len(items) == len(run) else None
    return None


def read_inline(view: ResponsesInput) -> str | None:
    """inline-tools."""
    forms = {pair.form for pair in view.pairs if pair.owed.kind in (USE, INLINE) and pair.found is not None}
    return forms.pop() if len(forms) == 1 and forms <= {ITEMS, PARTS} else None


def read_system(view: ResponsesInput) -> str | None:
    """system-placement: where the leading system messages are, if they are still the system's."""
    first = leading(view)
    pairs = [pair for pair in system_pairs(view) if pair.owed.entry < first and pair.arrived]
    if any(pair.found is not None and speaker(pair.found.role) != "system" for pair in pairs):
        return None
    places = {INPUT if pair.offset is None else INSTRUCTIONS for pair in pairs}
    return places.pop() if len(places) == 1 else None
