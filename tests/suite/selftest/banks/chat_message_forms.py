"""Mutants of responses-output-to-chat-message whose message has another form."""

from __future__ import annotations

from typing import Any

from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.chat_message import (
    CALLS,
    KEPT,
    OPERATION,
    TEXT,
    Message,
    objects,
    parts,
    result,
    result_of,
)

BANK = Bank(OPERATION)

BANK.add("a_list_of_messages", result(lambda message: [message]), "OUT-1", innocent=("ALL-1", "ALL-8"))


def _in_parts_of_responses(message: Message, output: Any) -> Message:
    found = [{"type": "output_text", "text": part["text"]} for part in parts(output, "output_text") if part.get("text")]
    return message | {"content": found} if message["content"] else message


BANK.add("parts_of_responses", result_of(_in_parts_of_responses), "API-1",
         innocent=(*TEXT, *CALLS, *KEPT[:-2]))  # fmt: skip


def _says_that_it_refused(message: Message) -> Message:
    refused = message.get("refusal") and not message["content"] and "tool_calls" not in message
    return message | {"content": "The model refused to answer."} if refused else message


BANK.add("says_that_it_refused", result(_says_that_it_refused), "OUT-1", innocent=(*CALLS, *TEXT[1:], *KEPT))


def _thinks_aloud(message: Message, output: Any) -> Message:
    found = "".join(item["thinking"] for item in objects(output, "thinking"))
    return message | {"content": f"{found}\n\n{message['content']}"} if found and message["content"] else message


BANK.add("thinks_aloud_in_another_api", result_of(_thinks_aloud), "OUT-4", innocent=("OUT-1", *CALLS, *TEXT[3:], *KEPT))

BANKS = (BANK,)
