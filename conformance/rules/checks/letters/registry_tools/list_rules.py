"""What is left out of a list, and the place of the rest (S1)."""

from __future__ import annotations

from conformance.rules.checks import conduct
from conformance.rules.checks.findings import REORDERED, Failure, Findings, brief, but_got, input_at, output_at
from conformance.rules.checks.letters.registry_tools.rules import entry_in_sentence
from conformance.rules.checks.letters.registry_tools.view import (
    MALFORMED,
    NULL,
    ODD_DESCRIPTION,
    OTHER_FORM,
    UNKNOWN_TYPE,
    RegistryTools,
)
from conformance.rules.checks.tools.fields import reported


def _left_out(view: RegistryTools, *kinds: str, may_arrive: tuple[str, ...] = ()) -> Findings:
    """Judge that entries of these kinds neither arrive nor keep the others from arriving."""
    found = view.entries_of(*kinds, *may_arrive)
    if not found:
        return None
    if view.outcome.refusal:
        blamed = sorted((view.failing_entries or frozenset()).intersection(found))
        message = f"the call failed instead of leaving this out: {view.outcome.refusal.message}"
        return tuple(Failure("failed-instead", input_at(*view.entry_path(i)), message) for i in blamed[:1]) or None
    if view.alignment is None:
        return None
    failures = [
        Failure(
            "passed",
            output_at(*view.position_path(view.arrived[index])),
            f"{entry_in_sentence(view, index)} must be left out, but arrived",
        )
        for index in found
        if index in view.arrived and index not in view.uncertain and view.kinds[index] in kinds
    ]
    for index in view.alignment.missing:
        # Where entries that different rules leave out come before it, it cannot be known which one it was.
        if view.lost_beside(index) and {view.kinds[other] for other in view.beside(index)} <= {*kinds, *may_arrive}:
            message = f"beside {entry_in_sentence(view, view.beside(index)[-1])} this tool is lost"
            failures.append(Failure("lost-beside", input_at(*view.entry_path(index)), message))
    return tuple(failures)


def neighbours_do_not_matter(view: RegistryTools) -> Findings:
    """LAW-6: a tool's result does not depend on its neighbours. Most of what is lost or made up other rules say."""
    lost = view.alignment.missing if view.alignment is not None else ()
    if view.outcome.refusal or (view.alignment is not None and view.alignment.unasked):
        return None
    if not all(map(view.lost_somehow, lost)):
        return None
    return conduct.neighbours_do_not_matter(view)


def unknown_left_out(view: RegistryTools) -> Findings:
    """REG-6: an unknown type and null are left out; the others convert."""
    return _left_out(view, UNKNOWN_TYPE, NULL)


def malformed_left_out(view: RegistryTools) -> Findings:
    """REG-6b: an entry that is no object, or has no name, is left out and stops nothing."""
    return _left_out(view, MALFORMED, may_arrive=(OTHER_FORM, ODD_DESCRIPTION))


def unknown_reported(view: RegistryTools) -> Findings:
    """REG-6a: leaving out an unknown type is reported as a warning."""
    return reported(view, [index for index in view.entries_of(UNKNOWN_TYPE) if index not in view.arrived])


def order_and_count(view: RegistryTools) -> Findings:
    """REG-8: each tool gives one, in the order of the list, and nothing else is there."""
    if not view.answered or view.entries is None or not view.holds_tools:
        return None
    if view.alignment is None:
        return (Failure("no-list", output_at(*view.list_path), f"wanted a list of tools, {but_got(view.output)}"),)
    found = [
        Failure(
            "unasked",
            output_at(*view.position_path(position)),
            f"{brief((view.outputs or [])[position])} comes from no entry, or from one that gave a tool already",
        )
        for position in view.unasked
    ]
    if not view.alignment.in_order:
        positions = [position for _entry, position in view.alignment.pairs]
        message = f"in the order of the input the tools are at {positions}"
        found.append(Failure(REORDERED, output_at(*view.list_path), message))
    return tuple(found)
