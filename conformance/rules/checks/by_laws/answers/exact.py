"""What arrives exactly: texts, the names and arguments of calls, and counts of tokens."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, Absent, pointer
from conformance.formats.model.answer import Usage
from conformance.rules.checks.by_laws.answers.view import LawfulView
from conformance.rules.checks.exact import Exact, changed_arguments, changes, changes_of_data, differences
from conformance.rules.checks.findings import Failure
from conformance.rules.laws.pairing import payload_of


def exact(view: LawfulView) -> Exact | None:
    """Return the texts, calls and counts of an answer that arrived."""
    both = view.both
    if view.unfit or both.result is None or both.has_failed or both.is_foreign:
        return None
    values = [one.value for one in both.texts] + [one.value for one in both.refusals]
    calls = [(one.name, payload_of(one)) for one in both.calls]
    # Arguments that are a text keep their numbers on the whole way; those that are a value on one side need not.
    counts = _counts(both.source.usage)
    written = [one.arguments.value for one in both.calls if one.arguments.text is None]
    made = [owed.arguments.value for owed, got in both.pairs if got.arguments.text is None]
    data = [one for one in (*written, *made) if one is not ABSENT]
    return Exact((values, calls, counts), tuple(_changes(view)), [counts, data], data)


def _changes(view: LawfulView) -> Iterator[Failure]:
    both = view.both
    text = both.got_text
    for refusal in both.refusals:
        if refusal.value not in both.owed_text:
            text = text.replace(refusal.value, "", 1)  # said as a text, which is free
    if both.texts and text and text != both.owed_text and not both.reads:
        at = pointer(*both.in_output(both.got_texts[0]))
        yield from changes(both.owed_text, text, at)
    for owed, got in both.pairs:
        at = pointer(*both.in_output(got))
        if owed.group is None and got.group is None:
            yield from changes(owed.name, got.name, at)
        if owed.kind != got.kind:
            continue
        if None in (owed.arguments.text, got.arguments.text):
            yield from _changes_of_values(both.carried(owed.arguments.value), both.carried(got.arguments.value), at)
        else:
            yield from changed_arguments(owed.arguments.text, got.arguments.text, at)
    if both.result is not None and both.result.usage is not None:
        at = pointer(*both.in_output(both.result.usage))
        others = {both.carried(one) for one in _with_other_tokens(both.source.usage)}
        for owed_count, got_count in zip(_counts(both.source.usage), _counts(both.result.usage), strict=False):
            if both.carried(got_count) not in others:
                yield from changes(both.carried(owed_count), both.carried(got_count), at)


def _changes_of_values(owed: JSON | Absent, got: JSON | Absent, at: str) -> Iterator[Failure]:
    """Yield what is not exact in arguments of which one side writes the value."""
    if owed is not ABSENT and got is not ABSENT:
        for one in differences(owed, got):
            if one.owed is not ABSENT and one.got is not ABSENT:
                yield from changes_of_data(one.owed, one.got, at)


def _with_other_tokens(usage: Usage | None) -> Iterator[int]:
    """Yield inputs without the tokens of a cache, or with them twice: of tokens, not of digits, another law speaks."""
    if usage is not None and usage.input is not None:
        cached, written = usage.cached or 0, usage.written or 0
        yield from (usage.input + sign * one for one in (cached, written, cached + written) if one for sign in (-1, 1))


def _counts(usage: Usage | None) -> list[JSON]:
    """Return the counts of tokens, in one order."""
    return [] if usage is None else [usage.input, usage.output, usage.cached, usage.reasoning]
