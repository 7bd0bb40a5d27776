"""Asks a subject an input once more, with the further calls that one rule needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from conformance.checks.trial import Trial
from conformance.contracts import AGAIN
from conformance.engine.ask import ask_all
from conformance.engine.chains import ask_chains, offered_chains
from conformance.engine.judge import Judge
from conformance.engine.plan import Planned
from conformance.subjects.base import Subject


def ask_for_rule(
    rule: str,
    planned: Iterable[Planned],
    subject: Subject,
    judges: Mapping[str, Judge],
    offered: Sequence[str],
    *,
    chained: bool,
) -> Iterable[tuple[Planned, Trial]]:
    """Yield each planned input with a trial that one rule can judge.

    offered: the subject's operations. chained: whether the rule judges what a chain of operations makes of the input;
    inputs whose chain does not end are left out.
    """
    asked = ask_all(
        subject, planned, judges, offered, repeat=any(rule in judge.contract.asking(AGAIN) for judge in judges.values())
    )
    if not chained:
        return asked
    ends = ask_chains(subject, asked, offered_chains([judge.contract for judge in judges.values()], offered))
    return ((one.planned, replace(one.trial, chained=one.outcome)) for one in ends if one.outcome is not None)
