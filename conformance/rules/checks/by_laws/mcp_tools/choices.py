"""Which answers to the choices of the MCP operations an observation proves."""

from __future__ import annotations

from conformance.base.values import ABSENT
from conformance.rules.checks.by_laws.mcp_tools.view import EMPTY_SCHEMAS, NO_SCHEMA, UNSAFE, McpTool, own_words
from conformance.rules.checks.choice_readings import IllegalAnswer, Reading
from conformance.rules.checks.findings import brief


def read_unsafe_names(view: McpTool) -> Reading:
    """unsafe-names: a new name answers only if the API takes it."""
    found = next((index for index, kind in enumerate(view.kinds) if kind == UNSAFE), None)
    if found is None:
        return None
    name = view.entry(found)["name"]
    if view.outcome.refusal:
        return IllegalAnswer(observed=f"the whole call failed on the name {brief(name)}") if view.is_list else "refuse"
    if found not in view.arrived:
        return "refuse" if view.leaves_out(()) else None
    pair = view.pair(found, view.arrived[found])
    got = pair.body.get("name") if pair is not None and isinstance(pair.body, dict) else None
    if got == name:
        return "keep"
    if isinstance(got, str) and view.is_safe(got):
        return "rename"
    return IllegalAnswer(observed=f"the name {brief(name)} became {brief(got)}")


def read_description(view: McpTool) -> Reading:
    """description-when-absent: a converter may write the tool's own words under every answer."""
    for pair in view.pairs:
        if pair.source_description is not ABSENT or not isinstance(pair.body, dict):
            continue
        actual = pair.body.get("description", ABSENT)
        if actual is ABSENT or (actual is None and view.target == "openai-responses"):
            return "omit"
        if actual == "":
            return "empty"
        if actual in view.names_of(pair):
            return "name"
        if actual not in own_words(view.entry(pair.entry)) and not view.is_placeholder(actual):
            return IllegalAnswer(observed=f"a tool without description got {brief(actual)}")
    return None


def read_unusable(view: McpTool) -> Reading:
    """unusable-tool."""
    found = next((index for index, kind in enumerate(view.kinds) if kind == NO_SCHEMA), None)
    if found is None:
        return None
    if view.outcome.refusal:
        return "raise"
    if found not in view.arrived:
        return "drop" if view.leaves_out(()) else None
    pair = view.pair(found, view.arrived[found])
    if pair is not None and pair.schema in EMPTY_SCHEMAS:
        return "empty-object"
    got = "no parameters" if pair is None or pair.schema is ABSENT else f"the parameters {brief(pair.schema)}"
    return IllegalAnswer(observed=f"a tool without a schema arrived with {got}")
