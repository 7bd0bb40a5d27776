"""Which answers to the choices of mcp-tools-to-gemini-tools an observation proves."""

from __future__ import annotations

from conformance.rules.checks.by_laws.gemini_tools.view import GeminiTools
from conformance.rules.checks.by_laws.mcp_tools import choices
from conformance.rules.checks.by_laws.mcp_tools.view import NO_SCHEMA
from conformance.rules.checks.choice_readings import Reading


def read_unusable(view: GeminiTools) -> Reading:
    """unusable-tool: a declaration without a schema takes any object, or none."""
    found = next((index for index, kind in enumerate(view.kinds) if kind == NO_SCHEMA), None)
    pair = None if found is None or found not in view.arrived else view.pair(found, view.arrived[found])
    return "empty-object" if pair is not None and pair.schema in view.empty_schemas else choices.read_unusable(view)
