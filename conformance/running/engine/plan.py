"""Plans what is asked: the cases, the generated examples and the given inputs of each operation."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, repeat

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL, Standing, has_standing, standing_of
from conformance.base.errors import UsageError
from conformance.base.values import ABSENT, JSON, copy_of, packed
from conformance.inputs.examples import Example
from conformance.inputs.pool import pooled_examples
from conformance.inputs.schemas import with_numbers
from conformance.inputs.shapes import deep_and_wide, wrong_shapes
from conformance.rules.contracts import AGAIN, ALONE, Case, Contract, Rule
from conformance.rules.contracts.files import attributed
from conformance.rules.contracts.locate import case_location
from conformance.rules.scope.declared import not_offered
from conformance.running.engine.asked_model import of_other_models, with_model
from conformance.running.engine.entries import entries_of
from conformance.running.engine.judge import Judge, Prechecked
from conformance.running.engine.ledger import Kind, LedgerItem
from conformance.running.engine.options import Options

# The entries of a list of at most SHORT_LIST entries are also asked alone: those of every generated list, and of the
# first CASES_ALONE cases of the rules that ask for it.
SHORT_LIST = 12
CASES_ALONE = 10
# Every fourth case is asked a second time, beside those of the rules that ask for it, and every generated example.
REPEATED = 4
LIFTED_SHOWN = 2
# Of examples that are drawn for subjects that not every input can reach, so many for each that is wanted.
SPARE = 8
# Inputs of each operation whose fields are followed into the result.
TRACED = 30
# By what a case declares of its input, what may be computed. Only an author knows that a document defines the result.
_DECLARABLE = {DOCUMENTED: (DOCUMENTED, MALFORMED), MALFORMED: (MALFORMED,)}
# Groups of inputs that are no cases, as the ledger names them.
GIVEN, EARLIER, GENERATED, FIXED = "given", "earlier", "generated", "fixed"
WRONG_SHAPE, DEEP_OR_WIDE = "wrong shape", "deep or wide"
CANNOT_REACH = "no input that can reach the subject this way"


class Planned:
    """One input to ask. case: None for a generated or given input. entries: copies, to ask alone.

    reach: rules that a case reaches where the subject converts it correctly. shape: one of the deep and wide inputs.
    smaller: the input of the same shape at a tenth of the size. repeated: whether the input is asked again. counted:
    whether the ledger counts its standing; only rules about size are about a deep or wide one. traced: whether the
    account of losses follows its fields. given: the number of an input that the user gave, among those of
    the operation; None for any other. mutation: the one fault of a generated input. item: what the ledger closes when
    the trial is judged; None for what is asked beyond the plan, to make evidence small.
    """

    __slots__ = (
        "_standing",
        "case",
        "counted",
        "entries",
        "given",
        "input",
        "item",
        "mutation",
        "operation",
        "reach",
        "repeated",
        "shape",
        "smaller",
        "traced",
    )  # fmt: skip

    def __init__(
        self,
        operation: str,
        input: JSON,
        case: Case | None = None,
        reach: frozenset[str] = frozenset(),
        standing: Standing | None = None,
        entries: tuple[JSON, ...] = (),
        smaller: Planned | None = None,
        *,
        shape: bool = False,
    ) -> None:
        self.operation = operation
        self.input = input
        self.case = case
        self.reach = reach
        self.entries = entries
        self.smaller = smaller
        self.shape = shape
        self.repeated = True
        self.counted = not shape
        self.traced = False
        self.given: int | None = None
        self.mutation: str | None = None
        self.item: LedgerItem | None = None
        self._standing = standing

    @property
    def standing(self) -> Standing:
        """The standing of the input, computed when something asks for it: most inputs show no failure.

        REAL for what has no source format, such as HTTP requests.
        """
        if self._standing is None and not has_standing(self.operation):
            self._standing = Standing(kind=REAL)
        if self._standing is None:
            computed = standing_of(self.operation, self.input)
            declared = self.case.standing if self.case is not None else None
            self._standing = computed if declared is None else replace(computed, kind=declared.kind)
        return self._standing

    @property
    def counted_as(self) -> str:
        """The standing that the ledger counts; empty for an input that it does not count.

        What is generated without a mutation is real: it need not be computed.
        """
        if not self.counted:
            return ""
        return REAL if self.item is not None and is_generated(self.item) and not self.mutation else self.standing.kind

    def with_item(self, item: LedgerItem) -> Planned:
        """Return the same input for another item of the ledger."""
        other = Planned(self.operation, self.input, self.case, standing=self._standing)
        other.item = item
        other.given = self.given
        return other

    def before(self) -> bytes:
        """Return the input's bytes before the subject got it."""
        return packed(self.input) or b""


