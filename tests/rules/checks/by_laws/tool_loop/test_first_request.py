from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.rules.checks.by_laws.tool_loop.first_request import first_request
from tests.rules.checks.by_laws.tool_loop.gemini_samples import DECLARED, contents, gemini
from tests.rules.checks.by_laws.tool_loop.samples import (
    DONE,
    FLAT,
    NESTED,
    ONE,
    QUESTION,
    SAID,
    TOOL,
    body,
    call,
    charged,
    failed,
    loop,
    result,
    trial,
    view_of,
)


def test_tools_may_say_strict_or_not_and_empty_properties_may_be_added() -> None:
    bare = loop("Hi.", tools=[TOOL | {"parameters": {"type": "object"}}])
    sent = FLAT | {"parameters": {"type": "object", "properties": {}}, "strict": False}
    assert charged(bare, {"answer": "Hi.", "calls": []}, body() | {"tools": [sent]}) == set()


@pytest.mark.parametrize(
    "first",
    [
        body() | {"tools": [NESTED]},
        body() | {"tools": []},
        body() | {"model": "other"},
        body() | {"tools": [FLAT | {"strict": True}]},
        body() | {"tools": [FLAT | {"description": "Another tool."}]},
        body() | {"tools": [FLAT, {"type": "function", "name": "mine", "parameters": {}}]},
        {"model": "m", "input": [], "tools": [FLAT]},
        [],
    ],
)
def test_the_first_request(first: Any) -> None:
    assert charged(loop("Hi."), {"answer": "Hi.", "calls": []}, first) == {"LOOP-1"}


def test_no_tools_are_no_list_of_them_in_the_chat_api() -> None:
    bare = {"model": "m", "messages": [QUESTION]}
    given = loop("Hi.", api="chat", tools=[])
    owed = {"answer": "Hi.", "calls": []}
    assert charged(given, owed, bare) == set()
    assert charged(given, owed, bare | {"tools": []}) == {"LOOP-1"}
    assert charged(loop("Hi.", tools=[]), owed, {"model": "m", "input": [SAID], "tools": []}) == set()


def test_no_request_at_all_is_the_first_ones_matter() -> None:
    assert charged(ONE, failed("no key"), *()) == {"LOOP-1"}


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"required": [], "additionalProperties": True}, "written-out"),
        ({"description": ""}, "written-out"),
        ({"$schema": "http://json-schema.org/draft-07/schema#"}, "written-out"),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "additionalProperties": False}, "closed"),
        ({"required": [], "additionalProperties": False}, "closed"),
        ({"additionalProperties": False}, "closed"),
        ({"maxProperties": 1}, "tool-changed"),
        ({"required": [], "maxProperties": 1}, "tool-changed"),
    ],
)
def test_how_parameters_were_changed(more: dict[str, Any], kind: str) -> None:
    parameters = {"type": "object", "properties": {"a": {"type": "string"}}}
    given = loop("Hi.", tools=[TOOL | {"parameters": parameters}])
    sent = body() | {"tools": [FLAT | {"parameters": parameters | more}]}
    found = first_request(view_of(trial(given, {"answer": "Hi.", "calls": []}, (sent,), {})))
    assert isinstance(found, tuple)
    assert [finding.kind for finding in found] == [kind]


@pytest.mark.parametrize(("max_rounds", "rules"), [(3, {"LOOP-9"}), (2, set())])
def test_later_requests_offer_the_tools_but_for_the_last_one(max_rounds: int, rules: set[str]) -> None:
    given = loop([call(1)], "Pong.", max_rounds=max_rounds)
    said = body(call(1), result(1))
    assert charged(given, DONE, body(), said) == set()
    assert charged(given, DONE, body(), said | {"tools": []}) - {"LOOP-1"} == rules
    assert charged(given, DONE, body(), {key: value for key, value in said.items() if key != "tools"}) == rules


def test_tools_that_no_request_has_are_the_first_ones_matter() -> None:
    bare = [
        {key: value for key, value in element.items() if key != "tools"}
        for element in (body(), body(call(1), result(1)))
    ]
    assert charged(ONE, DONE, *bare) == {"LOOP-1"}


def test_a_first_request_to_gemini_names_the_model_in_its_address_and_declares_the_tools() -> None:
    given = gemini("Pong.")
    done = {"answer": "Pong.", "calls": []}

    def first(**changed: Any) -> set[str]:
        return charged(given, done, {**contents(), **changed})

    narrowed = {"type": "OBJECT", "properties": {"n": {"type": "INTEGER", "default": 1}}}
    openapi = {"name": "ping", "description": "Pings.", "parameters": narrowed}
    assert first() == first(tools=[{"functionDeclarations": [openapi]}]) == set()
    for declared in ({"name": "ping", "description": "Pings."}, {**DECLARED, "description": "Rings."}):
        assert first(tools=[{"functionDeclarations": [declared]}]) == {"LOOP-1"}
    lost = {**openapi, "parameters": {"type": "OBJECT", "properties": {"m": {"type": "INTEGER"}}}}
    assert first(tools=[{"functionDeclarations": [lost]}]) == {"LOOP-1"}
    assert first(tools=[{"functionDeclarations": [DECLARED]}, {"googleSearch": {}}]) == {"LOOP-1"}
    seen = trial(given, done, (contents(),), {})
    for path, rules in (
        ("/v1beta/models/m:streamGenerateContent", ()),
        ("/v1/models/other:generateContent", ("other-model",)),
        ("/v1/chat/completions", ("other-route",)),
    ):
        requests = ({**seen.requests[0], "path": path},) if seen.requests else ()
        found = first_request(view_of(replace(seen, requests=requests)))
        assert tuple(failure.kind for failure in found or ()) == rules
