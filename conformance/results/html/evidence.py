"""The evidence of the HTML report: what was put in, what should have come out, and what did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.base.values import ABSENT, JSON, steps
from conformance.results.alike_place import alike_place
from conformance.results.evidence_text import expected_of, failing_place, judged, name_of
from conformance.results.json_view import Lines, common_start, differing, json_lines
from conformance.results.text import clip, counted, one_line, prose, visible

VIEW = 400  # lines of one JSON value that are shown
BEFORE = 40  # of these, lines before the first difference
OPEN = 24  # of these, lines that are seen at first; the others are folded
LEAD = 3  # of these, lines before the first that is marked
WRAPS = 36  # characters that fit a line also on a phone
HANG = 14  # characters that the further rows of a long line are indented at most
LOG = 40  # log lines of one error that are shown, the last ones
LONGEST_COMMAND = 100_000  # characters
REQUESTS = 12  # of a tool loop that are shown

FAULTS = {
    "error": "The call failed",
    "not-json": "The result is not JSON",
    "exit": "The subject exited",
    "hang": "The subject did not answer in time",
    "garbage": "The answer could not be read",
    "memory": "The subject held too much memory",
    "start": "The subject did not start",
}


def evidence_entry(evidence: Mapping[str, Any]) -> dict[str, Any]:
    """What the page shows of one piece of evidence of a report."""
    kind = name_of(evidence) if evidence["case"] is not None or "given" in evidence else "generated example"
    log = [clip(visible(line, "\t")) for line in (evidence["error"] or {}).get("log", ())]
    return {
        "message": prose(evidence["message"]),
        "kind": one_line(kind, 200),
        "at": one_line(evidence["at"], 400),
        "recording": one_line(evidence.get("recording", ""), 300),
        "judged": [judged(choice) for choice in evidence.get("judged_with", ())],
        "yields_to": one_line(evidence.get("yields_to", ""), 60),
        "requests": _requests(evidence.get("requests", []), steps(evidence["at"])),
        "panes": _panes(evidence),
        "http": _http(evidence["http"]) if "http" in evidence else None,
        "reduced": _reduced(evidence),
        "log": "\n".join(log[-LOG:]),
        "log_left_out": max(0, len(log) - LOG),
        "diagnostics": _diagnostics(evidence["diagnostics"]),
        "reproduce": one_line(evidence["reproduce"]),
    }


def _error(error: Mapping[str, Any]) -> dict[str, str]:
    return {
        "what": FAULTS[error["kind"]],
        "type": one_line(error.get("type") or "", 200),
        "message": clip(visible(error["message"])),
    }


def _diagnostics(diagnostics: list[dict[str, JSON]] | None) -> list[tuple[str, str]] | None:
    """Return level and message of each; an entry of another shape as JSON. None where the subject reports none."""
    if diagnostics is None:
        return None
    shown = []
    for diagnostic in diagnostics:
        level, message = diagnostic.get("level"), diagnostic.get("message")
        if isinstance(level, str) and isinstance(message, str) and len(diagnostic) == 2:
            shown.append((one_line(level, 40), clip(visible(message))))
        else:
            shown.append(("", clip(" ".join(line.strip() for line in json_lines(diagnostic).lines))))
    return shown


def _requests(requests: list[dict[str, Any]], path: list[str]) -> list[dict[str, Any]]:
    """What the API of a tool loop was sent, in order: those that the pointer names, and others up to REQUESTS."""
    meant = int(path[1]) if path[:1] == ["requests"] and len(path) > 1 and path[1].isdecimal() else None
    shown = []
    for number, request in enumerate(requests):
        if number != meant and number >= REQUESTS:
            continue
        inside = path[3:] if number == meant and path[2:3] == ["body"] else None
        body = json_lines(request["body"], inside)
        answer = request["answer"]
        shown.append(
            {
                "number": number + 1,
                "path": one_line(request["path"], 200),
                "answer": "by no answer of the script" if answer is None else f"by answer {answer + 1} of the script",
                "is_meant": number == meant,
                "pane": _pane("Body", body, set(body.named), "mark"),
            }
        )
    return shown


def _http(exchange: Mapping[str, Any]) -> dict[str, Any]:
    """What a gateway or a service was sent, what it asked, what its client got; and the command that sends it again."""
    views = [("The client sent", exchange["sent"])]
    views += [(f"The gateway asked: POST {asked['path']}", asked["body"]) for asked in exchange["asked"][:REQUESTS]]
    status = "no answer" if exchange["status"] is None else f"status {exchange['status']}"
    views.append((f"The client got: {status}", exchange["got"]))
    return {
        "curl": one_line(exchange["curl"], LONGEST_COMMAND),
        "views": [(one_line(label, 200), _pane("Body", json_lines(value), set(), "mark")) for label, value in views],
    }


def _panes(evidence: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Input, expected and actual: lines that differ are marked, else those that the pointer names."""
    root, *path = steps(evidence["at"]) or [""]
    given = json_lines(evidence["input"], path if root == "input" else None)
    actual = json_lines(evidence["actual"], path if root == "output" else None)
    expected = json_lines(evidence["expected"], path if root == "output" else None)
    if "input_after" in evidence:
        after = json_lines(evidence["input_after"], path)
        return _compared(("Input", given), ("Input after the call", after))
    named = _pane("Actual", actual, set(actual.named), "mark")
    panes = [_input_pane(evidence, given, path)]
    if expected_of(evidence) is ABSENT:
        panes += [_note("Expected", "No single output is named; the rule says what must hold."), named]
    elif evidence["error"]:
        panes += [_pane("Expected", expected, set(), "mark"), named]
    else:
        place = failing_place(evidence["expected"], evidence["actual"], evidence["at"])
        sides = evidence["expected"], evidence["actual"]
        begin = [json_lines(side, place).named.start if place else 0 for side in sides]
        panes += _compared(("Expected", expected), ("Actual", actual), (begin[0], begin[1]))
    if evidence["error"]:
        panes[2] = _note("Actual", "") | {"error": _error(evidence["error"])}
    return panes


