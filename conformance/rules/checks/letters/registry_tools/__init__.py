"""registry-tools-to-chat-tools and registry-request-to-chat-request (S1): a registry's types to Chat tools."""

from dataclasses import replace

from conformance.rules.checks.exact import exact_checks
from conformance.rules.checks.family import OperationChecks, checks_in
from conformance.rules.checks.letters.registry_tools import choices, list_rules, request, rules, schema_rules
from conformance.rules.checks.letters.registry_tools.view import FUNCTION, RegistryTools, kind_of
from conformance.rules.checks.plausible import entries_as_sound
from conformance.rules.checks.tools.checks import TOOL_CHECKS

_LIST = OperationChecks(
    view=RegistryTools,
    checks={**TOOL_CHECKS, **checks_in(list_rules, rules, schema_rules)},
    readers={"strict-in-chat": choices.read_strict},
    as_sound=entries_as_sound(kind_of, FUNCTION, is_list=True),
)

FAMILIES = {
    "registry-tools-to-chat-tools": _LIST,
    "registry-request-to-chat-request": replace(
        _LIST,
        view=request.RegistryRequest,
        checks={**_LIST.checks, **checks_in(request), **exact_checks(request.exact)},
        readers={**_LIST.readers, "empty-tools": request.read_empty_tools},
        as_sound=request.request_as_sound,
    ),
}
