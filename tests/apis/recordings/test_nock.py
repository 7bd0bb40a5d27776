"""An exchange of nock.back has its members where other recorders have them."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from conformance.apis.recordings.nock import is_nock_entry, of_nock

ENTRY: dict[str, Any] = {
    "scope": "https://a.example:443", "method": "POST", "path": "/v1/responses", "body": {"model": "m"}, "status": 400,
    "response": {"error": "no"}, "rawHeaders": ["A", "b"],
}  # fmt: skip
PACKED = gzip.compress(b"{}", mtime=0).hex()


def test_an_entry_is_known_by_its_scope_path_and_response() -> None:
    assert is_nock_entry(ENTRY)
    assert not is_nock_entry({"scope": "https://a.example"})
    assert not is_nock_entry(7)


def test_an_entry_is_a_request_and_a_response() -> None:
    assert of_nock(ENTRY) == {
        "request": {"method": "POST", "uri": "https://a.example:443/v1/responses", "json": {"model": "m"}},
        "response": {"status": 400, "headers": [("A", "b")], "json": {"error": "no"}},
    }


@pytest.mark.parametrize(
    ("response", "more", "read"),
    [
        ("{}", {}, {"body": "{}"}),
        ("7b7d", {"responseIsBinary": True}, {"body": b"{}"}),
        ([PACKED[:20], PACKED[20:]], {}, {"body": bytes.fromhex(PACKED)}),
        (["7b7d"], {}, {"json": ["7b7d"]}),  # a list of texts that is the answer
        ([PACKED], {"rawHeaders": {"Content-Encoding": "gzip"}}, {"body": bytes.fromhex(PACKED)}),
    ],
)
def test_a_response_is_json_a_text_or_bytes_in_hexadecimal(response: Any, more: Any, read: Any) -> None:
    found = of_nock({**ENTRY, "response": response, **more})["response"]
    assert {name: found[name] for name in ("json", "body") if name in found} == read


def test_a_body_that_is_no_hexadecimal_is_refused() -> None:
    with pytest.raises(ValueError, match="not hexadecimal"):
        of_nock({**ENTRY, "response": "f", "responseIsBinary": True})
