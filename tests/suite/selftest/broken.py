"""Finds for each rule the smallest case and planted defect that show it broken."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import zip_longest

from conformance.base.second_opinion import Inconsistent
from conformance.base.values import ABSENT, JSON, Absent, pointer, same
from conformance.base.wording import around_difference, excerpt
from conformance.results.broken_examples import BrokenExample
from conformance.rules.checks.exact import ValueDifference, differences
from conformance.rules.contracts import Case, Specifications
from conformance.running.engine import Evidence
from conformance.running.engine.result import FAIL
from tests.suite.selftest.banks import load_banks
from tests.suite.selftest.behaviours import MANY
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.running import options_for, result_of
from tests.suite.selftest.witness import Witness
from tests.suite.selftest.witness_file import Key, read_witnesses, witness_of

TRIED = 12  # mutants of a rule; more bring no smaller example worth the time
UNTYPICAL = ("MemoryError",)  # what planted defects raise and no converter does
LONGEST = 400  # characters of a value or an error: a page shows no more


def broken_examples(specifications: Specifications, operation: str) -> list[BrokenExample]:
    """Return an example for each rule of an operation that a planted defect breaks in a case, in the rules' order."""
    witnesses = read_witnesses()
    mutants: dict[str, list[Mutant]] = {}
    for mutant in load_banks((operation,)).mutants:
        if (
            mutant.operation == operation
            and mutant.rules
            and not MANY.match(mutant.name)
            and witness_of(mutant, witnesses).cases
        ):
            mutants.setdefault(mutant.rules[0], []).append(mutant)
    found = []
    for rule in specifications.contracts[operation].rules:
        # One that breaks this rule alone says best what it is about.
        tried = sorted(mutants.get(rule.id, ()), key=lambda mutant: len(mutant.rules))[:TRIED]
        examples = (example for mutant in tried for example in _examples(specifications, mutant, rule.id, witnesses))
        smallest = min(examples, key=lambda pair: pair[0], default=None)
        if smallest is not None:
            found.append(smallest[1])
    return found


def _examples(
    specifications: Specifications, mutant: Mutant, rule: str, witnesses: Mapping[Key, Witness]
) -> Iterator[tuple[tuple[int, int], BrokenExample]]:
    """Yield what a mutant shows of a rule, each with its size: further rules that fail, characters."""
    cases = witness_of(mutant, witnesses).cases
    known = {case.id: case for case in specifications.contracts[mutant.operation].cases}
    options = options_for(mutant, seed=1, max_examples=0, shapes=False, cases=cases)
    with suppress(Inconsistent):
        result = result_of(specifications, mutant, options)
        others = sum(1 for entry in result.rules if entry.verdict == FAIL and entry.rule.id != rule)
        for entry in result.rules:
            if entry.rule.id == rule and entry.verdict == FAIL:
                for evidence in entry.evidence:
                    refusal = evidence.outcome.refusal
                    if refusal is not None and refusal.type in UNTYPICAL:
                        continue
                    if evidence.case in known and not evidence.earlier and evidence.advice is None:
                        example = _example(rule, known[evidence.case], evidence)
                        yield (others, len(json.dumps([evidence.input, str(example)]))), example


def _example(rule: str, case: Case, evidence: Evidence) -> BrokenExample:
    """Return what a failure in a case shows of its rule."""
    outcome, says = evidence.outcome, evidence.message
    if outcome.output is ABSENT:
        failed = outcome.refusal or outcome.fault
        words = outcome.not_json if failed is None else failed.message
        return BrokenExample(rule=rule, case=case.id, says=says, error=excerpt(str(words), 0, LONGEST))
    right = evidence.expected
    if right is ABSENT:
        outputs = [expectation.output for expectation in case.expectations if expectation.error is None]
        right = next((output for output in outputs if same(output, outcome.output)), outputs[0] if outputs else ABSENT)
    if right is ABSENT:
        return BrokenExample(rule=rule, case=case.id, says=says, wrong=_short(outcome.output))
    first = _first_difference(right, outcome.output)
    if first is None:  # the output is right, and something beside it is not
        return BrokenExample(rule=rule, case=case.id, says=says)
    owed, got = _short(first.owed), _short(first.got)
    if first.owed is not ABSENT and first.got is not ABSENT and same(owed, got):
        texts = (json.dumps(value, ensure_ascii=False) for value in (first.owed, first.got))
        owed, got = around_difference(*texts, LONGEST)
    return BrokenExample(rule=rule, case=case.id, says=says, at=pointer(*first.path), right=owed, wrong=got)


def _first_difference(right: JSON, output: JSON) -> ValueDifference | None:
    """Return the first place where an output differs; of lists of different lengths the first entry that differs."""
    first = next(differences(right, output), None)
    if first is None or type(first.owed) is not list or type(first.got) is not list:
        return first
    pairs = zip_longest(first.owed, first.got, fillvalue=ABSENT)
    index, (owed, got) = next((index, pair) for index, pair in enumerate(pairs) if ABSENT in pair or not same(*pair))
    if owed is not ABSENT and got is not ABSENT and type(owed) is type(got):
        inner = _first_difference(owed, got)
        if inner is not None:
            return ValueDifference((*first.path, index, *inner.path), inner.owed, inner.got)
    return ValueDifference((*first.path, index), owed, got)


def _short(value: JSON | Absent) -> JSON | Absent:
    """Return a value; of a large one, the beginning of its text."""
    if value is ABSENT:
        return value
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= LONGEST else excerpt(text, 0, LONGEST)
