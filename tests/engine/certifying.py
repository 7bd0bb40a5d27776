"""Certifies converters in this process, and tells what came of it by rule."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from conformance.contracts import Specifications, load_specifications
from conformance.engine import Options, RunResult, certify
from conformance.observation import Description, Fault, Outcome, Request
from conformance.subjects.in_process import InProcessSubject
from tests.mutants.mutant import MCP_TOOL, Died, Mutant


@functools.cache
def specifications() -> Specifications:
    """All contracts, loaded once."""
    return load_specifications()


class Mortal(InProcessSubject):
    """A subject in this process that may end it: told as the fault that it would be elsewhere."""

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Outcome]]:
        """Call the functions; one that dies is a fault."""
        for request in requests:
            try:
                yield from super().ask([request])
            except Died as end:
                yield request, Outcome(fault=Fault("exit", f"the process ended: {end}"))


def certified(
    functions: Mapping[str, Callable[[Any], Any]],
    operation: str,
    *,
    seed: int = 1,
    max_examples: int = 30,
    choices: Mapping[str, str] | None = None,
    mortal: bool = False,
    **more: Any,
) -> RunResult:
    """Certify functions on one operation, watched as closely as a subject in this process can be.

    mortal: whether they may end the process by raising Died.
    """
    description = Description("mutant", None, "python", "in-process", tuple(functions), {}, True)
    options = Options(
        operations=(operation,), seed=seed, max_examples=max_examples, choices=dict(choices or {}), **more
    )
    subject = Mortal if mortal else InProcessSubject
    return certify(specifications(), subject(functions, description, watch=True), options)


def run(mutant: Mutant, **more: Any) -> RunResult:
    """Certify a mutant. inputs_only: inputs to ask it instead of all that it would be asked."""
    functions = {mutant.operation: mutant.function}
    if mutant.single is not None:
        functions[MCP_TOOL] = mutant.single
    if "inputs_only" in more:
        more["only_inputs"] = True
    more = {"max_examples": mutant.examples, "mortal": mutant.mortal} | more
    inputs = {mutant.operation: more.pop("inputs_only", mutant.inputs)}
    return certified(functions, mutant.operation, choices=mutant.choices, inputs=inputs, **more)


def verdicts(result: RunResult) -> dict[str, str]:
    """Return each rule's verdict."""
    return {entry.rule.id: entry.verdict for entry in result.rules}


def told(result: RunResult, *rules: str) -> str:
    """Say what the evidence of some rules is, for the message of an assertion."""
    lines = []
    for entry in result.rules:
        if entry.rule.id in rules:
            lines.append(f"{entry.rule.id}: {entry.verdict} ({entry.cases_run} cases, {entry.examples_run} examples)")
            lines += [f"    {one.case}: {one.message} ({one.at})" for one in entry.evidence[:3]]
    return "\n".join(lines)
