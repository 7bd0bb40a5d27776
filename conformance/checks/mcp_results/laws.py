"""The law that joins the two operations: by way of Chat or directly, the model reads the same result."""

from __future__ import annotations

from conformance.checks.findings import OK, Failure, Findings, output_at, versus
from conformance.checks.mcp_results.view import McpResult
from conformance.formats.facts import word
from conformance.formats.parts import RESPONSES_PARTS, texts_of
from conformance.values import ABSENT, JSON, same


def same_by_way_of_chat(view: McpResult) -> Findings:
    """RES-15: the tool message converted to Responses input is the function_call_output, where it is text alone."""
    chained = view.trial.chained
    if chained is None or chained.output is ABSENT or view.message is None or view.media:
        return None
    if not all(one.kind == "text" for one in view.blocks):
        return None  # each target names in its own words what it does not hold
    items = chained.output.get("input") if isinstance(chained.output, dict) else chained.output
    found = [one for one in items if word(one) == "function_call_output"] if isinstance(items, list) else []
    if len(found) != 1:
        return (Failure("no-output", "/output", f"by way of Chat there are {len(found)} outputs of the call"),)
    own, other = _said(view.content), _said(found[0].get("output"))
    if same(own, other):
        return OK
    return (Failure("differs-by-chat", output_at("output"), f"by way of Chat: {versus(own, other)}"),)


def _said(output: JSON) -> list[str]:
    """Return the texts of an output that are not empty; one text is the same in a list."""
    texts = [output] if isinstance(output, str) else texts_of(output, RESPONSES_PARTS)
    return [text for text in texts if text]
