"""Certifies converters in this process, and tells what came of it by rule."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from conformance.rules.contracts import Specifications, load_specifications
from conformance.running.engine import Options, RunResult
from conformance.running.engine.ledger import Kind, LedgerItem
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.running import certify_functions, functions_of


@functools.cache
def specifications() -> Specifications:
    """All contracts, loaded once."""
    return load_specifications()


def certified(
    functions: Mapping[str, Callable[[Any], Any]],
    operation: str,
    *,
    seed: int = 1,
    max_examples: int = 30,
    timed: bool = False,
    mortal: bool = False,
    anew: Callable[[], Mapping[str, Callable[[Any], Any]]] | None = None,
    **more: Any,
) -> RunResult:
    """Certify functions on one operation. timed, mortal, anew: as for certify_functions."""
    options = Options(operations=(operation,), seed=seed, max_examples=max_examples, **more)
    return certify_functions(specifications(), functions, options, timed=timed, mortal=mortal, anew=anew)


def run(mutant: Mutant, **more: Any) -> RunResult:
    """Certify a mutant. inputs_only: inputs to ask it instead of all that it would be asked."""
    if "inputs_only" in more:
        more["only_inputs"] = True
    inputs = {mutant.operation: more.pop("inputs_only", mutant.inputs)}
    more = {"max_examples": mutant.examples, "timed": mutant.timed, "mortal": mutant.mortal} | more
    functions, new = functions_of(specifications(), mutant), mutant.anew
    if new is not None:
        functions[mutant.operation] = new()
        more["anew"] = lambda: {**functions, mutant.operation: new()}
    return certified(functions, mutant.operation, choices=mutant.choices, inputs=inputs, **more)


def finish(run: RunResult) -> None:
    """Make a run complete that was built by hand: one planned case, which was judged."""
    item = LedgerItem(operation="one-to-one", kind=Kind.CASE, name="a-case")
    run.ledger.plan([item])
    run.ledger.judge(item)


def verdicts(result: RunResult) -> dict[str, str]:
    """Return each rule's verdict."""
    return {entry.rule.id: entry.verdict for entry in result.rules}


def evidence_text(result: RunResult, *rules: str) -> str:
    """Say what the evidence of some rules is, for the message of an assertion."""
    lines = []
    for entry in result.rules:
        if entry.rule.id in rules:
            lines.append(f"{entry.rule.id}: {entry.verdict} ({entry.cases_run} cases, {entry.examples_run} examples)")
            lines += [f"    {shown.case}: {shown.message} ({shown.at})" for shown in entry.evidence[:3]]
    return "\n".join(lines)
