"""Reads what a subject wrote: one line, one JSON-RPC answer, one outcome."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from conformance.base.errors import SubjectError
from conformance.base.observation import (
    METHOD_NOT_FOUND,
    NOT_JSON,
    NOT_OFFERED,
    ConversionRequest,
    Description,
    Outcome,
    Refusal,
    as_json,
)
from conformance.base.strict_json import NotFinite, RepeatedKey, TooManyDigits
from conformance.base.values import ABSENT, DEEPEST, JSON, MOST_VALUES, count_values
from conformance.running.subjects.json_text import TooManyValues, read

SHOWN = 120  # characters of a line that is not an answer
# Limits of what is kept of a subject's description and answers; our own worker stays within them.
LONGEST_NAME, LONGEST_MESSAGE, LONGEST_DIAGNOSTIC, MOST_DIAGNOSTICS, MOST_OPERATIONS = 200, 10_000, 2_000, 100, 1_000
LONGEST_ANSWER = 10_000  # a map of names is one

# Replaces an argument that came back as it was sent, byte for byte, and so need not be read.
_UNCHANGED = "\0unchanged\0"
_UNCHANGED_TEXT = b'"\\u0000unchanged\\u0000"'
_MEMBER = b'"input_after":'
# The id of an answer that is too large to be read, if it comes before anything nested.
_ID = re.compile(rb'\s*\{[^{}\[\]\\]{0,200}"id"\s*:\s*(\d{1,18})[\s,}]')


class Sent(NamedTuple):
    """A request that is out: the JSON text of its argument, and when it was sent."""

    request: ConversionRequest
    text: bytes
    at: float


class NotAnAnswer(Exception):
    """A line that is not an answer to a request that is out. number: its id; -1 where that is not a number."""

    def __init__(self, message: str, number: JSON = None) -> None:
        super().__init__(message)
        self.number: int = number if type(number) is int else -1


def read_answer(line: bytes, out: Mapping[int, Sent], before: float, now: float) -> tuple[int, Outcome]:
    """Return the id and the outcome of an answer to one of the requests that are out. Raises NotAnAnswer.

    before, now: when the answers ahead of it were read, and when it was. Its time counts from its question, or
    from the answers ahead of it where those came later: until then the subject was busy with other questions.
    """
    answer = _value_of_line(line, out)
    if not isinstance(answer, dict) or "id" not in answer:
        raise NotAnAnswer(f"the subject wrote {line_start(line)}, which is not an answer: it has no id")
    number = answer["id"]
    asked = out.get(number) if type(number) is int else None
    if asked is None:
        raise NotAnAnswer(f"the subject answered the id {_brief(number)}, which no request has that is out", number)
    seconds = now - (before if before > asked.at else asked.at)
    try:
        outcome = _outcome(answer, seconds)
        if line.count(b"[") + line.count(b"{") > DEEPEST:
            outcome = as_json(replace(outcome, proven=False))
        return number, outcome
    except (KeyError, TypeError, AttributeError):
        raise NotAnAnswer(
            f"the subject wrote {line_start(line)}, which has neither a result with an output nor a JSON-RPC error",
            number,
        ) from None


def _value_of_line(line: bytes, out: Mapping[int, Sent]) -> JSON:
    """Read a line as JSON. The argument, where it came back in the text it was sent in, is the very object."""
    asked = next(iter(out.values()))  # most subjects answer in order
    place = line.find(_MEMBER) + len(_MEMBER)
    if place >= len(_MEMBER) and line.startswith(asked.text, place):
        rest = line[place + len(asked.text) :]
        try:
            answer = read(line[:place] + _UNCHANGED_TEXT + rest)
            holder = answer["result"] if "result" in answer else answer["error"]["data"]
            if holder["input_after"] == _UNCHANGED:
                holder["input_after"] = asked.request.input
                return answer
        except (ValueError, KeyError, TypeError, RecursionError):
            pass  # it stood elsewhere: the whole line is read as it is
    try:
        return read(line)
    except RecursionError:
        raise NotAnAnswer("the subject's answer is nested too deeply to be read") from None
    except TooManyValues as problem:
        number = _ID.match(line)
        raise NotAnAnswer(f"the subject wrote {line_start(line)}: {problem}", number and int(number[1])) from None
    except (NotFinite, RepeatedKey) as problem:
        # Python's own reader finds the id.
        number = _loosely(line).get("id")
        return {"id": number, "error": {"code": NOT_JSON, "message": f"the answer is not JSON: {problem}"}}
    except UnicodeDecodeError:
        number = _loosely(line).get("id")
        raise NotAnAnswer(f"the subject wrote {line_start(line)}, which is not UTF-8", number) from None
    except json.JSONDecodeError:
        raise NotAnAnswer(f"the subject wrote {line_start(line)}, which is not JSON") from None
    except TooManyDigits:
        raise NotAnAnswer(f"the subject wrote {line_start(line)}, which holds an integer of over 4300 digits") from None


def _loosely(line: bytes) -> dict[str, JSON]:
    """The answer in a line that is JSON but for its characters or numbers; empty where it is none at all."""
    if count_values(line, MOST_VALUES) > MOST_VALUES:
        return {}
    try:
        answer = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return answer if isinstance(answer, dict) else {}


def _outcome(answer: dict[str, JSON], seconds: float) -> Outcome:
    """Read a JSON-RPC answer. Raises KeyError, TypeError or AttributeError for another form."""
    result = answer.get("result", ABSENT)
    if result is not ABSENT:
        get = result.get
        return Outcome(
            output=result["output"],
            refusal=None,
            fault=None,
            not_json=None,
            input_after=get("input_after", ABSENT),
            shares=_flag(get("shares")),
            kept=_flag(get("kept")),
            diagnostics=_diagnostics(get("diagnostics")),
            seconds=seconds,
        )
    error = answer["error"]
    code, message, data = error["code"], cut(str(error["message"]), LONGEST_MESSAGE), error.get("data")
    if type(code) is not int:
        raise TypeError
    if not isinstance(data, dict):
        data = {}
    after, diagnostics = data.get("input_after", ABSENT), _diagnostics(data.get("diagnostics"))
    if code == NOT_JSON:
        return Outcome(not_json=message, input_after=after, diagnostics=diagnostics, seconds=seconds)
    kind = data.get("type", METHOD_NOT_FOUND if code == NOT_OFFERED else None)
    refusal = Refusal(message, cut(kind, LONGEST_NAME) if isinstance(kind, str) else None)
    return Outcome(refusal=refusal, input_after=after, diagnostics=diagnostics, seconds=seconds)


def _flag(value: JSON) -> bool | None:
    return value if value is True or value is False else None


def _diagnostics(value: JSON) -> tuple[JSON, ...] | None:
    """Return the diagnostics; an entry that is not an object is a message without a level."""
    if type(value) is not list:
        return None
    return tuple(map(_diagnostic, value[:MOST_DIAGNOSTICS])) if value else ()


def _diagnostic(entry: JSON) -> JSON:
    if isinstance(entry, str):
        return {"message": cut(entry, LONGEST_DIAGNOSTIC)}
    if isinstance(entry, dict) and all(isinstance(member, str) and len(member) <= 500 for member in entry.values()):
        if len(entry) <= 4:
            return entry  # as nearly all are
    text = json.dumps(entry)
    if len(text) > 2 * LONGEST_DIAGNOSTIC:
        return {"message": cut(text, LONGEST_DIAGNOSTIC)}
    return entry if isinstance(entry, dict) else {"message": text}


def read_description(line: bytes) -> dict[str, JSON]:
    """Return the answer to describe, whose id is 0. Raises NotAnAnswer."""
    answer = _loosely(line)
    number = answer.get("id")
    if type(number) is not int or number != 0 or not ("result" in answer or "error" in answer):
        raise NotAnAnswer(f"wrote {line_start(line)} before it answered describe")
    return answer


def description_of(result: JSON, adapter: str, exact_numbers: bool | None) -> Description:
    """Read a subject's answer to describe. Raises SubjectError."""
    if isinstance(result, dict) and result.get("protocol", 1) != 1:
        raise SubjectError(f"The subject speaks protocol {result['protocol']!r}.", "This suite speaks version 1.")
    try:
        name, version, language = result["name"], result.get("version"), result.get("language")
        operations = result["operations"]
        choices = {
            operation: {str(choice): cut(str(answer), LONGEST_ANSWER) for choice, answer in answers.items()}
            for operation, answers in (result.get("choices") or {}).items()
        }
        without = result.get("without") or []
        fits = (
            result["protocol"] == 1
            and isinstance(name, str)
            and name != ""
            and isinstance(operations, list)
            and all(isinstance(operation, str) for operation in operations)
            and isinstance(without, list)
            and all(isinstance(feature, str) for feature in without)
        )
    except (KeyError, TypeError, AttributeError):
        fits = False
    if not fits:
        raise SubjectError(
            f"The subject's answer to describe is not of the form: {cut(json.dumps(result), 200)}.",
            'It needs "protocol": 1, "name" and "operations", a list of names. "without" is a list of names too.',
        )
    return Description(
        name=cut(name, LONGEST_NAME),
        version=cut(str(version), LONGEST_NAME) if version is not None else None,
        language=cut(str(language), LONGEST_NAME) if language is not None else None,
        adapter=adapter,
        operations=tuple(operations[:MOST_OPERATIONS]),
        choices=choices,
        exact_numbers=exact_numbers,
        without=tuple(cut(feature, LONGEST_NAME) for feature in without[:MOST_OPERATIONS]),
    )


def cut(text: str, most: int) -> str:
    """Return a text of at most so many characters; three dots at its end say that it was cut."""
    return text if len(text) <= most else text[: most - 3] + "..."


def line_start(line: bytes) -> str:
    """Return the beginning of a line, quoted."""
    text = line[: 4 * SHOWN].decode("utf-8", "replace")
    return repr(text[:SHOWN] + ("..." if len(text) > SHOWN or len(line) > 4 * SHOWN else ""))


def _brief(value: JSON) -> str:
    text = json.dumps(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."
