"""Converts MCP tools to a target's form, as the reference does it: what an API is sent is never MCP's own form."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

from conformance import reference
from conformance.base.values import JSON
from conformance.commands.tool_check.forms import CHAT, RESPONSES
from conformance.reference import ToolError
from conformance.reference.google_schema import Dropped


class Remark(NamedTuple):
    """What the conversion said on the way. at: the place in the MCP tool."""

    at: str
    message: str


class Converted(NamedTuple):
    """What came of an MCP tool: the tool, or why there is none; and what the conversion said on the way."""

    tool: JSON
    problem: str | None
    said: tuple[Remark, ...]


def converted(tool: JSON, target: str) -> Converted:
    """Convert one MCP tool with the reference."""
    heard = _Heard()
    logger = logging.getLogger("conformance.reference")
    passes_on = logger.propagate
    logger.addHandler(heard)
    logger.propagate = False
    try:
        return Converted(_convert(tool, target), None, tuple(heard.remarks))
    except ToolError as error:
        return Converted(None, str(error), tuple(heard.remarks))
    finally:
        logger.removeHandler(heard)
        logger.propagate = passes_on


def _convert(tool: JSON, target: str) -> JSON:
    if target == CHAT:
        return reference.mcp_tool_to_chat_tool(tool, missing_properties="keep")
    if target == RESPONSES:
        return reference.mcp_tools_to_responses_tools([tool], unusable_tool="raise")[0]
    definition = {
        "name": tool.get("name"),
        "description": tool.get("description"),
        "parameters": tool.get("inputSchema"),
    }
    return reference.tool_definition_to_provider_tool({"provider": target, "definition": definition})


def source_pointer(at: str) -> str:
    """Map a place of a converted tool to the place in its MCP tool."""
    for before, here in _PLACES:
        if at == before or at.startswith(before + "/"):
            return here + at[len(before) :]
    return at


_PLACES = (
    ("/function/parameters", "/inputSchema"),
    ("/function", ""),
    ("/parameters", "/inputSchema"),
    ("/input_schema", "/inputSchema"),
    ("/strict", ""),
    ("/type", ""),
)


class _Heard(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.remarks: list[Remark] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line, or one for each thing that it is about."""
        dropped: Sequence[Dropped] = getattr(record, "dropped", ())
        for other_dropped in dropped:
            self.remarks.append(
                Remark(
                    f"/inputSchema{other_dropped.at}",
                    f"{other_dropped.what} is left out for Google: {other_dropped.why}.",
                )
            )
        if not dropped:
            self.remarks.append(Remark("", record.getMessage()))
