"""What arrives exactly: texts, the names and arguments of calls, and counts of tokens."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, Absent, is_same_double, pointer
from conformance.formats.model.answer import Usage
from conformance.rules.checks.by_laws.answers.view import LawfulView
from conformance.rules.checks.exact import Exact, changed_arguments, changes, changes_of_data, differences, is_number
from conformance.rules.checks.findings import Failure
from conformance.rules.laws.pairing import payload_of


def exact(view: LawfulView) -> Exact | None:
    """Return the texts, calls and counts of an answer that arrived."""
    pair = view.both
    if view.unfit or pair.result is None or pair.has_failed or pair.is_foreign:
        return None
    values = [text.value for text in pair.texts] + [refusal.value for refusal in pair.refusals]
    calls = [(call.name, payload_of(call)) for call in pair.calls]
    # Arguments that are a text keep their numbers on the whole way; those that are a value on one side need not.
    counts = _counts(pair.source.usage)
    written = [call.arguments.value for call in pair.calls if call.arguments.text is None]
    made = [owed.arguments.value for owed, got in pair.pairs if got.arguments.text is None]
    data = [value for value in (*written, *made) if value is not ABSENT]
    return Exact((values, calls, counts), tuple(_changes(view)), [counts, data], data)


def _changes(view: LawfulView) -> Iterator[Failure]:
    pair = view.both
    text = pair.got_text
    for refusal in pair.refusals:
        if refusal.value not in pair.owed_text:
            text = text.replace(refusal.value, "", 1)  # said as a text, which is free
    if pair.texts and text and text != pair.owed_text and not pair.reads:
        at = pointer(*pair.in_output(pair.got_texts[0]))
        yield from changes(pair.owed_text, text, at)
    for owed, got in pair.pairs:
        at = pointer(*pair.in_output(got))
        if owed.group is None and got.group is None:
            yield from changes(owed.name, got.name, at)
        if owed.kind != got.kind:
            continue
        if None in (owed.arguments.text, got.arguments.text):
            yield from _changes_of_values(pair.carried(owed.arguments.value), pair.carried(got.arguments.value), at)
        else:
            yield from changed_arguments(owed.arguments.text, got.arguments.text, at)
    if pair.result is not None and pair.result.usage is not None:
        at = pointer(*pair.in_output(pair.result.usage))
        others = {pair.carried(token) for token in _with_other_tokens(pair.source.usage)}
        for owed_count, got_count in zip(_counts(pair.source.usage), _counts(pair.result.usage), strict=False):
            owed_number, got_number = pair.carried(owed_count), pair.carried(got_count)
            # Counts that differ by tokens, and not by digits, are another law's.
            is_count = is_number(owed_number) and is_number(got_number)
            if got_number not in others and is_count and is_same_double(owed_number, got_number):
                yield from changes(owed_number, got_number, at)


def _changes_of_values(owed: JSON | Absent, got: JSON | Absent, at: str) -> Iterator[Failure]:
    """Yield what is not exact in arguments of which one side writes the value."""
    if owed is not ABSENT and got is not ABSENT:
        for difference in differences(owed, got):
            if difference.owed is not ABSENT and difference.got is not ABSENT:
                yield from changes_of_data(difference.owed, difference.got, at)


def _with_other_tokens(usage: Usage | None) -> Iterator[int]:
    """Yield counts without the tokens of a cache or of thoughts, or with them twice: of tokens another law speaks."""
    if usage is None:
        return
    cached, written, thoughts = usage.cached or 0, usage.written or 0, usage.reasoning or 0
    for count, parts in ((usage.input, (cached, written, cached + written)), (usage.output, (thoughts,))):
        if count is not None:
            yield from (count + sign * part for part in parts if part for sign in (-1, 1))


def _counts(usage: Usage | None) -> list[JSON]:
    """Return the counts of tokens, in one order."""
    return [] if usage is None else [usage.input, usage.output, usage.cached, usage.reasoning]