def chosen_rules(contract: Contract, options: Options) -> tuple[Rule, ...]:
    """Return the rules that this run judges."""
    return tuple(
        rule
        for rule in contract.rules
        if (options.rules is None or rule.id in options.rules)
        and (options.origins is None or rule.origin in options.origins)
    )


def case_items(contract: Contract) -> Iterator[LedgerItem]:
    """Yield the ledger's item of each case."""
    return (case_item(contract.operation, case.id) for case in contract.cases)


def case_item(operation: str, case: str) -> LedgerItem:
    """Return the ledger's item of a case."""
    return LedgerItem(operation=operation, kind=Kind.CASE, name=case)


def example_items(contract: Contract, options: Options, earlier: int) -> Iterator[LedgerItem]:
    """Yield the ledger's item of each input besides the cases. earlier: how many of earlier runs there are."""
    counts = {GIVEN: len(options.inputs.get(contract.operation, ())) if options.cases is None else 0, EARLIER: earlier}
    if _draws_examples(options):
        counts[GENERATED] = options.max_examples
        counts[FIXED] = len(_fixed(contract, options))
    if _draws_examples(options) and options.fits is None:
        counts[WRONG_SHAPE] = len(wrong_shapes(contract.operation))
        counts[DEEP_OR_WIDE] = len(deep_and_wide(contract.operation)) if options.shapes else 0
    for group, count in counts.items():
        for number in range(count):
            yield example_item(contract.operation, group, number)


def example_count(contract: Contract, options: Options) -> int:
    """Return how many examples will be planned: those that are drawn, and those that each seed has."""
    return options.max_examples + len(_fixed(contract, options)) if _draws_examples(options) else 0


def _fixed(contract: Contract, options: Options) -> tuple[str, ...]:
    """Return the inputs that each seed has: none where not every input can reach the subject."""
    return contract.inputs if options.fits is None and not options.scope.of(contract.operation) else ()


def probe_items(contract: Contract, stated: Collection[str]) -> Iterator[LedgerItem]:
    """Yield the ledger's item of each probe. stated: names of the choices whose answer is known without probes."""
    for choice in contract.choices:
        if choice.name not in stated:
            yield from (probe_item(contract.operation, choice.name, index) for index in range(len(choice.inputs)))


def probe_item(operation: str, choice: str, index: int) -> LedgerItem:
    """Return the ledger's item of one input of a choice: a probe, or the contrast after the last one."""
    return LedgerItem(operation=operation, kind=Kind.EXAMPLE, name=f"probe {choice} {index}")


def is_deep_or_wide(item: LedgerItem) -> bool:
    """Whether an item is one of the deep and wide inputs, which go through no chain."""
    return item.kind is Kind.EXAMPLE and item.name.startswith(DEEP_OR_WIDE)


def is_generated(item: LedgerItem) -> bool:
    """Whether an item is an input that a generator drew."""
    return item.kind is Kind.EXAMPLE and item.name.startswith(GENERATED)


def example_item(operation: str, group: str, number: int) -> LedgerItem:
    """Return the ledger's item of an input that is not a case. group: GIVEN, EARLIER and so on."""
    return LedgerItem(operation=operation, kind=Kind.EXAMPLE, name=f"{group} {number}")


def excused_cases(contract: Contract, options: Options, offered: Collection[str]) -> dict[str, str]:
    """Return why each case that will not be asked is not, by its id. offered: the subject's operations."""
    if options.only_inputs:
        how = "" if options.only_recorded else " (--input)"
        return {case.id: f"{options.narrowed}{how}" for case in contract.cases}
    if options.cases is not None:
        return {case.id: "narrowed by the user (--case)" for case in contract.cases if case.id not in options.cases}
    if options.model is not None:
        of_others = sorted(of_other_models(contract))
        return dict.fromkeys(of_others, f"it holds for another model than {options.model} (--model)")
    if contract.lifts in offered:
        return dict.fromkeys(_thinned(contract.cases), f"asked as a case of {contract.lifts}")
    return {}


