from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from conformance.running.engine.shrink import BATCH, shrink


def failing(predicate: Callable[[Any], bool]) -> Callable[[Sequence[Any]], int | None]:
    return lambda candidates: next((index for index, candidate in enumerate(candidates) if predicate(candidate)), None)


def holds(value: Any, wanted: Callable[[Any], bool]) -> bool:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return wanted(value) or any(holds(member, wanted) for member in members)


def has(key: str) -> Callable[[Any], bool]:
    return lambda value: holds(value, lambda value: isinstance(value, dict) and key in value)


def tool(schema: Any) -> dict[str, Any]:
    return {"name": "a_very_long_name", "description": "Does much.", "inputSchema": {"type": "object", **schema}}


def test_a_large_value_is_reduced_to_what_fails() -> None:
    large = {"a": [{"b": {"c": [1, 2, {"default": "x" * 100}]}}, "text"], "z": list(range(50))}
    assert shrink(large, failing(has("default"))) == {"a": [{"b": {"c": [{"default": "Paris"}]}}]}


def test_the_same_input_gives_the_same_minimum_however_many_are_asked_at_once() -> None:
    value = tool({"properties": {name: {"default": [1, {"r": 2}]} for name in "abcdefg"}})
    small = [shrink(value, failing(has("default")), batch_size=size) for size in (1, 3, BATCH)]
    assert small[0] == small[1] == small[2]


def test_what_cannot_be_reduced_stays() -> None:
    value = {"default": 0}
    assert shrink(value, failing(lambda one: one == value)) == value


def test_the_number_of_questions_is_bounded() -> None:
    asked = 0

    def never(candidates: Sequence[Any]) -> int | None:
        nonlocal asked
        asked += len(candidates)
        return None

    shrink({str(number): [number] for number in range(500)}, never, max_asked=100)
    assert asked <= 100 + BATCH


def test_the_number_of_questions_grows_with_the_size_and_not_with_its_square() -> None:
    asked = 0

    def count(candidates: Sequence[Any]) -> int | None:
        nonlocal asked
        asked += len(candidates)
        return failing(has("default"))(candidates)

    properties = {f"p{number}": {"type": "string", "default": 1} for number in range(200)}
    shrink(tool({"properties": properties}), count, batch_size=1)
    assert asked < 50


def test_the_original_is_not_changed() -> None:
    value = {"a": [{"default": {"b": 1}}]}
    shrink(value, failing(has("default")))
    assert value == {"a": [{"default": {"b": 1}}]}


@pytest.mark.parametrize(
    ("schema", "keyword", "small"),
    [
        pytest.param(
            {"properties": {"when_to_leave": {"type": "string", "pattern": "^[0-9]+$"}}, "required": ["when_to_leave"]},
            "pattern",
            {"properties": {"city": {"pattern": "^[0-9]+$"}}},
            id="a keyword keeps its name and its value",
        ),
        pytest.param(
            {"properties": {"a": {"type": "object", "properties": {"b": {"type": "array", "items": {"enum": ["x"]}}}}}},
            "enum",
            {"properties": {"city": {"enum": ["Paris"]}}},
            id="a schema takes the place of the one around it",
        ),
        pytest.param(
            {"properties": {"tree": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": {"type": "string"}}},
            "$ref",
            {"properties": {"city": {"$ref": "#/$defs/Node"}}},
            id="a reference is no text to be replaced",
        ),
    ],
)
def test_schemas_stay_schemas(schema: Any, keyword: str, small: Any) -> None:
    def fails(value: Any) -> bool:
        root = value.get("inputSchema", {}) if isinstance(value, dict) else {}
        return bool(root.get("type") == "object" and value.get("name") and has(keyword)(root.get("properties")))

    assert shrink(tool(schema), failing(fails)) == {"name": "get_weather", "inputSchema": {"type": "object", **small}}


def test_references_follow_a_definition_that_is_renamed() -> None:
    schema = {"properties": {"n": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": {"type": "string"}}}

    def fails(value: Any) -> bool:
        names = value.get("inputSchema", {}).get("$defs", {}) if isinstance(value, dict) else {}
        return any(has("$ref")(value) and json.dumps(f"#/$defs/{name}") in json.dumps(value) for name in names)

    small = shrink(tool(schema), failing(fails))["inputSchema"]
    assert (small["properties"], list(small["$defs"])) == ({"city": {"$ref": "#/$defs/city"}}, ["city"])


CALL = {
    "id": "toolu_0123456789",
    "type": "function",
    "function": {"name": "x", "arguments": '{"a": {"b": [1]}, "c": 2}'},
}
CONVERSATION = [
    {"role": "user", "content": "A long question?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": CALL["id"], "content": "An answer."},
    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://x.org/y.png", "detail": "high"}}]},
]


def test_a_call_and_its_result_go_together_and_keep_one_id() -> None:
    def paired(messages: Any) -> bool:
        calls = [call.get("id") for message in messages for call in message.get("tool_calls") or ()]
        return calls == [message.get("tool_call_id") for message in messages if message.get("role") == "tool"]

    with_image = shrink(CONVERSATION, failing(lambda value: paired(value) and has("detail")(value)))
    assert with_image == [{"content": [{"image_url": {"detail": "high"}}]}]
    with_result = shrink(
        CONVERSATION, failing(lambda value: paired(value) and has("function")(value) and has("role")(value))
    )
    assert [element.get("tool_call_id") for element in with_result if "tool_call_id" in element] == ["toolu_1"]


def test_arguments_stay_the_text_of_an_object() -> None:
    seen: list[Any] = []

    def fails(messages: Any) -> bool:
        found = [element for element in (m.get("tool_calls") for m in messages) if element]
        texts = [call.get("function", {}).get("arguments") for calls in found for call in calls]
        seen.extend(text for text in texts if text is not None)
        return any(isinstance(text, str) and '"c"' in text for text in texts)

    small = shrink(CONVERSATION, failing(fails))
    assert all(isinstance(json.loads(text), dict) for text in seen)
    assert small[0]["tool_calls"][0]["function"]["arguments"] == '{"c": 1}'


def test_shrinking_ends_at_a_size_that_is_enough() -> None:
    large = [{"default": "x"}, *range(500)]
    small = shrink(large, failing(has("default")), enough=100)
    assert small != shrink(large, failing(has("default")))
    assert 50 < len(json.dumps(small)) <= 130
    assert shrink(small, failing(has("default")), enough=200) == small


def test_events_of_a_block_go_together_and_the_others_are_numbered_anew() -> None:
    stream = [
        {"type": type_, "index": index, "text": text}
        for index, text in enumerate("abc")
        for type_ in ("start", "delta")
    ]

    def is_stream(value: Any) -> bool:
        indexes = [element.get("index") for element in value] if isinstance(value, list) else [None]
        return len(indexes) % 2 == 0 and indexes == [place // 2 for place in range(len(indexes))]

    ends = failing(lambda value: any(element.get("text") == "c" for element in value))
    assert [element["index"] for element in shrink(stream, ends, is_worth=is_stream)] == [0, 0]


def test_what_is_not_worth_it_is_never_asked() -> None:
    asked: list[Any] = []

    def still_fails(candidates: Any) -> int | None:
        asked.extend(candidates)
        return None

    shrink({"a": 1, "b": [1, 2, 3, 4]}, still_fails, is_worth=lambda value: "b" in value)
    assert asked
    assert all("b" in element for element in asked)
