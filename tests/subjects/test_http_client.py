"""The address of a service, as users write it."""

from __future__ import annotations

import pytest

from conformance.errors import UsageError
from conformance.subjects.http_client import Address, address_of

ADDRESSES = {
    "http://127.0.0.1:8000": Address(False, "127.0.0.1", 8000, "", "http://127.0.0.1:8000"),
    "http://localhost": Address(False, "localhost", 80, "", "http://localhost"),
    "https://example.org": Address(True, "example.org", 443, "", "https://example.org"),
    "http://[::1]:8000/": Address(False, "::1", 8000, "", "http://[::1]:8000"),
    "http://example.org/convert/er/": Address(False, "example.org", 80, "/convert/er", "http://example.org/convert/er"),
}


@pytest.mark.parametrize("url", ADDRESSES)
def test_a_url_is_read(url):
    assert address_of(url) == ADDRESSES[url]


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("localhost:8000", "Write --url http://localhost:8000"),
        ("127.0.0.1:8000", "Write --url http://127.0.0.1:8000"),
        ("ftp://example.org", "is no http or https URL"),
        ("http://", "is no http or https URL"),
        ("", "is no http or https URL"),
        ("http://example.org:port", "is no URL"),
        ("http://example.org:70000", "is no URL"),
        ("http://[::1", "is no URL"),
        ("http://me:secret@example.org", "would stand in every report"),
        ("http://example.org?key=1", "has a query"),
        ("http://example.org/#part", "has a query, a fragment"),
        ("http://example.org/a b", "odd characters"),
        ("http://example.org/ü", "odd characters"),
        ("http://example.org/\x1b[31m", "odd characters"),
    ],
)
def test_what_is_no_address_of_a_service_is_refused(url, told):
    with pytest.raises(UsageError, match=r"^--url") as raised:
        address_of(url)
    assert told in str(raised.value)
    assert "secret" not in str(raised.value)