def _input_pane(evidence: Mapping[str, Any], given: Lines, path: list[str]) -> dict[str, Any]:
    """The input. In one that the user gave, what the pointer is about is marked although it leads into the result."""
    if given.named:
        return _pane("Input", given, set(given.named), "mark")
    alike = json_lines(evidence["input"], alike_place(evidence["input"], path))
    # An input of the suite is small: there the place is only where its box begins.
    marked = set(alike.named) if "given" in evidence else set()
    return _pane("Input", alike, marked, "mark", alike.named.start)


def _reduced(evidence: Mapping[str, Any]) -> dict[str, Any] | None:
    """The smaller input that shows the same as a given one; None where the evidence has none."""
    if "reduced" not in evidence:
        return None
    root, *path = steps(evidence["reduced"]["at"]) or [""]
    view = json_lines(evidence["reduced"]["input"], path if root == "input" else None)
    return _pane("Reduced input", view, set(view.named), "mark")


def _compared(
    entry: tuple[str, Lines], other: tuple[str, Lines], begin: tuple[int, int] = (0, 0)
) -> list[dict[str, Any]]:
    """Two values beside each other, with the lines in which they differ; else with those that the pointer names.

    begin: the line in each from which they are looked at; what differs above it is marked where it is seen.
    """
    # Only the lines that are shown are compared: the cost stays bounded.
    alike = common_start(entry[1].lines[begin[0] :], other[1].lines[begin[1] :])
    first = [line + alike for line in begin]
    skip = [max(0, line - BEFORE) for line in first]
    windows = [side[1].lines[line : line + VIEW] for side, line in zip((entry, other), skip, strict=True)]
    lacking, extra = differing(*windows)
    tallest = max(len(entry[1].lines), len(other[1].lines))
    panes = [_pane(*entry, {skip[0] + index for index in lacking}, "del", first[0], tallest)]
    if lacking or extra:
        return [*panes, _pane(*other, {skip[1] + index for index in extra}, "ins", first[1], tallest)]
    return [*panes, _pane(*other, set(other[1].named), "mark")]


def _note(label: str, note: str) -> dict[str, Any]:
    return {"label": label, "note": note, "error": None}


def _pane(
    label: str, view: Lines, marked: set[int], mark: str, first: int | None = None, tallest: int = 0
) -> dict[str, Any]:
    """At most VIEW lines of one JSON value; `mark` is the element of those in `marked`.

    OPEN of them are seen at first, from shortly before the line `first`, which is the first marked one where it is not
    given. tallest: lines of the longer of two values beside each other, which begin at the same line. Among lines that
    differ, those that the pointer names are marked.
    """
    total = len(view.lines)
    first = min(marked, default=0) if first is None else first
    start = 0 if total <= VIEW else max(0, first - BEFORE)
    stop = min(total, start + VIEW)
    if mark == "mark" and len(marked) == total:
        marked = set()  # the pointer names the whole value
    pointed = view.named if mark != "mark" and len(view.named) < total else range(0)
    begin, end = _open(first, start, stop, max(tallest, total))
    return _note(label, "") | {
        "runs": _runs(view.lines, range(begin, end), marked, mark, pointed),
        "before": _folded(view.lines, range(start, begin), marked, mark, pointed),
        "after": _folded(view.lines, range(end, stop), marked, mark, pointed),
        "above": f"{start:,}" if start else "",
        "below": f"{total - stop:,}" if stop < total else "",
    }


def _open(first: int, start: int, stop: int, tallest: int) -> tuple[int, int]:
    """Return which of some lines are seen at first: those around the line `first`; a few more, rather than a fold."""
    if tallest <= OPEN + LEAD:
        return start, stop
    begin = first - LEAD if first - LEAD > start + LEAD else start
    return begin, stop if stop - begin <= OPEN + LEAD else begin + OPEN


def _folded(lines: list[str], window: range, marked: set[int], mark: str, pointed: range) -> dict[str, Any] | None:
    """Return lines that are folded, with how many there are, and how many of them differ; None for none."""
    if not window:
        return None
    number = sum(index in marked for index in window) if mark != "mark" else 0
    said = counted(len(window), "line") + (f", {number:,} of them marked," if number else "")
    return {"said": said, "runs": _runs(lines, window, marked, mark, pointed)}


def _runs(
    lines: list[str], window: range, marked: set[int], mark: str, pointed: range
) -> list[tuple[str, bool, int, str]]:
    """Element, whether the pointer names it, indent of its further rows in characters, text.

    Short unmarked lines share one element, which keeps the page small.
    """
    runs: list[tuple[str, bool, int, str]] = []
    plain: list[str] = []
    for index in window:
        line = lines[index]
        if index not in marked and len(line) <= WRAPS:
            plain.append(line)
            continue
        if plain:
            runs.append(("span", False, 0, "\n".join(plain)))
            plain = []
        hang = min(len(line) - len(line.lstrip(" ")) + 2, HANG)
        is_marked = index in marked
        runs.append((mark if is_marked else "span", is_marked and index in pointed, hang, clip(line)))
    if plain:
        runs.append(("span", False, 0, "\n".join(plain)))
    return runs
