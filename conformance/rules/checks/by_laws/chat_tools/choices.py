"""Which answers to the choices of chat-tools-to-responses-tools an observation proves."""

from __future__ import annotations

from conformance.base.values import ABSENT, equal, same
from conformance.rules.checks.by_laws.chat_tools.rules import entry_text
from conformance.rules.checks.by_laws.chat_tools.view import (
    BAD_FIELDS,
    BUILT_IN_TOOL,
    MISSING_FIELDS,
    NO_PARAMETERS,
    NOT_AN_OBJECT,
    FlatTools,
    is_empty_object_schema,
)
from conformance.rules.checks.choice_readings import IllegalAnswer, Reading
from conformance.rules.checks.findings import brief
from conformance.rules.checks.tools.read_tools import ReadTools
from conformance.rules.checks.tools.view import ToolsView, lacks_properties


def read_extra_fields(view: FlatTools) -> Reading:
    """extra-function-fields."""
    for pair in view.pairs:
        extras = view.extras(pair.source.value)
        if not extras or not isinstance(pair.body, dict):
            continue
        if all(same(pair.body.get(key, ABSENT), value) for key, value in extras.items()):
            return "lift"
        lifted = [key for key in extras if key in pair.body]
        observed = f"of the fields {brief(list(extras))} of `function` a part arrived"
        return IllegalAnswer(observed=observed) if lifted else "drop"
    return None


def read_missing_properties(view: ToolsView) -> Reading:
    """missing-properties: only parameters that are still an object schema show it."""
    for pair in view.pairs:
        if (
            lacks_properties(pair.source_schema)
            and isinstance(pair.schema, dict)
            and pair.schema.get("type") == "object"
        ):
            if "properties" not in pair.schema:
                return "keep"
            if pair.schema["properties"] == {}:
                return "add"
            return IllegalAnswer(observed=f"absent properties became {brief(pair.schema['properties'])}")
    return None


def read_strict(view: ReadTools) -> Reading:
    """strict-when-absent: what the table of the view has for what arrived, the first answer that has it."""
    for pair in view.pairs:
        if (pair.source.strict is ABSENT or pair.source.strict is None) and isinstance(pair.body, dict):
            found = (name for name, legal in view.strict_answers.items() if any(pair.got.strict is it for it in legal))
            return next(found, None) or IllegalAnswer(observed=f"strict became {brief(pair.got.strict)}")
    return None


def read_on_invalid(view: FlatTools) -> Reading:
    """on-invalid: an entry was filtered only if it did not arrive in any form and all others did."""
    invalid = view.entries_of(MISSING_FIELDS, BAD_FIELDS, NOT_AN_OBJECT)
    if not invalid:
        return None
    if view.outcome.refusal:
        return "raise"
    converted = next((index for index in invalid if index in view.arrived), None)
    if converted is not None:
        return IllegalAnswer(observed=f"{entry_text(view, converted)} was converted")
    return "filter" if view.leaves_out(invalid) else None


def read_parameters_absent(view: FlatTools) -> Reading:
    """parameters-when-absent."""
    bare = view.entries_of(NO_PARAMETERS)
    if not bare:
        return None
    if view.outcome.refusal:
        return "reject"
    for pair in view.pairs:
        if pair.entry in bare and not is_empty_object_schema(pair.schema):
            got = "no parameters" if pair.schema is ABSENT else f"the parameters {brief(pair.schema)}"
            return IllegalAnswer(observed=f"a tool without parameters arrived with {got}")
    if all(index in view.arrived for index in bare):
        return "empty-object"
    return "reject" if view.leaves_out(bare) else None


def read_other_types(view: FlatTools) -> Reading:
    """other-tool-types: a tool was passed through only if it is unchanged."""
    found = view.entries_of(BUILT_IN_TOOL)
    if not found:
        return None
    first = view.entry(found[0])
    if view.outcome.refusal:
        return IllegalAnswer(observed=f"the call failed on {brief(first)}")
    if view.alignment is None:
        return None
    results = [view.result(view.arrived[index]) for index in found if index in view.arrived]
    if len(results) == len(found):
        changed = [result for result in results if not any(equal(result, view.entry(index)) for index in found)]
        return IllegalAnswer(observed=f"{brief(first)} became {brief(changed[0])}") if changed else "pass-through"
    return "filter" if view.leaves_out(found) else None
