"""What will be asked: the cases, the generated examples and the given inputs of each operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.checks.registry import SINGLES
from conformance.contracts import Case, Contract, Rule
from conformance.engine.judge import Judge, Settled
from conformance.engine.options import Options
from conformance.values import JSON, packed

# Each entry alone is asked of lists up to this long: what neighbours do to each other shows in short ones.
SHORT_LIST = 12


@dataclass(frozen=True, slots=True)
class Planned:
    """One input to ask. case: None for a generated or given input. entries: positions to ask alone.

    tenth: the trial of the same shape at a tenth of the size.
    """

    operation: str
    input: JSON
    case: Case | None = None
    settled: Settled | None = None
    entries: tuple[JSON, ...] = ()
    tenth: Planned | None = None


def chosen_rules(contract: Contract, options: Options) -> tuple[Rule, ...]:
    """Return the rules that this run judges."""
    return tuple(
        rule
        for rule in contract.rules
        if (options.rules is None or rule.id in options.rules)
        and (options.origins is None or rule.origin in options.origins)
    )


def plan_cases(contract: Contract, judge: Judge, options: Options) -> list[Planned]:
    """Plan the cases. Raises SpecificationError for a case that contradicts a rule."""
    if options.only_inputs:
        return []
    return [
        _planned(contract, case.input, case, judge.settle(case))
        for case in contract.cases
        if options.cases is None or case.id in options.cases
    ]


def plan_inputs(contract: Contract, inputs: Sequence[JSON]) -> Iterator[Planned]:
    """Plan inputs that somebody gave."""
    for value in inputs:
        yield _planned(contract, value)


def plan_examples(contract: Contract, options: Options, exact_numbers: bool) -> Iterator[Planned]:
    """Generate the examples of an operation; the deep and wide shapes come last."""
    if not options.max_examples or options.cases is not None or options.only_inputs:
        return
    # Imported here: a run without examples never pays for Hypothesis.
    from conformance.generate import draw
    from conformance.generate.shapes import deep_and_wide

    for value in draw(contract.operation, options.max_examples, options.seed, exact_numbers):
        yield _planned(contract, value)
    shapes: dict[str, Planned] = {}
    for name, value in deep_and_wide(contract.operation):
        planned = Planned(contract.operation, value, tenth=shapes.get("wide-100") if name == "wide-1000" else None)
        shapes[name] = planned
        yield planned


def _planned(contract: Contract, value: JSON, case: Case | None = None, settled: Settled | None = None) -> Planned:
    entries: tuple[JSON, ...] = ()
    if contract.operation in SINGLES and isinstance(value, list) and 2 <= len(value) <= SHORT_LIST:
        entries = tuple(value)
    return Planned(contract.operation, value, case, settled, entries)


def size(value: JSON) -> int:
    """Return how large an input is, for choosing the smallest evidence."""
    return len(packed(value) or b"")
