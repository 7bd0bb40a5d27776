"""From the protocol's objects to a subject and back."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from conformance.base.errors import SubjectError
from conformance.base.observation import GIVEN_UP, NOT_JSON, ConversionRequest, Description, Fault, Outcome
from conformance.base.strict_json import TooManyDigits, parse_json
from conformance.base.values import ABSENT, JSON, is_json, packed
from conformance.running.subjects.base import Subject

REFUSED = -32000  # the converter itself refused or failed
LEAVING = 2.0  # seconds that a question under way is given when the subject is ended


class NoRequest(ValueError):
    """A body that is not a request of the protocol. The message says why."""


class SubjectBroken(Exception):
    """The subject gave no usable answer. given_up: it is not asked any more."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.given_up = fault.kind == GIVEN_UP


class Bridge:
    """A subject that any thread may ask. make: starts it anew where it cannot be used any more."""

    def __init__(self, make: Callable[[], Subject]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._subject = make()
        self.description: Description = self._subject.describe()

    def close(self) -> None:
        """End the subject."""
        waited = self._lock.acquire(timeout=LEAVING)
        self._subject.close()
        if waited:
            self._lock.release()

    def convert(self, operation: str, given: JSON) -> Outcome:
        """Ask the subject, one thread after another. Raises Broken."""
        with self._lock:
            subject = self._subject
            request = ConversionRequest(
                key=None, operation=operation, input=given, before=packed(given) if subject.watches else None
            )
            (outcome,) = [outcome for _request, outcome in subject.ask([request])]
            if outcome.fault and outcome.fault.kind == GIVEN_UP:
                subject.close()
                self._subject = self._make()
                with suppress(SubjectError):  # the next request reports the error
                    self._subject.describe()
        if outcome.fault:
            raise SubjectBroken(outcome.fault)
        return outcome


def describe_answer(description: Description) -> bytes:
    """Return the answer to describe."""
    result = {
        "protocol": 1,
        "name": description.name,
        "version": description.version,
        "language": description.language,
        "operations": list(description.operations),
        "choices": description.choices,
    }
    return _json_bytes({"jsonrpc": "2.0", "id": 0, "result": result})


def read_request(body: bytes, operation: str) -> tuple[JSON, JSON]:
    """Return the id and the input of a request for an operation. Raises NoRequest."""
    request = _read(body)
    if not isinstance(request, dict):
        raise NoRequest("The body must be a JSON object: a JSON-RPC request.")
    number, params = request.get("id"), request.get("params")
    if request.get("jsonrpc") != "2.0":
        raise NoRequest('jsonrpc must be "2.0".')
    if isinstance(number, bool) or not isinstance(number, int | float) or number != int(number):
        raise NoRequest("id must be an integer.")
    if request.get("method") != "convert":
        raise NoRequest('method must be "convert".')
    if not isinstance(params, dict) or "operation" not in params or "input" not in params:
        raise NoRequest("params must be an object with operation and input.")
    if params["operation"] != operation:
        raise NoRequest("params.operation must be the operation that the path names.")
    return number, params["input"]


def convert_answer(number: JSON, outcome: Outcome) -> bytes:
    """Return the answer of that id. Raises RecursionError where it is nested too deeply to be written."""
    not_json = outcome.not_json
    if not outcome.proven and outcome.output is not ABSENT:
        not_json = is_json(outcome.output)
    if not_json:
        answer: JSON = {"error": {"code": NOT_JSON, "message": not_json, "data": _beside(outcome)}}
    elif outcome.refusal:
        data = {"type": outcome.refusal.type, **_beside(outcome)}
        answer = {"error": {"code": REFUSED, "message": outcome.refusal.message, "data": data}}
    else:
        flags = {"shares": outcome.shares, "kept": outcome.kept}
        shown = {name: flag for name, flag in flags.items() if flag is not None}
        answer = {"result": {"output": outcome.output, **_beside(outcome), **shown}}
    return _json_bytes({"jsonrpc": "2.0", "id": number, **answer})


def _beside(outcome: Outcome) -> dict[str, Any]:
    members: dict[str, Any] = {}
    if outcome.input_after is not ABSENT:
        members["input_after"] = outcome.input_after
    if outcome.diagnostics is not None:
        members["diagnostics"] = list(outcome.diagnostics)
    return members


def _read(body: bytes) -> JSON:
    try:
        return parse_json(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise NoRequest("The body is not UTF-8.") from None
    except RecursionError:
        raise NoRequest("The body is nested too deeply.") from None
    except TooManyDigits as error:
        raise NoRequest(f"The body cannot be read: {error}.") from None
    except ValueError as error:
        raise NoRequest(f"The body is not JSON: {error}.") from None


def _json_bytes(value: JSON) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
