from conformance.checks.tool_loop.facts import ITEMS, MESSAGES, PARTS, WORDS, read, texts_of_result
from tests.checks.tool_loop.samples import call, result


def test_both_apis_are_read_into_the_same_facts() -> None:
    items = {"instructions": "Be kind.", "input": [{"role": "user", "content": "Hi"}, call(1), result(1)]}
    assert [(one.kind, one.form) for one in read("responses", items)] == [
        ("text", WORDS), ("text", WORDS), ("call", ITEMS), ("result", ITEMS),
    ]  # fmt: skip
    asked = {"id": "call_1", "type": "function", "function": {"name": "ping", "arguments": "{}"}}
    messages = {"messages": [
        {"role": "assistant", "content": None, "tool_calls": [asked]},
        {"role": "tool", "tool_call_id": "call_1", "content": "pong"},
    ]}  # fmt: skip
    assert [(one.kind, one.form, one.id) for one in read("chat", messages)] == [
        ("call", MESSAGES, "call_1"), ("result", MESSAGES, "call_1"),
    ]  # fmt: skip


def test_results_in_parts_are_facts_with_their_place() -> None:
    part = {"type": "tool_result", "tool_use_id": "call_1", "content": "pong"}
    (fact,) = read("responses", {"input": [{"role": "user", "content": [part]}]})
    assert (fact.form, fact.at, fact.value) == (PARTS, ("input", 0, "content", 0), "pong")


def test_what_is_no_body_says_nothing() -> None:
    assert read("responses", None) == read("chat", [1]) == ()


def test_a_result_is_read_as_text_or_as_its_parts_together() -> None:
    assert texts_of_result("pong") == ["pong"]
    parts = [{"type": "input_text", "text": text} for text in "ab"]
    assert texts_of_result(parts)[:2] == ["ab", "a\nb"]
    assert texts_of_result({"a": 1}) == texts_of_result([]) == []
