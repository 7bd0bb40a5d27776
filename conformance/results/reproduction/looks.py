"""Where a defect shows, and whether what a script printed is that defect."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from conformance.base.redact import Redactor
from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.results.reproduction.model import NotShown, Piece
from conformance.results.reproduction.running import Ran
from conformance.rules.checks.conduct import INPUT_CHANGED, KEPT, SECOND_CALL, SHARES
from conformance.rules.checks.findings import brief

_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")
_TRACEBACK = "Traceback (most recent call last):\n"
_IDS = ("id", "item_id")
_RANDOM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12,}")
_NOW = "now"
_DAYS = 2 * 86_400.0  # seconds: a report is shown soon after its run
_NOT_JSON = ("TypeError", "ValueError", "RecursionError")


class Look(Enum):
    """What a script prints: the result, the input after the call (that may have failed), the objects that the result
    holds and the input or an earlier result too, or the results of two calls.
    """

    RESULT = "result"
    NOT_JSON = "not-json"
    INPUT = "input"
    INPUT_OF_FAILED = "input-of-failed"
    SHARED = "shared"
    KEPT = "kept"
    AGAIN = "again"


def look_of(evidence: Piece) -> Look:
    """Return what a script must print to show the defect of a function. Raises NotShown."""
    error, message = evidence["error"], str(evidence["message"])
    kind = error["kind"] if error is not None else None
    if not evidence["at"]:
        raise NotShown("it is about no call")
    if kind not in (None, "error", "not-json"):
        raise NotShown(f"the call has no result ({kind})")
    if message.startswith(INPUT_CHANGED):
        return Look.INPUT if error is None else Look.INPUT_OF_FAILED
    for beginning, look in ((SHARES, Look.SHARED), (KEPT, Look.KEPT), (SECOND_CALL, Look.AGAIN)):
        if message.startswith(beginning):
            return look
    if kind is not None:
        return Look.NOT_JSON if kind == "not-json" else Look.RESULT
    is_named = evidence["expected"] is not None or evidence.get("expected_is_null")
    # Where nothing names a right output, one that is there is wrong only if the input has no conversion.
    if evidence["at"] == "/output" and not is_named and evidence.get("standing", {}).get("kind", "real") == "real":
        raise NotShown("its output alone is not it")
    return Look.RESULT


def raised(ran: Ran) -> str:
    """Return the exception that ended a Python script, with its message; "" for none."""
    _before, _mark, tail = ran.err.rpartition(_TRACEBACK)
    lines = tail.splitlines() if _mark else []
    while lines and lines[0].startswith(" "):
        del lines[0]
    return "\n".join(lines)


def shown_by(evidence: Piece, look: Look, ran: Ran, raised: Callable[[Ran], str] = raised) -> str:
    """Return what of the output of a script is the defect, keys redacted.

    raised: returns the error that ended a script, with its name. Raises NotShown where the script shows something else.
    """
    if ran.ended is None:
        raise NotShown("the script does not end")
    error = evidence["error"]
    if look is Look.NOT_JSON:
        return _not_json(ran)
    if look is Look.RESULT and error is not None:
        return _error_look(error, ran, raised(ran))
    if ran.ended and look is not Look.INPUT_OF_FAILED:
        raise NotShown(f"the script fails: {first_line(raised(ran) or ran.err)}")
    if look in (Look.SHARED, Look.KEPT):
        if not ran.out:
            raise NotShown("no object is shared")
        return Redactor().text(ran.out)
    if look is Look.AGAIN:
        return _again(evidence, ran)
    printed = read_printed(ran.out)
    if look is Look.RESULT:
        actual = _of_any_run(evidence["actual"])
        if not (same(_of_any_run(printed), actual) or same(_of_any_run(Redactor().value(printed)), actual)):
            raise NotShown("it prints another result")
        _see_silent(evidence, ran)
    elif same(printed, evidence["input"]) or not _is_input_after(printed, evidence):
        raise NotShown("the input is unchanged, or changed otherwise")
    return Redactor().text(ran.out)


def _is_input_after(printed: JSON, evidence: Piece) -> bool:
    """Whether a script printed what a call made of its input, which reports of earlier versions have in the message."""
    if "input_after" not in evidence:
        return brief(printed) in evidence["message"]
    return same(printed, evidence["input_after"]) or same(Redactor().value(printed), evidence["input_after"])


def _of_any_run(value: JSON) -> JSON:
    """Return a value without what is new in each run.

    Times of these days (in seconds, such as `created`) are all the same one, and so are random digits in ids of items.
    """
    if isinstance(value, dict):
        return {key: _id_of_any_run(value) if key in _IDS else _of_any_run(value) for key, value in value.items()}
    if isinstance(value, list):
        return [_of_any_run(member) for member in value]
    return _NOW if type(value) in (int, float) and abs(value - time.time()) < _DAYS else value


def _id_of_any_run(value: JSON) -> JSON:
    return _RANDOM.sub("#", value) if isinstance(value, str) else _of_any_run(value)


def first_line(text: str) -> str:
    """Return the first line of a text, shortened, keys redacted."""
    line = Redactor().text(text.strip()).partition("\n")[0]
    return line if len(line) <= 200 else f"{line[:197]}..."


def _error_look(error: Mapping[str, Any], ran: Ran, raised: str) -> str:
    if not ran.ended:
        raise NotShown("the call does not fail")
    text = Redactor().text(raised)
    name, _colon, said = text.partition(": ")
    kind, message = error.get("type"), str(error["message"]).removesuffix("...")
    same_kind = kind is None or name.strip().rpartition(".")[2] == kind
    if not same_kind or not (_plain(said) or kind or "").startswith(_plain(message)):
        raise NotShown(f"it fails with another error: {first_line(text or ran.err)}")
    return text


def _plain(text: str) -> str:
    """Return a message without addresses of objects, which differ from run to run, and without space at line ends."""
    return "\n".join(line.rstrip() for line in _ADDRESS.sub("0x", text).strip().splitlines())


def _not_json(ran: Ran) -> str:
    text = Redactor().text(raised(ran))
    name = text.partition(":")[0]
    if not ran.ended or name not in _NOT_JSON or "json.dumps(" not in ran.err:
        raise NotShown("the result is written as JSON all the same")
    return text


def _again(evidence: Piece, ran: Ran) -> str:
    lines = [read_printed(line) for line in ran.out.splitlines()]
    if len(lines) != 2 or same(*lines) or brief(lines[1]) not in evidence["message"]:
        raise NotShown("the two results are equal, or differ otherwise")
    return Redactor().text(ran.out)


def _see_silent(evidence: Piece, ran: Ran) -> None:
    """Raise NotShown where something is left out, the report says that nothing was logged, and something was."""
    if evidence["at"].startswith("/input") and evidence["diagnostics"] == [] and ran.err.strip():
        raise NotShown(f"it writes on standard error: {first_line(ran.err)}")


def read_printed(text: str) -> JSON:
    """Return what a script printed as JSON. Raises NotShown for anything else."""
    try:
        value: JSON | Absent = json.loads(text)
    except (ValueError, RecursionError):
        value = ABSENT
    if value is ABSENT:
        raise NotShown(f"it prints no JSON: {first_line(text)}")
    return value
