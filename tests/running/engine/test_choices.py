"""Which legal answers a subject takes: stated, or read from its probes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.reference import chat_request_to_responses_request, mcp_tool_to_chat_tool
from conformance.running.engine.choices import PROBED, STATED, check_stated, find_choices, stated_answers
from tests.running.engine.building import SINGLE, contract_of, described, subject_of

CONTRACT = contract_of(SINGLE)
ITEMS = "responses-input-to-chat-messages"


def dropping(tool: Any) -> Any:
    """Leaves the description out where the source has none."""
    converted = mcp_tool_to_chat_tool(tool)
    if tool.get("description") is None:
        del converted["function"]["description"]
    return converted


def test_an_answer_is_read_from_the_probes() -> None:
    found = find_choices(CONTRACT, subject_of({SINGLE: dropping}), {}, True)
    assert found.answers["description-when-absent"] == ("omit", PROBED)
    assert {probe.choice for probe in found.probes} == {choice.name for choice in CONTRACT.choices}


def test_two_answers_are_none_and_are_reported_once() -> None:
    def mixed(tool: Any) -> Any:
        return dropping(tool) if "description" not in tool else mcp_tool_to_chat_tool(tool)

    found = find_choices(CONTRACT, subject_of({SINGLE: mixed}), {}, True)
    assert "description-when-absent" not in found.answers
    [(choice, probe, message)] = found.unanswered
    assert (choice.name, probe.number) == ("description-when-absent", 1)
    assert message.startswith("description-when-absent has one answer for all inputs, got omit for ")
    assert " but empty for " in message


def test_an_answer_that_the_rules_accept_for_every_probe_is_the_only_one() -> None:
    def late(tool: Any) -> Any:  # "add" for one probe, and what is neither for the other
        converted = mcp_tool_to_chat_tool(tool)
        if "additionalProperties" in tool["inputSchema"]:
            converted["function"]["parameters"]["properties"] = None
        return converted

    found = find_choices(CONTRACT, subject_of({SINGLE: late}), {}, True)
    assert found.answers["missing-properties"] == ("add", PROBED)
    assert found.unanswered == []


def test_a_choice_by_member_is_open_unless_it_is_stated() -> None:
    operation = "chat-request-to-responses-request"

    def refusing_stop(given: Any) -> Any:
        if given.get("stop"):
            raise ValueError("stop is not supported")
        return chat_request_to_responses_request(given)

    def refusing_both(given: Any) -> Any:
        if given.get("frequency_penalty"):
            raise ValueError("frequency_penalty is not supported")
        return refusing_stop(given)

    contract = contract_of(operation)
    for convert, shown in ((refusing_stop, None), (refusing_both, ("refuse", PROBED))):
        found = find_choices(contract, subject_of({operation: convert}), {}, True)
        assert found.answers.get("unsupported-members") == shown
        assert "unsupported-members" not in found.known and found.unanswered == []
    stated = find_choices(contract, subject_of({operation: refusing_both}), {"unsupported-members": "refuse"}, True)
    assert stated.known["unsupported-members"] == "refuse"


def test_what_is_no_listed_answer_is_reported_if_a_rule_rejects_it() -> None:
    def invented(tool: Any) -> Any:
        converted = mcp_tool_to_chat_tool(tool)
        if tool.get("description") is None:
            converted["function"]["description"] = "None"
        return converted

    found = find_choices(CONTRACT, subject_of({SINGLE: invented}), {}, True)
    assert "description-when-absent" not in found.answers
    [(choice, _probe, message)] = found.unanswered
    assert choice.name == "description-when-absent"
    assert message == 'a tool without description got "None"; description-when-absent: empty or omit or name'


def test_a_failed_call_is_an_answer_only_if_the_contrast_converts() -> None:
    def strict(tool: Any) -> Any:
        if not isinstance(tool.get("inputSchema"), dict):
            raise ValueError("no schema")
        return mcp_tool_to_chat_tool(tool)

    def broken(tool: Any) -> Any:
        raise ValueError("no schema")

    def constant(tool: Any) -> Any:
        return None

    asked = {convert: find_choices(CONTRACT, subject_of({SINGLE: convert}), {}, True) for convert in (strict, broken)}
    assert asked[strict].answers["unusable-tool"] == ("raise", PROBED)
    assert asked[broken].answers == {}
    assert find_choices(CONTRACT, subject_of({SINGLE: constant}), {}, True).answers == {}


def test_a_failed_probe_counts_although_no_client_sends_it() -> None:
    def now_and_then(items: Any) -> Any:
        if any("payload" in item for item in items):
            raise ValueError("telepathy_call")
        return [item for item in items if "role" in item]

    found = find_choices(contract_of(ITEMS), subject_of({ITEMS: now_and_then}), {}, True)
    assert found.answers == {}
    assert [choice.name for choice, _probe, _message in found.unanswered] == ["unknown-items"]


def test_a_stated_answer_is_not_probed() -> None:
    stated = {"description-when-absent": "omit", "of-another-operation": "x"}
    found = find_choices(CONTRACT, subject_of({SINGLE: mcp_tool_to_chat_tool}), stated, True)
    assert found.answers["description-when-absent"] == ("omit", STATED)
    assert "of-another-operation" not in found.answers
    assert "description-when-absent" not in {probe.choice for probe in found.probes}


def test_what_no_probe_shows_stays_open() -> None:
    def failing(tool: Any) -> Any:
        raise ValueError("no")

    assert "description-when-absent" not in find_choices(CONTRACT, subject_of({SINGLE: failing}), {}, True).answers


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
