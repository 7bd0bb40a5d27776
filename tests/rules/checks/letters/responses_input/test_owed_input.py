"""The Responses input that a conversation owes, by the answers of a subject."""

from __future__ import annotations

from conformance.formats.chat.conversation import read_conversation
from conformance.rules.checks.letters.responses_input.owed_input import owed_input
from tests.rules.checks.letters.responses_input.samples import assistant, call, calling, output, result, said, user

GIVEN = [said("S", "system"), said("U"), calling("a", "b", content="T"), result("a"), result("b")]


def test_items_and_instructions_by_default() -> None:
    assert owed_input(read_conversation(GIVEN), {}) == {
        "instructions": "S",
        "input": [user("U"), assistant("T"), call("a"), call("b"), output("a"), output("b")],
    }


def test_results_as_parts_are_grouped_or_separate() -> None:
    for answer, messages in (("grouped", 1), ("separate", 2)):
        owed = owed_input(read_conversation(GIVEN), {"tool-turns": "parts", "group-tool-results": answer})
        results = [item for item in owed["input"] if item.get("role") == "user"][1:]
        assert len(results) == messages
        assert sum(len(item["content"]) for item in results) == 2


def test_tool_turns_as_text_name_the_call_and_its_id() -> None:
    owed = owed_input(read_conversation(GIVEN), {"tool-turns": "text", "system-placement": "input"})
    texts = [part["text"] for item in owed["input"] for part in item["content"]]
    assert "Tool result for a: ok" in texts and any(text.startswith("Called function: ") for text in texts)
    assert "instructions" not in owed
