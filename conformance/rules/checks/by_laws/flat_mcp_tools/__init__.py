"""mcp-tools-to-responses-tools (S2, then S0): MCP tools to flat ones."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.chat_tools.choices import read_missing_properties, read_strict
from conformance.rules.checks.by_laws.flat_mcp_tools import rules
from conformance.rules.checks.by_laws.flat_mcp_tools.view import FlatMcpTools, kind_of_flat
from conformance.rules.checks.by_laws.mcp_tools.choices import read_description, read_unsafe_names, read_unusable
from conformance.rules.checks.by_laws.mcp_tools.view import USABLE
from conformance.rules.checks.family import OperationChecks, checks_in, together
from conformance.rules.checks.plausible import entries_as_sound
from conformance.rules.checks.tools.checks import TOOL_CHECKS
from conformance.rules.checks.tools.schemas import schemas
from conformance.rules.laws import tools
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_FORM: Final = Charge("flat-form")
_LAWS: Final[Mapping[Law, Charges]] = {
    tools.form: {"form": _FORM},
    tools.names: {"name": _FORM},
    tools.descriptions: {
        "description": _FORM,
        "description/none": None,
        "description/absent": Charge("described-or-not"),
        "description/empty": Charge("described-or-not", reaches=False),
    },
    tools.members: {
        "added/alone": Charge("no-mcp-fields"),
        "added/member": Charge("keys-only"),
        **dict.fromkeys(("added/member/alone", "added/beside"), None),
    },
    tools.strict_chosen: {"strict/chosen": Charge("strict-said")},
    schemas: {
        **dict.fromkeys(("kept/schema", "root/absent"), None),
        **dict.fromkeys(("kept/schema/lost", "kept/schema/none/lost"), Charge("flat-form", "no-parameters")),
        **dict.fromkeys(("schema", "root"), Charge("schema-kept")),
        **dict.fromkeys(("schema/default-in-property", "schema/default-elsewhere"), Charge("no-defaults")),
    },
}
_BY_LAWS = law_checks(_LAWS, lambda view: view)

FAMILIES = {
    "mcp-tools-to-responses-tools": OperationChecks(
        view=FlatMcpTools,
        checks={
            **TOOL_CHECKS,
            **checks_in(rules, halves=(rules.functions_arrive, rules.undescribed_arrive)),
            **_BY_LAWS,
            "flat-form": together(_BY_LAWS["flat-form"], rules.functions_arrive),
            "described-or-not": together(_BY_LAWS["described-or-not"], rules.undescribed_arrive),
        },
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
