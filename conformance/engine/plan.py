"""What will be asked: the cases, the generated examples and the given inputs of each operation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from conformance.checks.registry import ENTRIES_ALONE
from conformance.contracts import Case, Contract, Rule
from conformance.engine.judge import Judge
from conformance.engine.options import Options
from conformance.values import JSON, packed, unpacked

# Each entry alone is asked of lists up to this long: what neighbours do to each other shows in short ones. Of all
# generated lists, and of a few of the cases that show one of these rules.
SHORT_LIST = 12
NEIGHBOURS = frozenset({"ISO-1", "LAW-6", "M2R-1d", "MCP-5", "REG-6b"})
NEIGHBOURS_SHOWN = 10
# Of the cases every fourth is asked a second time; of generated examples every one.
REPEATED = 4
LIFTED_SHOWN = 2
# Of examples that are drawn for subjects that not every input can reach, so many for each that is wanted.
SPARE = 8
# Inputs of each operation whose fields are followed into the result.
TRACED = 30
# Cases that show one of these rules are always repeated.
REPETITION = frozenset({"PURE-1", "MCP-4", "ALL-2"})


class Planned:
    """One input to ask. case: None for a generated or given input. entries: copies, to ask alone.

    reach: rules that a case reaches when a subject does what it should. shape: one of the deep and wide ones. tenth:
    the trial of the same shape at a tenth of the size. repeated: whether it is asked again. traced: whether its fields
    are followed into the result. recording: where a given input was recorded.
    """

    __slots__ = (
        "case", "entries", "input", "operation", "reach", "recording", "repeated", "shape", "tenth",
        "traced",
    )  # fmt: skip

    def __init__(
        self,
        operation: str,
        input: JSON,
        case: Case | None = None,
        reach: frozenset[str] = frozenset(),
        entries: tuple[JSON, ...] = (),
        tenth: Planned | None = None,
        *,
        shape: bool = False,
    ) -> None:
        self.operation = operation
        self.input = input
        self.case = case
        self.reach = reach
        self.entries = entries
        self.tenth = tenth
        self.shape = shape
        self.repeated = True
        self.traced = False
        self.recording: str | None = None

    def before(self) -> bytes:
        """Return the input's bytes before anybody was asked."""
        return packed(self.input) or b""


def chosen_rules(contract: Contract, options: Options) -> tuple[Rule, ...]:
    """Return the rules that this run judges."""
    return tuple(
        rule
        for rule in contract.rules
        if (options.rules is None or rule.id in options.rules)
        and (options.origins is None or rule.origin in options.origins)
    )


def plan_cases(contract: Contract, judge: Judge, options: Options, offered: Collection[str]) -> list[Planned]:
    """Plan the cases. offered: the subject's operations. Raises SpecificationError for a case against a rule."""
    if options.only_inputs:
        return []
    chosen = _chosen_cases(contract, options, offered)
    reach = _prechecked(judge, chosen if options.cases is not None else contract.cases)
    planned = []
    shown = 0
    for number, case in enumerate(chosen):
        one = Planned(contract.operation, _own_input(case), case, reach[case.id])
        planned.append(one)
        if not NEIGHBOURS.isdisjoint(case.rules) and (options.cases is not None or shown < NEIGHBOURS_SHOWN):
            one.entries = _entries(contract, one.input)
            shown += bool(one.entries)
        if options.cases is None:
            one.repeated = number % REPEATED == 0 or not REPETITION.isdisjoint(case.rules)
    return planned


# What the last judge of each operation found, for programs that judge many subjects in one process.
_last: dict[str, tuple[Contract, tuple[object, ...], Sequence[Case], dict[str, frozenset[str]]]] = {}


def _prechecked(judge: Judge, cases: Sequence[Case]) -> dict[str, frozenset[str]]:
    """Return the rules that each case should reach. Raises SpecificationError for a case that contradicts a rule."""
    contract, stance, checked, reach = _last.get(judge.contract.operation, (None, (), (), {}))
    if contract is not judge.contract or stance != judge.stance or checked is not cases:
        reach = {case.id: judge.precheck(case) for case in cases}
        _last[judge.contract.operation] = (judge.contract, judge.stance, cases, reach)
    return reach


