"""What of a conversation has to arrive exactly (ALL-3, ALL-4, ALL-4a)."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON
from conformance.formats.facts import CALL, RESULT, RESULTS, TEXT, USE
from conformance.formats.parts import ALL_PARTS, texts_of
from conformance.rules.checks.exact import NUMBER, Exact, changed_arguments, changes, differences
from conformance.rules.checks.findings import Failure, output_at
from conformance.rules.checks.letters.responses_input.pairing import FactPair, wordings
from conformance.rules.checks.letters.responses_input.parts import is_split
from conformance.rules.checks.letters.responses_input.view import ResponsesInput


def exact(view: ResponsesInput) -> Exact:
    """Return texts, names, results, and arguments: as texts, and the numbers in them."""
    values: list[JSON] = []
    found: list[Failure] = []
    for pair in view.pairs:
        if pair.found is not None and pair.owed.kind in (CALL, USE) and pair.found.kind != TEXT:
            # A text that was given as a text keeps its digits on every transport; an object does not.
            read = view.read_json if pair.owed.kind == USE else json_or_absent
            owed, got = (item.payload if item.kind == USE else read(item.payload) for item in (pair.owed, pair.found))
            values.append(owed)
            at = output_at(*pair.found.at)
            for difference in differences(owed, got):
                found += (failure for failure in changes(difference.owed, difference.got, at) if failure.kind == NUMBER)
        if not view.requires(pair.owed):
            continue
        instructions = view.altered_instruction(pair)
        if instructions is not None:
            values.append(pair.owed.value)
            found += changes(pair.owed.value, instructions, output_at("instructions"))
        if pair.found is not None and not is_split(view, pair):
            changed = changed_arguments if pair.owed.kind == CALL else changes
            for wanted, text in _texts(view, pair):
                values.append(wanted)
                found += changed(wanted, text, output_at(*pair.found.at))
    uses = any(pair.owed.kind == USE for pair in view.pairs)
    return Exact(values, tuple(found), view.trial.input if uses else None)


def _texts(view: ResponsesInput, pair: FactPair) -> list[tuple[str, str]]:
    owed, found = pair.owed, pair.found
    if found is None:
        return []
    texts: list[tuple[JSON, JSON]] = []
    if owed.kind == TEXT:
        texts = [(owed.value, found.value)]
    elif owed.kind == CALL and found.kind == CALL:
        texts = list(zip(owed.value[1:], found.value[1:], strict=True))
    elif (owed.kind == USE and found.kind in (USE, CALL)) or (owed.kind in RESULTS and found.kind != TEXT):
        payload = found.payload
        texts = [(owed.value[1], "".join(texts_of(payload, ALL_PARTS)) if isinstance(payload, list) else payload)]
    elif owed.kind == RESULT and isinstance(owed.value[1], str):
        texts = [(wordings(view.conversation, owed)[0], found.value)]
    return [(text, other) for text, other in texts if isinstance(text, str) and isinstance(other, str)]


def written_json(view: ResponsesInput) -> Iterator[tuple[JSON, str, str]]:
    """Yield the inputs of inline calls that became the text of arguments."""
    for pair in view.of_kind(USE):
        if pair.found is not None and pair.found.kind == CALL and isinstance(pair.found.value[2], str):
            yield pair.owed.value[2], pair.found.value[2], output_at(*pair.found.at, "arguments")
