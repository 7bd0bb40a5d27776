"""What sound converters of requests to Anthropic's API do otherwise shows in some request."""

from __future__ import annotations

import pytest

from conformance.reference import chat_request_to_anthropic_request as convert
from tests.selftest.mutators.anthropic_requests import SOURCE, TARGET, is_seen
from tests.suite.selftest.mutators.requests import changed
from tests.suite.selftest.mutators.requests_to_anthropic_sound import VARIANTS


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_seen_in_some_request(name: str) -> None:
    assert is_seen(changed(convert, SOURCE, TARGET, VARIANTS[name]))
