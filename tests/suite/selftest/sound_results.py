"""What converters without a defect return, with another part in it, and who objects to that."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from conformance.apis.emulator import Acceptance, ConversationStart
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.scripts import planned_script
from conformance.apis.input_validity import MALFORMED
from conformance.base.values import ABSENT, JSON, packed, same
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract, FreeLeaf, Specifications
from conformance.running.engine import Options
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.plan import Planned
from conformance.running.subjects.reference import ReferenceFunctions
from tests.suite.selftest.changes import ValueChange
from tests.suite.selftest.model import Convert, Sound
from tests.suite.selftest.running import certify_functions, functions_of

LARGEST = 3_000  # characters of an input; a larger one has the same leaves more often


class SoundResult(NamedTuple):
    """One judged result, and what judged it. by: the converter. judgement: of the result as it is."""

    by: str
    planned: Planned
    trial: Trial
    judge: Judge
    judgement: Judgement


def sound_results(
    specifications: Specifications,
    contract: Contract,
    sounds: tuple[Sound, ...],
    seed: int,
    max_examples: int,
    largest: int = LARGEST,
) -> Iterator[SoundResult]:
    """Yield the results of the reference and of sound variants, once each, without what malformed, deep and wide
    inputs give.

    largest: characters of an input.
    """
    operation = contract.operation
    converters: list[tuple[str, dict[str, Convert], Mapping[str, str]]] = [
        ("reference", dict(ReferenceFunctions([operation])), {})
    ]
    converters += [(sound.name, functions_of(specifications, sound), sound.choices) for sound in sounds]
    seen: set[tuple[bytes | None, ...]] = set()
    for name, functions, choices in converters:
        for planned, trial, judgement, judge in _trials(
            specifications, operation, functions, choices, seed, max_examples, largest
        ):
            key = (
                packed(planned.input),
                packed(trial.outcome.output),
                packed([request["body"] for request in trial.requests or ()]),
            )
            if key not in seen:
                seen.add(key)
                yield SoundResult(name, planned, trial, judge, judgement)


def _trials(
    specifications: Specifications,
    operation: str,
    functions: Mapping[str, Convert],
    choices: Mapping[str, str],
    seed: int,
    max_examples: int,
    largest: int,
) -> list[tuple[Planned, Trial, Judgement, Judge]]:
    """Certify a converter, and return what it returned, without the further calls of the same input.

    What compares a result with another one of the same converter would object to every change.
    """
    kept: list[tuple[Planned, Trial, Judgement, Judge]] = []

    def keep(planned: Planned, trial: Trial, judgement: Judgement, judge: Judge) -> None:
        if planned.operation != operation or planned.shape or trial.outcome.output is ABSENT:
            return
        if planned.standing.kind == MALFORMED or len(json.dumps(planned.input)) > largest:
            return
        trial = replace(trial, again=None, alone=None, single_form=None, smaller=None, chained=None)
        kept.append((planned, trial, judgement, judge))

    options = Options(
        operations=(operation,),
        seed=seed,
        max_examples=max_examples,
        choices=choices,
        repeat=False,
        shrink=False,
        shapes=False,
        trace=keep,
    )
    certify_functions(specifications, functions, options)
    return kept


def with_output(trial: Trial, output: JSON) -> Trial:
    """Return a trial with another output."""
    return replace(trial, outcome=replace(trial.outcome, output=output))


def with_request(trial: Trial, number: int, acceptance: Acceptance, body: JSON) -> Trial:
    """Return a loop's trial with another body of one request. acceptance: what the API accepts as that request."""
    requests = trial.requests or ()
    changed = _judged_by_api(acceptance, trial.input["api"], requests[number], body)
    return replace(trial, requests=(*requests[:number], changed, *requests[number + 1 :]))


def replayed(trial: Trial) -> Iterator[tuple[int, Acceptance]]:
    """Yield the numbers of a loop's requests, each with what its API accepts after the requests before it."""
    if not trial.requests:
        return
    given = trial.input
    acceptance = Acceptance(ConversationStart(given["api"], given["tools"], given["messages"]))
    api = ScriptedApi(planned_script(given["script"]), acceptance)
    for number, request in enumerate(trial.requests):
        yield number, acceptance
        api.answer(given["api"], request["body"])


def _judged_by_api(acceptance: Acceptance, api: str, request: JSON, body: JSON) -> JSON:
    """Return a request with another body, and with the API's refusal of it."""
    before = acceptance.refusal(api, request["body"])
    refused = None if before is not None and not before.answered else acceptance.refusal(api, body)
    if refused is None:
        return {**request, "body": body}
    answer = request["answer"] if refused.answered else None
    return {**request, "body": body, "answer": answer, "refusal": refused.noted()}


def counts(contract: Contract, rule: str, failure: Failure) -> bool:
    """Whether a failure counts in a requirement set, though the rule that it yields to counts in others."""
    if failure.advice is not None or failure.yields_to is None:
        return failure.advice is None
    sets = {
        other_rule.id: set(other_rule.sets)
        for other_rule in contract.rules
        if other_rule.id in (rule, failure.yields_to)
    }
    return not sets[rule] <= sets[failure.yields_to]


def has_failed(result: SoundResult) -> bool:
    """Whether the source of a result failed or broke off."""
    return bool(result.judge.read(result.trial, lambda view: view.is_failing, False))


def declared(
    contract: Contract,
    at: str,
    change: ValueChange,
    choices: Mapping[str, str],
    *,
    by: str = "",
    drawn: bool = False,
    failed: bool = False,
) -> Iterator[tuple[str, FreeLeaf]]:
    """Yield the freedoms that allow a change under the answers to choices, each with what declares it.

    by: the converter. drawn: whether the change was drawn, and may be one of several. failed: whether the source failed
    or broke off.
    """
    for freedom in contract.free:
        for leaf in freedom.leaves:
            if (leaf.drawn and not drawn) or (leaf.changes and change.kind not in leaf.changes):
                continue
            if (leaf.failed and not failed) or (leaf.own and by not in freedom.variants):
                continue
            if leaf.of and not any(same(change.part, value) for value in leaf.of):
                continue
            if all(choices.get(name) == answer for name, answer in leaf.choices) and _pattern(leaf.at).fullmatch(at):
                yield freedom.id, leaf


@cache
def _pattern(at: str) -> re.Pattern[str]:
    """Return the pattern of a pointer in which `*` is one step or a part of it, and `**` any number of steps."""
    steps = (
        "(/[^/]*)*" if step == "**" else "/" + re.escape(step).replace(r"\*", "[^/]*") for step in at.split("/")[1:]
    )
    return re.compile("".join(steps))
