"""mcp-tool-to-chat-tool and its list form (S2): MCP tools to nested ones."""

from dataclasses import replace

from conformance.checks.chat_tools.choices import read_missing_properties
from conformance.checks.family import Family, checks_in
from conformance.checks.mcp_tools import choices, rules
from conformance.checks.mcp_tools.view import USABLE, McpTool, McpTools, kind_of
from conformance.checks.plausible import entries_as_sound
from conformance.checks.tool_checks import TOOL_CHECKS

_SINGLE = Family(
    view=McpTool,
    checks={**TOOL_CHECKS, **checks_in(rules)},
    readers={
        "missing-properties": read_missing_properties,
        "unsafe-names": choices.read_unsafe_names,
        "description-when-absent": choices.read_description,
        "unusable-tool": choices.read_unusable,
    },
    as_sound=entries_as_sound(kind_of, USABLE, is_list=False),
)

FAMILIES = {
    "mcp-tool-to-chat-tool": _SINGLE,
    "mcp-tools-to-chat-tools": replace(
        _SINGLE, view=McpTools, as_sound=entries_as_sound(kind_of, USABLE, is_list=True)
    ),
}
