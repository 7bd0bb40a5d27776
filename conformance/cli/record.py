"""conformance record: conversations with tools, held through a converter and kept as cassettes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from conformance.cli.subject import subject_config
from conformance.contracts import load_specifications
from conformance.errors import UsageError, did_you_mean
from conformance.redact import Redactor
from conformance.reports.text import one_line
from conformance.reports.write import see_writable
from conformance.roundtrips.converter import Converter
from conformance.roundtrips.loop import ANSWERED, REFUSED, Outcome
from conformance.roundtrips.parties import parties, reference
from conformance.roundtrips.record import Place, record
from conformance.roundtrips.scenarios import MODEL, RESPONSES, SCENARIOS, Scenario

GOOD, BAD = 0, 1
OPENAI = "https://api.openai.com/v1"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status: 0 if every conversation was completed, 1 if not. Raises UsageError and its kin."""
    specifications = load_specifications()
    config = subject_config(parsed, tuple(specifications.contracts))
    chosen, place = _chosen(parsed.scenario), _place(parsed)
    see_writable(os.path.join(parsed.out, "any.yaml"), "--out")
    kept = failed = 0
    lender = reference(specifications)
    for party in parties(config, specifications):
        try:
            for scenario in _of(chosen, party.tool_turns):
                converter = Converter(party.subject, lender)
                label = f"{scenario.name}{_turns(scenario, party.tool_turns)}"
                if not converter.takes_part(scenario.api, streamed=scenario.streamed):
                    print(f"left out {label}: {one_line(party.name)} offers none of its operations")
                    continue
                path = os.path.join(parsed.out, f"{label}.yaml")
                turns = party.tool_turns if scenario.api == RESPONSES else None
                outcome = record(scenario, converter, place, path, party.name, turns)
                good = _is_good(outcome, turns)
                kept += good
                failed += not good
                print("\n".join(_lines(label, outcome, converter, good=good)), flush=True)
        finally:
            party.subject.close()
    if not kept + failed:
        raise UsageError("Nothing was recorded.", "The subject offers no operation that a conversation needs.")
    print(f"{kept} recorded against {place.name}, {failed} failed: {one_line(parsed.out)}")
    return BAD if failed else GOOD


def _chosen(names: Sequence[str] | None) -> list[Scenario]:
    known = {one.name: one for one in SCENARIOS}
    for name in names or ():
        if name not in known:
            raise UsageError(f"Unknown conversation {name!r}.", did_you_mean(name, known))
    return [one for one in SCENARIOS if not names or one.name in names]


def _place(parsed: argparse.Namespace) -> Place:
    """Return where the conversations are held: nothing is sent elsewhere unless --live says so."""
    model = parsed.model or MODEL
    if not parsed.live:
        if parsed.base_url is None:
            return Place(model=model)
        try:
            host = urlsplit(parsed.base_url).hostname
        except ValueError:
            host = None
        if host not in _LOOPBACK:
            raise UsageError(f"--base-url {parsed.base_url} is not on this machine.", "Give --live too to send there.")
        return Place(parsed.base_url, model=model)
    key = os.environ.get("OPENAI_API_KEY", "")
    if not key:
        raise UsageError("--live needs a key.", "Set OPENAI_API_KEY.")
    base_url = parsed.base_url or os.environ.get("OPENAI_BASE_URL") or OPENAI
    if urlsplit(base_url).scheme not in ("http", "https"):
        raise UsageError(f"{base_url!r} is not the address of an API.", f"Write it like {OPENAI}.")
    return Place(base_url, key, model)


def _of(chosen: Sequence[Scenario], tool_turns: str | None) -> Iterator[Scenario]:
    """Leave out the Chat conversations of all answers to tool-turns but one: they are the same in all."""
    return (one for one in chosen if one.api == RESPONSES or tool_turns in (None, "items"))


def _turns(scenario: Scenario, tool_turns: str | None) -> str:
    return f"-{tool_turns}" if tool_turns and scenario.api == RESPONSES else ""


def _is_good(outcome: Outcome, turns: str | None) -> bool:
    """Whether a conversation ended as expected: the API refuses the parts of S4."""
    return outcome.kind == ANSWERED or (outcome.kind == REFUSED and turns == "parts")


def _lines(label: str, outcome: Outcome, converter: Converter, *, good: bool) -> list[str]:
    text = one_line(Redactor().text(outcome.text))
    if outcome.kind == REFUSED:
        text = f"the API refuses request {outcome.requests}, {outcome.status}: {text}"
    elif outcome.kind == ANSWERED:
        text = f"{outcome.kind} in {outcome.requests} requests{'' if outcome.calls else '; no tool was called'}"
    lines = [f"{'recorded' if good else 'FAILED'} {label}: {text}"]
    if converter.lent:
        lines.append(f"  done by the reference: {', '.join(converter.lent)}")
    return lines
