"""mcp-tool-to-chat-tool and its list form (S2): MCP tools to nested ones."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.chat_tools.choices import read_missing_properties
from conformance.rules.checks.by_laws.mcp_tools import choices, rules
from conformance.rules.checks.by_laws.mcp_tools.view import USABLE, McpTool, McpTools, kind_of
from conformance.rules.checks.family import OperationChecks, checks_in, together
from conformance.rules.checks.plausible import entries_as_sound
from conformance.rules.checks.tools.checks import TOOL_CHECKS
from conformance.rules.checks.tools.schemas import schemas, special_names
from conformance.rules.laws import tools
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_FORM: Final = Charge("chat-form")
_KEYS: Final = Charge("chat-keys-only")
_SPECIAL: Final = {"schema/name-lost/special": Charge("special-names")}
_LAWS: Final[Mapping[Law, Charges]] = {
    tools.form: {"form": _FORM, "form/members": Charge("chat-form", "not-nested")},
    tools.names: {"name": _FORM},
    tools.descriptions: {
        **dict.fromkeys(("description", "description/empty/phrase"), _FORM),
        "description/none": Charge("description-key"),
        "description/empty": Charge("chat-form", "description-changed"),
        "description/empty/gone": _FORM,
        "description/absent": Charge("description-absent"),
    },
    tools.members: {
        "added/alone": Charge("no-mcp-fields"),
        "added/member": _KEYS,
        "added/beside": Charge("chat-form", "beside-function"),
    },
    tools.strict_invented: {"strict/invented": Charge("strict-not-invented", "strict"), "strict/invented/odd": None},
    schemas: {
        "kept/schema": None,
        **dict.fromkeys(("kept/schema/lost", "kept/schema/none/lost"), Charge("chat-form", "no-parameters")),
        **dict.fromkeys(("schema", "root/chosen"), Charge("schema-kept")),
        "schema/default-in-property": Charge("no-default-in-properties"),
        "schema/default-elsewhere": Charge("no-default-elsewhere"),
        **dict.fromkeys(("schema/default-lost-from-data", "schema/name-lost/keyword"), Charge("only-the-keyword-goes")),
        **_SPECIAL,
        "root/empty": Charge("empty-properties-stay"),
        "root/absent": Charge("root-properties"),
    },
    special_names: _SPECIAL,
}
_BY_LAWS = law_checks(_LAWS, lambda view: view)

_SINGLE = OperationChecks(
    view=McpTool,
    checks={
        **TOOL_CHECKS,
        **checks_in(rules, halves=(rules.functions_arrive, rules.undescribed_arrive)),
        **_BY_LAWS,
        "chat-form": together(_BY_LAWS["chat-form"], rules.functions_arrive),
        "description-absent": together(_BY_LAWS["description-absent"], rules.undescribed_arrive),
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
