"""Requests to Anthropic's API: what it takes of a Chat request, and what becomes of the rest."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import JSON
from conformance.rules.checks.by_laws.requests import FAMILIES
from conformance.rules.checks.by_laws.requests.view import RequestView
from conformance.rules.checks.trial import Trial

OPERATION = "chat-request-to-anthropic-request"
Q: JSON = {"role": "user", "content": "q"}


def asked(*messages: JSON, **more: JSON) -> JSON:
    return {"model": "m", "max_tokens": 9, "messages": list(messages), **more}


def kinds(given: JSON, output: JSON, *reports: str, **choices: str) -> set[str]:
    """Return the kinds of all failures."""
    outcome = Outcome(output=output, diagnostics=[{"level": "warning", "message": report} for report in reports])
    answers = {name.replace("_", "-"): answer for name, answer in choices.items()}
    view = RequestView(Trial(operation=OPERATION, input=given, outcome=outcome, choices=answers))
    found = (check(view) for check in FAMILIES[OPERATION].checks.values())
    return {element.kind for each in found if isinstance(each, tuple) for element in each}


def called(id_: str, arguments: Any, content: JSON = "r") -> list[JSON]:
    call = {"type": "tool_use", "id": id_, "name": "f", "input": arguments}
    result = {"type": "tool_result", "tool_use_id": id_, "content": content}
    return [Q, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]


def calls(id_: str, arguments: str) -> list[JSON]:
    call = {"id": id_, "type": "function", "function": {"name": "f", "arguments": arguments}}
    return [Q, {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": id_, "content": "r"}]  # fmt: skip


LATE = asked(Q, {"role": "assistant", "content": "a"}, {"role": "system", "content": "Be brief."})


@pytest.mark.parametrize(
    ("message", "reports", "expected"),
    [
        ({"role": "user", "content": "[system] Be brief."}, (), set()),
        ({"role": "user", "content": "Be brief."}, ("messages[2]: a system message is the user's",), set()),
        ({"role": "user", "content": "Be brief."}, (), {"silent"}),
        ({"role": "user", "content": "[system] Be quick."}, (), {"instruction-lost", "said-added", "other-messages"}),
    ],
)
def test_a_user_may_say_a_late_instruction_that_is_marked_or_reported(
    message: JSON, reports: tuple[str, ...], expected: set[str]
) -> None:
    output = asked(Q, {"role": "assistant", "content": "a"}, message)
    assert kinds(LATE, output, *reports) == expected


def test_an_instruction_that_is_hoisted_needs_a_report() -> None:
    output = asked(Q, {"role": "assistant", "content": "a"}, system="Be brief.")
    assert kinds(LATE, output) == {"silent"}
    assert kinds(LATE, output, "a system message is before the others") == set()


@pytest.mark.parametrize(
    ("arguments", "answer", "expected"),
    [
        ({"arguments": '{"a":1'}, "wrap", set()),
        ({}, "empty", set()),
        ({}, "wrap", {"arguments-changed"}),
        ({"a": 1}, "wrap", {"arguments-changed"}),
    ],
)
def test_arguments_that_are_no_object_become_one_as_a_choice_says(
    arguments: JSON, answer: str, expected: set[str]
) -> None:
    given, output = asked(*calls("t1", '{"a":1')), asked(*called("t1", arguments))
    assert kinds(given, output, "arguments is no object", malformed_arguments=answer) == expected


def test_an_id_may_change_with_that_of_its_result_alone() -> None:
    assert kinds(asked(*calls("f:0", "{}")), asked(*called("f_0", {}))) == set()
    assert kinds(asked(*calls("f:0", "{}")), asked(*called("f:0", {}))) == {"refused: anthropic-call-id"}
    assert kinds(asked(*calls("f-0", "{}")), asked(*called("f_0", {}))) == set()
    apart = asked(*called("f_0", {}))
    apart["messages"][-1]["content"][0]["tool_use_id"] = "f-0"
    assert "id-changed" in kinds(asked(*calls("f-0", "{}")), apart)


def test_a_limit_that_is_reported_is_no_report_of_a_loss() -> None:
    given = {"model": "m", "messages": [Q], "seed": 1}
    assert kinds(given, asked(Q), "max_tokens: it is 9") == {"silent"}
    assert kinds(given, asked(Q), "max_tokens: it is 9", "seed: left out") == set()


def test_blank_texts_go_and_what_is_beside_them_stays() -> None:
    given = asked(
        Q, {"role": "assistant", "content": " "}, {"role": "user", "content": [{"type": "text", "text": "r"}]}
    )
    both = [{"type": "text", "text": "q"}, {"type": "text", "text": "r"}]
    assert kinds(given, asked({"role": "user", "content": both})) == set()
    assert "text-lost" in kinds(given, asked(Q))


def test_a_choice_among_some_tools_is_a_mode_or_those_tools() -> None:
    schema = {"type": "object", "properties": {}}
    tools = [{"type": "function", "function": {"name": name, "parameters": schema}} for name in "fg"]
    allowed = {"mode": "required", "tools": [{"type": "function", "function": {"name": "f"}}]}
    given = asked(Q, tools=tools, tool_choice={"type": "allowed_tools", "allowed_tools": allowed})
    made = [{"name": name, "input_schema": schema} for name in "fg"]
    mode = {"type": "any"}
    assert kinds(given, asked(Q, tools=made, tool_choice=mode)) == {"silent"}
    assert kinds(given, asked(Q, tools=made, tool_choice=mode), "tool_choice: left out") == set()
    assert kinds(given, asked(Q, tools=made[:1], tool_choice=mode)) == set()
    assert "choice-lost" in kinds(given, asked(Q, tools=made), "tool_choice: left out")


def test_the_result_of_a_custom_call_ends_what_the_model_says() -> None:
    custom = {"id": "c1", "type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}}
    given = asked(
        Q, {"role": "assistant", "content": "a", "tool_calls": [custom]},
        {"role": "tool", "tool_call_id": "c1", "content": "1"}, *calls("t1", "{}")[1:],
    )  # fmt: skip
    use = {"type": "tool_use", "id": "c1", "name": "sql", "input": {"input": "SELECT 1"}}
    returned = {"type": "tool_result", "tool_use_id": "c1", "content": "1"}
    output = asked(
        Q, {"role": "assistant", "content": [{"type": "text", "text": "a"}, use]},
        {"role": "user", "content": [returned]}, *called("t1", {})[1:],
    )  # fmt: skip
    assert kinds(given, output) == set()


def test_white_space_that_is_left_is_what_the_api_refuses_and_nothing_else() -> None:
    for said, refused in (("It is ", "anthropic-prefill-space"), ("", "anthropic-content-empty")):
        given = asked(Q, {"role": "assistant", "content": said}, *([] if said else [Q]))
        assert kinds(given, given) == {f"refused: {refused}"}


def test_messages_of_the_model_that_follow_each_other_are_one() -> None:
    spoken = {"role": "assistant", "content": "a"}
    given = asked(Q, spoken, *calls("t1", "{}")[1:])
    assert kinds(given, asked(Q, spoken, *called("t1", {})[1:])) == set()


OLD_CALL: JSON = {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}}
OLD_RESULT: JSON = {"role": "function", "name": "f", "content": "4"}


@pytest.mark.parametrize(
    "messages",
    [[{"role": "assistant", "content": "Hm. "}, OLD_CALL, OLD_RESULT], [{**OLD_CALL, "content": "Hm. "}, OLD_RESULT]],
)
def test_the_last_words_are_those_before_a_call_that_has_no_place(messages: list[JSON]) -> None:
    reports = ("a function_call has no id: the call is left out, and its result 4",)
    given = asked(Q, *messages)
    assert kinds(given, asked(Q, {"role": "assistant", "content": "Hm."}), *reports) == set()
    assert "text-changed" in kinds(given, asked(Q, {"role": "assistant", "content": "Oh."}), *reports)
    said = asked(Q, {"role": "assistant", "content": "Hm."}, {"role": "user", "content": "f returned 4"})
    assert "text-changed" in kinds(given, said, *reports)


def test_the_last_words_are_those_before_a_call_of_a_custom_tool_that_is_left_out() -> None:
    call = {"id": "c", "type": "custom", "custom": {"name": "f", "input": "x"}}
    result = {"role": "tool", "tool_call_id": "c", "content": "r"}
    given = asked(Q, {"role": "assistant", "content": "Hm. ", "tool_calls": [call]}, result)
    reports = ("the call c of the custom tool f is left out, and its result r",)
    assert kinds(given, asked(Q, {"role": "assistant", "content": "Hm."}), *reports) == set()


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("Answer with a JSON object.", set()),
        ("Be kind.\n\nAnswer with a JSON object.", set()),
        ([{"type": "text", "text": "Be kind."}, {"type": "text", "text": "Answer with a JSON object."}], set()),
        ("Be kind.", {"silent"}),
        ("Be kind. Be brief.", {"silent", "instruction-changed"}),
    ],
)
def test_that_the_answer_is_json_may_be_said_by_the_system(system: JSON, expected: set[str]) -> None:
    own = [{"role": "system", "content": "Be kind."}] if "kind" in str(system) else []
    question = {"role": "user", "content": "As JSON?"}
    output = asked(question, system=system)
    assert kinds(asked(*own, question, response_format={"type": "json_object"}), output) == expected
    if expected == set():
        assert "silent" not in kinds(asked(*own, question), output)
        assert kinds(asked(*own, question), output) != set()


@pytest.mark.parametrize("arguments", ["[]", "null", "1", '{"cut": "of'])
@pytest.mark.parametrize(
    ("type_", "message", "may"),
    [
        ("ValueError", "Expecting value: line 1 column 1", True),
        ("TypeError", "the arguments of f are no object", True),
        ("TypeError", "call call_7 is no object", True),
        ("AttributeError", "'list' object has no attribute 'items'", False),
        ("TypeError", "Cannot read properties of null (reading 'a')", False),
    ],
)
def test_an_accident_is_no_refusal_of_arguments(arguments: str, type_: str, message: str, may: bool) -> None:
    given = asked(*calls("call_7", arguments))
    view = RequestView(Trial(operation=OPERATION, input=given, outcome=Outcome(refusal=Refusal(message, type_))))
    assert view.may_fail is may
    stated = {"malformed-arguments": "empty"}
    view = RequestView(Trial(operation=OPERATION, input=given, outcome=view.outcome, choices=stated))
    assert not view.may_fail


def strict_tool(member: JSON, *, strict: bool = True) -> tuple[JSON, JSON]:
    """A strict function of Chat and an Anthropic tool with a schema of one member; strict: of the latter."""
    given, made = (
        {"type": "object", "properties": {"a": element}, "required": ["a"], "additionalProperties": False}
        for element in ({"type": "integer", "minimum": 1}, member)
    )
    function = {"name": "f", "description": "d", "strict": True, "parameters": given}
    tool = {"name": "f", "description": "d", "input_schema": made, "strict": strict}
    return asked(Q, tools=[{"type": "function", "function": function}]), asked(Q, tools=[tool])


@pytest.mark.parametrize(
    ("member", "reports", "expected"),
    [
        ({"type": "integer"}, ("tools[0]: minimum left out",), set()),
        ({"type": "integer"}, (), {"silent"}),
        ({"type": "integer", "description": "At least 1."}, (), set()),
        ({"type": "integer", "minimum": 1}, (), {"refused: anthropic-keyword", "tool-changed"}),
        ({"type": "number"}, ("tools[0]: minimum left out",), {"tool-changed"}),
    ],
)
def test_a_limit_of_a_strict_tool_is_reported_or_said_in_words(
    member: JSON, reports: tuple[str, ...], expected: set[str]
) -> None:
    given, output = strict_tool(member)
    assert kinds(given, output, *reports) == expected


def test_a_tool_that_is_strict_no_longer_keeps_its_limits() -> None:
    given, output = strict_tool({"type": "integer", "minimum": 1}, strict=False)
    assert kinds(given, output, "strict of the tool f is left out") == set()
    given, output = strict_tool({"type": "integer"}, strict=False)
    assert kinds(given, output, "strict of the tool f is left out") == {"tool-changed"}
