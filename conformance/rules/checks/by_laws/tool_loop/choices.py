"""Which answers to the choices of tool-loop an observation proves."""

from __future__ import annotations

from conformance.apis.emulator import RESPONSES
from conformance.formats.requests import MESSAGES
from conformance.rules.checks.by_laws.tool_loop.carried import form
from conformance.rules.checks.by_laws.tool_loop.view import ToolLoop


def read_tool_turns(view: ToolLoop) -> str | None:
    """tool-turns: the one form of all results."""
    if view.unfit or view.api != RESPONSES:
        return None
    forms = {form(exchange) for _asked, exchange in view.carried if exchange.result is not None}
    return forms.pop() if len(forms) == 1 and MESSAGES not in forms else None
