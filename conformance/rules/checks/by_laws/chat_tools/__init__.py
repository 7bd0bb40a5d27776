"""chat-tools-to-responses-tools (S0): nested function tools to flat ones."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.chat_tools import api_rules, choices, rules
from conformance.rules.checks.by_laws.chat_tools.view import FUNCTION, FlatTools, kind_of
from conformance.rules.checks.family import OperationChecks, checks_in, together
from conformance.rules.checks.plausible import entries_as_sound
from conformance.rules.checks.tools.checks import TOOL_CHECKS
from conformance.rules.checks.tools.schemas import schemas
from conformance.rules.laws import tools
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_FIELDS: Final = Charge("flat-fields")
_LAWS: Final[Mapping[Law, Charges]] = {
    tools.form: {"form/tool": _FIELDS, "form/members": None, "form/type": Charge("flat-type")},
    tools.names: {"name": _FIELDS},
    tools.descriptions: {"description": _FIELDS},
    tools.members: {"added/alone": None, "added/member": Charge("flat-fields", "invented")},
    tools.strict_kept: {"strict/kept": Charge("flat-strict"), "strict/on": Charge("strict-stays-on")},
    tools.strict_chosen: {"strict/chosen": Charge("flat-strict", "strict-invented")},
    schemas: {
        "kept/schema": Charge("flat-parameters"),
        "kept/schema/none": None,
        "kept/schema/null": None,
        "schema": Charge("flat-parameters"),
        "root": None,
        "root/chosen": Charge("flat-parameters"),
    },
    tools.customs: {"custom/custom": Charge("custom-flattened"), "custom/function": Charge("custom-as-function")},
}
_BY_LAWS = law_checks(_LAWS, lambda view: view)

FAMILIES = {
    "chat-tools-to-responses-tools": OperationChecks(
        view=FlatTools,
        checks={
            **TOOL_CHECKS,
            **checks_in(api_rules, rules, halves=(rules.fields_arrive, rules.odd_strict)),
            **_BY_LAWS,
            "flat-fields": together(_BY_LAWS["flat-fields"], rules.fields_arrive),
            "flat-strict": together(_BY_LAWS["flat-strict"], rules.odd_strict),
        },
        readers={
            "extra-function-fields": choices.read_extra_fields,
            "missing-properties": choices.read_missing_properties,
            "strict-when-absent": choices.read_strict,
            "on-invalid": choices.read_on_invalid,
            "parameters-when-absent": choices.read_parameters_absent,
            "other-tool-types": choices.read_other_types,
        },
        as_sound=entries_as_sound(kind_of, FUNCTION, is_list=True),
    )
}
