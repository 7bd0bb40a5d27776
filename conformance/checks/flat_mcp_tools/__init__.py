"""mcp-tools-to-responses-tools (S2, then S0): MCP tools to flat ones."""

from conformance.checks.chat_tools.choices import read_missing_properties, read_strict
from conformance.checks.family import Family, checks_in
from conformance.checks.flat_mcp_tools import rules
from conformance.checks.flat_mcp_tools.view import FlatMcpTools, kind_of_flat
from conformance.checks.mcp_tools.choices import read_description, read_unsafe_names, read_unusable
from conformance.checks.mcp_tools.view import USABLE
from conformance.checks.plausible import entries_as_sound
from conformance.checks.tool_checks import TOOL_CHECKS

FAMILIES = {
    "mcp-tools-to-responses-tools": Family(
        view=FlatMcpTools,
        checks={**TOOL_CHECKS, **checks_in(rules)},
        readers={
            "unsafe-names": read_unsafe_names,
            "missing-properties": read_missing_properties,
            "strict-when-absent": read_strict,
            "description-when-absent": read_description,
            "unusable-tool": read_unusable,
        },
        as_sound=entries_as_sound(kind_of_flat, USABLE, is_list=True),
    )
}
