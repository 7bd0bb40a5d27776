"""tool-definition-to-provider-tool (S3, phase 1): one definition in the form of each provider's API."""

from conformance.base.values import JSON
from conformance.rules.checks.api import api_checks
from conformance.rules.checks.family import OperationChecks, checks_in
from conformance.rules.checks.letters.provider_tools import anthropic, choices, google, openai, rules
from conformance.rules.checks.letters.provider_tools.requests import UNSAFE, USABLE, definition_of, kind_of
from conformance.rules.checks.plausible import schema_as_sound
from conformance.rules.checks.tools.anthropic_schemas import UNITED
from conformance.rules.checks.tools.checks import TOOL_CHECKS


def _as_sound(candidate: JSON, original: JSON) -> bool:
    kind, wanted = kind_of(candidate), kind_of(original)
    if kind not in (wanted, USABLE) and (kind, wanted) != (UNITED, UNSAFE):
        return False
    if not isinstance(candidate, dict) or not isinstance(original, dict):
        return type(candidate) is type(original)
    if candidate.get("provider") != original.get("provider"):
        return False
    first, other = definition_of(candidate), definition_of(original)
    if not isinstance(first, dict) or not isinstance(other, dict):
        return type(first) is type(other)
    return schema_as_sound(first.get("parameters"), other.get("parameters"))


FAMILIES = {
    "tool-definition-to-provider-tool": OperationChecks(
        view=rules.view_of_request,
        checks={
            **TOOL_CHECKS,
            **checks_in(anthropic, google, openai, rules),
            **api_checks(rules.tool_refusals),
        },
        readers={
            "strict-in-flat": choices.read_strict_in_flat,
            "strict-in-chat": choices.read_strict_in_chat,
            "root-unions": choices.read_root_unions,
        },
        as_sound=_as_sound,
    )
}
