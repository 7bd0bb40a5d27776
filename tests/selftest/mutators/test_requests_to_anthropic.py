"""Each defect of requests to Anthropic's API changes one."""

from __future__ import annotations

import pytest

from conformance.reference import chat_request_to_anthropic_request as convert
from tests.selftest.mutators.anthropic_requests import SOURCE, TARGET, is_seen
from tests.suite.selftest.mutators.requests import changed
from tests.suite.selftest.mutators.requests_to_anthropic import MUTATORS

PLAIN = [
    mutator
    for mutator in MUTATORS
    if not (mutator.answers or mutator.silently) and (not mutator.sources or SOURCE in mutator.sources)
]


@pytest.mark.parametrize("one", PLAIN, ids=lambda value: value.name)
def test_a_defect_is_seen_in_some_request(one) -> None:
    assert is_seen(changed(convert, SOURCE, TARGET, one.change))
