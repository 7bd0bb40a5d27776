"""conformance record: conversations with tools, held through a converter and kept as cassettes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from conformance.base.errors import UsageError, did_you_mean
from conformance.base.redact import Redactor
from conformance.commands import disputed
from conformance.commands.endpoint import place_of
from conformance.commands.roundtrips.converter import Converter
from conformance.commands.roundtrips.loop import ANSWERED, REFUSED, LoopOutcome
from conformance.commands.roundtrips.parties import parties, reference
from conformance.commands.roundtrips.record import record
from conformance.commands.roundtrips.requests import Body, Budget, cost, request_lines, requests_of
from conformance.commands.roundtrips.scenarios import MODEL, RESPONSES, SCENARIOS, Scenario
from conformance.commands.subject import subject_config
from conformance.results.text import one_line
from conformance.results.write import see_writable
from conformance.rules.contracts import Specifications, load_specifications
from conformance.running.subjects.base import SubjectConfig

GOOD, BAD = 0, 1
NOTHING_OFFERED = "The subject offers no operation that a conversation needs."


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status: 0 if every conversation was completed, 1 if not. Raises UsageError and its kin."""
    if parsed.disputed:
        return disputed.run(parsed)
    specifications = load_specifications()
    config = subject_config(parsed, tuple(specifications.contracts))
    chosen = _chosen_scenarios(parsed.scenario)
    held = _conversations(chosen, config, specifications)
    return _print_conversations(parsed, held) if parsed.dry_run else _recorded(parsed, held)


class _HeldConversation(NamedTuple):
    """A conversation and who holds it. turns: the party's answer to tool-turns, where it matters."""

    scenario: Scenario
    converter: Converter
    label: str
    party: str
    turns: str | None


def _conversations(
    chosen: Sequence[Scenario], config: SubjectConfig, specifications: Specifications
) -> Iterator[_HeldConversation]:
    """Yield each conversation that the subject can hold; say which it cannot."""
    lender = reference(specifications)
    for party in parties(config, specifications):
        try:
            for scenario in _of(chosen, party.tool_turns):
                converter = Converter(party.subject, lender)
                label = f"{scenario.name}{_turns(scenario, party.tool_turns)}"
                if converter.takes_part(scenario.api, streamed=scenario.streamed):
                    turns = party.tool_turns if scenario.api == RESPONSES else None
                    yield _HeldConversation(scenario, converter, label, party.name, turns)
                else:
                    print(f"left out {label}: {one_line(party.name)} offers none of its operations")
        finally:
            party.subject.close()


def _recorded(parsed: argparse.Namespace, conversations: Iterator[_HeldConversation]) -> int:
    place, budget = place_of(parsed), Budget(parsed.max_requests)
    see_writable(os.path.join(parsed.out, "any.yaml"), "--out")
    kept = failed = 0
    for scenario, converter, label, party, turns in conversations:
        path = os.path.join(parsed.out, f"{label}.yaml")
        outcome = record(scenario, converter, place, path, party, turns, budget.limited)
        good = _is_good(outcome, turns)
        kept += good
        failed += not good
        print("\n".join(_lines(label, outcome, converter, good=good)), flush=True)
    if not kept + failed:
        raise UsageError("Nothing was recorded.", NOTHING_OFFERED)
    print(f"{kept} recorded against {place.name}, {failed} failed: {one_line(parsed.out)}")
    return BAD if failed else GOOD


def _print_conversations(parsed: argparse.Namespace, conversations: Iterator[_HeldConversation]) -> int:
    """Print what would be sent. A conversation that the subject fails in would end there."""
    requests: list[Body] = []
    failed = 0
    for scenario, converter, label, _party, turns in conversations:
        requested, outcome = requests_of(scenario, converter, parsed.model or MODEL)
        for pair in requested:
            print("\n".join(request_lines(label, *pair)))
        if not _is_good(outcome, turns):
            failed += 1
            print("\n".join(_lines(label, outcome, converter, good=False)))
        requests += requested
    if not requests:
        raise UsageError("Nothing would be sent.", NOTHING_OFFERED)
    print(f"{cost(requests)} A model may make more calls.")
    return BAD if failed else GOOD


def _chosen_scenarios(names: Sequence[str] | None) -> list[Scenario]:
    known = {scenario.name: scenario for scenario in SCENARIOS}
    for name in names or ():
        if name not in known:
            raise UsageError(f"Unknown conversation {name!r}.", did_you_mean(name, known))
    return [scenario for scenario in SCENARIOS if not names or scenario.name in names]


def _of(chosen: Sequence[Scenario], tool_turns: str | None) -> Iterator[Scenario]:
    """Leave out the Chat conversations of all answers to tool-turns but one: they are the same in all."""
    return (scenario for scenario in chosen if scenario.api == RESPONSES or tool_turns in (None, "items"))


def _turns(scenario: Scenario, tool_turns: str | None) -> str:
    return f"-{tool_turns}" if tool_turns and scenario.api == RESPONSES else ""


def _is_good(outcome: LoopOutcome, turns: str | None) -> bool:
    """Whether a conversation ended as expected: the API refuses the parts of S4."""
    return outcome.kind == ANSWERED or (outcome.kind == REFUSED and turns == "parts")


def _lines(label: str, outcome: LoopOutcome, converter: Converter, *, good: bool) -> list[str]:
    text = one_line(Redactor().text(outcome.text))
    if outcome.kind == REFUSED:
        text = f"the API refuses request {outcome.requests}, {outcome.status}: {text}"
    elif outcome.kind == ANSWERED:
        text = f"{outcome.kind} in {outcome.requests} requests{'' if outcome.calls else '; no tool was called'}"
    lines = [f"{'recorded' if good else 'FAILED'} {label}: {text}"]
    if converter.lent:
        lines.append(f"  done by the reference: {', '.join(converter.lent)}")
    return lines
