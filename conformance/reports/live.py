"""What an API says of results beside the suite's oracles, as lines."""

from __future__ import annotations

import json
from collections.abc import Mapping

from conformance.engine.live import Answered, Live
from conformance.reports.text import one_line

SHOWN = 200  # characters of a request


def live_lines(live: Live) -> list[str]:
    """Return what the API says: first where it and the suite disagree, then its refusals."""
    disagreeing = [one for one in live.answers if not one.agree]
    refused = [one for one in live.answers if one.agree and one.refused is not None]
    lines = [
        f"Live: {len(live.answers)} results sent to {one_line(live.against)} ({one_line(live.model)}): "
        f"{sum(one.refused is None for one in live.answers)} accepted, "
        f"{sum(one.refused is not None for one in live.answers)} refused; "
        f"the oracles say otherwise of {len(disagreeing)}."
    ]
    for one in disagreeing:
        lines += [f"  SUITE WRONG {sent_name(one.operation, one.case)}: the subject is not charged", *_both(one)]
    for one in refused:
        lines += [f"  refused {sent_name(one.operation, one.case)}", *_both(one)]
    if live.left_out:
        lines.append(f"  not sent: {left_out_line(live.left_out)}")
    if live.stopped is not None:
        lines.append(f"  no more were sent: {one_line(live.stopped)}")
    return lines


def sent_name(operation: str, case: str | None) -> str:
    """Return how lines call a result that is sent."""
    return f"{operation} {one_line(case) if case is not None else '(given input)'}"


def _both(one: Answered) -> list[str]:
    foreseen = one.foreseen[0] if one.foreseen else "accepted"
    return [
        f"    the API: {one_line(one.refused) if one.refused is not None else 'accepted'}",
        f"    the suite: {one_line(foreseen)}",
        f"    request: {one_line(json.dumps(one.request, ensure_ascii=False), SHOWN)}",
    ]


def left_out_line(left_out: Mapping[str, int]) -> str:
    """Return why results were not sent, and how many."""
    return ", ".join(f"{reason} ({count})" for reason, count in left_out.items())
