"""What a model put out, in the API's form and in those of gateways: what is owed of it, and what is free."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.model.conversation import Call, ModelRefusal, Reasoning, Text
from conformance.formats.responses.output import is_answer, read_output, read_response

_TEXT = {"type": "output_text", "text": "a"}
_CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "get", "arguments": "{}"}
_INLINE = {"type": "tool_use", "id": "toolu_1", "name": "get", "input": {"n": 1}}


def said(*parts: Any, **members: Any) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": list(parts)} | members


def facts(given: Any, kind: type) -> list[Any]:
    answer = read_output(given).answer
    assert answer is not None
    return [utterance for turn in answer.candidates[0].turns for utterance in turn.says if isinstance(utterance, kind)]


def owed(given: Any, kind: type) -> list[Any]:
    optional = read_output(given).freedom.optional
    return [fact for fact in facts(given, kind) if fact.at[0] not in optional]


def test_what_holds_no_items_is_no_answer() -> None:
    assert read_output("text").answer is None
    assert read_output({"output": None}).answer is None


def test_items_are_found_in_a_response_and_by_themselves() -> None:
    for given, at in (([said(_TEXT)], ()), ({"output": [said(_TEXT)]}, ("output",))):
        reading = read_output(given)
        assert (reading.at, [fact.value for fact in facts(given, Text)]) == (at, ["a"])
        assert reading.held(facts(given, Text)[0].at[0]) == _TEXT


@pytest.mark.parametrize(
    ("item", "kind", "is_owed"),
    [
        (said(_TEXT), Text, True),
        (said({"type": "text", "text": "a"}), Text, False),
        (said({"type": "input_text", "text": "a"}), Text, False),
        ({"type": "output_text", "text": "a"}, Text, False),
        (said(_TEXT, role="user"), Text, False),
        ({"role": "assistant", "content": "a"}, Text, False),
        (said({"type": "refusal", "refusal": "no"}), ModelRefusal, True),
        (_CALL, Call, True),
        (_CALL | {"status": "incomplete"}, Call, False),
        ({"type": "custom_tool_call", "call_id": "c", "name": "run", "input": "x"}, Call, False),
        (said(_INLINE), Call, True),
    ],
)
def test_what_has_the_form_of_the_api_is_owed_and_other_forms_may_arrive(item: Any, kind: type, is_owed: bool) -> None:
    assert len(facts([item], kind)) == 1
    assert len(owed([item], kind)) == is_owed


def test_the_input_of_an_inline_call_is_a_value() -> None:
    (call,) = facts([said(_INLINE)], Call)
    assert (call.id, call.name, call.arguments.text, call.arguments.value) == ("toolu_1", "get", None, {"n": 1})


@pytest.mark.parametrize("item", [
    None, {}, {"type": 5}, said("a"), said({"type": "output_text"}), said({"type": "refusal"}),
    said(_TEXT, role="user"), said(_INLINE | {"input": "{}"}), _CALL | {"call_id": ""}, _CALL | {"arguments": {}},
    {"role": "assistant", "content": 5},
])  # fmt: skip
def test_what_is_malformed_frees_what_becomes_of_it(item: Any) -> None:
    assert read_output([item]).freedom.is_broken


def test_all_texts_of_reasoning_count_also_what_only_its_host_can_read() -> None:
    item = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "b"}], "encrypted_content": "c"}
    part = {"type": "thinking", "thinking": "d"}
    found = [[part.value for part in thought.content] for thought in facts([item, said(part)], Reasoning)]
    assert found == [["c", "b"], ["d"]]
    assert not read_output([item, said(part)]).freedom.is_broken


def test_unknown_items_actions_and_steps_that_may_arrive_as_calls_are_listed() -> None:
    shell = {"type": "shell_call", "call_id": "s", "action": {}}
    items = [{"type": "web_search_call", "id": "w"}, shell, {"type": "next_year"}, said({"type": "video"})]
    free = read_output(items).freedom
    assert [element.at[0] for element in free.unknown] == [(0,), (1,), (2,), (3, "content", 0)]
    assert [action.value for action in free.actions] == [shell]
    assert (free.callable, free.is_broken) == (2, False)


@pytest.mark.parametrize(
    ("members", "kind", "is_one"),
    [
        ({}, "done", True),
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}, "length", True),
        ({"status": "incomplete", "incomplete_details": {"reason": "steered"}}, "unknown", True),
        ({"status": "cancelled"}, "unknown", False),
        ({"status": "in_progress"}, "unknown", False),
        ({"status": "completed", "error": {"code": "server_error"}}, "failed", False),
    ],
)
def test_a_response_that_is_no_answer_owes_nothing(members: Any, kind: str, is_one: bool) -> None:
    reading = read_response({"output": [said(_TEXT), _CALL], **members})
    assert reading.answer is not None
    end = reading.answer.candidates[0].end
    assert (end.kind, is_answer(end), len(reading.freedom.optional)) == (kind, is_one, 0 if is_one else 2)


def test_calls_of_a_whole_response_have_their_group() -> None:
    grouped = _CALL | {"namespace": "crm"}
    reading = read_response({"output": [grouped]})
    assert reading.answer is not None
    (call,) = reading.answer.candidates[0].turns[0].says
    assert isinstance(call, Call)
    assert call.group == "crm"
    assert facts([grouped], Call)[0].group is None
    assert read_response([grouped]).answer is None
