"""Requests to a service as data, and what a service owes each of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts.files import read_schema
from conformance.running.service.checks import (
    ANY,
    CONVERTED,
    DESCRIBED,
    EITHER,
    NOT_OFFERED_HERE,
    NOT_THERE,
    REFUSED,
    REFUSED_MEDIA_TYPE,
)
from conformance.running.service.requests import Owed, ServiceRequest, data_of, number_of, request_of
from conformance.running.service.run import DESCRIPTION

OPERATION = "mcp-tool-to-chat-tool"
CONVERT = f"/convert/{OPERATION}"
BODY = {"jsonrpc": "2.0", "id": 7, "method": "convert", "params": {"operation": OPERATION, "input": {}}}


def post(body: Any, path: str = CONVERT, content_type: str | None = "application/json") -> ServiceRequest:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return ServiceRequest("POST", path, content_type, data)


@pytest.mark.parametrize(
    ("request_", "owed"),
    [
        (ServiceRequest("GET", "/describe", None, None), DESCRIBED),
        (ServiceRequest("POST", "/describe", None, b""), NOT_THERE),
        (ServiceRequest("OPTIONS", "/describe", None, None), ANY),
        (ServiceRequest("GET", CONVERT, None, None), NOT_THERE),
        (post(BODY, "/convert/other"), NOT_OFFERED_HERE),
        (post(BODY, "/elsewhere"), NOT_THERE),
        (post(BODY), CONVERTED),
        (post({**BODY, "method": 5}), REFUSED),
        (post(b"{"), REFUSED),
        (post(BODY, content_type="text/plain"), REFUSED_MEDIA_TYPE),
        (post(b"[" * 100_000 + b"]" * 100_000), EITHER),
    ],
)
def test_what_a_request_is_owed(request_: ServiceRequest, owed: str) -> None:
    assert Owed(read_schema(DESCRIPTION), OPERATION)(request_) == owed


@pytest.mark.parametrize("body", [b"", b"{}", b"\xff\xfe"])
def test_a_request_is_the_same_after_a_round_through_data(body: bytes) -> None:
    request = ServiceRequest("POST", CONVERT, "application/json", body)
    assert request_of(data_of(request), OPERATION) == request


def test_data_that_is_no_request_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match='It needs "method" and "path"'):
        request_of({"method": "GET"}, OPERATION)


def test_the_id_of_a_body_is_read_where_there_is_one() -> None:
    assert [number_of(post(body)) for body in (BODY, [], b"{")] == [7, None, None]
