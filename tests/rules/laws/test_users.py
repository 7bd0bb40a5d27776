"""What may be in the place of a user's id."""

from __future__ import annotations

import hashlib
import uuid

import pytest

from conformance.rules.laws.users import is_digest

ID = "user-1234567890abcdef-of-acme"


@pytest.mark.parametrize("got", [
    hashlib.sha256(ID.encode()).hexdigest(), hashlib.sha256(ID.encode()).hexdigest()[:16],
    str(uuid.uuid5(uuid.NAMESPACE_URL, ID)),
    "sha256:" + hashlib.sha256(ID.encode()).hexdigest(), "q83vEjRWeJCrze8SNFZ4kA==",
])  # fmt: skip
def test_a_digest_is_one_of_an_id(got: str) -> None:
    assert is_digest(got, ID)


@pytest.mark.parametrize("got", [
    ID, ID[:24], f"proxy-{ID}", "anonymous", "proxy", "a-user-of-our-own-proxy", "u-123",
    "someone1234567@example.org", 12345678901234567, None, "",
])  # fmt: skip
def test_a_name_or_a_piece_of_the_id_is_none(got: object) -> None:
    assert not is_digest(got, ID)
