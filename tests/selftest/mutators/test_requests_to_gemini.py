"""Each planted defect of requests to Gemini's API, and each sound variant, shows in some case."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from conformance.formats.operations import operations
from conformance.reference import chat_request_to_gemini_request as convert
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.banks.lawful_requests import mutant_of
from tests.suite.selftest.mutators.requests import changed
from tests.suite.selftest.mutators.requests_to_gemini import MUTATORS, OF_OPENAPI, VARIANTS, WRITTEN

OPERATION = operations()["chat-request-to-gemini-request"]
GIVEN = [case.input for case in load_specifications().contracts[OPERATION.name].cases]
OWN = {mutator.name: mutator for mutator in MUTATORS if not mutator.silently}


def is_seen(other: Any, sound: Any = convert) -> bool:
    """Whether a converter returns something else than a sound one in some case."""
    for given in GIVEN:
        try:
            owed = sound(given)
        except Exception:  # what the reference refuses shows nothing
            continue
        if other(given) != owed:
            return True
    return False


@pytest.mark.parametrize("name", OWN)
def test_a_defect_shows(name: str) -> None:
    answers = {key.replace("-", "_"): answer for key, answer in OWN[name].answers.items()}
    assert is_seen(mutant_of(OPERATION, OWN[name]), partial(convert, **answers))


@pytest.mark.parametrize("name", WRITTEN)
def test_a_defect_of_what_is_written_shows(name: str) -> None:
    assert is_seen(lambda given: WRITTEN[name][1](convert(given)))


@pytest.mark.parametrize("name", OF_OPENAPI)
def test_a_defect_of_another_dialect_shows(name: str) -> None:
    sound = partial(convert, schema="openapi")
    assert is_seen(lambda given: OF_OPENAPI[name][1](sound(given)), sound)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_shows(name: str) -> None:
    assert is_seen(changed(convert, OPERATION.source, OPERATION.target, VARIANTS[name]))
