"""chat-tools-to-responses-tools (S0): nested function tools to flat ones."""

from conformance.checks.chat_tools import api_rules, choices, custom_tools, rules
from conformance.checks.chat_tools.view import FUNCTION, FlatTools, kind_of
from conformance.checks.family import Family, checks_in
from conformance.checks.plausible import entries_as_sound
from conformance.checks.tool_checks import TOOL_CHECKS

FAMILIES = {
    "chat-tools-to-responses-tools": Family(
        view=FlatTools,
        checks={**TOOL_CHECKS, **checks_in(api_rules, custom_tools, rules)},
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
