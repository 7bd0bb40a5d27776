"""Converters that differ in what becomes of a user whose id is too long."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import anthropic_request_to_chat_request
from tests.suite.selftest.mutators.long_users import DEFECTS, VARIANTS

LONG = "user_" + "0" * 90


def converted(name: str, user: str) -> Any:
    reread = DEFECTS[name][1] if name in DEFECTS else VARIANTS[name]
    request = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "q"}]}
    return reread(anthropic_request_to_chat_request)({**request, "metadata": {"user_id": user}})


@pytest.mark.parametrize("name", [*DEFECTS, *VARIANTS])
def test_a_short_id_is_kept(name: str) -> None:
    made = converted(name, "u1")
    assert made.get("user", made.get("metadata", {}).get("user_id")) == "u1"


def test_each_does_with_a_long_one_what_its_name_says() -> None:
    made = {name: converted(name, LONG).get("user") for name in (*DEFECTS, *VARIANTS)}
    assert made.pop("passes_on_long_users") == LONG
    assert made.pop("cuts_long_users") == LONG[:64]
    assert len(made.pop("digests_long_users")) == 64
    assert len(made.pop("keeps_users_in_metadata")) == 64
    assert made == {"leaves_out_long_users": None}
