"""Requests to Gemini's API: what it takes of a Chat request, and what becomes of the rest."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import JSON
from conformance.reference import chat_request_to_gemini_request as convert
from conformance.rules.checks.by_laws.requests import FAMILIES, choices
from conformance.rules.checks.by_laws.requests.view import RequestView
from conformance.rules.checks.trial import Trial

OPERATION = "chat-request-to-gemini-request"
Q: Any = {"role": "user", "content": "q"}
SAID: Any = {"role": "user", "parts": [{"text": "q"}]}
SIGNED: Any = {"google": {"thought_signature": "c2ln"}}
SCHEMA: Any = {
    "type": "object",
    "properties": {"a": {"type": "string", "pattern": "^a$"}},
    "additionalProperties": False,
}
TOOLS: Any = [{"type": "function", "function": {"name": "f", "description": "d", "parameters": SCHEMA}}]
IMAGE: Any = {"role": "user", "content": [
    {"type": "text", "text": "q"}, {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
]}  # fmt: skip


def asked(*messages: JSON, **more: JSON) -> Any:
    return {"model": "m", "messages": list(messages), **more}


def view(given: JSON, output: JSON, *reports: str, **answers: str) -> RequestView:
    outcome = Outcome(output=output, diagnostics=[{"level": "warning", "message": report} for report in reports])
    held = {name.replace("_", "-"): answer for name, answer in answers.items()}
    return RequestView(Trial(operation=OPERATION, input=given, outcome=outcome, choices=held))


def kinds(given: JSON, output: JSON, *reports: str, **answers: str) -> set[str]:
    """Return the kinds of all failures."""
    judged = view(given, output, *reports, **answers)
    found = (check(judged) for check in FAMILIES[OPERATION].checks.values())
    return {element.kind for each in found if isinstance(each, tuple) for element in each}


def called(**more: Any) -> Any:
    call = {"id": "a1", "type": "function", "function": {"name": "f", "arguments": "{}"}, **more}
    return asked(Q, {"role": "assistant", "content": None, "tool_calls": [call]},
                 {"role": "tool", "tool_call_id": "a1", "content": "r"})  # fmt: skip


def calls(*roles: str, **more: Any) -> Any:
    parts = {"functionCall": {"id": "a1", "name": "f", "args": {}}, **more}
    result = {"functionResponse": {"id": "a1", "name": "f", "response": {"output": "r"}}}
    return {"contents": [SAID, {"role": roles[0], "parts": [parts]}, {"role": roles[1], "parts": [result]}]}


def test_the_model_is_in_the_address_or_beside_the_body() -> None:
    assert kinds(asked(Q), {"contents": [SAID]}) == set()
    assert kinds(asked(Q), {"contents": [SAID], "model": "m"}) == set()
    assert kinds(asked(Q), {"contents": [SAID], "model": "n"}) == {"setting-changed"}


@pytest.mark.parametrize("first", ["gemini-x", "models/gemini-x"])
@pytest.mark.parametrize("other", ["gemini-x", "models/gemini-x"])
def test_a_name_of_a_model_may_have_its_collection_before_it(first: str, other: str) -> None:
    contents = [SAID]
    assert kinds({**asked(Q), "model": first}, {"contents": contents, "model": other}) == set()
    back = "gemini-request-to-chat-request"
    outcome = Outcome(output={"model": other, "messages": [Q]})
    judged = RequestView(Trial(operation=back, input={"model": first, "contents": contents}, outcome=outcome))
    assert not FAMILIES[back].checks["settings-kept"](judged)


def test_the_model_of_the_source_says_whether_calls_are_signed() -> None:
    given = called() | {"model": "gemini-3-pro"}
    assert "refused" in " ".join(kinds(given, calls("model", "user")))
    assert kinds(called(), calls("model", "user")) == set()
    assert kinds(given, calls("model", "user", thoughtSignature="c2ln")) == set()


def test_a_signature_arrives_with_its_call() -> None:
    given = called(extra_content=SIGNED)
    assert kinds(given, calls("model", "user", thoughtSignature="c2ln")) == set()
    assert kinds(given, calls("model", "user")) == {"seal-lost"}
    assert kinds(given, calls("model", "user", thoughtSignature="b3Ro")) == {"seal-changed"}


def test_a_call_is_the_models_and_a_result_is_not() -> None:
    assert "speaker" in kinds(called(), calls("user", "model"))


def test_a_user_may_speak_before_a_model_that_calls_first() -> None:
    given = asked(*called()["messages"][1:], Q)
    made = calls("model", "user")["contents"][1:]
    begun = {"role": "user", "parts": [{"text": "."}]}
    assert kinds(given, {"contents": [begun, *made, SAID]}) == set()
    assert any("refused" in kind for kind in kinds(given, {"contents": [*made, SAID]}))


@pytest.mark.parametrize(
    ("effort", "thinking", "expected"),
    [
        ("none", {"thinkingBudget": 0}, set()), ("none", {"thinkingBudget": 9}, {"silent"}), ("none", {}, {"silent"}),
        ("low", {"thinkingBudget": 1024}, set()), ("low", {"thinkingLevel": "LOW"}, set()), ("low", {}, {"silent"}),
        ("low", {"thinkingBudget": 0}, {"silent"}),
    ],
)  # fmt: skip
def test_an_effort_is_a_level_or_a_budget(effort: str, thinking: Any, expected: set[str]) -> None:
    output = {"contents": [SAID], "generationConfig": {"thinkingConfig": thinking}}
    assert kinds(asked(Q, reasoning_effort=effort), output) == expected


@pytest.mark.parametrize("member", [{"metadata": {"a": "b"}}, {"n": 2}, {"presence_penalty": 1}, {"store": True}])
def test_what_not_every_host_takes_may_be_left_out_with_a_report(member: Any) -> None:
    assert kinds(asked(Q, **member), {"contents": [SAID]}) == {"silent"}
    assert kinds(asked(Q, **member), {"contents": [SAID]}, f"{next(iter(member))} is left out") == set()


def test_an_image_that_has_an_address_is_shown_or_named_by_choice() -> None:
    file = {"fileData": {"mimeType": "image/png", "fileUri": "https://example.org/a.png"}}
    shown, named = ({"contents": [{"role": "user", "parts": [{"text": "q"}, part]}]} for part in (
        file, {"text": "[image: https://example.org/a.png]"}))  # fmt: skip
    assert kinds(asked(IMAGE), shown) == set()
    assert kinds(asked(IMAGE), named, "the image is named in a text", image_url="report") == set()
    assert kinds(asked(IMAGE), named, "the image is named in a text") != set()
    assert [choices.read_image_url(view(asked(IMAGE), made)) for made in (shown, named)] == ["file", "report"]
    assert choices.read_image_url(view(asked(Q), {"contents": [SAID]})) is None


def test_a_schema_in_the_dialect_of_openapi_loses_what_that_cannot_say_with_a_report() -> None:
    given = asked(Q, tools=TOOLS)
    made: Any = convert(given, schema="openapi")
    report = "tools[0].function.parameters: additionalProperties is left out"
    assert kinds(given, made, report) == set()
    assert kinds(given, made) == {"silent"}
    made["tools"][0]["functionDeclarations"][0]["parameters"]["properties"]["a"].pop("pattern")
    assert kinds(given, made, report) == {"tool-changed"}
    assert [choices.read_schema(view(given, each)) for each in (made, convert(given), {"contents": [SAID]})] == [
        "openapi", "json", None,
    ]  # fmt: skip


def test_a_json_schema_loses_nothing() -> None:
    given, made = asked(Q, tools=TOOLS), convert(asked(Q, tools=TOOLS))
    schema = made["tools"][0]["functionDeclarations"][0]["parametersJsonSchema"]
    made["tools"][0]["functionDeclarations"][0]["parametersJsonSchema"] = {
        key: value for key, value in schema.items() if key != "additionalProperties"
    }
    assert "tool-changed" in kinds(given, made, "tools[0]: additionalProperties is left out")


def test_nobody_but_the_system_is_said_by_the_user() -> None:
    given, report = asked({"role": "system", "content": "Be brief."}), "messages: the system's text is the user's"
    assert kinds(given, {"contents": [{"role": "user", "parts": [{"text": "Be brief."}]}]}, report) == set()
    apart = {"systemInstruction": {"parts": [{"text": "Be brief."}]}, "contents": []}
    assert any("refused" in kind for kind in kinds(given, apart))


def offered(parameters: Any, declared: Any) -> tuple[Any, Any]:
    """Return a request with a function besides one that shows the dialect, and what it became."""
    usual = {"name": "g", "description": "d"}
    shown = {"type": "object", "properties": {"b": {"type": "string"}}}
    tools = [{**usual, "parameters": shown}, {"name": "f", "description": "d", "parameters": parameters}]
    given = asked(Q, tools=[{"type": "function", "function": tool} for tool in tools])
    return given, {
        "contents": [SAID],
        "tools": [{"functionDeclarations": [declared, {"name": "f", "description": "d"}]}],
    }


NARROW: Any = {
    "name": "g",
    "description": "d",
    "parameters": {"type": "OBJECT", "properties": {"b": {"type": "STRING"}}},
}
WIDE: Any = {
    "name": "g", "description": "d",
    "parametersJsonSchema": {"type": "object", "properties": {"b": {"type": "string"}}},
}  # fmt: skip


@pytest.mark.parametrize("limit", ["if", "propertyNames"])  # OpenAI's own API refuses `not` at the root
def test_the_loss_of_all_parameters_is_reported_where_the_dialect_cannot_say_them(limit: str) -> None:
    parameters = {"type": "object", "properties": {}, limit: {"required": ["a"]}}
    given, narrow = offered(parameters, NARROW)
    assert kinds(given, narrow, schema="openapi") == {"silent"}
    assert (
        kinds(given, narrow, f"tools[1].function.parameters: the limit {limit} is left out", schema="openapi") == set()
    )
    given, wide = offered(parameters, WIDE)
    assert "tool-changed" in kinds(given, wide, schema="json")
    assert kinds(*offered({"type": "object", "additionalProperties": False}, NARROW), schema="openapi") == set()
