"""Puts disputed points to an API, and prints what it says of each."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from conformance.base.errors import UsageError, did_you_mean
from conformance.commands.endpoint import place_of
from conformance.commands.layout import wrapped
from conformance.commands.roundtrips.disputed import Settled, request_of, settle
from conformance.commands.roundtrips.providers import provider_of
from conformance.commands.roundtrips.redaction import redacted_text
from conformance.commands.roundtrips.requests import Budget, cost, request_lines
from conformance.results.text import counted, one_line
from conformance.results.write import see_writable
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.disputed import Dispute, load_disputes

ALL = "all"
AS_ASSUMED, OTHERWISE = 0, 1


def run(parsed: argparse.Namespace) -> int:
    """Put the chosen points to an API; return 0 if it does what the suite assumes of each, 1 if not."""
    chosen = _chosen_disputes(parsed.disputed, parsed.model)
    return _print_requests(chosen, parsed.model) if parsed.dry_run else _ask_api(chosen, parsed)


def _chosen_disputes(names: Sequence[str], model: str | None) -> list[Dispute]:
    known = {dispute.id: dispute for dispute in load_disputes(load_specifications())}
    for name in names:
        if name != ALL and name not in known:
            raise UsageError(f"Unknown disputed point {name!r}.", did_you_mean(name, [*known, ALL]))
    chosen = [dispute for dispute in known.values() if ALL in names or dispute.id in names]
    if model is not None and len({provider_of(dispute.api) for dispute in chosen}) > 1:
        raise UsageError("--model is of one provider, and the points are of several.", "Name those of one.")
    return chosen


def _print_requests(chosen: Sequence[Dispute], model: str | None) -> int:
    """Print what would be sent, whole."""
    bodies = [(dispute.api, request_of(dispute, model)) for dispute in chosen]
    for dispute, body in zip(chosen, bodies, strict=True):
        print("\n".join(request_lines(dispute.id, *body)))
    print(cost(bodies))
    return AS_ASSUMED


def _ask_api(chosen: Sequence[Dispute], parsed: argparse.Namespace) -> int:
    chosen, budget = _with_keys(chosen, parsed), Budget(parsed.max_requests)
    places = {dispute.id: place_of(parsed, provider_of(dispute.api)) for dispute in chosen}
    # What the local API says of them is what the suite assumes: not worth keeping.
    kept = any(place.base_url is not None for place in places.values())
    if kept:
        see_writable(os.path.join(parsed.out, "any.yaml"), "--out")
    settled = []
    for dispute in chosen:
        path = os.path.join(parsed.out, f"disputed-{dispute.id}.yaml") if kept else None
        settled.append(settle(dispute, places[dispute.id], path, budget.limited, parsed.model))
        print("\n".join(_lines(settled[-1])), flush=True)
    otherwise = sum(not settled.is_as_assumed for settled in settled)
    as_assumed = len(settled) - otherwise
    names = " and ".join(dict.fromkeys(place.name for place in places.values()))
    print(f"{as_assumed} as assumed by {names}, {otherwise} not" + (f": {one_line(parsed.out)}" if kept else "."))
    return OTHERWISE if otherwise else AS_ASSUMED


def _with_keys(chosen: Sequence[Dispute], parsed: argparse.Namespace) -> Sequence[Dispute]:
    """Return the points that can be asked: of all, those of providers that the environment has a key of."""
    if not parsed.live or ALL not in parsed.disputed:
        return chosen
    found = [dispute for dispute in chosen if provider_of(dispute.api).key]
    for provider in (
        dict.fromkeys(provider_of(dispute.api) for dispute in chosen if dispute not in found) if found else ()
    ):
        number = sum(provider_of(dispute.api) == provider for dispute in chosen)
        print(f"left out {counted(number, 'point')} of {provider.name}: {' or '.join(provider.keys)} is not set")
    return found or chosen


def _lines(settled: Settled) -> list[str]:
    dispute = settled.dispute
    mark = "as assumed" if settled.is_as_assumed else "NOT SETTLED" if settled.found is None else "OTHERWISE"
    lines = [f"{mark} {dispute.id}: {one_line(redacted_text(str(settled.opinion)))}"]
    if settled.shown is not None:
        lines.append(f"  {dispute.shows} of the answer: {one_line(settled.shown)}")
    if settled.found is None:
        lines.append("  The API refuses the request for another reason.")
    elif not settled.is_as_assumed or settled.shown is not None:
        lines += wrapped(dispute.means[settled.found])
    return lines
