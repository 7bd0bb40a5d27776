"""Which answers to the choices of MCP results an observation proves."""

from __future__ import annotations

from conformance.checks.mcp_results.outcomes import EMPTY, NOTE, error_form, is_repeated
from conformance.checks.mcp_results.view import AS_STRUCTURED, AS_TEXT, BLOCKS, BOTH, LEFT_OUT, PARTS, RAISED, McpResult
from conformance.values import ABSENT


def read_blocks(view: McpResult) -> str | None:
    """blocks: how several texts are one result."""
    if view.message is None or not view.is_plain or len(view.texts) < 2 or view.structured is not ABSENT:
        return None
    if len(view.said_parts) > 1:
        return PARTS
    found = [answer for answer in BLOCKS if view.reads_by((answer,))]
    return found[0] if len(found) == 1 else None


def read_structured(view: McpResult) -> str | None:
    """structured: which of content and structured content arrives where a result has both."""
    if view.message is None or not view.texts or view.structured is ABSENT or is_repeated(view) or view.is_error:
        return None
    is_text = not view.lost
    if view.holds_structured:
        return BOTH if is_text else AS_STRUCTURED
    return AS_TEXT if is_text else None


def read_error_form(view: McpResult) -> str | None:
    """error-form: how the message of a failed tool says so."""
    if view.message is None or not view.is_error or view.is_broken or view.structured is not ABSENT or view.lost:
        return None
    return error_form(view)


def read_empty_result(view: McpResult) -> str | None:
    """empty-result: what an empty result becomes."""
    if view.message is None or view.blocks or view.structured is not ABSENT or view.is_error or view.is_broken:
        return None
    if not isinstance(view.content, str | list):
        return None
    return NOTE if view.says_something else EMPTY


def read_unknown_block(view: McpResult) -> str | None:
    """unknown-block: whether a block of an unknown type makes the call fail."""
    if view.unfit or not view.is_unknown_alone or not view.texts:
        return None
    if view.outcome.refusal is not None:
        return RAISED
    return LEFT_OUT if view.message is not None and not view.lost else None
