"""What arrives exactly: texts, the names and arguments of calls, and counts of tokens."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.exact import Exact, changed_arguments, changes
from conformance.checks.findings import Failure
from conformance.checks.lawful.view import LawfulView
from conformance.model.answer import Usage
from conformance.values import JSON, pointer


def exact(view: LawfulView) -> Exact | None:
    """Return the texts, calls and counts of an answer that arrived."""
    told = view.told
    if view.unfit or told.result is None or told.has_failed or told.is_foreign:
        return None
    values = [one.value for one in told.texts] + [one.value for one in told.refusals]
    calls = [(one.name, one.arguments.text) for one in told.calls]
    # Arguments are a text on the whole way, and a text keeps its numbers.
    counts = _counts(told.source.usage)
    return Exact((values, calls, counts), tuple(_changes(view)), counts)


def _changes(view: LawfulView) -> Iterator[Failure]:
    told = view.told
    text = told.got_text
    for refusal in told.refusals:
        if refusal.value not in told.owed_text:
            text = text.replace(refusal.value, "", 1)  # said as a text, which is free
    if told.texts and text and text != told.owed_text:
        at = pointer(*told.in_output(told.got_texts[0]))
        yield from changes(told.owed_text, text, at)
    for owed, got in told.pairs:
        at = pointer(*told.in_output(got))
        if owed.group is None and got.group is None:
            yield from changes(owed.name, got.name, at)
        if owed.kind == got.kind:
            yield from changed_arguments(owed.arguments.text, got.arguments.text, at)
    if told.result is not None and told.result.usage is not None:
        at = pointer(*told.in_output(told.result.usage))
        for owed_count, got_count in zip(_counts(told.source.usage), _counts(told.result.usage), strict=False):
            yield from changes(owed_count, got_count, at)


def _counts(usage: Usage | None) -> list[JSON]:
    """Return the counts of tokens, in one order."""
    return [] if usage is None else [usage.input, usage.output, usage.cached, usage.reasoning]
