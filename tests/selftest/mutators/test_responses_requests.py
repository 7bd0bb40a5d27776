"""Each converter that reads Responses requests otherwise makes another request of some case, or refuses another one."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import copy_of
from conformance.reference import responses_request_to_anthropic_request as convert
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.mutators.responses_requests import DEFECTS, VARIANTS

GIVEN = [case.input for case in load_specifications().contracts["responses-request-to-anthropic-request"].cases]
READERS = {**{name: defect for name, (_check, defect) in DEFECTS.items()}, **VARIANTS}


def outcome(converter: Any, given: Any, caplog: Any) -> tuple[Any, list[str]]:
    caplog.clear()
    try:
        made = converter(copy_of(given))
    except Exception as error:
        made = str(error)
    return made, [record.getMessage() for record in caplog.records]


@pytest.mark.parametrize("name", READERS)
def test_another_reading_is_seen_in_some_request(name: str, caplog: Any) -> None:
    other = READERS[name](convert)
    assert any(outcome(other, given, caplog) != outcome(convert, given, caplog) for given in GIVEN)


@pytest.mark.parametrize("name", READERS)
def test_a_reader_changes_no_request(name: str) -> None:
    for given in GIVEN:
        before = copy_of(given)
        READERS[name](lambda _given: None)(given)
        assert given == before


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("given", [None, 7, [], {}, {"input": 7, "tools": 7}, {"input": [7], "tools": [7]}])
def test_what_is_no_request_is_handed_on(name: str, given: Any) -> None:
    assert READERS[name](lambda value: value)(given) == given
