"""What arrives exactly: texts, and the names and arguments of calls."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.exact import Exact, changed_arguments, changes
from conformance.checks.findings import Failure
from conformance.checks.lawful.view import LawfulView
from conformance.values import pointer


def exact(view: LawfulView) -> Exact | None:
    """Return the texts and calls of an answer that arrived."""
    told = view.told
    if view.unfit or told.result is None or told.has_failed:
        return None
    values = [one.value for one in told.texts] + [one.value for one in told.refusals]
    calls = [(one.name, one.arguments.text) for one in told.calls]
    # Arguments are a text on the whole way, and a text keeps its numbers.
    return Exact((values, calls), tuple(_changes(view)), None)


def _changes(view: LawfulView) -> Iterator[Failure]:
    told = view.told
    if told.texts and told.got_texts and told.got_text != told.owed_text:
        at = pointer(*told.in_output(told.got_texts[0]))
        yield from changes(told.owed_text, told.got_text, at)
    for owed, got in told.pairs:
        at = pointer(*told.in_output(got))
        if owed.group is None and got.group is None:
            yield from changes(owed.name, got.name, at)
        if owed.kind == got.kind:
            yield from changed_arguments(owed.arguments.text, got.arguments.text, at)
