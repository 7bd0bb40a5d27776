"""mcp-tools-to-gemini-tools: MCP tools as the function declarations of Gemini's API, by the laws of tools."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.anthropic_tools import rules as of_named
from conformance.rules.checks.by_laws.flat_mcp_tools import rules as of_flat
from conformance.rules.checks.by_laws.gemini_tools import rules
from conformance.rules.checks.by_laws.gemini_tools.choices import read_unusable
from conformance.rules.checks.by_laws.gemini_tools.view import GeminiTools, kind_of_declared
from conformance.rules.checks.by_laws.mcp_tools.choices import read_unsafe_names
from conformance.rules.checks.by_laws.mcp_tools.view import USABLE
from conformance.rules.checks.family import OperationChecks, together
from conformance.rules.checks.plausible import entries_as_sound
from conformance.rules.checks.tools.checks import TOOL_CHECKS
from conformance.rules.checks.tools.schemas import schemas
from conformance.rules.laws import tools
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_FORM: Final = Charge("tools-arrive")
_BARE: Final = Charge("undescribed-arrive")
_LAWS: Final[Mapping[Law, Charges]] = {
    tools.form: {"form": _FORM},
    tools.names: {"name": _FORM},
    tools.descriptions: {
        "description": _FORM,
        "description/none": None,
        "description/absent": _BARE,
        "description/empty": Charge("undescribed-arrive", reaches=False),
    },
    tools.members: {
        **dict.fromkeys(("added/alone", "added/member"), Charge("no-member-added")),
        **dict.fromkeys(("added/member/alone", "added/beside"), None),
    },
    schemas: {
        **dict.fromkeys(("kept/schema", "kept/schema/none", "root"), None),
        "kept/schema/lost": Charge("tools-arrive", "no-parameters"),
        "schema": Charge("schemas-kept"),
    },
}
_BY_LAWS = law_checks(_LAWS, lambda view: view)

FAMILIES = {
    "mcp-tools-to-gemini-tools": OperationChecks(
        view=GeminiTools,
        checks={
            **TOOL_CHECKS,
            **_BY_LAWS,
            "tools-arrive": together(_BY_LAWS["tools-arrive"], of_flat.functions_arrive, rules.tools_declare),
            "undescribed-arrive": together(_BY_LAWS["undescribed-arrive"], of_flat.undescribed_arrive),
            "schemas-kept": together(_BY_LAWS["schemas-kept"], rules.unions_folded),
            "unusable-tool": of_flat.unusable_tool,
            "refusals-reported": rules.refusals_reported,
            "refs-resolve": of_named.refs_resolve,
            "schema-meaning": rules.schema_meaning,
            "tools-apart": of_flat.neighbours,
            "results-described": rules.results_described,
        },
        readers={"unsafe-names": read_unsafe_names, "unusable-tool": read_unusable},
        as_sound=entries_as_sound(kind_of_declared, USABLE, is_list=True),
    )
}
