"""Responses requests to Anthropic's API: what the source alone has, and what becomes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance import reference
from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.by_laws.requests import FAMILIES
from conformance.rules.checks.by_laws.requests.view import RequestView
from conformance.rules.checks.trial import Trial

OPERATION = "responses-request-to-anthropic-request"
Q: JSON = {"role": "user", "content": "q"}
EMPTY: JSON = {"type": "object", "properties": {}}
F: JSON = {"type": "function", "name": "f", "description": "d", "strict": False, "parameters": EMPTY}
G: JSON = {"name": "f", "description": "d", "input_schema": EMPTY}
SPACE: JSON = {"type": "namespace", "name": "crm", "description": "Customers.", "tools": [F]}
OFFER: JSON = {"type": "additional_tools", "role": "developer", "tools": [F]}
THOUGHT: JSON = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "I should look."}]}


def asked(*items: JSON, **more: JSON) -> JSON:
    return {"model": "m", "max_output_tokens": 16, "input": list(items), **more}


def made(*messages: JSON, **more: JSON) -> JSON:
    return {"model": "m", "max_tokens": 16, "messages": list(messages), **more}


def view(given: JSON, output: Any = ABSENT, reports: tuple[str, ...] = ()) -> RequestView:
    refusal = Refusal(type="ValueError", message="no place") if output is ABSENT else None
    diagnostics = [{"level": "warning", "message": report} for report in reports]
    outcome = Outcome(output=output, refusal=refusal, diagnostics=diagnostics)
    return RequestView(Trial(operation=OPERATION, input=given, outcome=outcome))


def kinds(given: JSON, output: JSON, *reports: str) -> set[str]:
    """Return the kinds of all failures."""
    seen = view(given, output, reports)
    found = (check(seen) for check in FAMILIES[OPERATION].checks.values())
    return {element.kind for each in found if isinstance(each, tuple) for element in each}


CALLED = asked(
    Q, {"type": "function_call", "call_id": "a", "namespace": "crm", "name": "f", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "a", "output": "r"}, tools=[SPACE],
)  # fmt: skip


def calls(name: str, **more: JSON) -> JSON:
    call = {"type": "tool_use", "id": "a", "name": name, "input": {}}
    result = {"type": "tool_result", "tool_use_id": "a", "content": "r"}
    return made(Q, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}, **more)


def test_a_call_has_the_name_that_its_tool_is_offered_under() -> None:
    assert kinds(CALLED, calls("crm__f", tools=[{**G, "name": "crm__f"}])) == set()
    assert kinds(CALLED, calls("crm-f", tools=[{**G, "name": "crm-f"}])) == set()
    assert "name-changed" in kinds(CALLED, calls("f", tools=[{**G, "name": "crm__f"}]))


def test_tools_of_a_namespace_may_be_left_out_with_a_report() -> None:
    assert kinds(CALLED, calls("f")) == {"silent"}
    assert kinds(CALLED, calls("f"), "tools[0]: the namespace crm is left out") == set()


@pytest.mark.parametrize(
    ("output", "reports", "expected"),
    [(made(Q, tools=[G]), (), set()), (made(Q), ("additional_tools is left out",), set()), (made(Q), (), {"silent"})],
)
def test_tools_that_an_item_offers_arrive_or_are_reported(
    output: JSON, reports: tuple[str, ...], expected: set[str]
) -> None:
    assert kinds(asked(OFFER, Q), output, *reports) == expected


@pytest.mark.parametrize(
    "more", [{"previous_response_id": "resp_1"}, {"conversation": {"id": "conv_1"}}, {"prompt": {"id": "pmpt_1"}}]
)
def test_what_the_host_keeps_is_refused_added_or_reported(more: Any) -> None:
    given = asked(Q, **more)
    refused = view(given)
    assert refused.may_fail and refused.is_refused_by_right
    assert kinds(given, made(Q)) == {"silent"}
    assert kinds(given, made(Q), f"{next(iter(more))}: left out") == set()
    assert kinds(given, made({"role": "user", "content": "p"}, {"role": "assistant", "content": "a"}, Q)) == set()


def test_what_each_api_has_in_words_of_its_own_may_be_refused() -> None:
    assert not view(asked(Q)).may_fail
    for more in ({"context_management": [{"type": "compaction"}]}, {"service_tier": "flex"}):
        assert view(asked(Q, **more)).may_fail


def test_what_changes_no_answer_may_go_without_a_report() -> None:
    more = {"prompt_cache_key": "k", "include": ["reasoning.encrypted_content"], "client_metadata": {"a": "b"}}
    assert kinds(asked(Q, **more), made(Q)) == set()
    assert kinds(asked(Q, truncation="auto"), made(Q)) == {"silent"}


def test_a_limit_of_the_hosts_calls_limits_nothing_without_its_tools() -> None:
    assert kinds(asked(Q, max_tool_calls=2, tools=[F]), made(Q, tools=[G])) == set()
    assert kinds(asked(Q, max_tool_calls=2, tools=[{"type": "web_search"}]), made(Q), "tools[0]: web_search") == {
        "silent"
    }


def test_a_function_that_does_not_say_whether_it_is_strict_may_be_either() -> None:
    unsaid = {key: value for key, value in F.items() if key != "strict"}
    strict = {**G, "input_schema": {**EMPTY, "additionalProperties": False}, "strict": True}
    assert kinds(asked(Q, tools=[unsaid]), made(Q, tools=[G])) == set()
    assert kinds(asked(Q, tools=[unsaid]), made(Q, tools=[strict])) == set()
    assert "strict-added" in kinds(asked(Q, tools=[F]), made(Q, tools=[strict]))


def said(text: str) -> JSON:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def test_a_thought_that_somebody_also_said_is_not_aloud() -> None:
    look: JSON = {"role": "user", "content": "I should look."}
    report, answer = "input[1]: reasoning is left out", {"role": "assistant", "content": "a"}
    assert kinds(asked(look, THOUGHT, said("a"), Q), made(look, answer, Q), report) == set()
    aloud = made(Q, {"role": "assistant", "content": [
        {"type": "text", "text": "I should look."}, {"type": "text", "text": "a"}]}, Q)  # fmt: skip
    assert "thought-aloud" in kinds(asked(Q, THOUGHT, said("a"), Q), aloud, report)


def test_last_words_may_have_thoughts_behind_them() -> None:
    output = made(Q, {"role": "assistant", "content": "It is"})
    assert kinds(asked(Q, said("It is "), THOUGHT), output, "input[2]: reasoning") == set()
    going_on = made(Q, {"role": "assistant", "content": "It is"}, Q)
    assert "text-changed" in kinds(asked(Q, said("It is "), Q), going_on)
    refused = {"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "It is "}]}
    assert kinds(asked(Q, refused), output) == set()
    assert "text-changed" in kinds(asked(Q, refused, Q), going_on)


def test_a_text_file_of_a_result_may_be_a_document_that_is_a_text() -> None:
    file = {"type": "input_file", "filename": "a.txt", "file_data": "data:text/plain;base64,SXQgcmFpbnMu"}
    given = asked(Q, {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
                  {"type": "function_call_output", "call_id": "a", "output": [file]})  # fmt: skip
    output = calls("f")
    source = {"type": "text", "media_type": "text/plain", "data": "It rains."}
    output["messages"][2]["content"][0]["content"] = [{"type": "document", "source": source, "title": "a.txt"}]
    assert kinds(given, output) == set()
    source["data"] = "It snows."
    assert "result-media-added" in kinds(given, output)


def test_white_space_between_the_last_words_may_stay_with_those_before_it() -> None:
    texts: list[JSON] = [{"type": "output_text", "text": text} for text in ("Hello", " \t", "b ")]
    given = asked({"role": "assistant", "content": texts})
    for first, is_kept in (("Hello \t", True), ("Hello", True), ("Hey", False)):
        blocks: list[JSON] = [{"type": "text", "text": text} for text in (first, "b")]
        assert (kinds(given, made({"role": "assistant", "content": blocks}), "white space") == set()) is is_kept


def test_white_space_behind_thoughts_may_stay_with_the_text_before_them() -> None:
    given = asked({"role": "user", "content": "Hi"}, THOUGHT, {"role": "user", "content": " \t"})
    for text in ("Hi \t", "Hi"):
        assert kinds(given, made({"role": "user", "content": text}), "thought", "white space") == set()


# Inputs on which a sound result was taken for a wrong one.


def of_reference(given: JSON, caplog: pytest.LogCaptureFixture) -> tuple[Any, tuple[str, ...]]:
    """Return what the reference makes of a request, and its reports."""
    caplog.clear()
    output = reference.responses_request_to_anthropic_request(given)
    return output, tuple(caplog.messages)


def space(name: str, *tools: JSON) -> JSON:
    return {"type": "namespace", "name": name, "description": name, "tools": list(tools)}


def function(name: str, description: str) -> JSON:
    return {"type": "function", "name": name, "description": description, "parameters": EMPTY}


def custom(name: str, description: str) -> JSON:
    return {"type": "custom", "name": name, "description": description}


LONG = "a_name_that_has_exactly_as_many_characters_as_the_chat_api_takes"
TUPLE: Any = {
    "parameters": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"properties": {"items": [{"type": "string"}]}},
        "definitions": {},
    }
}


@pytest.mark.parametrize(
    "tools",
    [
        [space("crm", custom("search", "The day."), function("search_contacts", "The unit."))],
        [space("git", custom("search", "The day.")), space("web", function("search", "The unit."))],
        [space("a", custom("b__c", "The day.")), space("a__b", function("c", "The unit."))],
        [space("a", function("b__c", "The day.")), space("a__b", function("c", "The unit."))],
        [custom("git__search", "The day."), space("git", function("search", "The unit."))],
        [space("files", custom("y", "The day.")), space("mcp__files", {**function(LONG, "The unit."), **TUPLE})],
    ],
)
def test_a_name_like_that_of_another_tool_is_no_loss(tools: list[JSON], caplog: pytest.LogCaptureFixture) -> None:
    given = asked(Q, tools=tools)
    output, reports = of_reference(given, caplog)
    assert kinds(given, output, *reports) == set()
    wrong = json.loads(json.dumps(output).replace("The unit.", "The week."))
    assert "tool-changed" in kinds(given, wrong, *reports)
    assert "silent" in kinds(given, {**output, "tools": output["tools"][:-1]})


def says(role: str, *texts: str) -> JSON:
    return {"role": role, "content": [{"type": "input_text", "text": text} for text in texts]}


def texts(*values: str) -> JSON:
    return made({"role": "user", "content": [{"type": "text", "text": value} for value in values]})


FILE: JSON = {"role": "user", "content": [{"type": "input_file", "file_id": "f"}]}


def test_the_system_and_the_user_may_say_the_same_words(caplog: pytest.LogCaptureFixture) -> None:
    given = asked(FILE, says("system", "k", " "), says("user", "k"))
    output, reports = of_reference(given, caplog)
    assert kinds(given, output, *reports) == set()
    (message,) = output["messages"]
    assert "instruction-lost" in kinds(given, made({**message, "content": message["content"][::2]}), *reports)
    assert "text-changed" in kinds(given, made({**message, "content": message["content"][:-1]}), *reports)


@pytest.mark.parametrize(
    ("items", "came"),
    [
        ((says("user", "k"), says("system", "k"), says("user", "j")), ("k", "k", "j")),
        ((says("user", "a"), says("system", "k"), says("user", "k")), ("a", "k", "k")),
        ((says("user", "a"), says("system", "k"), says("user", "k")), ("a", "<system>k</system>", "k")),
        ((says("user", "a"), says("system", "k"), says("user", "k")), ("a", "The system says:", "k", "k")),
        (
            (says("user", "a"), says("system", "of"), says("user", "of")),
            ("a", "Of the system, not of the user:", "of", "of"),
        ),
        ((says("user", "a"), *[says("system", "k"), says("user", "k")] * 2), ("a", "k", "k", "k", "k")),
    ],
)
def test_words_that_two_say_are_paired_so_that_most_are_right(items: tuple[JSON, ...], came: tuple[str, ...]) -> None:
    given, reports = asked(*items), ("a message of the system is a text of the user",)
    assert kinds(given, texts(*came), *reports) == set()
    wrong = texts(*[element for element in came if element != came[-1]])
    assert kinds(given, wrong, *reports) & {"text-lost", "instruction-lost"}


def called(id_: str, kind: str = "function_call") -> JSON:
    held = {"arguments": "{}"} if kind == "function_call" else {"input": "x"}
    return {"type": kind, "call_id": id_, "name": "f", **held}


def returned(id_: str, kind: str = "function_call") -> JSON:
    return {"type": f"{kind}_output", "call_id": id_, "output": "r"}


CUSTOM = "custom_tool_call"


@pytest.mark.parametrize(
    "items",
    [
        (called("c"),),
        (called("c", CUSTOM),),
        (Q, called("c")),
        (Q, called("c"), called("d")),
        (Q, called("c"), called("d"), returned("c")),
        (Q, called("c"), called("d", CUSTOM), returned("c")),
        (Q, called("d", CUSTOM), called("c"), returned("d", CUSTOM)),
        (Q, called("c"), returned("c"), called("d")),
        (Q, called("c!")),
        (returned("c"), Q),
        (returned("c", CUSTOM), Q, called("d")),
    ],
)
def test_a_history_that_was_cut_off_is_taken(items: tuple[JSON, ...], caplog: pytest.LogCaptureFixture) -> None:
    given = asked(*items)
    output, reports = of_reference(given, caplog)
    assert kinds(given, output, *reports) == set()


def use(id_: str) -> JSON:
    return {"type": "tool_use", "id": id_, "name": "f", "input": {}}


def result_of(id_: str, text: str = "r") -> JSON:
    return {"type": "tool_result", "tool_use_id": id_, "content": text}


UNANSWERED = asked(Q, called("c"), called("d"), returned("c"))


@pytest.mark.parametrize(
    ("blocks", "results"),
    [
        ([use("c"), use("d")], [result_of("c")]),
        ([use("c")], [result_of("c")]),
        ([use("c"), use("d")], [result_of("c"), result_of("d", "No result.")]),
    ],
)
def test_a_call_without_a_result_stays_goes_or_gets_one(blocks: list[JSON], results: list[JSON]) -> None:
    output = made(Q, {"role": "assistant", "content": blocks}, {"role": "user", "content": results})
    assert kinds(UNANSWERED, output, "the call d has no result") == set()


@pytest.mark.parametrize(
    ("given", "messages", "expected"),
    [
        (UNANSWERED, [Q, {"role": "assistant", "content": [use("c"), use("d")]}], "result-lost"),
        (
            UNANSWERED,
            [Q, {"role": "assistant", "content": [use("c"), use("d")]}, {"role": "user", "content": [result_of("d")]}],
            "refused: anthropic-call-unanswered",
        ),
        (
            asked(Q, called("c"), returned("c")),
            [Q, {"role": "assistant", "content": [use("c")]}],
            "refused: anthropic-call-unanswered",
        ),
        (
            asked(returned("c"), Q, called("d"), returned("d")),
            [Q, {"role": "assistant", "content": [use("d")]}, {"role": "user", "content": [result_of("e")]}],
            "refused: anthropic-result-without-call",
        ),
    ],
)
def test_a_result_that_the_source_has_must_arrive(given: JSON, messages: list[JSON], expected: str) -> None:
    assert expected in kinds(given, made(*messages))


def test_white_space_joins_a_text_from_which_a_result_was_moved_away(caplog: pytest.LogCaptureFixture) -> None:
    given = asked(called("c"), says("user", "l"), returned("c"), says("user", " "))
    output, reports = of_reference(given, caplog)
    assert kinds(given, output, *reports) == set()
    wrong = json.loads(json.dumps(output).replace("l ", "m "))
    assert "text-changed" in kinds(given, wrong, *reports)
