"""The quick answer to what the oracle refuses of tools is the one that it gives when it is asked in full."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from conformance import reference
from conformance.apis.oracles.function_schemas import _DRAFTS, _HOLDING
from conformance.apis.oracles.table import REFUSED, table
from conformance.base.observation import Outcome
from conformance.base.values import packed, unpacked
from conformance.formats.json_schema import DATA, KEYWORDS
from conformance.inputs import draw
from conformance.rules.checks.registry import family
from conformance.rules.checks.tools import api as tool_api
from conformance.rules.checks.tools.view import ToolsView
from conformance.rules.checks.trial import Trial

FROM_MCP, TO_RESPONSES = "mcp-tools-to-chat-tools", "chat-tools-to-responses-tools"
MCP_TO_RESPONSES, FROM_REGISTRY = "mcp-tools-to-responses-tools", "registry-tools-to-chat-tools"
CONVERTERS: dict[str, Callable[[Any], Any]] = {
    FROM_MCP: reference.mcp_tools_to_chat_tools,
    TO_RESPONSES: reference.chat_tools_to_responses_tools,
    MCP_TO_RESPONSES: reference.mcp_tools_to_responses_tools,
    FROM_REGISTRY: reference.registry_tools_to_chat_tools,
}
CHOICES: tuple[dict[str, str], ...] = ({}, {"missing-properties": "add"}, {"missing-properties": "keep"})
SCHEMAS: tuple[Any, ...] = (
    {}, None, True, {"type": "array"}, {"type": "object", "properties": {}}, {"type": "object", "properties": None},
    {"type": "object", "properties": {"a": {"type": "array"}}, "additionalProperties": False, "required": ["a"]},
    {"type": "object", "properties": {"a": {"type": 7, "default": 1}}}, {"anyOf": [{"type": "object"}]},
    {"type": "object", "x-own": {"default": 1, "properties": {"a": {"type": "array"}}}, "minProperties": 1},
)  # fmt: skip
NAMES: tuple[Any, ...] = ("", "a b", "look", "a" * 65, "a" * 129, "\ud800", 7, None)


def view_of(operation: str, given: Any, output: Any, choices: dict[str, str]) -> ToolsView:
    view = family(operation).view(
        Trial(operation=operation, input=given, outcome=Outcome(output=output), choices=choices)
    )
    assert isinstance(view, ToolsView)
    return view


def bent(tools: list[Any], chance: random.Random) -> list[Any]:
    """Change some of the tools, as converters do and as none should."""
    tools = unpacked(packed(tools) or b"N")
    for tool in tools:
        body = tool.get("function", tool) if isinstance(tool, dict) else None
        schema = body.get("parameters") if isinstance(body, dict) else None
        change = chance.randrange(14)
        if not isinstance(body, dict) or change > 9:
            continue
        if change == 0:
            body["strict"] = chance.choice((True, False, None, "yes"))
        elif change == 1:
            body["name"] = chance.choice(NAMES)
        elif change == 2:
            body["parameters"] = chance.choice(SCHEMAS)
        elif change == 3:
            body.pop(chance.choice(("name", "description", "parameters", "strict", "type")), None)
        elif change == 4:
            body[chance.choice(("colour", "description", "defer_loading"))] = chance.choice((None, 7, "red", "\udfff"))
        elif change == 5:
            tool[chance.choice(("type", "strict", "function"))] = chance.choice(("function", "custom", {}, True))
        elif isinstance(schema, dict) and change == 6:
            schema.pop(chance.choice(list(schema) or ["type"]), None)
        elif isinstance(schema, dict) and change == 7:
            schema["properties"] = chance.choice(({}, None, {"a": {"type": "array"}}))
        elif isinstance(schema, dict) and change == 8:
            schema["additionalProperties"] = False
        elif isinstance(schema, dict):
            schema[chance.choice(("type", "anyOf", "default", "x-own"))] = chance.choice(("array", [], {}, None))
    return tools


def given_tools(operation: str, seed: int, chance: random.Random) -> list[Any]:
    """Drawn lists; the schemas and names of some tools are ones that the APIs refuse."""
    lists = [value for value in draw(operation, 60, seed) if isinstance(value, list)]
    for value in lists:
        for entry in value:
            if not isinstance(entry, dict) or chance.random() < 0.6:
                continue
            body = entry["function"] if isinstance(entry.get("function"), dict) else entry
            key = "inputSchema" if "inputSchema" in body else "parameters"
            if chance.random() < 0.5:
                body[key] = unpacked(packed(chance.choice(SCHEMAS)) or b"N")
            else:
                body["name"] = chance.choice(NAMES)
            if chance.random() < 0.3:
                body["strict"] = True
    return lists


@pytest.mark.parametrize("operation", CONVERTERS)
@pytest.mark.expensive("judges the tools of many inputs twice")
def test_the_quick_answer_is_the_one_in_full(operation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {True: 0, False: 0}
    refused = 0
    for seed in range(2):
        chance = random.Random(seed)
        for given in given_tools(operation, seed, chance):
            try:
                output = CONVERTERS[operation](unpacked(packed(given) or b"N"))
            except Exception:
                continue  # it refuses the list
            for made in (output, bent(output, chance)):
                for choices in CHOICES:
                    view = view_of(operation, given, made, choices)
                    quick = tool_api.inherits_everything(view)
                    with monkeypatch.context() as patch:
                        patch.setattr(tool_api, "inherits_everything", lambda _view: False)
                        in_full = tool_api.refused_tools(view)
                    assert not (quick and in_full), (given, made, choices)
                    answers[quick] += 1
                    refused += bool(in_full)
    assert answers[True] > 100
    assert refused > 10


def test_what_a_refused_source_brings_is_seen_quickly() -> None:
    given = [{"name": "a b", "description": "Looks.", "inputSchema": {"type": "array", "default": []}}]
    made = [{"type": "function", "function": {"name": "a b", "description": "Looks.", "parameters": {"type": "array"}}}]
    assert tool_api.inherits_everything(view_of(FROM_MCP, given, made, {}))
    made[0]["function"]["parameters"] = {"type": "string"}  # type: ignore[index]
    assert not tool_api.inherits_everything(view_of(FROM_MCP, given, made, {}))


def test_properties_that_were_null_are_judged_in_full() -> None:
    # Mended, the schema can break a rule that the API does not come to in its source.
    schema = {"type": "object", "properties": None, "patternProperties": {"a": {"type": "array"}}}
    given = [{"name": "look", "description": "Looks.", "inputSchema": schema}]
    body = {"name": "look", "description": "Looks.", "parameters": {**schema, "properties": {}}}
    view = view_of(FROM_MCP, given, [{"type": "function", "function": body}], {"missing-properties": "add"})
    assert not tool_api.inherits_everything(view)
    assert [refused_tool.rule for refused_tool in tool_api.refused_tools(view) or ()] == ["items-missing"]


@pytest.mark.parametrize(
    ("source", "rules"),
    [({"type": "object", "properties": {"a": {}}}, ["properties-missing"]), ({"type": "object", "anyOf": [{}]}, [])],
)
def test_a_schema_that_is_rebuilt_needs_properties_only_if_its_source_has_them(source: Any, rules: list[str]) -> None:
    def tool(schema: Any) -> dict[str, Any]:
        return {"type": "function", "function": {"name": "a", "description": "a", "parameters": schema}}

    view = view_of(FROM_REGISTRY, [tool(source)], [tool({"type": "object"})], {})
    assert [refused_tool.rule for refused_tool in tool_api.refused_tools(view) or ()] == rules


def test_the_oracle_looks_at_no_keyword_under_which_defaults_may_go() -> None:
    rules = table().rules
    named = {*rules["strict-keyword"].limit("*"), *rules["root-combinators"].limit("*"), "type", "format", "required"}
    assert named | _HOLDING <= KEYWORDS
    assert "default" not in named | _HOLDING


def test_no_draft_demands_anything_of_default_or_knows_further_keywords() -> None:
    registry = pytest.importorskip("jsonschema_specifications").REGISTRY
    known = {}
    for uri in registry:
        if str(uri).partition("/meta/")[0].rstrip("#") + "/schema" in _DRAFTS or str(uri).rstrip("#") in _DRAFTS:
            known[uri] = registry[uri].contents.get("properties", {})
    assert len(known) > len(_DRAFTS)
    for uri, properties in known.items():
        assert set(properties) <= KEYWORDS, uri
        assert properties.get("default", True) in (True, {}), uri
    assert "default" in DATA


def test_every_rule_for_function_tools_has_been_thought_of() -> None:
    # `_inherits` says of each why a tool breaks it only where its source does; a new one needs a reason too.
    thought_of = {
        "tools-count", "tools-empty",  # of a list, and no list of more than a request may have is judged at once
        "tool-name-empty", "tool-name-pattern", "tool-name-length",  # of the name
        "schema-invalid", "root-type", "root-combinators", "properties-missing", "items-missing",  # of the schema
        "strict-closed", "strict-required", "strict-required-extra", "strict-keyword", "strict-type", "strict-format",
        "strict-ref-alone", "strict-ref-place", "strict-ref-missing",  # a `default` beside $ref may only be left out
    }  # fmt: skip
    of_conversations = {
        "messages-empty", "tool-calls-empty", "content-null", "tool-message-orphan",
        "tool-call-id-unknown", "tool-calls-unanswered", "needs-tools", "unsupported-parameter", "part-type-for-role",
        "search-options-for-model", "chat-effort-for-model", "responses-effort-for-model", "verbosity-for-model",
        "call-id-length",
        "item-id-prefix", "call-unanswered", "output-without-call", "reasoning-alone", "call-id-empty",
        "item-id-form", "item-id-twice", "call-id-missing", "file-data-type", "message-name", "image-for-role",
        "role-for-model", "number-range", "stream-options", "chat-json-word", "responses-json-word", "input-missing",
        "moved-parameter", "tool-choice-unknown", "user-length", "stop-count", "tool-calls-count", "limits-both",
        "conversation-twice",
    }  # fmt: skip
    refusing = {
        rule.id
        for rule in table().rules.values()
        if rule.level == REFUSED and not {"chat-request", "responses-request"}.isdisjoint(rule.kinds)
    }
    assert refusing == thought_of | of_conversations


def test_strict_that_no_source_asks_for_is_the_fault_of_the_result() -> None:
    given = [{"type": "web_search"}]
    (made,) = CONVERTERS[FROM_REGISTRY](given)
    own = family(FROM_REGISTRY)
    for strict, kinds in (({}, []), ({"strict": True}, ["refused: strict-closed"])):
        output = [made | {"function": made["function"] | strict}]
        view = own.view(Trial(operation=FROM_REGISTRY, input=given, outcome=Outcome(output=output)))
        found = own.checks["api-rules"](view)
        assert [finding.kind for finding in found] == kinds
