"""chat-tools-to-responses-tools (S0): nested function tools to flat ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.base.values import ABSENT, JSON, equal, same
from conformance.formats.facts import is_filled
from conformance.formats.json_schema import differences
from conformance.formats.offers import name_of
from conformance.rules.alignment.alignment import NEVER
from conformance.rules.checks.by_laws.chat_tools.view import (
    BAD_FIELDS,
    BUILT_IN_TOOL,
    CONVERTED,
    FLAT,
    FUNCTION,
    HIDDEN_FUNCTION,
    MISSING_FIELDS,
    NESTED_CUSTOM,
    NO_PARAMETERS,
    NOT_AN_OBJECT,
    ODD_STRICT,
    OTHER_TOOL,
    UNKNOWN_TYPE,
    FlatTools,
    kind_of,
)
from conformance.rules.checks.findings import OK, Failure, Findings, brief, but_got, input_at, output_at, versus
from conformance.rules.checks.tools.fields import OTHER_RULES, reported, schema_failure
from conformance.rules.checks.tools.read_tools import EMPTY_OBJECT_SCHEMA, FIELDS
from conformance.rules.checks.tools.view import lacks_properties
from conformance.rules.laws.offers import ToolPair


def _rejected(view: FlatTools, *kinds: str) -> Findings:
    """Judge the rejection of entries of these kinds, as on-invalid says."""
    found = view.entries_of(*kinds)
    if not found or view.entries is None:
        return None
    if view.outcome.refusal:
        if "raise" not in view.on_invalid:
            failure = _failed_instead(view, *kinds)
            return (failure,) if failure else None
        # Several entries may fail the call, and the error is about one of them only.
        about = view.failing_entries
        if about is None:
            about = frozenset(i for i, e in enumerate(view.entries) if view.may_be_refused(e))
        return _says_what_lacks(view, found) if about and about <= set(found) else None
    if view.alignment is None:
        return None
    if view.on_invalid == ("raise",):
        message = f"the call must fail on {entry_text(view, found[0])}, but it returned"
        return (Failure("did-not-raise", input_at(found[0]), message),)
    passed = [index for index in found if index in view.arrived and index not in view.uncertain]
    owed = "must be left out" if view.on_invalid == ("filter",) else "must be left out or fail the call"
    return tuple(
        Failure("passed", output_at(view.arrived[i]), f"{entry_text(view, i)} {owed}, but arrived") for i in passed
    )


def _failed_instead(view: FlatTools, *kinds: str) -> Failure | None:
    """Whether, under on-invalid filter, the call failed on an entry of these kinds."""
    if not view.outcome.refusal or view.on_invalid != ("filter",) or view.failing_entries is None:
        return None
    blamed = [index for index in sorted(view.failing_entries) if view.kinds[index] in kinds]
    if not blamed:
        return None
    message = (
        f"the call failed on {entry_text(view, blamed[0])} instead of leaving it out: {view.outcome.refusal.message}"
    )
    return Failure("failed-instead", input_at(blamed[0]), message)


def entry_text(view: FlatTools, index: int) -> str:
    """Say for a message what is wrong with an entry, and show it."""
    words = {
        UNKNOWN_TYPE: "an entry of unknown type",
        MISSING_FIELDS: "a function tool without its required fields",
        BAD_FIELDS: "a function tool with a field of the wrong type",
        NOT_AN_OBJECT: "an entry that is no object",
        NO_PARAMETERS: "a function tool without parameters",
        ODD_STRICT: "a function tool whose strict is no boolean",
        FLAT: "a tool that is flat already",
    }
    return f"{words.get(view.kinds[index], 'an entry')} ({brief(view.entry(index))})"


def _says_what_lacks(view: FlatTools, found: list[int]) -> Findings:
    message = view.outcome.refusal.message.lower() if view.outcome.refusal else ""
    words = {word for index in found for word in _lacking(view.entry(index))}
    if any(word in message for word in words):
        return OK
    wanted = f"the error must say what the entry lacks ({' or '.join(sorted(words))}), got: {message}"
    return (Failure("says-not-what", input_at(found[0]), wanted),)


def _lacking(entry: JSON) -> Iterator[str]:
    """Yield words of which an error about this entry must use one."""
    if not isinstance(entry, dict):
        yield from ("object", "dict", "mapping", "null", "none", "undefined", "invalid", "type", "tool")
        return
    if entry.get("type") != "function":
        yield "type"
        return
    function = entry.get("function")
    if not isinstance(function, dict):
        # The listing of TR-5 looks for the name there first.
        yield from ("function", "name")
        return
    yield from (key for key in ("name", "description") if not is_filled(function.get(key)))
    if not isinstance(function.get("parameters"), dict):
        yield "parameters"


# The checks, in the order of the document.


def fields_arrive(view: FlatTools) -> Findings:
    """TR-1: each function arrives, with further fields as extra-function-fields says."""
    if view.alignment is None:
        return None
    found = [*view.unrecognised(), *view.lost()]
    for pair in view.pairs:
        if isinstance(pair.body, dict):
            found += _arguments_lost(view, pair)
            found += _extra_fields(view, pair)
    return tuple(found) if found or view.pairs else None


def _arguments_lost(view: FlatTools, pair: ToolPair) -> Iterator[Failure]:
    takes = pair.source_schema.get("properties") if isinstance(pair.source_schema, dict) else None
    if takes and not isinstance(pair.schema, dict):
        message = f"the tool takes arguments, but arrived without parameters: wanted {brief(pair.source_schema)}"
        yield Failure("parameters-lost", output_at(*view.at(pair)), message)


def _extra_fields(view: FlatTools, pair: ToolPair) -> Iterator[Failure]:
    entry, answers = pair.source.value, view.answers("extra-function-fields", "drop", "lift")
    extras = view.extras(entry)
    lifted = [key for key, value in extras.items() if key in pair.body and same(pair.body[key], value)]
    if "lift" not in answers:  # what is beside `function` too need not come from inside
        lifted = [key for key in lifted if not (key in entry and same(entry[key], extras[key]))]
    if (lifted and "lift" not in answers) or (len(lifted) < len(extras) and "drop" not in answers):
        key = lifted[0] if "lift" not in answers else next(key for key in extras if key not in lifted)
        became = "lifted" if key in lifted else "not lifted"
        message = f"extra-function-fields is {answers[0]}, but {brief(key)} was {became}"
        yield Failure("extra-fields", output_at(*view.at(pair, key)), message)
    elif lifted and len(lifted) < len(extras):
        yield Failure("extra-fields", output_at(*view.at(pair)), f"of {list(extras)} only {lifted} arrived")


def odd_strict(view: FlatTools) -> Findings:
    """TR-4: an odd strict is as an absent one, or it is rejected as on-invalid says."""
    failure = _failed_instead(view, ODD_STRICT)
    return (failure,) if failure else None


def flat_validation(view: FlatTools) -> Findings:
    """TR-5: fields of the wrong type are rejected as on-invalid says."""
    return _rejected(view, BAD_FIELDS)


def flat_parameters_absent(view: FlatTools) -> Findings:
    """TR-6: absent parameters become an empty object schema, or the tool is rejected; never null."""
    found = view.entries_of(NO_PARAMETERS)
    if not found:
        return None
    answers = view.answers("parameters-when-absent", "empty-object", "reject")
    if "empty-object" not in answers:
        return _rejected(view, NO_PARAMETERS)
    if view.outcome.refusal:
        blamed = view.failing_entries is not None and any(
            view.kinds[index] == NO_PARAMETERS for index in view.failing_entries
        )
        if "reject" in answers or not blamed:
            return None
        message = f"the call failed on absent parameters: {view.outcome.refusal.message}"
        return (Failure("failed-instead", input_at(found[0]), message),)
    if view.alignment is None:
        return None
    failures = []
    for index in found:
        if index not in view.arrived:
            if "reject" not in answers and not view.converts_alone(index):
                failures.append(Failure("lost", input_at(index), "a tool without parameters did not arrive"))
            continue
        pair = view.pair(index, view.arrived[index])
        if pair is not None:
            failures += _not_empty_object(view, pair)
    return tuple(failures)


def _not_empty_object(view: FlatTools, pair: ToolPair) -> Iterator[Failure]:
    """Yield how parameters differ from the empty object schema."""
    if pair.schema is ABSENT or pair.schema is None:
        kind = "parameters-lost" if pair.schema is ABSENT else "no-empty-object"
        yield Failure(kind, output_at(*view.at(pair, "parameters")), versus(EMPTY_OBJECT_SCHEMA, pair.schema))
        return
    owed = replace(pair, source_schema=EMPTY_OBJECT_SCHEMA)
    for difference in differences(EMPTY_OBJECT_SCHEMA, pair.schema, defaults_go=False):
        if difference.kind not in OTHER_RULES:
            yield schema_failure(view, owed, difference)


def flat_other_types(view: FlatTools) -> Findings:
    """TR-7: other tool types are passed through unchanged, or filtered: one answer."""
    found = view.entries_of(BUILT_IN_TOOL, OTHER_TOOL, NESTED_CUSTOM, HIDDEN_FUNCTION)
    if not found:
        return None
    if view.outcome.refusal:
        failure = _failed_instead(view, BUILT_IN_TOOL, OTHER_TOOL, NESTED_CUSTOM, HIDDEN_FUNCTION)
        if failure:
            return (failure,)
        blamed = [index for index in sorted(view.failing_entries or ()) if view.kinds[index] == BUILT_IN_TOOL]
        if not blamed:
            return None
        message = f"the call failed on a tool of another type: {view.outcome.refusal.message}"
        return (Failure("failed-instead", input_at(blamed[0]), message),)
    if view.alignment is None or view.entries is None or view.outputs is None:
        return None
    answers = view.answers("other-tool-types", "pass-through", "filter")
    failures = []
    for index in found:
        kind, entry = view.kinds[index], view.entries[index]
        if index not in view.arrived:
            if kind == BUILT_IN_TOOL and "filter" not in answers and not view.converts_alone(index):
                failures.append(
                    Failure("lost", input_at(index), f"{brief(entry)} was left out; other-tool-types is {answers[0]}")
                )
            continue
        result = view.outputs[view.arrived[index]]
        at = output_at(view.arrived[index])
        if kind == NESTED_CUSTOM and isinstance(result, dict) and isinstance(result.get("custom"), dict):
            failures.append(Failure("nested", at, "a custom tool stays nested under `custom`; Responses takes it flat"))
        elif kind == HIDDEN_FUNCTION and isinstance(result, dict) and "function" in result:
            failures.append(Failure("nested", at, "a tool with a `function` key was passed on with it"))
        elif kind == NESTED_CUSTOM and not is_filled(entry["custom"].get("name")):
            failures += _of_other_type(result, ("custom", "function"), view.arrived[index])
        elif kind == HIDDEN_FUNCTION and (failure := _of_hidden_function(entry, result, view.arrived[index])):
            failures.append(failure)
        elif kind == BUILT_IN_TOOL and "pass-through" not in answers:
            failures.append(Failure("passed", at, f"{brief(entry)} was passed on; other-tool-types is filter"))
        elif kind in (BUILT_IN_TOOL, OTHER_TOOL) and not equal(result, entry):
            message = f"a tool passed through must be unchanged: {versus(entry, result)}"
            is_less = isinstance(result, dict) and any(key not in result for key in entry)
            failures.append(Failure("setting-lost" if is_less else "changed", at, message))
    return tuple(failures)


def _of_other_type(result: JSON, types: tuple[str, str], position: int) -> Iterator[Failure]:
    """Yield a failure where a tool has none of the types that its entry can give."""
    if not isinstance(result, dict):
        yield Failure("no-object", output_at(position), f"wanted a tool, {but_got(result)}")
    elif result.get("type") not in types:
        message = f"type: wanted {' or '.join(map(brief, types))}, {but_got(result.get('type', ABSENT))}"
        yield Failure("type", output_at(position, "type"), message)


def _of_hidden_function(entry: JSON, result: JSON, position: int) -> Failure | None:
    """Judge what became of a tool of another type that holds a function; an incomplete function may become anything."""
    for failure in _of_other_type(result, ("function", entry["type"]), position):
        return failure
    if result["type"] != "function" or kind_of({**entry, "type": "function"}) != FUNCTION:
        return None
    source = entry["function"]
    for key in FIELDS:
        wanted, got = source.get(key), result.get(key, ABSENT)
        added = {**wanted, "properties": {}} if key == "parameters" and lacks_properties(wanted) else wanted
        if wanted is not None and not equal(got, wanted) and not equal(got, added):
            return Failure("changed", output_at(position, key), f"{key}: {versus(wanted, got)}")
    return None


def no_function_key(view: FlatTools) -> Findings:
    """INV-1: no output tool has a `function` key."""
    if not view.outputs:
        return None
    return tuple(
        Failure("function-key", output_at(index, "function"), "the tool still has its `function` wrapper")
        for index, tool in enumerate(view.outputs)
        if isinstance(tool, dict) and "function" in tool
    )


def required_fields(view: FlatTools) -> Findings:
    """INV-2: every function tool of the output has type, name, description and parameters.

    A flat tool without parameters that was passed on unchanged is exempt: either fate of it is accepted.
    """
    entry_of = {position: entry for entry, position in view.arrived.items()}
    tools = [
        (index, tool)
        for index, tool in enumerate(view.outputs or ())
        if isinstance(tool, dict) and _is_function(view, entry_of.get(index), tool)
    ]
    if not tools:
        return None
    return tuple(
        Failure("lacks-" + key, output_at(index), f"the tool has no {key}")
        for index, tool in tools
        for key in ("type", "name", "description", "parameters")
        if tool.get(key) is None or tool[key] == ""
    )


def _is_function(view: FlatTools, entry: int | None, tool: JSON) -> bool:
    """Whether a tool of the output has to be complete. entry: what it came from."""
    kind = None if entry is None else view.kinds[entry]
    if kind == FLAT and entry is not None and same(view.entry(entry), tool):
        return False
    return tool.get("type") == "function" or (kind in CONVERTED and view.fates[entry or 0] != NEVER)


def not_longer(view: FlatTools) -> Findings:
    """INV-3: a list no longer than the input, of tools that come from it."""
    if not view.answered or view.entries is None:
        return None
    if view.outputs is None:
        return (Failure("no-list", output_at(), f"wanted a list, {but_got(view.output)}"),)
    if len(view.outputs) > len(view.entries):
        return (Failure("longer", output_at(), f"{len(view.entries)} entries became {len(view.outputs)} tools"),)
    if view.alignment is None:
        return OK
    return tuple(
        Failure("of-no-entry", output_at(index), f"{brief(view.outputs[index])} comes from no entry")
        for index in view.unasked
    )


def unknown_type(view: FlatTools) -> Findings:
    """ERR-1: an entry of unknown type is rejected."""
    return _rejected(view, UNKNOWN_TYPE)


def missing_fields(view: FlatTools) -> Findings:
    """ERR-2: a function tool without its required fields is rejected; a flat one may be returned instead."""
    failure = _failed_instead(view, FLAT)
    return (failure,) if failure else _rejected(view, MISSING_FIELDS)


def not_an_object(view: FlatTools) -> Findings:
    """ERR-3: null, and anything that is no object, is rejected; the rest still converts."""
    findings = _rejected(view, NOT_AN_OBJECT)
    if not isinstance(findings, tuple) or view.alignment is None:
        return findings
    lost = [index for index in view.alignment.missing if view.converts_alone(index) and not view.shares_name(index)]
    message = "beside an entry that is no object this tool did not arrive; alone it does"
    return (*findings, *(Failure("lost-beside", input_at(index), message) for index in lost))


def _left_out(view: FlatTools, kind: str) -> list[int]:
    return [index for index in view.entries_of(kind) if index not in view.arrived]


def unknown_type_reported(view: FlatTools) -> Findings:
    """ERR-1a: leaving out an unknown type is logged as a warning."""
    return reported(view, _left_out(view, UNKNOWN_TYPE))


def other_types_reported(view: FlatTools) -> Findings:
    """TR-7a: leaving out a custom tool, or a tool that the API runs, is logged."""
    valid = (i for i in _left_out(view, NESTED_CUSTOM) if is_filled(view.entry(i)["custom"].get("name")))
    return reported(view, sorted([*valid, *_left_out(view, BUILT_IN_TOOL), *_left_out(view, OTHER_TOOL)]))


def missing_fields_reported(view: FlatTools) -> Findings:
    """ERR-2a: leaving out a function tool that lacks fields is logged as an error."""
    return reported(view, _left_out(view, MISSING_FIELDS), as_error=True)


def not_a_list(view: FlatTools) -> Findings:
    """ERR-4: an input that is no list gives an empty list; under raise, or an error."""
    if view.entries is not None:
        return None
    if view.outcome.refusal:
        if "raise" in view.on_invalid:
            return OK
        return (Failure("failed-instead", "/input", f"wanted [], but the call failed: {view.outcome.refusal.message}"),)
    if not view.answered:
        return None
    return OK if view.output == [] else (Failure("not-empty", "/output", f"wanted [], {but_got(view.output)}"),)


def error_names_entry(view: FlatTools) -> Findings:
    """ERR-5: an error says which entry it is about, by its position or its name."""
    if view.entries is None or view.on_invalid == ("filter",):
        return None
    suspects = [index for index, kind in enumerate(view.kinds) if kind not in (FUNCTION, BUILT_IN_TOOL)]
    return view.names_entry(suspects, lambda entry: (name_of(entry),))
