"""Runs of subjects that say what they do not have: it is neither asked nor charged, and it is checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import pytest

from conformance import reference
from conformance.base.errors import UsageError
from conformance.base.observation import OUT_OF_SCOPE, ConversionRequest, Outcome
from conformance.rules.scope.declared import read_scope
from conformance.rules.scope.features import FEATURES
from conformance.running.engine import RunResult
from conformance.running.engine.declarations import Offered, check_scope
from conformance.running.engine.ledger import Kind
from conformance.running.subjects.base import SubjectWrapper
from tests.running.engine.certifying import certified, specifications, verdicts

PROVIDER_TOOL, ANSWER = "tool-definition-to-provider-tool", "chat-response-to-tool-calls"
CHAT_TOOLS, FLAT_TOOLS = "chat-tools-to-responses-tools", "responses-tools-to-chat-tools"
REGISTRY, REQUEST = "registry-tools-to-chat-tools", "chat-request-to-responses-request"
EXCHANGE = "chat-response-to-responses-response"
OTHERS = ("openai-responses", "openai-chat", "gwdg", "google")
Convert = Callable[[Any], Any]


def for_anthropic(given: Any) -> Any:
    if isinstance(given, dict) and given.get("provider") in OTHERS:
        raise ValueError(f"unknown provider {given['provider']}; there is anthropic")
    if isinstance(given, dict) and given.get("provider") != "anthropic":
        raise ValueError(f"unknown provider {given.get('provider')}; there is anthropic")
    return reference.tool_definition_to_provider_tool(given)


def without_usage(given: Any) -> Any:
    made = reference.chat_response_to_tool_calls(given)
    return {key: value for key, value in made.items() if key != "usage"}


def run(operation: str, convert: Convert, *without: str, **more: Any) -> RunResult:
    return certified(
        {operation: convert},
        operation,
        without=without,
        **{"max_examples": 10, "repeat": False, "shapes": False, "shrink": False} | more,
    )


@cache
def declared() -> RunResult:
    """The run of a converter for one provider that says so, with default inputs."""
    return run(PROVIDER_TOOL, for_anthropic, *OTHERS)


def failing(result: RunResult) -> dict[str, str]:
    """Return the MUST rules that fail, each with the message of its first evidence."""
    return {rule.rule.id: rule.evidence[0].message for rule in result.rules if rule.verdict == "fail" and rule.counts}


def excused(result: RunResult, kind: Kind | None = None) -> Mapping[str, int]:
    return result.ledger.totals(kind=kind).excused


def test_a_converter_for_one_provider_conforms_where_it_says_so() -> None:
    result = declared()
    assert (failing(result), result.conforms, result.complete) == ({}, True, True)
    assert result.without == OTHERS


def test_it_fails_where_it_says_nothing() -> None:
    assert "CONV-1" in failing(run(PROVIDER_TOOL, for_anthropic))


def test_what_is_not_offered_is_excused_by_its_name_and_other_examples_are_asked() -> None:
    result = declared()
    cases = specifications().contracts[PROVIDER_TOOL].cases
    of_google = sum(case.input.get("provider") == "google" for case in cases if isinstance(case.input, dict))
    assert excused(result, Kind.CASE)["not offered: google"] == of_google
    # Two of five examples have a fault, and a call that may fail reaches no rule about the result.
    assert next(rule for rule in result.rules if rule.rule.id == "ALL-10").examples_run >= 10


def test_a_rule_about_what_is_not_offered_does_not_apply_and_says_why() -> None:
    result = declared()
    google = next(rule for rule in result.rules if rule.rule.id == "PRV-4")
    assert (google.verdict, google.reason) == ("not-applicable", "not offered: google")


def test_a_choice_about_what_is_not_offered_stays_open() -> None:
    result = declared()
    assert set(result.choices[PROVIDER_TOOL]) == {"root-unions"}


def test_a_subject_without_usage_is_asked_everything_and_not_charged_for_it() -> None:
    result = run(ANSWER, without_usage, "usage")
    assert failing(result) == {}
    assert verdicts(result)["CALL-17"] == "not-applicable"
    assert not any(reason.startswith("not offered") for reason in excused(result))
    assert "CALL-17" in failing(run(ANSWER, without_usage))


def test_a_subject_that_says_it_has_no_usage_and_writes_one_fails() -> None:
    result = run(ANSWER, reference.chat_response_to_tool_calls, "usage")
    assert list(failing(result)) == ["ALL-10"]
    assert "/usage" in failing(result)["ALL-10"]


@pytest.mark.parametrize(
    ("operation", "feature", "inputs"),
    [
        (REGISTRY, "custom-tools", "all 12 inputs"),
        (CHAT_TOOLS, "strict", "all 5 inputs"),
        (ANSWER, "several-choices", "the input"),
        (PROVIDER_TOOL, "gwdg", "all 3 inputs"),
        (EXCHANGE, "reasoning", "all 5 inputs"),
    ],
)
def test_a_subject_that_converts_what_it_says_it_does_not_have_fails(operation: str, feature: str, inputs: str) -> None:
    result = run(operation, getattr(reference, operation.replace("-", "_")), feature)
    assert list(failing(result)) == ["ALL-10"]
    assert f"but it converts {inputs} with that as the rules demand" in failing(result)["ALL-10"]


def test_where_no_case_shows_a_feature_generated_examples_do() -> None:
    result = run(REQUEST, reference.chat_request_to_responses_request, "custom-tools")
    (evidence,) = next(rule.evidence for rule in result.rules if rule.rule.id == "ALL-10")
    assert evidence.case is None
    assert evidence.input_file is not None


def test_who_converts_some_of_it_wrongly_may_say_that_it_does_not_have_it() -> None:
    def convert(given: Any) -> Any:
        made = reference.registry_tools_to_chat_tools(given)
        custom = (
            [element["name"] for element in given if isinstance(element, dict) and element.get("type") == "custom"]
            if made
            else []
        )
        for tool in made if isinstance(made, list) else ():
            if tool["function"]["name"] == "query" and "query" in custom:  # of one custom tool the input is lost
                tool["function"]["parameters"] = {"type": "object", "properties": {}}
        return made

    def breaking(given: Any) -> Any:
        if isinstance(given, list) and any(
            isinstance(element, dict) and element.get("type") == "custom" for element in given
        ):
            raise ValueError("no custom tools here")
        return convert(given)

    assert failing(run(REGISTRY, breaking, "custom-tools")) == {}


def test_dropping_it_with_a_report_is_not_having_it() -> None:
    result = run(FLAT_TOOLS, reference.responses_tools_to_chat_tools, "hosted-tools")
    assert failing(result) == {}
    silent = partial(reference.chat_response_to_responses_response, reasoning="omit")
    assert failing(run(EXCHANGE, silent, "reasoning", max_examples=5)) == {}


@pytest.mark.expensive("certifies converters with defects")
def test_a_defect_of_what_it_says_it_does_not_have_is_not_charged_and_any_other_is() -> None:
    def mixed_up(given: Any) -> Any:
        made = reference.registry_tools_to_chat_tools(given)
        for source, tool in zip(given, made, strict=False) if isinstance(given, list) else ():
            if source == {"type": "local_shell"}:
                tool["function"]["name"] = "shell"
        return made

    def mute(given: Any) -> Any:
        made = mixed_up(given)
        for tool in made if isinstance(made, list) else ():
            tool["function"]["description"] = "A tool."
        return made

    assert set(failing(run(REGISTRY, mixed_up))) >= {"REG-2"}
    assert failing(run(REGISTRY, mixed_up, "hosted-tools")) == {}
    assert set(failing(run(REGISTRY, mute, "hosted-tools"))) >= {"REG-1"}


def test_no_case_and_no_example_asks_a_subject_what_it_does_not_offer_but_those_that_check_it() -> None:
    asked: list[Any] = []

    def convert(given: Any) -> Any:
        asked.append(given)
        return for_anthropic(given)

    run(PROVIDER_TOOL, convert, *OTHERS, max_examples=20, repeat=True)
    others = [given["provider"] for given in asked if isinstance(given, dict) and given.get("provider") in OTHERS]
    assert sorted(others) == sorted(OTHERS)  # each until one failed


def test_a_frozen_set_without_the_rule_holds_the_subject_to_it_too() -> None:
    result = run(
        ANSWER,
        reference.chat_response_to_tool_calls,
        "usage",
        required={(ANSWER, "CALL-7"): "MUST"},
        deciding=("safe",),
    )
    assert not result.conforms
    assert "ALL-10" in failing(result)


def test_an_input_that_the_user_gives_is_not_offered_either() -> None:
    given = {"provider": "google", "definition": {"name": "f", "description": "d", "parameters": {"type": "object"}}}
    result = run(PROVIDER_TOOL, for_anthropic, *OTHERS, inputs={PROVIDER_TOOL: (given,)}, only_inputs=True)
    assert excused(result, Kind.EXAMPLE)["not offered: google"] == 1


def test_of_an_operation_something_must_be_left() -> None:
    contract = specifications().contracts[PROVIDER_TOOL]
    every = ("anthropic", *OTHERS)
    with pytest.raises(UsageError, match="nothing of tool-definition-to-provider-tool is left"):
        check_scope([contract], read_scope([], every, [PROVIDER_TOOL]))
    check_scope([contract], read_scope([], OTHERS, [PROVIDER_TOOL]))


class Answering(SubjectWrapper):
    """A subject that answers every request at once."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def ask(self, requests: Any) -> Any:
        for request in requests:
            self.asked.append(request.input)
            yield request, Outcome(output={})


