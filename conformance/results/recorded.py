"""What was read of recorded traffic and what the oracles say of it, as lines and as data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict

from conformance.apis.recordings import Recordings, Skipped
from conformance.apis.recordings.check import Checked, RefusedRecording, Unforeseen
from conformance.apis.recordings.compare import RecordingsComparison, SeenValue
from conformance.apis.recordings.inputs import Harvest
from conformance.apis.recordings.model import DAMAGED, FOREIGN, NONE_OF, OTHER, UNKNOWN
from conformance.results.document import Document
from conformance.results.text import counted, one_line

SHOWN = 20  # of each kind; the data have them all
WIDTH = 300
_WORDS = {DAMAGED: "not read", UNKNOWN: "not read", FOREIGN: "skipped", OTHER: "left out"}
_DETAIL = re.compile(r"[\d('\",]")


def answer_line(recordings: Recordings, checked: Checked) -> str:
    """Return in one line how much the oracles looked at, and what they and the API refuse."""
    counts = [
        counted(recordings.used, "recording"),
        counted(checked.requests, "request"),
        counted(checked.responses, "response"),
        counted(checked.events, "stream event"),
        *(
            [counted(checked.joined, "response joined from chunks", "responses joined from chunks")]
            if checked.joined
            else []
        ),
    ]
    refused = f"{len(checked.refused):,} refused by the oracles, {checked.rejected:,} refused by the API itself"
    if checked.unforeseen:
        refused += f", {len(checked.unforeseen):,} of these not foreseen"
    return f"Oracles: {', '.join(counts)}; {refused}"


def read_lines(recordings: Recordings, *, everything: bool) -> list[str]:
    """Return how much was read and used, and why recordings could not be read; of a folder of which less than half was
    used, why the rest was not. everything: each file that was left out, and why.
    """
    broken = [skipped for skipped in recordings.skipped if skipped.number is None or skipped.kind != OTHER]
    others = [skipped for skipped in recordings.skipped if skipped.number is not None and skipped.kind == OTHER]
    counts = [
        counted(recordings.files, "file"),
        f"{recordings.used:,} used",
        f"{recordings.skipped_files:,} skipped",
        counted(len(recordings.interactions), "interaction"),
    ]
    left = len(recordings.skipped) - recordings.skipped_files
    counts += [f"{left:,} left out"] if left else []
    lines = [f"Recordings: {one_line(recordings.folder, WIDTH)}: {', '.join(counts)}"]
    if not everything:
        few = 2 * recordings.used < recordings.files
        shown = [skipped for skipped in recordings.skipped if few or skipped.kind in (DAMAGED, UNKNOWN)]
        return lines + _some(_reason_lines(shown))
    lines += _some(
        [f"  skipped {_place(skipped)}: {one_line(skipped.why, WIDTH)} ({skipped.kind})" for skipped in broken]
    )
    # Traffic of other services is the rule in other people's folders: it is counted by what it is.
    lines += _some([f"  left out {count:,}: {why}" for why, count in Counter(map(_whither, others)).most_common()])
    return lines


def _reason_lines(skipped: Iterable[Skipped]) -> list[str]:
    """Return a line for each reason, the most frequent first, with the first place that has it."""
    reasons: dict[str, list[Skipped]] = {}
    for skipped_file in skipped:
        reasons.setdefault(_reason(skipped_file), []).append(skipped_file)
    return [
        f"  {_WORDS[group[0].kind]} {len(group):,}: {_whither(group[0])} (first {_place(group[0])})"
        for group in sorted(reasons.values(), key=len, reverse=True)
    ]


def _reason(skipped: Skipped) -> str:
    """Return a reason without its details, such as the line of a mistake, or what else was called than the APIs."""
    if skipped.kind == OTHER:
        return skipped.why.rpartition(NONE_OF)[2]
    return _DETAIL.split(skipped.why, maxsplit=1)[0]


def _place(skipped: Skipped) -> str:
    return one_line(skipped.file, WIDTH) + (f", interaction {skipped.number}" if skipped.number is not None else "")


def _whither(skipped: Skipped) -> str:
    return one_line(skipped.why, WIDTH)


def _some(lines: list[str]) -> list[str]:
    return lines[:SHOWN] + ([f"  and {len(lines) - SHOWN:,} more"] if len(lines) > SHOWN else [])


def check_lines(checked: Checked) -> list[str]:
    """Return what the oracles refuse, of which hosts it is, and what the API refused itself."""
    hosts = ", ".join(f"{name} {count:,}" for name, count in checked.hosts.items())
    lines = [f"  interactions by host: {hosts}"]
    if checked.rejected:
        lines.append(
            f"  of the {counted(checked.rejected, 'request')} that the API refused itself the oracles refuse "
            f"{checked.foreseen:,} too"
        )
    for whose, refusals in (
        ("the model cannot do", checked.of_the_model),
        ("beyond a limit of the host", checked.of_the_host),
    ):
        lines += _some([_group_line(whose, group) for group in _by_words(refusals)])
    if checked.unknown_events:
        types = ", ".join(f"{one_line(name, WIDTH)} {count:,}" for name, count in checked.unknown_events.items())
        lines.append(f"  events of types that the API's types do not have: {types}")
    refused = _some([text for recording in checked.refused for text in _refusal_lines(recording)])
    return refused + _some(list(map(_unforeseen_line, checked.unforeseen))) + lines


def _unforeseen_line(unforeseen: Unforeseen) -> str:
    code = f" ({one_line(unforeseen.code, WIDTH)})" if unforeseen.code else ""
    return (
        f"NOT FORESEEN {one_line(unforeseen.file, WIDTH)}, interaction {unforeseen.number}: "
        "the oracles accept the request, the API "
        f"answers {unforeseen.status}: {one_line(unforeseen.message, WIDTH)}{code}"
    )


def _by_words(refusals: Iterable[Unforeseen]) -> list[list[Unforeseen]]:
    """Return refusals in groups of the same words, the largest first."""
    groups: dict[tuple[str, str | None], list[Unforeseen]] = {}
    for refusal in refusals:
        groups.setdefault((refusal.message, refusal.code), []).append(refusal)
    return sorted(groups.values(), key=len, reverse=True)


def _group_line(what: str, group: list[Unforeseen]) -> str:
    first = group[0]
    code = f"{one_line(first.code, WIDTH)}; " if first.code else ""
    where = f"{one_line(first.file, WIDTH)}, interaction {first.number}"
    return f"  {what} {len(group):,}: {one_line(first.message, WIDTH)} ({code}first {where})"


def compared_lines(compared: RecordingsComparison) -> list[str]:
    """Return what the API sends that earlier recordings do not have, and what only these have."""
    earlier = one_line(compared.earlier, WIDTH)
    if not compared.new and not compared.gone:
        return [f"Compared with {earlier}: the API sends the same"]
    counts = f"{len(compared.new):,} new, {len(compared.gone):,} not seen any more"
    lines = [f"Compared with {earlier}: of what the API sends {counts}"]
    for word, seen in (("NEW", compared.new), ("not seen", compared.gone)):
        lines += _some([_seen_line(word, value) for value in seen])
    return lines


def _seen_line(word: str, value: SeenValue) -> str:
    at = one_line(value.at, WIDTH) or "(the whole)"
    where = f"{one_line(value.file, WIDTH)}, interaction {value.number}"
    return (
        f"  {word} {value.what} at {at}: {one_line(value.value, WIDTH)} ({counted(value.count, 'time')}; first {where})"
    )


def _refusal_lines(recording: RefusedRecording) -> Iterator[str]:
    at = one_line(recording.at, WIDTH) or "(the whole)"
    yield (
        f"REFUSED {one_line(recording.file, WIDTH)}, interaction {recording.number}, {recording.part} at {at}: "
        f"{one_line(recording.message, WIDTH)} ({recording.rule})"
    )


def input_lines(harvest: Harvest, *, everything: bool) -> list[str]:
    """Return how many inputs there are for which operation. everything: also what made none."""
    counts = ", ".join(f"{name} {len(values):,}" for name, values in harvest.inputs.items())
    lines = [f"Inputs: {harvest.size:,}{f' ({counts})' if counts else ''}"]
    left_out = [f"  left out {count:,}: {one_line(why, WIDTH)}" for why, count in harvest.left_out.items()]
    return lines + (_some(left_out) if everything else [])


def document(
    recordings: Recordings, checked: Checked, harvest: Harvest, compared: RecordingsComparison | None = None
) -> Mapping[str, Document | None]:
    """Return the members of the data that describe the recordings themselves."""
    against: Document | None = None if compared is None else asdict(compared)
    return {
        "read": {
            "folder": recordings.folder,
            "files": recordings.files,
            "used": recordings.used,
            "unread": recordings.unread,
            "interactions": len(recordings.interactions),
            "skipped": [skipped._asdict() for skipped in recordings.skipped],
        },
        "oracles": asdict(checked),
        "compared": against,
        "inputs": {
            "operations": {name: len(values) for name, values in harvest.inputs.items()},
            "left_out": dict(harvest.left_out),
        },
    }
