"""The runs that traceability counts: the reference's, or that of a report."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from conformance import reference
from conformance.base.errors import UsageError
from conformance.base.files import read_json
from conformance.base.observation import Description
from conformance.results.read import LARGEST
from conformance.rules.contracts import Contract, Specifications
from conformance.rules.contracts.traceability import Counts, ReachedCount
from conformance.running.engine import Options
from conformance.running.run import certify
from conformance.running.subjects.base import Subject
from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.reference import ReferenceConfig

SEED, EXAMPLES = 0, 100


def run_reference(specifications: Specifications, seed: int | None, examples: int | None) -> tuple[str, Counts]:
    """Certify the reference in this process; return what run it was, and what it emitted for each rule.

    A rule about an answer that the reference does not take is reached by no input of that run. The operation is run
    again under other answers, one at a time, and the count says which one it took.
    """
    options = Options(seed=SEED if seed is None else seed, max_examples=EXAMPLES if examples is None else examples)
    subject = ReferenceConfig(operations=tuple(specifications.contracts)).open()
    counts = _counted(specifications, subject, options)
    for contract in specifications.contracts.values():
        left = {rule for operation, rule in counts if operation == contract.operation} & _of_documents(contract)
        left = {rule for rule in left if not counts[contract.operation, rule].reached}
        for found in _other_answers(specifications, contract, left, options):
            counts |= found
    description = subject.describe()
    run = (
        f"{description.name} {description.version} (seed {options.seed}, {options.max_examples} examples an operation)"
    )
    return f"a run of {run}", counts


def _counted(specifications: Specifications, subject: Subject, options: Options) -> dict[tuple[str, str], ReachedCount]:
    try:
        result = certify(specifications, subject, options)
    finally:
        subject.close()
    return {
        (entry.operation, entry.rule.id): ReachedCount(entry.cases_run, entry.examples_run) for entry in result.rules
    }


def _of_documents(contract: Contract) -> set[str]:
    return {rule.id for rule in contract.rules if any(source.document for source in rule.sources)}


def _other_answers(
    specifications: Specifications, contract: Contract, left: Collection[str], options: Options
) -> Iterator[Counts]:
    """Yield what the reference emits for some rules under other answers than its own, until all are reached."""
    operation, left = contract.operation, set(left)
    answers = [(choice, answer) for choice in contract.choices for answer in choice.answers if answer != choice.default]
    for choice, answer in answers:
        if not left:
            return
        function = getattr(reference, operation.replace("-", "_"))
        functions = {operation: partial(function, **{choice.name.replace("-", "_"): answer})}
        description = Description(
            name="reference",
            version=None,
            language="python",
            adapter="reference",
            operations=(operation,),
            choices={},
            exact_numbers=True,
        )
        only = replace(options, operations=(operation,))
        counts = _counted(specifications, InProcessSubject(functions, description), only)
        found = {rule: count for rule in left if (count := counts[operation, rule]).reached}
        left -= found.keys()
        yield {(operation, rule): found[rule]._replace(given=f"{choice.name}: {answer}") for rule in found}


def read_counts(path: str, specifications: Specifications) -> tuple[str, Counts]:
    """Return what run a report is of, and what it emitted for each rule. Raises UsageError for what is not a report."""
    named = f"--report {path}"
    report = read_json(path, named, "Name a report.json.", LARGEST)
    try:
        counts = {
            (entry["operation"], entry["id"]): ReachedCount(int(entry["cases_run"]), int(entry["examples_run"]))
            for entry in report["rules"]
        }
        name = f"{path}: a run of {report['subject']['name']} {report['subject']['version'] or ''}".rstrip()
        name += f" (seed {report['run']['seed']}, {report['run']['max_examples']} examples an operation)"
        same = report["suite"]["specs_digest"] == specifications.digest
    except (KeyError, TypeError, ValueError):
        raise UsageError(f"--report {path} is not a report of this suite.", "Name a report.json.") from None
    return name if same else f"{name}, made with other specifications than these", counts
