"""Which answers to the choices of chat-messages-to-responses-input an observation proves."""

from __future__ import annotations

from conformance.formats.facts import CALL, INLINE, RESULT, USE
from conformance.rules.checks.letters.responses_input.pairing import ITEMS, PARTS
from conformance.rules.checks.letters.responses_input.turns import groups
from conformance.rules.checks.letters.responses_input.view import ResponsesInput
from conformance.rules.checks.letters.responses_input.whole import INPUT, INSTRUCTIONS, leading


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
    how = next((how for _run, how in groups(results)), None)
    return how if how in ("grouped", "separate") else None


def read_inline(view: ResponsesInput) -> str | None:
    """inline-tools."""
    forms = {pair.form for pair in view.pairs if pair.owed.kind in (USE, INLINE) and pair.found is not None}
    return forms.pop() if len(forms) == 1 and forms <= {ITEMS, PARTS} else None


def read_system(view: ResponsesInput) -> str | None:
    """system-placement: where the leading system messages are, if they are still the system's."""
    pairs = [pair for pair in leading(view) if pair.arrived]
    if any(pair.has_other_speaker for pair in pairs):
        return None
    places = {INPUT if pair.offset is None else INSTRUCTIONS for pair in pairs}
    return places.pop() if len(places) == 1 else None
