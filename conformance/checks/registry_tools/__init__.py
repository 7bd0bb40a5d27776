"""registry-tools-to-chat-tools and registry-request-to-chat-request (S1): a registry's types to Chat tools."""

from dataclasses import replace

from conformance.checks.exact import exact_checks
from conformance.checks.family import Family
from conformance.checks.plausible import entries_as_sound
from conformance.checks.registry_tools import choices, list_rules, request, rules, schema_rules
from conformance.checks.registry_tools.view import FUNCTION, RegistryTools, kind_of
from conformance.checks.tool_checks import TOOL_CHECKS

_LIST = Family(
    view=RegistryTools,
    checks={
        **TOOL_CHECKS,
        "registry-function": rules.function_form,
        "registry-bare-function": rules.bare_function,
        "registry-local-shell": rules.local_shell,
        "registry-web-search": rules.web_search,
        "registry-custom": rules.custom,
        "registry-custom-format": rules.custom_format,
        "registry-walk-keeps": schema_rules.walk_keeps,
        "registry-walk-keeps-the-rest": schema_rules.walk_keeps_the_rest,
        "registry-unknown-left-out": list_rules.unknown_left_out,
        "registry-unknown-reported": list_rules.unknown_reported,
        "registry-malformed-left-out": list_rules.malformed_left_out,
        "registry-invalid-schema-passed": schema_rules.invalid_passed,
        "registry-order-and-count": list_rules.order_and_count,
        "registry-strict-reported": rules.strict_reported,
        "neighbours-do-not-matter": list_rules.neighbours,
        "schema-meaning": schema_rules.meaning_kept,
    },
    readers={"strict-in-chat": choices.read_strict},
    as_sound=entries_as_sound(kind_of, FUNCTION, is_list=True),
)

FAMILIES = {
    "registry-tools-to-chat-tools": _LIST,
    "registry-request-to-chat-request": replace(
        _LIST,
        view=request.RegistryRequest,
        checks={
            **_LIST.checks,
            "registry-request-kept": request.request_kept,
            "registry-no-empty-tools": request.no_empty_tools,
            **exact_checks(request.exact),
        },
        readers={**_LIST.readers, "empty-tools": request.read_empty_tools},
        as_sound=request.request_as_sound,
    ),
}