def test_every_request_has_an_outcome_and_what_is_not_offered_reaches_no_subject() -> None:
    inner = Answering()
    inputs = [{"provider": name} for name in ("google", "anthropic", "google", "gwdg", "google")]
    requests = [
        ConversionRequest(key=number, operation=PROVIDER_TOOL, input=given) for number, given in enumerate(inputs)
    ]
    subject = Offered(inner, read_scope([], ["google"], [PROVIDER_TOOL]))
    found = {request.key: outcome for request, outcome in subject.ask(requests)}
    assert sorted(found) == list(range(5))
    assert [given["provider"] for given in inner.asked] == ["anthropic", "gwdg"]
    assert [key for key, element in sorted(found.items()) if element.fault and element.fault.kind == OUT_OF_SCOPE] == [
        0,
        2,
        4,
    ]


def refusing(operation: str, feature: str) -> Convert:
    """Make a converter that has all but one feature: it refuses inputs with it, and leaves it out of results."""
    in_input, convert = FEATURES[feature].in_input, getattr(reference, operation.replace("-", "_"))

    def converted(given: Any) -> Any:
        if in_input is not None and in_input(given) is not None:
            raise ValueError(f"there is no {feature} here")
        made = convert(given)
        for element in made if isinstance(made, list) else [made]:
            if feature == "usage" and isinstance(element, dict):
                for member in ("usage", "usageMetadata"):
                    element.pop(member, None)
        return made

    return converted


# Of each feature one operation, and those of usage in which several rules look at it.
SOUND = {name: feature.operations[-1] for name, feature in FEATURES.items()}


@pytest.mark.parametrize(
    ("feature", "operation"),
    [*SOUND.items(), ("usage", "responses-stream-to-tool-calls"), ("strict", CHAT_TOOLS), ("custom-tools", FLAT_TOOLS)],
)
def test_a_converter_that_lacks_one_feature_and_says_so_conforms(feature: str, operation: str) -> None:
    result = run(operation, refusing(operation, feature), feature, max_examples=5)
    assert (failing(result), result.conforms) == ({}, True)
