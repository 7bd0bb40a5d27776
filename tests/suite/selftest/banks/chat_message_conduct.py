"""Mutants of responses-output-to-chat-message: what every operation must do."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from conformance.reference import responses_output_to_chat_message as reference
from tests.suite.selftest.banks.bank import Bank, dying
from tests.suite.selftest.banks.chat_message import OPERATION, Message, parts, result
from tests.suite.selftest.model import Convert

BANK = Bank(OPERATION)

# The rules of every operation.


@BANK.mutant("ALL-1", innocent=("ALL-8",))
def returns_a_tuple(output: Any) -> Any:
    """The calls are a tuple."""
    message = reference(output)
    return message | {"tool_calls": tuple(message["tool_calls"])} if "tool_calls" in message else message


def _remembering() -> Convert:
    kept: list[Any] = []

    def convert(output: Any) -> Message:
        message = reference(output)
        kept.extend(message.get("tool_calls", ()))
        return message | {"tool_calls": list(kept)} if kept else message

    return convert


BANK.add("remembers_calls", _remembering(), "ALL-2", "OUT-2", innocent=("ALL-1", "ALL-8"))
BANK.add(
    "composed_unicode",
    result(lambda message: json.loads(unicodedata.normalize("NFC", json.dumps(message, ensure_ascii=False)))),
    *("ALL-4", "OUT-1"),
    innocent=("OUT-2", "OUT-5", "OUT-6", "OUT-8", "API-1"),
)


def _holds_no_items(output: Any) -> bool:
    return not isinstance(output.get("output") if isinstance(output, dict) else output, list)


BANK.add("dies_without_items", dying(reference, _holds_no_items), "ALL-7", inputs=(None,), mortal=True)


@BANK.mutant("ALL-8", innocent=("OUT-1", "OUT-2", "OUT-3", "OUT-6", "ALL-1"))
def cleans_its_input(output: Any) -> Message:
    """Annotations are taken out of the response itself."""
    message = reference(output)
    for part in parts(output, "output_text"):
        part.pop("annotations", None)
    return message


BANKS = (BANK,)