def plan_cases(contract: Contract, judge: Judge, options: Options, offered: Collection[str]) -> list[Planned]:
    """Plan the cases. offered: the subject's operations.

    A case that contradicts a rule is the suite's own fault: the judge reports it, and does not charge the rule for it.
    """
    excused = excused_cases(contract, options, offered)
    chosen = [case for case in contract.cases if case.id not in excused]
    if not chosen:
        return []
    known = _precheck(judge, contract.cases if options.cases is None and options.model is None else chosen)
    prechecked = known.prechecked[judge.stance]
    asking_again, asking_alone = contract.asking(AGAIN), contract.asking(ALONE)
    planned = []
    shown = 0
    for number, case in enumerate(chosen):
        own = prechecked[case.id]
        item = Planned(contract.operation, _own_input(case), case, own.reached, known.standings.get(case.id))
        if own.own_faults:
            judge.contradicted[case.id] = own.own_faults
        item.item = case_item(contract.operation, case.id)
        planned.append(item)
        if not asking_alone.isdisjoint(case.rules) and (options.cases is not None or shown < CASES_ALONE):
            item.entries = _entries(contract, item.input)
            shown += bool(item.entries)
        if options.cases is None:
            item.repeated = number % REPEATED == 0 or not asking_again.isdisjoint(case.rules)
    return planned


@dataclass(frozen=True, slots=True)
class _Prechecked:
    """What the cases of a contract say before anything is asked, for programs that judge many subjects in one process.

    standings: of the inputs, by case; a lifted case has none of its own. prechecked: by the judge's stance, what each
    case says when a subject does what it should.
    """

    contract: Contract
    standings: dict[str, Standing] = field(default_factory=dict)
    prechecked: dict[tuple[object, ...], dict[str, Prechecked]] = field(default_factory=dict)


_prechecked: dict[str, _Prechecked] = {}  # by operation


def _precheck(judge: Judge, cases: Iterable[Case]) -> _Prechecked:
    """Check cases. Raises SpecificationError, or UsageError in a checkout, for one that declares another standing."""
    operation = judge.contract.operation
    known = _prechecked.get(operation)
    if known is None or known.contract is not judge.contract:
        known = _prechecked[operation] = _Prechecked(judge.contract)
    prechecked = known.prechecked.setdefault(judge.stance, {})
    for case in cases:
        if case.id not in prechecked or prechecked[case.id].own_faults:  # each run reports a fault
            prechecked[case.id] = judge.precheck(case)
        if case.id not in known.standings and not case.lifted:  # those are checked as cases of the single form
            known.standings[case.id] = _checked_standing(operation, case)
    return known


def _checked_standing(operation: str, case: Case) -> Standing:
    """Return the standing of a case's input.

    Raises UsageError, or SpecificationError in an installed suite, for a case that declares another standing.
    """
    computed = standing_of(operation, case.input)
    declared = case.standing
    if declared is None and computed.kind != REAL:
        what = f"is {computed.kind} ({computed.reasons[0]}), and the case does not declare it"
        hint = f"Correct the input, or add `standing: {{{computed.kind}: ...}}`."
    elif declared is not None and computed.kind not in _DECLARABLE[declared.kind]:
        what, hint = (f"is {computed.kind}, and the case declares {declared.kind}", "Correct the input, or `standing`.")
    else:
        return computed if declared is None else replace(computed, kind=declared.kind)
    place = case_location(operation, case.id)
    raise attributed(UsageError(f"{place}: the input of the case {case.id} {what}.", hint))


def case_count(contract: Contract, options: Options, offered: Collection[str]) -> int:
    """Return how many cases will be planned."""
    return len(contract.cases) - len(excused_cases(contract, options, offered))


def _own_input(case: Case) -> JSON:
    """Return a copy of the input: a subject in this process could change it, and cases are used again."""
    return copy_of(case.input)


def _thinned(cases: Sequence[Case]) -> list[str]:
    """Return the ids of the lifted cases that are left out, once each of their rules has been shown a few times.

    For subjects that offer the single form too: it is asked them all, and the list form must agree with it.
    """
    shown: dict[str, int] = {}
    left_out = []
    for case in cases:
        if case.lifted and all(shown.get(rule, 0) >= LIFTED_SHOWN for rule in case.rules):
            left_out.append(case.id)
            continue
        for rule in case.rules:
            shown[rule] = shown.get(rule, 0) + 1
    return left_out


