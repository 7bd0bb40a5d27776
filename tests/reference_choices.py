"""Certifies the reference under every pair of answers to two choices: `python -m tests.reference_choices`.

Exit status 1 where a rule accuses it, a run is not whole, or a charge is withheld, with what the run says.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from conformance import reference
from conformance.rules.contracts import Contract, load_specifications
from conformance.running.engine import Options
from tests.suite.selftest.running import accusing, certify_functions


def pairs(contract: Contract) -> list[dict[str, str]]:
    """Return the answers to all choices, in which those to at most two choices are not the default; each once."""
    defaults = {choice.name: choice.default for choice in contract.choices}
    answers = [[(choice.name, answer) for answer in choice.answers] for choice in contract.choices]
    found = [defaults | {name: answer} for other_answer in answers for name, answer in other_answer]
    found += [
        defaults | dict(element)
        for combination, other in itertools.combinations(answers, 2)
        for element in itertools.product(combination, other)
    ]
    return [finding for number, finding in enumerate(found) if finding not in found[:number]]


def functions_of(contract: Contract, answers: dict[str, str]) -> dict[str, Callable[[Any], Any]]:
    """Return the reference under some answers: the operation's function, and that of its single form if it has one."""
    stated = {name.replace("-", "_"): answer for name, answer in answers.items()}
    names = (contract.operation, *filter(None, (contract.lifts,)))
    return {name: partial(getattr(reference, name.replace("-", "_")), **stated) for name in names}


def problems(combination: tuple[str, dict[str, str]], seed: int, max_examples: int) -> list[str]:
    """Return what is wrong in the run of one operation under some answers, which the run has to find out."""
    operation, answers = combination
    specifications = load_specifications()
    functions = functions_of(specifications.contracts[operation], answers)
    options = Options(operations=(operation,), seed=seed, max_examples=max_examples)
    result = certify_functions(specifications, functions, options)
    found = {name: answer for name, (answer, _how) in result.choices[operation].items()}
    misread = [
        f"{name} is {answers[name]}, found {answer}" for name, answer in found.items() if answers[name] != answer
    ]
    # An answer may break a recommendation, and what a rule that it takes precedence over requires.
    charged = [
        f"{entry.rule.id}: {shown.message} ({shown.input!r})" for entry in accusing(result) for shown in entry.evidence
    ]
    wrong = [element.message for element in result.set_aside]
    return [*misread, *wrong, *charged, *([] if result.complete else ["its run is incomplete"])]


def combinations(operations: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each operation with each of its pairs of answers. operations: empty for all."""
    for operation, contract in load_specifications().contracts.items():
        if not operations or operation in operations:
            yield from ((operation, answers) for answers in pairs(contract))


def main() -> int:
    """Certify the reference under each pair; print the pairs that show a problem."""
    parser = argparse.ArgumentParser(prog="python -m tests.reference_choices", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-examples", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--operation", action="append", default=[], metavar="OPERATION")
    given = parser.parse_args()
    everything, failed = list(combinations(given.operation)), 0
    with ProcessPoolExecutor(given.jobs) as pool:
        found = pool.map(partial(problems, seed=given.seed, max_examples=given.max_examples), everything)
        for (operation, answers), lines in zip(everything, found, strict=True):
            failed += bool(lines)
            for line in lines:
                print(
                    f"{operation} {' '.join(f'{name}={answer}' for name, answer in answers.items())}: {line}",
                    flush=True,
                )
    print(f"{len(everything) - failed} of {len(everything)} combinations show no problem")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
