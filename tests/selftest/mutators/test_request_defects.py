"""Each further defect of requests changes one; those of a target are planted there alone."""

from __future__ import annotations

import pytest

from conformance.reference import anthropic_request_to_responses_request as convert
from tests.selftest.mutators.test_requests import GIVEN
from tests.suite.selftest.banks.lawful_requests import BANKS
from tests.suite.selftest.mutators.request_defects import MORE
from tests.suite.selftest.mutators.requests import OfRequests, changed

SOURCE, TARGET = "anthropic-request", "responses-request"


@pytest.mark.parametrize("judged", MORE, ids=lambda judged: judged.name)
def test_a_change_is_seen_in_some_request(judged: OfRequests) -> None:
    mutant = changed(convert, SOURCE, TARGET, judged.change)
    assert any(mutant(given) != convert(given) for given in GIVEN)


def test_a_defect_of_a_target_is_planted_there() -> None:
    names = {bank.operation: {mutant.name for mutant in bank} for bank in BANKS}
    assert "leaves_strict_unsaid" in names["anthropic-request-to-responses-request"]
    assert "leaves_strict_unsaid" not in names["anthropic-request-to-chat-request"]
    assert "loses_the_stop" not in names["anthropic-request-to-responses-request"]
