"""responses-tools-to-chat-tools: the form of the nested tool, its neighbours, and the way back."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks import conduct
from conformance.checks.chat_tools.view import name_of
from conformance.checks.fidelity import other_meaning
from conformance.checks.findings import OK, Failure, Findings, brief, came_back, input_at, output_at
from conformance.checks.responses_tools.view import (
    FIELDS,
    NAMESPACE,
    NO_PLACE,
    NestedTools,
    without_place,
)
from conformance.checks.tool_fields import OTHER_RULES, PLACEHOLDER, changed, schema_failure
from conformance.checks.tools import ToolPair
from conformance.formats.facts import word
from conformance.formats.json_schema import is_valid_schema
from conformance.values import ABSENT, JSON, equal, same


def nested_form(view: NestedTools) -> Findings:
    """RTC-1: each function has its fields below `function`, name and description unchanged."""
    if view.alignment is None:
        if view.answered and view.entries is not None:
            return (Failure("no-list", "/output", f"wanted a list of tools, got {brief(view.output)}"),)
        return None
    found = [*view.unrecognised(), *_lost(view), *_of_no_entry(view)]
    for pair in view.pairs:
        found += _form_failures(view, pair)
    return tuple(found) if found or view.pairs or not view.entries else None


def _lost(view: NestedTools) -> Iterator[Failure]:
    for index in view.alignment.missing if view.alignment else ():
        entry = (view.entries or [])[index]
        parameters = entry.get("parameters")
        if view.converts_alone(index) or (parameters is not None and not is_valid_schema(parameters)):
            continue
        at = input_at(*view.entry_path(index))
        yield Failure("lost", at, f"the tool {brief(name_of(entry))} did not arrive")


def _of_no_entry(view: NestedTools) -> Iterator[Failure]:
    spaces = {owner.space for owner in view.owners if owner.inside is not None}
    for position in view.unasked:
        tool = (view.outputs or [])[position]
        if isinstance(tool, dict) and (tool.get("type") == NAMESPACE or name_of(tool) in spaces):
            continue  # the rule about namespaces has it
        yield Failure("unasked", output_at(position), f"{brief(tool)} comes from no entry")


def _form_failures(view: NestedTools, pair: ToolPair) -> Iterator[Failure]:
    at, result, body = view.position_path(pair.position), pair.result, pair.body
    if not isinstance(result, dict) or not isinstance(body, dict):
        yield Failure("no-object", output_at(*at), f"wanted a tool, got {brief(result)}")
        return
    if pair.body_path != ("function",):
        yield Failure("flat", output_at(*at), "name, description and parameters must be below `function`")
    if result.get("type") != "function":
        yield Failure("type", output_at(*at, "type"), f'wanted "function", got {brief(result.get("type"))}')
    if not view.in_space(pair.entry):
        yield from changed(view, pair, "name", pair.source_name)
    yield from _description(view, pair)
    if pair.source_schema is not ABSENT and pair.schema in (ABSENT, None):
        yield Failure("parameters-lost", output_at(*view.at(pair)), "the tool arrived without its parameters")
    if pair.source_schema is ABSENT and isinstance(pair.schema, dict) and pair.schema.get("properties") != {}:
        message = f"the source has no parameters, got {brief(pair.schema)}"
        yield Failure("parameters-invented", output_at(*view.at(pair, "parameters")), message)


def _description(view: NestedTools, pair: ToolPair) -> Iterator[Failure]:
    """A description that says nothing may go, and the tool's own words may replace it."""
    said, got = pair.source_description, pair.body.get("description", ABSENT)
    space = view.said_of_space(pair.entry)
    if space and isinstance(got, str) and space in got and (not isinstance(said, str) or said in got):
        return
    if isinstance(said, str) and said:
        yield from changed(view, pair, "description", said)
        return
    schema = pair.source_schema if isinstance(pair.source_schema, dict) else {}
    own = ("", pair.source_name, pair.body.get("name"), schema.get("description"), schema.get("title"))
    if got is not ABSENT and got is not None and got not in own:
        message = f"the source has no description, got {brief(got)}"
        kind = PLACEHOLDER if view.is_placeholder(got) else "description-invented"
        yield Failure(kind, output_at(*view.at(pair, "description")), message)


