"""responses-tools-to-chat-tools: flat tools to nested ones."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.chat_tools.choices import read_strict
from conformance.rules.checks.by_laws.responses_tools import left_out, rules
from conformance.rules.checks.by_laws.responses_tools.choices import read_without_counterpart
from conformance.rules.checks.by_laws.responses_tools.view import FUNCTION, NestedTools, kind_of
from conformance.rules.checks.family import OperationChecks, checks_in, together
from conformance.rules.checks.plausible import entries_as_sound
from conformance.rules.checks.tools.checks import TOOL_CHECKS
from conformance.rules.checks.tools.schemas import schemas
from conformance.rules.laws import tools
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_FORM: Final = Charge("nested-form")
_KEYS: Final = Charge("no-further-key", "further-key")
_LAWS: Final[Mapping[Law, Charges]] = {
    tools.form: {"form": _FORM},
    tools.names: {"name": _FORM},
    tools.descriptions: {
        "description": _FORM,
        "description/none": None,
        **dict.fromkeys(("description/absent", "description/empty"), Charge("nested-form", "description-invented")),
        **dict.fromkeys(("description/absent/phrase", "description/empty/phrase"), _FORM),
    },
    tools.members: {
        **dict.fromkeys(("added/alone", "added/member/unformed"), None),
        **dict.fromkeys(("added/member", "added/beside"), _KEYS),
    },
    tools.strict_kept: {"strict/kept": Charge("strict-kept"), "strict/on": None},
    tools.strict_invented: {"strict/invented": Charge("strict-where-taken")},
    tools.strict_chosen: {
        "strict/chosen": Charge("strict-as-answered", "not-as-chosen"),
        "strict/chosen/odd": None,
    },
    schemas: {
        **dict.fromkeys(("kept/schema/lost", "kept/schema/null"), _FORM),
        **dict.fromkeys(("kept/schema/none", "kept/schema/broken", "root"), None),
        **dict.fromkeys(("kept/schema", "schema"), Charge("schema-unchanged")),
    },
    tools.customs: {
        "custom/custom": Charge("custom-nested"),
        "custom/custom/type": Charge("custom-nested", "type"),
        "custom/function": Charge("custom-as-function"),
        **dict.fromkeys(("custom/function/member", "custom/function/odd"), None),
    },
}
_BY_LAWS = law_checks(_LAWS, lambda view: view)

FAMILIES = {
    "responses-tools-to-chat-tools": OperationChecks(
        view=NestedTools,
        checks={
            **TOOL_CHECKS,
            **checks_in(left_out, rules, halves=(rules.functions_arrive,)),
            **_BY_LAWS,
            "nested-form": together(_BY_LAWS["nested-form"], rules.functions_arrive),
        },
        readers={"strict-when-absent": read_strict, "tool-without-counterpart": read_without_counterpart},
        as_sound=entries_as_sound(kind_of, FUNCTION, is_list=True),
    )
}
