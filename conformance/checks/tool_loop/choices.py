"""Which answers to the choices of tool-loop an observation proves."""

from __future__ import annotations

from conformance.checks.tool_loop.facts import ITEMS, PARTS, WORDS
from conformance.checks.tool_loop.view import ToolLoop
from conformance.emulator import CHAT


def read_tool_turns(view: ToolLoop) -> str | None:
    """tool-turns: the one form of all results."""
    if view.unfit or view.api == CHAT:
        return None
    results = [exchange.result for _asked, carried in view.follow_ups for exchange in carried]
    forms = {result.form for result in results if result is not None}
    return {ITEMS: "items", PARTS: "parts", WORDS: "text"}.get(forms.pop()) if len(forms) == 1 else None
