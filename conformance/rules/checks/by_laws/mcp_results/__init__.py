"""What an MCP tool returned, for the model: as a message, an item, a block or a part."""

from conformance.base.observation import Outcome
from conformance.base.values import JSON
from conformance.formats.facts import word
from conformance.rules.checks.api import api_checks
from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.mcp_results import api, choices, letter, outcomes
from conformance.rules.checks.by_laws.mcp_results.charges import LAWS
from conformance.rules.checks.by_laws.mcp_results.view import McpBlock, McpFunctionResponse, McpOutput, McpResult
from conformance.rules.checks.exact import exact_checks, not_escaped
from conformance.rules.checks.family import OperationChecks, checks_in, together
from conformance.rules.checks.trial import Trial
from conformance.rules.laws.contents import kind_of

_CHECKS = {
    **law_checks(LAWS, lambda view: view.both if view.answered and not view.unfit else None),
    **checks_in(letter, outcomes, halves=(letter.own_id,)),
    "json-not-escaped": not_escaped(outcomes.written_json),
    **exact_checks(outcomes.exact),
    **api_checks(api.tool_result_refusals),
}
_READERS = {
    "blocks": choices.read_blocks,
    "structured": choices.read_structured,
    "error-form": choices.read_error_form,
    "empty-result": choices.read_empty_result,
    "unknown-block": choices.read_unknown_block,
}


def _as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether an input is malformed only where its original is, and holds no other kinds of blocks."""
    after, before = (
        McpResult(Trial(operation="mcp-result-to-tool-message", input=value, outcome=Outcome()))
        for value in (candidate, original)
    )
    if (after.unfit and not before.unfit) or (after.may_fail and not before.may_fail):
        return False
    own, given = (view.both.given.freedom for view in (after, before))
    if (own.is_broken and not given.is_broken) or (own.unknown and not given.unknown):
        return False
    return set(map(kind_of, after.both.owed.content)) <= set(map(kind_of, before.both.owed.content))


def _as_named(candidate: JSON, original: JSON) -> bool:
    """The same of a result with the name of its tool."""
    return _as_sound(*(_with_id(each) for each in (candidate, original))) and bool(word(candidate, "name")) >= bool(
        word(original, "name")
    )


def _with_id(given: JSON) -> JSON:
    return {"tool_call_id": "call_1", **given} if isinstance(given, dict) else given


_OF_GEMINI = {**_CHECKS, "answers-its-call": together(_CHECKS["answers-its-call"], letter.own_id)}

FAMILIES = {
    operation: OperationChecks(view=view, checks=_CHECKS, readers=_READERS, as_sound=_as_sound)
    for operation, view in {
        "mcp-result-to-tool-message": McpResult,
        "mcp-result-to-function-call-output": McpOutput,
        "mcp-result-to-anthropic-tool-result": McpBlock,
    }.items()
} | {
    "mcp-result-to-gemini-function-response": OperationChecks(
        view=McpFunctionResponse, checks=_OF_GEMINI, readers=_READERS, as_sound=_as_named
    )
}
