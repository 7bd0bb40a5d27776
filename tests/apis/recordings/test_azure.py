"""An exchange of Azure's test proxy has its members where other recorders have them."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.recordings.azure import is_azure_entry, of_azure

ENTRY: dict[str, Any] = {
    "RequestUri": "https://a.example/v1/responses", "RequestMethod": "POST", "RequestHeaders": {},
    "RequestBody": {"model": "m"}, "StatusCode": 400, "ResponseHeaders": {"content-type": "text/plain"},
    "ResponseBody": "no",
}  # fmt: skip


def test_an_entry_is_known_by_its_address_and_status() -> None:
    assert is_azure_entry(ENTRY)
    assert not is_azure_entry({"request": {}, "response": {}})
    assert not is_azure_entry("Entries")


def test_an_entry_is_a_request_and_a_response() -> None:
    assert of_azure(ENTRY) == {
        "request": {"method": "POST", "uri": ENTRY["RequestUri"], "headers": {}, "json": {"model": "m"}},
        "response": {"status": 400, "headers": {"content-type": "text/plain"}, "body": "no"},
    }


@pytest.mark.parametrize(
    ("body", "headers", "read"),
    [
        (None, {}, None),
        ([], {}, None),
        (["{", "}"], {}, ["{", "}"]),
        ("AA==", {"Content-Type": "audio/wav"}, {"base64_string": "AA=="}),
        ("{}", {"Content-Type": "Application/JSON"}, "{}"),
    ],
)
def test_a_body_is_a_text_its_lines_or_base64(body: Any, headers: Any, read: Any) -> None:
    assert of_azure({**ENTRY, "RequestBody": body, "RequestHeaders": headers})["request"]["body"] == read