def case_count(contract: Contract, options: Options, offered: Collection[str]) -> int:
    """Return how many cases will be planned."""
    return 0 if options.only_inputs else len(_chosen_cases(contract, options, offered))


def _chosen_cases(contract: Contract, options: Options, offered: Collection[str]) -> list[Case]:
    if options.cases is not None:
        return [case for case in contract.cases if case.id in options.cases]
    return _thinned(contract.cases) if contract.lifts in offered else list(contract.cases)


def _own_input(case: Case) -> JSON:
    """Return a copy of the input: a subject in this process could change it, and cases are used again."""
    return unpacked(packed(case.input) or b"N")


def _thinned(cases: Sequence[Case]) -> list[Case]:
    """Leave out lifted cases once each of their rules has been shown a few times.

    For subjects that offer the single form too: it is asked them all, and the list form is held to it.
    """
    shown: dict[str, int] = {}
    chosen = []
    for case in cases:
        if not case.lifted or any(shown.get(rule, 0) < LIFTED_SHOWN for rule in case.rules):
            chosen.append(case)
            for rule in case.rules:
                shown[rule] = shown.get(rule, 0) + 1
    return chosen


def plan_inputs(contract: Contract, inputs: Sequence[JSON]) -> Iterator[Planned]:
    """Plan inputs that somebody gave."""
    for value in inputs:
        yield _planned(contract, value)


def plan_given(contract: Contract, options: Options) -> Iterator[Planned]:
    """Plan the inputs that a run was given for an operation."""
    if options.cases is None:
        given = options.inputs.get(contract.operation, ())
        recordings = options.recordings.get(contract.operation, ())
        others = len(given) - len(recordings)
        for number, planned in enumerate(plan_inputs(contract, given)):
            if options.fits is not None and not options.fits(contract.operation, planned.input):
                continue
            planned.traced = options.losses and number < TRACED
            planned.recording = recordings[number - others] if number >= others else None
            yield planned


def plan_examples(contract: Contract, options: Options, exact_numbers: bool) -> Iterator[Planned]:
    """Generate the examples of an operation; wrong shapes come after them, the deep and wide ones last."""
    if not options.max_examples or options.cases is not None or options.only_inputs:
        return
    # Imported here: a run without examples never pays for the generators.
    from conformance.generate.pool import pooled
    from conformance.generate.shapes import deep_and_wide, wrong_shapes

    given = len(options.inputs.get(contract.operation, ()))
    drawn = options.max_examples * (SPARE if options.fits is not None else 1)
    pool: Iterable[JSON] = pooled(contract.operation, drawn, options.seed, exact_numbers)
    if options.fits is not None:
        fits = options.fits
        pool = islice((value for value in pool if fits(contract.operation, value)), options.max_examples)
    for number, value in enumerate(pool):
        planned = _planned(contract, value)
        planned.traced = options.losses and given + number < TRACED
        yield planned
    if options.fits is not None:
        return
    for value in wrong_shapes(contract.operation):
        yield _planned(contract, value)
    if not options.shapes:
        return
    shapes: dict[str, Planned] = {}
    for name, value in deep_and_wide(contract.operation):
        planned = Planned(
            contract.operation, value, tenth=shapes.get("wide-100") if name == "wide-1000" else None, shape=True
        )
        shapes[name] = planned
        yield planned


def _planned(contract: Contract, value: JSON) -> Planned:
    return Planned(contract.operation, value, entries=_entries(contract, value))


def _entries(contract: Contract, value: JSON) -> tuple[JSON, ...]:
    """Return the entries to ask alone: of a short list, where the operation has a rule about neighbours."""
    if contract.operation not in ENTRIES_ALONE or not isinstance(value, list) or not 2 <= len(value) <= SHORT_LIST:
        return ()
    # Copies: a subject in this process that changes one must not change the list it came from.
    return tuple(unpacked(packed(entry) or b"N") for entry in value)


def size(value: JSON) -> int:
    """Return how large an input is, for choosing the smallest evidence."""
    return len(packed(value) or b"")
