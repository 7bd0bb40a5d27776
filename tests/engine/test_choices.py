"""Which legal answers a subject takes: stated, or read from its probes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.engine.choices import PROBED, STATED, check_stated, exact_numbers, find_choices, stated_answers
from conformance.errors import UsageError
from conformance.reference import mcp_tool_to_chat_tool
from conformance.values import loose_numbers
from tests.engine.building import SINGLE, contract_of, described, subject_of

CONTRACT = contract_of(SINGLE)


def dropping(tool: Any) -> Any:
    """Leaves the description out where the source has none."""
    converted = mcp_tool_to_chat_tool(tool)
    if "description" not in tool:
        del converted["function"]["description"]
    return converted


def test_an_answer_is_read_from_the_probes() -> None:
    found, probes = find_choices(CONTRACT, subject_of({SINGLE: dropping}), {}, True)
    assert found["description-when-absent"] == ("omit", PROBED)
    assert {probe.choice for probe in probes} == {choice.name for choice in CONTRACT.choices}


def test_a_stated_answer_is_not_probed() -> None:
    stated = {"description-when-absent": "omit", "of-another-operation": "x"}
    found, probes = find_choices(CONTRACT, subject_of({SINGLE: mcp_tool_to_chat_tool}), stated, True)
    assert found["description-when-absent"] == ("omit", STATED)
    assert "of-another-operation" not in found
    assert "description-when-absent" not in {probe.choice for probe in probes}


def test_what_no_probe_shows_stays_open() -> None:
    def failing(tool: Any) -> Any:
        raise ValueError("no")

    assert "description-when-absent" not in find_choices(CONTRACT, subject_of({SINGLE: failing}), {}, True)[0]


def test_a_transport_that_loses_numbers_is_found_out() -> None:
    exact, lossy = mcp_tool_to_chat_tool, lambda tool: loose_numbers(mcp_tool_to_chat_tool(loose_numbers(tool)))
    unknown = replace(described(SINGLE), exact_numbers=None)
    assert exact_numbers(unknown, CONTRACT, subject_of({SINGLE: exact}))
    assert exact_numbers(described(SINGLE), CONTRACT, subject_of({SINGLE: lossy}))  # as it states


def test_the_users_answers_come_before_the_subjects() -> None:
    own = replace(described(SINGLE), choices={SINGLE: {"unsafe-names": "keep", "unusable-tool": "raise"}})
    assert stated_answers(CONTRACT, own, {"unsafe-names": "rename", "on-invalid": "raise"}) == {
        "unsafe-names": "rename",
        "unusable-tool": "raise",
    }


@pytest.mark.parametrize(
    ("stated", "message"),
    [({"unsafe-name": "keep"}, "Unknown choice 'unsafe-name'"), ({"unsafe-names": "kept"}, "has no answer 'kept'")],
)
def test_an_unknown_choice_or_answer_is_a_usage_error(stated: dict[str, str], message: str) -> None:
    check_stated({SINGLE: CONTRACT}, {"unsafe-names": "keep"})
    with pytest.raises(UsageError, match=message):
        check_stated({SINGLE: CONTRACT}, stated)
