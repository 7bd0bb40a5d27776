"""The results of a subject, sent to an API after a run: its opinion beside that of the oracles."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from conformance.base.errors import UsageError
from conformance.base.values import JSON
from conformance.commands.arguments.converter import LIVE_RESULTS
from conformance.commands.endpoint import place_of
from conformance.commands.roundtrips.record import Endpoint
from conformance.commands.roundtrips.requests import Budget, cost, request_lines
from conformance.commands.roundtrips.results import Dealt, ask, deal
from conformance.commands.roundtrips.scenarios import MODEL
from conformance.results.live import left_out_line, sent_name
from conformance.rules.contracts import Contract, Specifications
from conformance.running.engine.live_api import Live
from conformance.running.subjects.base import SubjectConfig

Inputs = Mapping[str, Sequence[JSON]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveResults:
    """What is sent, and where. most: how many results at most. place: None for a dry run."""

    contracts: tuple[Contract, ...]
    inputs: Inputs
    only_given: bool
    config: SubjectConfig
    model: str
    most: int
    profile: str
    place: Endpoint | None

    def list(self) -> int:
        """Print the requests that would be sent, whole. Raises UsageError where there is none."""
        dealt = self._dealt()
        if not dealt.samples:
            raise UsageError("Nothing would be sent.", f"Left out: {left_out_line(dealt.left_out) or 'nothing'}.")
        for sample in dealt.samples:
            print("\n".join(request_lines(sent_name(sample.operation, sample.case), sample.api, sample.body)))
        print(cost([(sample.api, sample.body) for sample in dealt.samples]))
        if dealt.left_out:
            print(f"Left out: {left_out_line(dealt.left_out)}.")
        return 0

    def ask(self) -> Live:
        """Send the results; return what the API says of them."""
        assert self.place is not None
        return ask(self._dealt(), self.place, Budget(self.most).limited, self.profile)

    def _dealt(self) -> Dealt:
        with closing(self.config.open()) as subject:
            offered = subject.describe().operations
            contracts = [contract for contract in self.contracts if contract.operation in offered]
            return deal(contracts, self.inputs, subject, self.model, self.most, only_given=self.only_given)


def prepare(
    parsed: argparse.Namespace, config: SubjectConfig, specifications: Specifications, inputs: Inputs
) -> LiveResults:
    """Return what is sent and where. Raises UsageError: no key, no address of an API."""
    contracts = specifications.contracts.values()
    return LiveResults(
        contracts=tuple(
            contract for contract in contracts if not parsed.contract or contract.operation in parsed.contract
        ),
        inputs=inputs,
        only_given=parsed.input is not None,
        config=config,
        model=parsed.model or MODEL,
        most=LIVE_RESULTS if parsed.max_requests is None else parsed.max_requests,
        profile=parsed.profile,
        place=None if parsed.dry_run else place_of(parsed),
    )
