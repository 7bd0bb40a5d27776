"""Mutants of responses-input-to-chat-messages whose calls have the ids of others, or come of items that are no call."""

from __future__ import annotations

from typing import Any

from conformance.reference import responses_input_to_chat_messages as reference
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.chat_messages import ITEMS, items_of, with_ids

BANK = Bank(ITEMS)


@BANK.mutant("INP-1a", innocent=("INP-3", "INP-6", "API-1"))
def ids_of_names(given: Any) -> Any:
    """The ids of calls, and of their results, are made of the names of functions: two calls of one have the same."""
    messages = reference(given)
    calls = [call for message in messages for call in message.get("tool_calls", ()) if call["type"] == "function"]
    return with_ids(messages, {call["id"]: f"call_{call['function']['name']}" for call in calls})


@BANK.mutant("API-2", innocent=("INP-1", "INP-1a", "INP-2", "INP-3", "INP-5", "INP-6", "API-1"))
def searches_are_calls_without_results(given: Any) -> Any:
    """A search that the API ran becomes a call of the assistant, whose result is unknown."""
    searches = [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": item["id"], "type": "function", "function": {"name": "web_search", "arguments": "{}"}}
            ],
        }
        for item in items_of(given)
        if isinstance(item, dict) and item.get("type") == "web_search_call" and isinstance(item.get("id"), str)
    ]
    return searches + reference(given)


@BANK.mutant("INP-5", innocent=("INP-1", "INP-1a", "INP-2", "INP-3", "INP-6"))
def custom_calls_arrive_twice(given: Any) -> Any:
    """Calls of custom tools are in their message twice, with one id."""
    messages = reference(given)
    for message in messages:
        calls = message.get("tool_calls", [])
        calls += [call for call in calls if call["type"] == "custom"]
    return messages


BANKS = (BANK,)