def no_further_key(view: NestedTools) -> Findings:
    """RTC-1a: the tool has no key that the source lacks."""
    pairs = [pair for pair in view.pairs if isinstance(pair.body, dict) and pair.body_path]
    if not pairs:
        return None
    found = []
    for pair in pairs:
        entry = (view.entries or [])[pair.entry]
        for key, value in pair.body.items():
            if key not in FIELDS and not (key in entry and equal(entry[key], value)):
                found.append(
                    Failure(
                        "further-key",
                        output_at(*view.at(pair, key)),
                        f"the member {brief(key)} was added: the source has none with this value",
                    )
                )
        for key in pair.result:
            if key not in ("type", "function"):
                at = output_at(*view.position_path(pair.position), key)
                found.append(Failure("further-key", at, f"the tool has {brief(key)} beside `function`"))
    return tuple(found)


def schema_unchanged(view: NestedTools) -> Findings:
    """RTC-2: the parameters are unchanged, but for an empty `properties` at the root."""
    pairs = [pair for pair in view.pairs if pair.source_schema is not ABSENT]
    if not pairs:
        return None
    return tuple(
        schema_failure(view, pair, difference)
        for pair, difference in view.schema_differences
        if difference.kind not in OTHER_RULES
    )


def neighbours(view: NestedTools) -> Findings:
    """RTC-8: a tool's result does not depend on its neighbours. Names that namespaces give may."""
    if any(owner.inside is not None for owner in view.owners):
        return None
    return conduct.neighbours_do_not_matter(view)


def same_again_after_the_way_back(view: NestedTools) -> Findings:
    """RTC-10: a function that comes back through chat-tools-to-responses-tools is what it was."""
    chained = view.trial.chained
    if chained is None or chained.output is ABSENT or not isinstance(chained.output, list) or not view.answered:
        return None
    entries = view.entries or []
    names = [name_of(one) for one in entries if isinstance(one, dict)]
    there = {pair.entry: pair.body for pair in view.pairs if isinstance(pair.body, dict)}
    plain = [i for i in there if names.count(entries[i]["name"]) == 1 and _is_plain(view, i)]
    if not plain:
        return None
    named = {word(one, "name"): one for one in chained.output}
    found = []
    for index in plain:
        entry, other = entries[index], named.get(entries[index]["name"])
        if other is None:
            message = f"the tool {brief(entry['name'])} does not come back"
            found.append(Failure("not-back", input_at(*view.entry_path(index)), message))
            continue
        for key in FIELDS:
            sent, back = entry[key], other.get(key, ABSENT)
            # What did not arrive is the matter of the rules about the way there.
            if not _is_same(key, sent, back) and _is_same(key, sent, there[index].get(key, ABSENT)):
                message = f"{key}: sent {brief(sent)}, {came_back(back)}"
                found.append(Failure(f"{key}-differs", input_at(*view.entry_path(index), key), message))
    return tuple(found) or OK


def _is_plain(view: NestedTools, index: int) -> bool:
    """Whether both forms express a function exactly, and both conversions must take it."""
    entry = (view.entries or [])[index]
    if view.in_space(index) or without_place(entry) or not isinstance(entry.get("strict"), bool):
        return False
    if set(entry) - {"type", *FIELDS, *NO_PLACE} or not entry.get("description"):
        return False
    return isinstance(entry.get("parameters"), dict) and is_valid_schema(entry["parameters"])


def _is_same(key: str, sent: JSON, back: JSON) -> bool:
    if key == "strict" and sent is False:
        return back is not True
    return same(sent, back) or (key == "parameters" and isinstance(back, dict) and other_meaning(sent, back) is None)
