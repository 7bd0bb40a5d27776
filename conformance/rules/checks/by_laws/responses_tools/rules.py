"""responses-tools-to-chat-tools: the form of the nested tool, its neighbours, and the way back."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, same
from conformance.formats.facts import word
from conformance.formats.json_schema import is_valid_schema
from conformance.formats.offers import name_of
from conformance.rules.checks import conduct
from conformance.rules.checks.by_laws.responses_tools.view import (
    NAMESPACE,
    NO_PLACE,
    NestedTools,
    without_place,
)
from conformance.rules.checks.fidelity import other_meaning
from conformance.rules.checks.findings import OK, Failure, Findings, brief, came_back, input_at, output_at
from conformance.rules.checks.tools.read_tools import FIELDS


def functions_arrive(view: NestedTools) -> Findings:
    """RTC-1: each function arrives, and no other tool; where the source has no parameters, none are invented."""
    return view.arrival([*_of_no_entry(view), *_invented(view)])


def _invented(view: NestedTools) -> Iterator[Failure]:
    for pair in view.pairs:
        invents = isinstance(pair.schema, dict) and pair.schema.get("properties") != {}
        if pair.source_schema is ABSENT and pair.is_whole and invents:
            message = f"the source has no parameters, got {brief(pair.schema)}"
            yield Failure("parameters-invented", output_at(*view.at(pair, "parameters")), message)


def _of_no_entry(view: NestedTools) -> Iterator[Failure]:
    spaces = {owner.space for owner in view.owners if owner.inside is not None}
    for position in view.unasked:
        tool = view.result(position)
        if isinstance(tool, dict) and (tool.get("type") == NAMESPACE or name_of(tool) in spaces):
            continue  # the rule about namespaces has it
        yield Failure("unasked", output_at(position), f"{brief(tool)} comes from no entry")


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
    names = [name_of(entry) for entry in entries]
    there = {pair.entry: pair.body for pair in view.pairs if isinstance(pair.body, dict)}
    plain = [i for i in there if names.count(entries[i]["name"]) == 1 and _is_plain(view, i)]
    if not plain:
        return None
    named = {word(item, "name"): item for item in chained.output}
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
    entry = view.entry(index)
    if view.in_space(index) or without_place(entry) or not isinstance(entry.get("strict"), bool):
        return False
    if set(entry) - {"type", *FIELDS, *NO_PLACE} or not entry.get("description"):
        return False
    return isinstance(entry.get("parameters"), dict) and is_valid_schema(entry["parameters"])


def _is_same(key: str, sent: JSON, back: JSON) -> bool:
    if key == "strict" and sent is False:
        return back is not True
    return same(sent, back) or (key == "parameters" and isinstance(back, dict) and other_meaning(sent, back) is None)
