"""Each defect of requests to Anthropic's API changes one."""

from __future__ import annotations

import pytest

from conformance.reference import chat_request_to_anthropic_request as convert
from tests.selftest.mutators.anthropic_requests import SOURCE, TARGET, is_seen
from tests.suite.selftest.mutators.requests import changed
from tests.suite.selftest.mutators.requests_to_anthropic import MUTATORS

PLAIN = [one for one in MUTATORS if not (one.answers or one.silently) and (not one.sources or SOURCE in one.sources)]


@pytest.mark.parametrize("one", PLAIN, ids=lambda one: one.name)
def test_a_defect_is_seen_in_some_request(one) -> None:
    assert is_seen(changed(convert, SOURCE, TARGET, one.change))