def plan_inputs(contract: Contract, inputs: Sequence[JSON]) -> Iterator[Planned]:
    """Plan given inputs."""
    for value in inputs:
        yield _planned(contract, value)


Excuse = Callable[[LedgerItem, str], None]


def _ignore(_item: LedgerItem, _reason: str) -> None:
    pass


def plan_given(contract: Contract, options: Options, excuse: Excuse = _ignore) -> Iterator[Planned]:
    """Plan the inputs that a run was given for an operation. excuse: called for each that cannot reach the subject."""
    if options.cases is not None:
        return
    operation = contract.operation
    given, sources = options.inputs.get(operation, ()), options.sources.get(operation, ())
    given = tuple(with_model(value, options.model) for value in given)
    for number, planned in enumerate(plan_inputs(contract, given)):
        planned.item = example_item(operation, GIVEN, number)
        if options.fits is not None and not options.fits(operation, planned.input):
            excuse(planned.item, CANNOT_REACH)
            continue
        planned.traced = options.losses and number < TRACED
        planned.given = number if number < len(sources) else None
        yield planned


def plan_examples(
    contract: Contract, options: Options, exact_numbers: bool, excuse: Excuse = _ignore
) -> Iterator[Planned]:
    """Generate the examples of an operation; wrong shapes come after them, the deep and wide ones last.

    excuse: called for each example for which no input was found that can reach the subject.
    """
    if not _draws_examples(options):
        return
    operation = contract.operation
    given = len(options.inputs.get(operation, ()))
    for number, example in enumerate(_drawn(operation, options, exact_numbers)):
        planned = _planned(contract, with_model(example.value, options.model))
        planned.mutation = example.mutation
        planned.counted = options.counts or not example.mutation
        planned.item = example_item(operation, GENERATED, number)
        if example is _NONE:
            lacking = options.scope.of(operation)
            excuse(planned.item, not_offered(lacking) if lacking else CANNOT_REACH)
            continue
        planned.traced = options.losses and given + number < TRACED
        yield planned
    if options.fits is not None:
        return
    for number, text in enumerate(_fixed(contract, options)):
        planned = _planned(contract, with_model(with_numbers(json.loads(text), exact_numbers), options.model))
        planned.item = example_item(operation, FIXED, number)
        planned.counted = options.counts
        yield planned
    for number, value in enumerate(wrong_shapes(operation)):
        planned = _planned(contract, value)
        planned.item = example_item(operation, WRONG_SHAPE, number)
        planned.counted = options.counts
        yield planned
    if not options.shapes:
        return
    shapes: dict[str, Planned] = {}
    for number, (name, value) in enumerate(deep_and_wide(operation)):
        planned = Planned(operation, value, smaller=shapes.get("wide-100") if name == "wide-1000" else None, shape=True)
        planned.item = example_item(operation, DEEP_OR_WIDE, number)
        shapes[name] = planned
        yield planned


def _draws_examples(options: Options) -> bool:
    return bool(options.max_examples) and options.cases is None and not options.only_inputs


_NONE = Example(ABSENT)


def _drawn(operation: str, options: Options, exact_numbers: bool) -> Iterable[Example]:
    """Draw the examples; _NONE in the place of each for which no input was found that can reach the subject."""
    fits, scope = options.fits, options.scope
    if fits is None and not scope.of(operation):
        return pooled_examples(operation, options.max_examples, options.seed, exact_numbers)
    fitting: list[Example] = []
    for spare in (2, SPARE):
        fitting = [
            example
            for example in pooled_examples(operation, options.max_examples * spare, options.seed, exact_numbers)
            if scope.why_not(operation, example.value) is None and (fits is None or fits(operation, example.value))
        ]
        if len(fitting) >= options.max_examples:
            break
    return islice(chain(fitting, repeat(_NONE)), options.max_examples)


def _planned(contract: Contract, value: JSON) -> Planned:
    return Planned(contract.operation, value, entries=_entries(contract, value))


def _entries(contract: Contract, value: JSON) -> tuple[JSON, ...]:
    """Return the entries to ask alone: of a short list, where the operation has a rule about neighbours."""
    entries = entries_of(contract.operation, value)
    if entries is None or not 2 <= len(entries) <= SHORT_LIST:
        return ()
    # Copies: a subject in this process that changes one must not change the list it came from.
    return tuple(copy_of(entry) for entry in entries)


def size(value: JSON) -> int:
    """Return how large an input is, for choosing the smallest evidence."""
    return len(packed(value) or b"")
