"""Mutants of chat-messages-to-responses-input: results under other ids or roles, and turns that only refuse."""

from __future__ import annotations

from typing import Any

from conformance.reference import chat_messages_to_responses_input as reference
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.responses_input import MESSAGES, Item, as_text, items

BANK = Bank(MESSAGES)


@BANK.mutant("MSG-14", "MSG-18", innocent=("MSG-1", "MSG-2", "MSG-3", "MSG-4", "MSG-7"))
def results_under_ids_of_their_own(messages: Any) -> Any:
    """What came of tool messages has another id than its call."""
    result = reference(messages)
    answered = [message.get("tool_call_id") for message in messages if message.get("role") == "tool"]
    for item in result["input"]:
        if item.get("type") == "function_call_output" and item["call_id"] in answered:
            item["call_id"] = f"result_of_{item['call_id']}"
    return result


def _said_by_the_assistant(item: Item) -> Any:
    parts = item["content"] if item.get("role") == "user" else []
    if not parts or not parts[0].get("text", "").startswith("Tool result for "):
        return item
    return {"role": "assistant", "content": [{"type": "output_text", "text": parts[0]["text"]}, *parts[1:]]}


BANK.add("result_texts_of_the_assistant", items(_said_by_the_assistant, as_text), "MSG-6", innocent=("MSG-1", "MSG-8"))


def _with_an_empty_text(item: Item) -> Item:
    if not item.get("content") or any(part.get("type") != "refusal" for part in item["content"]):
        return item
    return item | {"content": [{"type": "output_text", "text": ""}, *item["content"]]}


BANK.add("empty_text_before_a_refusal", items(_with_an_empty_text), "MSG-20", innocent=("MSG-1", "MSG-4", "MSG-7"))

BANKS = (BANK,)
