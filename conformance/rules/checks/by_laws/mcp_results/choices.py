"""Which answers to the choices of MCP results an observation proves."""

from __future__ import annotations

from conformance.rules.checks.by_laws.mcp_results.letter import BLOCKS, PARTS, reads_by
from conformance.rules.checks.by_laws.mcp_results.outcomes import AS_TEXT, BOTH, EMPTY, NOTE, error_form, is_nothing
from conformance.rules.checks.by_laws.mcp_results.view import LEFT_OUT, RAISED, McpResult
from conformance.rules.laws.contents import STRUCTURED


def read_blocks(view: McpResult) -> str | None:
    """blocks: how several texts are one result."""
    pair = view.judged
    if pair is None or not view.is_plain or len(pair.worded) < 2 or pair.structured:
        return None
    if len(pair.said) > 1:
        return PARTS
    found = [answer for answer in BLOCKS if reads_by(pair, (answer,))]
    return found[0] if len(found) == 1 else None


def read_structured(view: McpResult) -> str | None:
    """structured: which of content and structured content arrives where a result has both."""
    pair = view.judged
    if pair is None or not pair.worded or not pair.structured or pair.repeated or view.is_error:
        return None
    if pair.has_structured:
        return STRUCTURED if pair.lost else BOTH
    return None if pair.lost else AS_TEXT


def read_error_form(view: McpResult) -> str | None:
    """error-form: how the message of a failed tool says so."""
    pair = view.judged
    if pair is None or not view.is_error or view.is_broken or pair.structured or pair.lost:
        return None
    return error_form(pair)


def read_empty_result(view: McpResult) -> str | None:
    """empty-result: what an empty result becomes."""
    pair = view.judged
    if pair is None or pair.owed.content or not is_nothing(view) or not isinstance(pair.flow.value, str | list):
        return None
    return EMPTY if pair.is_empty else NOTE


def read_unknown_block(view: McpResult) -> str | None:
    """unknown-block: whether a block of an unknown type makes the call fail."""
    if view.unfit or not view.is_unknown_alone or not view.both.worded:
        return None
    if view.outcome.refusal is not None:
        return RAISED
    return LEFT_OUT if view.judged is not None and not view.judged.lost else None
