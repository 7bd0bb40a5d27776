"""What an API says of results beside the suite's oracles: as data, and as what each report shows of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from conformance.results.text import one_line
from conformance.running.engine.live_api import Live

SHOWN = 200  # characters of a request
Data = Mapping[str, Any]  # report.json, below live


class DisputedResult(NamedTuple):
    """A result on which the API and the oracles disagree, or which the API refuses. api, suite: what each says."""

    title: str
    api: str
    suite: str
    request: str


def live_document(live: Live) -> dict[str, Any]:
    """Return it as specs/report.schema.json has it."""
    answers = [
        {**answer._asdict(), "foreseen": list(answer.foreseen), "agree": answer.agree} for answer in live.answers
    ]
    return {**live._asdict(), "answers": answers, "left_out": dict(live.left_out)}


def live_headline(live: Data) -> str:
    """Return in a sentence what was asked, and what came of it."""
    refused = sum(answer["refused"] is not None for answer in live["answers"])
    sent, wrong = len(live["answers"]), sum(not answer["agree"] for answer in live["answers"])
    return (
        f"{sent} results sent to {one_line(live['against'])} ({one_line(live['model'])}): {sent - refused} accepted, "
        f"{refused} refused; the oracles say otherwise of {wrong}."
    )


def live_entries(live: Data) -> Iterator[DisputedResult]:
    """Yield what is worth reading: first where the suite is wrong, then what the API refuses."""
    for answer in sorted(live["answers"], key=lambda answer: bool(answer["agree"])):
        name = sent_name(answer["operation"], answer["case"])
        if not answer["agree"]:
            title = f"SUITE WRONG {name}: the subject is not charged"
        elif answer["refused"] is not None:
            title = f"refused {name}"
        else:
            continue
        yield DisputedResult(
            title,
            "accepted" if answer["refused"] is None else one_line(answer["refused"]),
            one_line(answer["foreseen"][0]) if answer["foreseen"] else "accepted",
            one_line(json.dumps(answer["request"], ensure_ascii=False), SHOWN),
        )


def live_remarks(live: Data) -> Iterator[str]:
    """Yield why results were not sent."""
    if live["left_out"]:
        yield f"not sent: {left_out_line(live['left_out'])}"
    if live["stopped"] is not None:
        yield f"no more were sent: {one_line(live['stopped'])}"


def live_lines(live: Data) -> Iterator[str]:
    """Yield all of it, for a terminal."""
    yield f"Live: {live_headline(live)}"
    for live_entry in live_entries(live):
        yield f"  {live_entry.title}"
        yield f"    the API: {live_entry.api}"
        yield f"    the suite: {live_entry.suite}"
        yield f"    request: {live_entry.request}"
    for remark in live_remarks(live):
        yield f"  {remark}"


def sent_name(operation: str, case: str | None) -> str:
    """Return how lines call a result that is sent."""
    return f"{one_line(operation)} {one_line(case) if case is not None else '(given input)'}"


def left_out_line(left_out: Mapping[str, int]) -> str:
    """Return why results were not sent, and how many."""
    return ", ".join(f"{one_line(reason)} ({count})" for reason, count in left_out.items())
