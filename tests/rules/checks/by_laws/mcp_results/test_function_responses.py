"""mcp-result-to-gemini-function-response: who is charged."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

OPERATION = "mcp-result-to-gemini-function-response"
TEXT = {"type": "text", "text": "a b"}
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg=="


def given(*content: Any, **result: Any) -> Any:
    return {"name": "f", "tool_call_id": "c1", "result": {"content": list(content), **result}}


def part(response: Any, **members: Any) -> Any:
    return {"functionResponse": {"name": "f", "response": response, **members}}


def charged(source: Any, output: Any, **choices: str) -> set[str]:
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    trial = Trial(operation=OPERATION, input=source, outcome=Outcome(output=output, diagnostics=()), choices=known)
    view, found = view_of(trial), {}
    for rule in specifications().contracts[OPERATION].rules:
        found[rule.id] = family(OPERATION).checks[rule.check](view)
    return {rule for rule, findings in found.items() if isinstance(findings, tuple) and findings}


@pytest.mark.parametrize(
    "response",
    [{"output": "a b"}, {"result": "a b"}, {"content": [TEXT]}, {"content": [TEXT], "isError": False}, {"text": "a b"}],
)
def test_a_text_is_under_any_name(response: Any) -> None:
    assert charged(given(TEXT), part(response)) == set()


def test_the_name_is_kept_and_the_id_is_that_of_the_call_or_none() -> None:
    assert charged(given(TEXT), part({"output": "a b"}, id="c1")) == set()
    assert charged(given(TEXT), part({"output": "a b"}, id="c2")) == {"RESULT-1"}
    assert charged(given(TEXT), part({"output": "a b"}, name="g")) == {"RESULT-1"}


@pytest.mark.parametrize("response", [{"error": "a b"}, {"output": "Error: a b"}, {"content": [TEXT], "isError": True}])
def test_a_failure_is_said_by_a_member_or_by_words(response: Any) -> None:
    assert charged(given(TEXT, isError=True), part(response)) == set()


def test_a_failure_that_nothing_says_and_a_success_that_is_an_error() -> None:
    assert charged(given(TEXT, isError=True), part({"output": "a b"})) == {"RESULT-11"}
    assert charged(given(TEXT), part({"error": "a b"})) == {"RESULT-12"}


def test_structured_content_is_the_object_or_under_a_name() -> None:
    value = {"error": "E42", "line": 3}
    for response in (value, {"output": value}, {"result": '{"error":"E42","line":3}'}):
        assert charged(given(structuredContent=value), part(response)) == set()
    assert "API-1" in charged(given(structuredContent=[1]), part([1]))
    assert charged(given(structuredContent=value), part({"output": ""})) >= {"RESULT-9"}


def test_images_are_parts_and_others_are_named() -> None:
    image = {"type": "image", "mimeType": "image/png", "data": PNG}
    held = {"inlineData": {"mimeType": "image/png", "data": PNG}}
    assert charged(given(image, TEXT), part({"output": "a b"}, parts=[held])) == set()
    assert "RESULT-3" in charged(given(image, TEXT), part({"output": "a b"}))
    gif = {**image, "mimeType": "image/gif"}
    assert charged(given(gif, TEXT), part({"output": "[image image/gif: left out]\na b"})) == set()
    assert "RESULT-4" in charged(given(gif, TEXT), part({"output": "a b"}))
