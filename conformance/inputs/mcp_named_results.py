"""Results of MCP tool calls, each with the name of its tool, and mostly with the id of its call."""

from __future__ import annotations

from typing import Any, Final

from conformance.base.values import JSON
from conformance.inputs import mcp_results
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import fresh, table
from conformance.inputs.operations import Inputs

_SOURCE: Final = "mcp-result"
_NAMES: Final = DealtOptions(("get_weather", "read.file", "f", "notes-list", "_a", "Get_Weather"))
_HAS_ID: Final = weighted({True: 3, False: 1})
_NO_NAMES: Final = table(None, 7, "", ["f"])
_LOSES_NAME: Final = weighted({False: 5, True: 1})


def _named(given: JSON, name: JSON) -> JSON:
    return {**given, "name": name} if isinstance(given, dict) and "tool_call_id" in given else given


def make_named_result(choices: Choices) -> Any:
    """A result of any version, with the name of its tool, and mostly with the id of its call."""
    given: Any = _named(mcp_results.make_result(choices), choices.pick(_NAMES))
    if not choices.pick(_HAS_ID):
        del given["tool_call_id"]
    return given


def make_malformed_result(choices: Choices) -> tuple[str, JSON]:
    """A result with one fault, and the fault's name."""
    if choices.pick(_LOSES_NAME):
        return "no name of the tool", {**mcp_results.make_result(choices), "name": fresh(choices, _NO_NAMES)}
    fault, given = mcp_results.make_malformed_result(choices)
    held: Any = {**given, "name": choices.pick(_NAMES)} if isinstance(given, dict) else given
    return fault, {"tool_call_id": 7, **held} if isinstance(held, dict) else held  # an id that is absent is no fault


def _deep_and_wide() -> list[tuple[str, JSON]]:
    return [(name, _named(given, "f")) for name, given in mcp_results.INPUTS[_SOURCE].deep_and_wide()]


INPUTS = {
    "mcp-named-result": Inputs(
        make_named_result, mcp_results.INPUTS[_SOURCE].wrong_shapes, _deep_and_wide, make_malformed_result
    )
}
