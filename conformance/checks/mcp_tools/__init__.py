"""mcp-tool-to-chat-tool and its list form (S2): MCP tools to nested ones."""

from dataclasses import replace

from conformance.checks.chat_tools.choices import read_missing_properties
from conformance.checks.family import Family
from conformance.checks.mcp_tools import choices, rules
from conformance.checks.mcp_tools.view import USABLE, McpTool, McpTools, kind_of
from conformance.checks.plausible import entries_as_sound
from conformance.checks.tool_checks import TOOL_CHECKS

_SINGLE = Family(
    view=McpTool,
    checks={
        **TOOL_CHECKS,
        "chat-form": rules.chat_form,
        "no-default-in-properties": rules.no_default_in_properties,
        "no-default-elsewhere": rules.no_default_elsewhere,
        "only-the-keyword-goes": rules.only_the_keyword_goes,
        "schema-kept": rules.schema_kept,
        "empty-properties-stay": rules.empty_properties_stay,
        "no-mcp-fields": rules.no_mcp_fields,
        "chat-keys-only": rules.chat_keys_only,
        "description-absent": rules.description_absent,
        "description-key": rules.description_key,
        "unusable-tool": rules.unusable_tool,
        "special-names": rules.special_names,
        "list-form": rules.list_form,
        "one-name": rules.one_name,
        "strict-not-invented": rules.strict_not_invented,
        "root-properties": rules.root_properties,
    },
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
