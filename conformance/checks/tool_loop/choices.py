"""Which answers to the choices of tool-loop an observation shows."""

from __future__ import annotations

from conformance.checks.tool_loop.facts import ITEMS, PARTS, WORDS
from conformance.checks.tool_loop.view import ToolLoop
from conformance.emulator import CHAT


def read_tool_turns(view: ToolLoop) -> str | None:
    """tool-turns."""
    if view.unfit or view.api == CHAT:
        return None
    for _asked, carried in view.follow_ups:
        for exchange in carried:
            if exchange.result is not None:
                return {ITEMS: "items", PARTS: "parts", WORDS: "text"}.get(exchange.result.form)
    return None
