"""Each defect of requests to Anthropic's API changes one; so does what sound converters do otherwise."""

from __future__ import annotations

import pytest

from conformance.contracts import load_specifications
from conformance.reference import chat_request_to_anthropic_request as convert
from conformance.selftest.mutators.requests import changed
from conformance.selftest.mutators.requests_to_anthropic import MUTATORS, VARIANTS

SOURCE, TARGET = "chat-request", "anthropic-request"
GIVEN = [one.input for one in load_specifications().contracts["chat-request-to-anthropic-request"].cases]
PLAIN = [one for one in MUTATORS if not (one.answers or one.silently) and (not one.sources or SOURCE in one.sources)]


@pytest.mark.parametrize("one", PLAIN, ids=lambda one: one.name)
def test_a_defect_is_seen_in_some_request(one) -> None:
    assert _changes(changed(convert, SOURCE, TARGET, one.change))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_seen_in_some_request(name: str) -> None:
    assert _changes(changed(convert, SOURCE, TARGET, VARIANTS[name]))


def _changes(mutant) -> bool:
    for given in GIVEN:
        try:
            owed = convert(given)
        except Exception:  # what the reference refuses shows nothing
            continue
        if mutant(given) != owed:
            return True
    return False
