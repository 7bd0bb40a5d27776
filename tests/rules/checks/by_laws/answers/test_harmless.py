"""What SDKs, agents and gateways do without harm to anybody is not charged; what resembles it and does harm is."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.reference import chat_response_to_responses_response, chat_stream_to_responses_stream
from conformance.rules.checks.by_laws.answers import FAMILIES
from conformance.rules.checks.by_laws.answers.view import LawfulView
from conformance.rules.checks.trial import Trial

Object = dict[str, Any]
WHOLE, STREAM = "chat-response-to-responses-response", "chat-stream-to-responses-stream"
_CALL: Object = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": '{"a": 1}'}}
_CUSTOM: Object = {"id": "call_2", "type": "custom", "custom": {"name": "apply_patch", "input": "***"}}
_FOR_CUSTOM: Object = {"id": "call_3", "type": "function", "function": {"name": "run", "arguments": '{"input": "ls"}'}}
_TOOLS = [{"type": "custom", "name": "apply_patch"}, {"type": "custom", "name": "run"}]


def response(*calls: Object, **message: Any) -> Object:
    said = {"role": "assistant", "content": None, **message} | ({"tool_calls": list(calls)} if calls else {})
    finish = "tool_calls" if calls else "stop"
    around = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_760_000_000, "model": "gpt-5-snapshot"}
    return around | {"choices": [{"index": 0, "message": said, "finish_reason": finish}]}


def chunks(*deltas: Object, finish: str | None = "stop") -> list[Object]:
    around = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1_760_000_000,
        "model": "gpt-5-snapshot",
    }
    pieces = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    ends = [{"index": 0, "delta": {}, "finish_reason": finish}] if finish else []
    return [{**around, "choices": [piece]} for piece in [*pieces, *ends]]


def whole(given: Object) -> Object:
    return copy.deepcopy(chat_response_to_responses_response(given))


def stream(given: Object) -> list[Object]:
    return copy.deepcopy(chat_stream_to_responses_stream(given))


def kinds(check: str, given: Object, output: Any = None, **more: Any) -> list[str]:
    """The kinds of what a check finds."""
    operation = STREAM if "chunks" in given else WHOLE
    outcome = more.pop("outcome", None) or Outcome(output=output)
    view = LawfulView(Trial(operation=operation, input=given, outcome=outcome, **more))
    found = FAMILIES[operation].checks[check](view)
    return [finding.kind for finding in found] if isinstance(found, tuple) else []


@pytest.mark.parametrize(("model", "found"), [("gpt-5-snapshot", []), ("alias", []), ("gpt-4", ["model"])])
def test_a_gateway_may_give_back_the_name_that_its_client_asked_for(model: str, found: list[str]) -> None:
    given = {"request": {"model": "alias", "input": "Hi"}, "response": response(content="Hi")}
    assert kinds("same-model", given, whole(given) | {"model": model}) == found


@pytest.mark.parametrize(
    ("temperature", "found"), [(0.0, []), (0.5, ["request-changed"]), (False, ["request-changed"])]
)
def test_a_number_of_the_request_may_be_repeated_with_another_spelling(temperature: Any, found: list[str]) -> None:
    given = {"request": {"model": "m", "input": "Hi", "temperature": 0}, "response": response(content="Hi")}
    assert kinds("same-request", given, whole(given) | {"temperature": temperature}) == found


def test_a_stream_may_break_off_as_its_source_did() -> None:
    begun = stream({"chunks": chunks({"content": "Hi"})})[:5]
    assert kinds("stream-ends-once", {"chunks": chunks({"content": "Hi"}, finish=None)}, begun) == []
    assert kinds("stream-ends-once", {"chunks": chunks({"content": "Hi"})}, begun) == ["no-end"]


def test_a_stream_without_an_end_says_nothing_untrue_about_its_end() -> None:
    given = {"chunks": chunks({"content": "Hi"})}
    assert kinds("end-true", given, stream(given)[:-1]) == []
    cut = stream({"chunks": chunks({"content": "Hi"}, finish="length")})
    assert kinds("end-true", given, cut) == ["end"]


@pytest.mark.parametrize(
    ("ids", "found"),
    [
        (("msg_1", "call_1"), ["id-of-its-call"]),
        (("__placeholder__", "__placeholder__"), []),
        (("call_1", "fc_1"), ["id-of-another"]),
        (("chatcmpl-1", "fc_1"), ["id-of-another"]),
        (("one", "one"), ["id-twice"]),
    ],
)
def test_an_item_has_an_id_of_its_own_or_a_placeholder(ids: tuple[str, str], found: list[str]) -> None:
    given = {"response": response(_CALL, content="Hi")}
    made = whole(given)
    if ids[0] == ids[1] == "__placeholder__":
        made["id"] = ids[0]
    for item, id_ in zip(made["output"], ids, strict=True):
        item["id"] = id_
    assert kinds("ids-apart", given, made) == found
    assert kinds("api-rules", given, made) == []


def test_pieces_of_thoughts_need_no_events_that_open_and_close_their_part() -> None:
    given = {"chunks": chunks({"reasoning_content": "Hm"}, {"reasoning_content": "."}, {"content": "Hi"})}
    bare = [event for event in stream(given) if "summary_part" not in event["type"]]
    assert kinds("opened-and-closed", given, bare) == []
    assert kinds("pieces-make-the-whole", given, bare) == []
    half = [event for event in stream(given) if event["type"] != "response.reasoning_summary_part.done"]
    assert kinds("opened-and-closed", given, half) == ["not-closed"]
    of_text = [event for event in stream(given) if "content_part" not in event["type"]]
    assert kinds("opened-and-closed", given, of_text) == ["not-open"]


@pytest.mark.parametrize(("member", "value", "found"), [("incomplete_details", {}, []), ("content", [], ["final"])])
def test_an_item_may_have_members_of_a_host_when_it_is_done_alone(member: str, value: Any, found: list[str]) -> None:
    given = {"chunks": chunks({"content": "Hi"})}
    events = stream(given)
    events[-1]["response"]["output"][0][member] = value
    assert kinds("pieces-make-the-whole", given, events) == found


def test_a_text_of_reasoning_counts_by_whatever_name_a_host_calls_it() -> None:
    given = {"response": response(content="Hi", reasoning_content="Hm.")}
    made = whole(given)
    made["output"][0] |= {"summary": [], "content": [{"type": "output_text", "text": "Hm."}]}
    assert kinds("reasoning-kept", given, outcome=Outcome(output=made, diagnostics=())) == []
    made["output"][0]["content"] = []
    assert kinds("reasoning-kept", given, outcome=Outcome(output=made, diagnostics=())) == ["silent"]


@pytest.mark.parametrize(
    ("answer", "lost", "as_function"),
    [("function", [], ["kind"]), ("custom", ["lost"], []), ("both", ["lost"], ["kind"]), ("own", [], [])],
)
def test_custom_calls_are_owed_in_the_form_in_which_the_tools_are_offered(
    answer: str, lost: list[str], as_function: list[str]
) -> None:
    asked: Object = {"model": "m", "input": "Hi", "tools": _TOOLS}
    custom, function = ({"request": asked, "response": response(element)} for element in (_CUSTOM, _FOR_CUSTOM))
    choices = {"custom-calls": answer}
    assert kinds("custom-calls-kept", custom, whole(custom) | {"output": []}, choices=choices) == lost
    unrestored = whole({"response": function["response"]})
    assert kinds("custom-calls-kept", function, unrestored, choices=choices) == as_function
    assert kinds("no-call-added", function, unrestored, choices=choices) == []
    given = function if as_function == [] else custom
    may_fail = LawfulView(Trial(operation=WHOLE, input=given, outcome=Outcome(output=None), choices=choices)).may_fail
    assert may_fail is (answer != "both")


@pytest.mark.parametrize(("restored", "answer"), [((0, 1), "both"), ((0,), "custom"), ((1,), "function"), ((), None)])
def test_which_custom_calls_are_restored_is_read_from_an_answer_with_both(
    restored: tuple[int, ...], answer: str | None
) -> None:
    asked: Object = {"model": "m", "input": "Hi", "tools": _TOOLS}
    given = {"request": asked, "response": response(_CUSTOM, _FOR_CUSTOM)}
    made = whole(given)
    made["output"] = [item for number, item in enumerate(made["output"]) if number in restored]
    view = LawfulView(Trial(operation=WHOLE, input=given, outcome=Outcome(output=made)))
    assert FAMILIES[WHOLE].readers["custom-calls"](view) == answer


def test_a_custom_call_whose_input_was_not_unwrapped_is_a_fault_and_no_choice() -> None:
    given = {"request": {"model": "m", "input": "Hi", "tools": _TOOLS}, "response": response(_CUSTOM, _FOR_CUSTOM)}
    made = whole(given)
    made["output"][-1]["input"] = _FOR_CUSTOM["function"]["arguments"]
    view = LawfulView(Trial(operation=WHOLE, input=given, outcome=Outcome(output=made)))
    assert FAMILIES[WHOLE].readers["custom-calls"](view) == "both"
    assert kinds("custom-calls-kept", given, made, choices={"custom-calls": "both"}) == ["arguments"]


def test_a_custom_tool_of_a_group_may_be_called_by_its_flat_name_as_a_function() -> None:
    tool = {"type": "namespace", "name": "box", "description": "A box.", "tools": [{"type": "custom", "name": "run"}]}
    call = {"id": "call_1", "type": "function", "function": {"name": "box__run", "arguments": '{"input": "ls"}'}}
    given = {"request": {"model": "m", "input": "Hi", "tools": [tool]}, "response": response(call)}
    made = whole({"response": given["response"]})
    assert kinds("custom-calls-kept", given, made) == []
    assert kinds("groups-named", given, made) == ["flat-name"]


def test_a_flat_name_that_is_divided_at_another_place_is_only_advice() -> None:
    tool = {"type": "function", "name": "look", "parameters": {"type": "object"}, "strict": False}
    space = {"type": "namespace", "name": "mcp__crm", "description": "Customers.", "tools": [tool]}
    call = {"id": "call_1", "type": "function", "function": {"name": "mcp__crm__look", "arguments": "{}"}}
    given = {"request": {"model": "m", "input": "Hi", "tools": [space]}, "response": response(call)}
    made = whole(given)
    made["output"][0]["namespace"] = "mcp__crm__"
    assert (kinds("calls-kept", given, made), kinds("groups-named", given, made)) == ([], ["other-group"])
    made["output"][0]["name"] = "book"
    assert kinds("calls-kept", given, made) == ["name"]


def test_what_the_request_or_the_answer_says_is_no_refusal_of_the_api() -> None:
    given = {"request": {"model": "m", "input": "Hi", "tool_choice": None}, "response": response(content="Hi")}
    given["response"]["service_tier"] = "on_demand"
    made = whole(given)
    assert kinds("api-schema", given, made | {"tool_choice": None, "service_tier": "on_demand"}) == []
    assert len(kinds("api-schema", given, made | {"tools": None, "service_tier": "express"})) == 2
    streamed = {"request": given["request"], "chunks": chunks({"content": "Hi"})}
    events = stream(streamed)
    events[0]["response"]["tool_choice"] = None
    assert kinds("api-schema", streamed, events) == []


def test_a_stream_that_broke_off_may_raise_where_an_error_of_the_backend_is_named() -> None:
    raised = Outcome(refusal=Refusal("connection lost", "StreamError"))
    choices = {"failed-answer": "failed"}
    cut = {"chunks": chunks({"content": "Hi"}, finish=None)}
    assert kinds("failure-named", cut, outcome=raised, choices=choices) == []
    failed = {"chunks": [*cut["chunks"], {"error": {"message": "Overloaded."}}]}
    assert kinds("failure-named", failed, outcome=raised, choices=choices) == ["raised"]


def test_of_a_stream_that_broke_off_before_anything_was_said_nothing_may_come() -> None:
    cut = {"chunks": chunks({"role": "assistant"}, finish=None)}
    assert kinds("one-answer", cut, []) == []
    assert kinds("one-answer", {"chunks": chunks({"content": "Hi"})}, []) == ["no-answer"]
    failed = {"chunks": [{"error": {"message": "Overloaded."}}]}
    assert kinds("one-answer", failed, []) == []
    assert kinds("failure-named", failed, []) != []


def test_a_call_without_an_id_may_get_a_new_one_each_time() -> None:
    call = {"name": "look", "arguments": "{}"}
    given = {"response": response(content=None, function_call=call)}
    given["response"]["choices"][0]["finish_reason"] = "function_call"
    made, other = whole(given), whole(given)
    other["output"][0]["call_id"] = "call_9"
    assert _repeats(given, made, other)
    given = {"response": response(_CALL)}
    made, other = whole(given), whole(given)
    other["output"][0]["call_id"] = "call_other"
    assert not _repeats(given, made, other)


def _repeats(given: Object, made: Object, other: Object) -> bool:
    trial = Trial(operation=WHOLE, input=given, outcome=Outcome(output=made), again=Outcome(output=other))
    return LawfulView(trial).repeats_output


def test_what_is_lost_on_the_way_there_is_not_charged_to_the_way_back() -> None:
    given = {"response": response(_CALL, content="Hi")}
    made = whole(given)
    back = response(_CALL, content="Hi")
    back["choices"][0]["message"]["tool_calls"] = [{**_CALL, "function": {"name": "look", "arguments": '{"a":1}'}}]
    assert kinds("there-and-back", given, made, chained=Outcome(output=back)) == []
    back["choices"][0]["message"]["content"] = None
    assert kinds("there-and-back", given, made, chained=Outcome(output=back)) == ["back-elsewhere-text"]
    del made["output"][0]
    assert kinds("there-and-back", given, made, chained=Outcome(output=back)) == ["back-text"]


def test_a_call_in_the_older_form_or_of_another_choice_decides_less() -> None:
    old = {"response": response(function_call={"name": "look", "arguments": "{}"})}
    assert kinds("calls-kept", old, whole(old) | {"output": []}) == ["lost-without-id"]
    given = {"response": response(content="Hi")}
    given["response"]["choices"].append({**response(_CALL)["choices"][0], "index": 1})
    made = whole(given)
    made["output"] += whole({"response": response(_CALL)})["output"]
    assert kinds("no-call-added", given, made) == ["of-another-choice"]
    made["output"][-1]["arguments"] = "{}"
    assert kinds("no-call-added", given, made) == ["unasked"]


def test_what_a_stream_says_otherwise_than_its_source_is_charged_once() -> None:
    given = {"chunks": chunks({"content": "Hi"})}
    right = Outcome(output=whole({"response": response(content="Hi")}))
    assert kinds("stream-equals-whole", given, stream(given)[:-1], chained=right) == []
    wrong = Outcome(output=whole({"response": response(content="Ho")}))
    assert kinds("stream-equals-whole", given, stream(given), chained=wrong) == ["whole-elsewhere-text"]


def test_no_arguments_come_back_as_an_empty_object() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": ""}}
    given = {"response": response(call)}
    back = response({**call, "function": {"name": "look", "arguments": "{}"}})
    assert kinds("there-and-back", given, whole(given), chained=Outcome(output=back)) == []


def test_a_stream_that_fails_in_the_open_loses_nothing_in_silence() -> None:
    given = {"chunks": chunks({"content": "Hi"})}
    failed = {"id": "resp_1", "status": "failed", "error": {"code": "invalid_chunk", "message": "expected u32"}}
    events = [*stream(given)[:2], {"type": "response.failed", "sequence_number": 2, "response": failed}]
    assert kinds("texts-kept", given, events) == []
    assert kinds("end-true", given, events) == ["refused"]
    odd = {"chunks": [*given["chunks"], {"id": 7}]}
    assert kinds("end-true", odd, events) == []


def test_an_id_that_stands_for_none_is_not_sent_back() -> None:
    given = {"response": response(_CALL, content="Hi")}
    made = whole(given)
    made["output"][0]["id"] = "__no id__"
    assert kinds("api-rules", given, made) == []
    made["output"][0]["id"] = "no id"
    assert kinds("api-rules", given, made) == ["refused: item-id-form"]
