"""What API-6 asks of a custom tool that chat-tools-to-responses-tools flattens, and what it leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.tool_samples import of_flat
from tests.suite.selftest.banks.bank import CHAT_TOOLS

PATTERN = {"syntax": "regex", "definition": "[a-z]+"}
WRAPPED, UNWRAPPED = {"type": "grammar", "grammar": PATTERN}, {"type": "grammar", **PATTERN}
FREE_TEXT = {"type": "text"}


def nested(**fields: Any) -> dict[str, Any]:
    return {"type": "custom", "custom": {"name": "match", "description": "Matches.", **fields}}


def flat(**fields: Any) -> dict[str, Any]:
    return {"type": "custom", "name": "match", "description": "Matches.", **fields}


def findings(given: Any, output: Any, check: str = "custom-flattened") -> Any:
    return family(CHAT_TOOLS).checks[check](
        view_of(Trial(operation=CHAT_TOOLS, input=given, outcome=Outcome(output=output), choices={}))
    )


@pytest.mark.parametrize(
    ("given", "tool"),
    [
        (nested(), flat()),
        (nested(), flat(format=FREE_TEXT)),
        (nested(format=FREE_TEXT), flat(format=FREE_TEXT)),
        (nested(format=FREE_TEXT), flat()),
        (nested(format=None), flat(format=None)),
        (nested(format=WRAPPED), flat(format=UNWRAPPED)),
        (nested(description=None), {"type": "custom", "name": "match"}),
        (nested(description=None), flat(description="")),
        (nested(defer_loading=True), flat(defer_loading=True)),
        (nested(vendor_note="x"), flat(vendor_note="x")),
        (nested(vendor_note="x"), flat(strict=None)),
        (nested() | {"vendor_note": "x"}, flat(vendor_note="x")),
    ],
)
def test_a_flat_tool_of_the_same_name_description_and_format_is_sound(given: Any, tool: Any) -> None:
    assert of_flat([given], [tool]) == set()
    assert findings([given], [tool]) == ()


@pytest.mark.parametrize(
    ("given", "tool", "kind"),
    [
        (nested(), {"name": "match", "description": "Matches."}, "type-changed"),
        (nested(), flat(type="grammar"), "type-changed"),
        (nested(), {"type": "custom", "description": "Matches."}, "name-changed"),
        (nested(), flat(name="Match"), "name-changed"),
        (nested(), {"type": "custom", "name": "match"}, "description-changed"),
        (nested(description=" Matches."), flat(), "description-changed"),
        (nested(format=WRAPPED), flat(format=WRAPPED), "format-changed"),
        (nested(format=WRAPPED), flat(format=PATTERN), "format-changed"),
        (nested(format=WRAPPED), flat(format={"type": "grammar"}), "format-changed"),
        (nested(format=WRAPPED), flat(format=WRAPPED | PATTERN), "format-changed"),
        (nested(format=WRAPPED), flat(format=UNWRAPPED | {"syntax": "lark"}), "format-changed"),
        (nested(format=WRAPPED), flat(format=FREE_TEXT), "format-changed"),
        (nested(format=WRAPPED), flat(), "format-changed"),
        (nested(format=FREE_TEXT), flat(format={"text": {}}), "format-changed"),
        (nested(), flat(format=UNWRAPPED), "format-changed"),
        (nested(), flat(parameters={}), "unknown-key"),
        (nested(custom={}), flat(custom={}), "unknown-key"),
    ],
)
def test_what_is_lost_or_stays_wrapped_is_charged(given: Any, tool: Any, kind: str) -> None:
    assert {failure.kind for failure in findings([given], [tool])} == {kind}


def test_its_place_is_reported() -> None:
    (failure,) = findings([{"type": "local_shell"}, nested(format=WRAPPED)], [flat(format=WRAPPED)])
    assert failure.at == "/output/0/format"
    assert failure.message == f"format: wanted the grammar {PATTERN}, got {WRAPPED}".replace("'", '"')


def test_a_tool_that_is_no_object_is_none() -> None:
    assert [failure.kind for failure in findings([nested()], ["match"])] == ["no-object"]


def test_one_that_stays_nested_is_refused_too() -> None:
    assert of_flat([nested()], [nested()]) == {"TR-7", "API-6"}


def function(**fields: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    made = {"type": "function", "name": "match", "description": "Matches.", "parameters": schema, "strict": False}
    return {key: value for key, value in (made | fields).items() if value is not ...}


def test_one_that_is_left_out_or_made_a_function_is_not_flattened() -> None:
    assert findings([nested()], []) is None
    assert findings([nested()], [function()]) is None
    assert of_flat([nested()], []) == set()


CLOSED = {"type": "object", "properties": {"t": {"type": "string"}}, "required": ["t"], "additionalProperties": False}


@pytest.mark.parametrize(
    "tool",
    [
        function(),
        function(description="Matches. Takes a text."),
        function(parameters={"type": "object", "additionalProperties": True, "properties": {}}),
        function(parameters=CLOSED, strict=True),
        function(parameters=CLOSED, strict=...),
        function(strict=None),
    ],
)
def test_a_function_of_its_name_that_takes_a_text_is_sound(tool: Any) -> None:
    assert of_flat([nested()], [tool]) == set()


@pytest.mark.parametrize(
    ("tool", "kind"),
    [
        (function(name="Match"), "name-changed"),
        (function(description="Searches."), "description-changed"),
        (function(description=5), "description-changed"),
        (function(parameters={}), "not-free"),
        (function(parameters={"type": "object", "properties": {"input": {"type": "text"}}}), "not-free"),
        (function(parameters={"type": "object", "properties": {}, "additionalProperties": False}), "not-free"),
        (function(parameters={"type": "object", "properties": {}, "required": ["input"]}), "not-free"),
        (function(strict=True), "strict"),
        (function(strict=...), "strict"),
        (function(strict="false"), "strict"),
    ],
)
def test_a_function_that_is_another_tool_or_takes_no_text_is_charged(tool: Any, kind: str) -> None:
    found = findings([nested()], [tool], check="custom-as-function")
    assert [failure.kind for failure in found] == [kind]


@pytest.mark.parametrize("custom", [{}, {"name": ""}, {"name": 5}, "match", None])
def test_one_that_chat_does_not_take_may_become_anything(custom: Any) -> None:
    assert findings([{"type": "custom", "custom": custom}], [flat(name=5)]) is None


@pytest.mark.parametrize("format_", ["text", {"type": "json"}, {"type": "grammar", "grammar": "[a-z]+"}, UNWRAPPED])
def test_a_format_that_chat_does_not_take_may_become_anything(format_: Any) -> None:
    assert findings([nested(format=format_)], [flat(format=format_)]) == ()
    assert findings([nested(format=format_)], [flat()]) == ()


def test_a_tool_is_known_by_its_description_too() -> None:
    given = [nested(format=FREE_TEXT), nested(description="Looks.", format=WRAPPED)]
    assert findings(given, [flat(description="Looks.", format=UNWRAPPED)]) == ()
