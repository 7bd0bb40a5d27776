"""Numbers and texts of a conversation stay what they are (ALL-3, ALL-4)."""

from __future__ import annotations

import difflib
import re

from conformance.checks.findings import NOT_OBSERVABLE, Failure, Findings, brief, output_at
from conformance.checks.responses_input.pairing import Pair, result_wordings
from conformance.checks.responses_input.parts import decoded, differs_by_numbers, is_split
from conformance.checks.responses_input.view import ResponsesInput
from conformance.formats.facts import CALL, RESULT, RESULTS, TEXT, USE
from conformance.matching.matcher import ordered
from conformance.values import ABSENT, JSON, same

_ESCAPED = re.compile(r"\\u(?!00[01])[0-9a-fA-F]{4}")
_ALIKE = 0.4  # of what is compared, so much must be common for a text to count as rewritten and not as another one


def numbers_exact(view: ResponsesInput) -> Findings:
    """ALL-3: the numbers in a call's arguments and inputs keep every digit."""
    calls = [pair for pair in view.of_kind(CALL, USE) if pair.found is not None and pair.found.kind != TEXT]
    if not calls:
        return None
    found = []
    reached = unseen = False
    for pair in calls:
        if pair.found is None:
            continue
        owed = pair.owed.value[2] if pair.owed.kind == USE else decoded(pair.owed.value[2])
        got = pair.found.value[2] if pair.found.kind == USE else decoded(pair.found.value[2])
        if owed is ABSENT or not _has_number(owed):
            continue
        if not view.trial.exact_numbers and pair.owed.kind == USE:
            unseen = unseen or _has_hard_number(view.trial.input)
            continue
        reached = True
        if got is not ABSENT and not same(ordered(owed), ordered(got)) and differs_by_numbers(owed, got):
            message = f"a number changed: wanted {brief(owed)}, got {brief(got)}"
            found.append(Failure("number-changed", output_at(*pair.found.at), message))
    if unseen and not found:
        return NOT_OBSERVABLE
    return tuple(found) if reached else None


def _has_number(value: JSON) -> bool:
    if isinstance(value, dict):
        return any(map(_has_number, value.values()))
    if isinstance(value, list):
        return any(map(_has_number, value))
    return type(value) in (int, float)


def _has_hard_number(value: JSON) -> bool:
    if isinstance(value, dict):
        return any(map(_has_hard_number, value.values()))
    if isinstance(value, list):
        return any(map(_has_hard_number, value))
    return (type(value) is int and abs(value) > 2**53) or (type(value) is float and value.is_integer())


def text_exact(view: ResponsesInput) -> Findings:
    """ALL-4: texts, names, arguments and results arrive character for character."""
    found = []
    reached = False
    for pair in view.pairs:
        if not view.requires(pair.owed):
            continue
        instructions = view.altered_instruction(pair)
        if instructions is not None:
            message = f"wanted {brief(pair.owed.value)}, got {brief(instructions)}"
            found.append(Failure("text-changed", output_at("instructions"), message))
            reached = True
        if pair.found is None or is_split(view, pair):
            continue
        for wanted, got in _texts(pair):
            reached = True
            if got != wanted and _rewritten(wanted, got):
                message = f"wanted {brief(wanted)}, got {brief(got)}"
                found.append(Failure("text-changed", output_at(*pair.found.at), message))
    return tuple(found) if reached else None


def _texts(pair: Pair) -> list[tuple[str, str]]:
    owed, found = pair.owed, pair.found
    if found is None:
        return []
    texts: list[tuple[JSON, JSON]] = []
    if owed.kind == TEXT:
        texts = [(owed.value, found.value)]
    elif owed.kind == CALL and found.kind == CALL:
        texts = list(zip(owed.value[1:], found.value[1:], strict=True))
    elif (owed.kind == USE and found.kind in (USE, CALL)) or (owed.kind in RESULTS and found.kind != TEXT):
        texts = [(owed.value[1], found.value[1])]
    elif owed.kind == RESULT and isinstance(owed.value[1], str):
        texts = [(result_wordings(owed)[0], found.value)]
    return [(one, other) for one, other in texts if isinstance(one, str) and isinstance(other, str)]


def _rewritten(source: str, result: str) -> bool:
    """Whether a text was rewritten character by character, rather than replaced by another."""
    if not source or not result:
        return False
    if len(source) >= 2000:
        return True
    return difflib.SequenceMatcher(None, source, result, autojunk=False).ratio() > _ALIKE


def not_escaped(view: ResponsesInput) -> Findings:
    """ALL-4a: where an input is written as JSON text, its characters stand as they are."""
    pairs = [pair for pair in view.of_kind(USE) if pair.found is not None and pair.found.kind == CALL]
    if not pairs:
        return None
    found = []
    for pair in pairs:
        text = pair.found.value[2] if pair.found is not None else None
        if pair.found is not None and isinstance(text, str) and _ESCAPED.search(text.replace("\\\\", "")):
            at = output_at(*pair.found.at, "arguments")
            found.append(Failure("escaped", at, f"characters are escaped that need not be: {brief(text)}"))
    return tuple(found)
