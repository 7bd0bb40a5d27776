"""chat-tools-to-responses-tools (S0): nested function tools to flat ones."""

from conformance.checks.chat_tools import api_rules, choices, custom_tools, rules
from conformance.checks.chat_tools.view import FUNCTION, FlatTools, kind_of
from conformance.checks.family import Family
from conformance.checks.plausible import entries_as_sound
from conformance.checks.tool_checks import TOOL_CHECKS

FAMILIES = {
    "chat-tools-to-responses-tools": Family(
        view=FlatTools,
        checks={
            **TOOL_CHECKS,
            "flat-fields": rules.flat_fields,
            "flat-type": rules.flat_type,
            "flat-parameters": rules.flat_parameters,
            "flat-strict": rules.flat_strict,
            "flat-validation": rules.flat_validation,
            "flat-parameters-absent": rules.flat_parameters_absent,
            "flat-other-types": rules.flat_other_types,
            "flat-no-function-key": rules.no_function_key,
            "flat-required-fields": rules.required_fields,
            "flat-not-longer": rules.not_longer,
            "flat-unknown-type": rules.unknown_type,
            "flat-unknown-type-reported": rules.unknown_type_reported,
            "flat-missing-fields": rules.missing_fields,
            "flat-missing-fields-reported": rules.missing_fields_reported,
            "flat-not-an-object": rules.not_an_object,
            "flat-not-a-list": rules.not_a_list,
            "flat-error-names-entry": rules.error_names_entry,
            "flat-strict-stays-on": api_rules.strict_stays_on,
            "flat-strict-stays-off": api_rules.strict_stays_off,
            "flat-accepted-source": api_rules.accepted_source,
            "flat-custom": custom_tools.custom_flattened,
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
