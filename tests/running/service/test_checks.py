"""What each rule of a service objects to in one exchange."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.base.observation import NOT_OFFERED, Fault
from conformance.running.service.checks import (
    AS_DESCRIBED,
    CONVERTED,
    DESCRIBED,
    NOT_OFFERED_HERE,
    NOT_THERE,
    REFUSED,
    REFUSED_MEDIA_TYPE,
    ServiceExchange,
    ServiceReply,
    judged,
)

ANSWER = {"jsonrpc": "2.0", "id": 1, "result": {"output": {}}}
DESCRIPTION = {"jsonrpc": "2.0", "id": 0, "result": {"protocol": 1, "name": "acme", "operations": ["a"]}}
PROBLEM = {"title": "Wrong", "status": 400}


def reply(body: Any, status: int = 200, kind: str = "application/json", allow: str | None = None) -> ServiceReply:
    return ServiceReply(status, kind, json.dumps(body).encode(), allow)


def failing(owed: str, answer: ServiceReply | Fault, *found: str) -> set[str]:
    whole, fault = (None, answer) if isinstance(answer, Fault) else (answer, None)
    exchange = ServiceExchange(method="POST", owed=owed, number=1, reply=whole, fault=fault, found=found)
    return {check for check, failures in judged(exchange, raising).items() if failures}


def raising(check: str, error: Exception) -> None:
    raise AssertionError(check) from error


@pytest.mark.parametrize(
    ("owed", "answer"),
    [
        (CONVERTED, reply(ANSWER)),
        (CONVERTED, reply({"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}})),
        (DESCRIBED, reply(DESCRIPTION)),
        (REFUSED, reply(PROBLEM, 400, "application/problem+json")),
        (REFUSED_MEDIA_TYPE, reply(PROBLEM, 415)),
        (NOT_OFFERED_HERE, reply({"error": {"code": NOT_OFFERED}}, 404)),
        (NOT_THERE, reply({}, 404)),
        (NOT_THERE, reply({}, 405, allow="GET")),
    ],
)
def test_what_a_request_is_owed_breaks_nothing(owed: str, answer: ServiceReply) -> None:
    assert failing(owed, answer) == set()


@pytest.mark.parametrize(
    ("owed", "answer", "check"),
    [
        (CONVERTED, Fault("hang", "silent"), "answers"),
        (CONVERTED, reply({}, 500), "no-server-error"),
        (CONVERTED, reply({**ANSWER, "id": True}), "answer-fits"),
        (CONVERTED, reply({**ANSWER, "error": {"code": "1"}}), "answer-fits"),
        (CONVERTED, reply(ANSWER, kind="text/html"), "answer-fits"),
        (DESCRIBED, reply({**DESCRIPTION, "result": {}}), "describes-itself"),
        (REFUSED, reply(ANSWER), "refuses-malformed"),
        (REFUSED, reply(PROBLEM, 400), "problem-document"),
        (REFUSED, reply({"status": 400}, 400, "application/problem+json"), "problem-document"),
        (REFUSED_MEDIA_TYPE, reply(ANSWER), "media-type-refused"),
        (NOT_OFFERED_HERE, reply(ANSWER), "unknown-operation-refused"),
        (NOT_THERE, reply({}, 405), "not-there"),
        (NOT_THERE, reply({}), "not-there"),
    ],
)
def test_another_answer_breaks_its_rule(owed: str, answer: ServiceReply | Fault, check: str) -> None:
    assert check in failing(owed, answer)


def test_what_the_generator_objects_to_is_charged_unless_another_rule_is() -> None:
    assert failing(CONVERTED, reply(ANSWER), "undocumented") == {AS_DESCRIBED}
    assert AS_DESCRIBED not in failing(CONVERTED, reply({**ANSWER, "id": 2}), "undocumented")
