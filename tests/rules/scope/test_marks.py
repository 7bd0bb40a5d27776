"""Where inputs and results have a feature; of malformed ones nothing is known, and nothing is raised."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.scope import marks

FUNCTION = {"type": "function", "name": "f", "parameters": {"type": "object"}}
CUSTOM = {"type": "custom", "custom": {"name": "run"}}
CUSTOM_CALL = {"type": "custom_tool_call", "call_id": "c", "name": "run", "input": "ls"}
MARKS = (
    marks.strict, marks.custom, marks.custom_call, marks.hosted, marks.reasoning, marks.usage, marks.several_choices,
)  # fmt: skip


def chat(**first: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"role": "assistant"}, **first}]}


@pytest.mark.parametrize(
    ("mark", "value", "path"),
    [
        (marks.strict, [FUNCTION, {**FUNCTION, "strict": True}], (1, "strict")),
        (marks.strict, {"text": {"format": {"type": "json_schema", "strict": True}}}, ("text", "format", "strict")),
        (marks.custom, {"tools": [FUNCTION, CUSTOM]}, ("tools", 1, "type")),
        (marks.custom, [CUSTOM_CALL], (0, "type")),
        (marks.custom, [{"type": "response.custom_tool_call_input.delta", "delta": "l"}], (0, "type")),
        (marks.hosted, [{"type": "web_search_preview_2025_03_11"}], (0, "type")),
        (marks.hosted, [{"type": "response.mcp_call_arguments.delta"}], (0, "type")),
        (marks.hosted, {"messages": [], "web_search_options": {}}, ("web_search_options",)),
        (marks.reasoning, {"output": [{"type": "reasoning", "summary": []}]}, ("output", 0, "type")),
        (marks.reasoning, {"role": "assistant", "reasoning_content": "Hm."}, ("reasoning_content",)),
        (marks.reasoning, {"model": "m", "reasoning": {"effort": "high"}}, ("reasoning",)),
        (marks.usage, {"content": "", "usage": {"total_tokens": 3}}, ("usage",)),
        (marks.usage, [chat(), {"choices": [], "usage": {"total_tokens": 3}}], (1, "usage")),
        (marks.usage, {"object": "response", "usage": {"input_tokens": 3}}, ("usage",)),
        (
            marks.usage,
            [{"type": "response.completed", "response": {"object": "response", "usage": {"total_tokens": 3}}}],
            (0, "response", "usage"),
        ),
        (marks.custom_call, {"tools": [{"type": "custom"}], "output": [CUSTOM_CALL]}, ("output", 0, "type")),
        (marks.several_choices, {"choices": [{"index": 0}, {"index": 1}]}, ("choices",)),
        (marks.several_choices, [chat(), chat(index=1)], (1, "choices")),
        (marks.several_choices, {"model": "m", "messages": [], "n": 2}, ("n",)),
    ],
)
def test_a_mark_names_the_place(mark: Any, value: Any, path: marks.Path) -> None:
    assert mark(value) == path


@pytest.mark.parametrize(
    ("mark", "value"),
    [
        (marks.strict, [{**FUNCTION, "strict": False}]),
        (marks.strict, [{**FUNCTION, "parameters": {"properties": {}, "default": {"strict": True}}}]),
        (marks.custom, [{**FUNCTION, "parameters": {"properties": {"a": {"type": "custom"}}}}]),
        (marks.hosted, [{"type": "shells"}, {"type": "function", "name": "web_search"}, {"type": "computerised"}]),
        (marks.reasoning, {"reasoning": {"effort": None, "summary": None}, "usage": {"reasoning_tokens": 9}}),
        (marks.reasoning, {"role": "assistant", "reasoning_content": ""}),
        (marks.usage, [{"choices": [], "usage": None}]),
        (marks.usage, {"answer": {"usage": {"total_tokens": 3}}}),
        (marks.usage, {"object": "response", "usage": {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0}}),
        (marks.custom_call, {"tools": [{"type": "custom", "name": "run"}], "output": []}),
        (marks.several_choices, {"model": "m", "messages": [], "n": 1}),
        (marks.several_choices, chat()),
    ],
)
def test_what_only_looks_like_a_feature_is_none(mark: Any, value: Any) -> None:
    assert mark(value) is None


@pytest.mark.parametrize("value", [None, 1, "usage", [], {}, [None, [1]], {"type": 3, "choices": 4, "n": "2"}])
@pytest.mark.parametrize("mark", MARKS)
def test_malformed_values_have_no_feature(mark: Any, value: Any) -> None:
    assert mark(value) is None


def test_the_name_of_a_custom_tool_is_none_of_a_function_too() -> None:
    assert marks.custom_names([CUSTOM, CUSTOM_CALL]) == {"run"}
    assert marks.custom_names([CUSTOM, {**FUNCTION, "name": "run"}]) == frozenset()


def test_the_type_of_a_hosted_tool_is_no_name_of_a_function_too() -> None:
    shell = {"type": "local_shell"}
    assert marks.hosted_names([shell]) == {"local_shell"}
    assert marks.hosted_names([shell, {**FUNCTION, "name": "local_shell"}]) == frozenset()


def test_a_deep_value_is_searched_without_recursion() -> None:
    value: Any = {"strict": True}
    for _level in range(20_000):
        value = [value]
    assert marks.strict(value) == (*[0] * 20_000, "strict")
