"""Converters that have what they say they do not have."""

from __future__ import annotations

from typing import Any

from conformance import reference
from conformance.formats.operations import operations_from
from conformance.rules.scope.features import (
    ANSWERS,
    CALLS,
    LOOP,
    MCP_TOOLS,
    MESSAGES,
    OUTPUT,
    PROVIDER_TOOL,
    STRICT_REQUESTS,
)
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.model import Convert

RULE = "ALL-10"
EXCHANGED = operations_from("chat-exchange", "chat-stream-exchange")
FORMS = operations_from("chat-tools", "responses-tools")


def becoming_strict(convert: Convert) -> Convert:
    """Make a converter of MCP's tools that makes every tool strict."""

    def converted(given: Any) -> Any:
        made = convert(given)
        for tool in made if isinstance(made, list) else [made]:
            if isinstance(tool, dict):
                tool.get("function", tool)["strict"] = True
        return made

    return converted


def thinking_aloud(convert: Convert) -> Convert:
    """Make a converter to Chat's messages that adds reasoning to each of the assistant's."""

    def converted(given: Any) -> Any:
        messages = convert(given)
        for message in messages:
            if message["role"] == "assistant":
                message["reasoning_content"] = "Let me think."
        return messages

    return converted


def _reference(operation: str) -> Any:
    return getattr(reference, operation.replace("-", "_"))


def _bank(operation: str, feature: str, convert: Convert | None = None) -> Bank:
    bank = Bank(operation)
    name = f"says_it_has_no_{feature.replace('-', '_')}"
    bank.add(name, convert or _reference(operation), RULE, without=(feature,))
    return bank


BANKS = (
    *(_bank(operation, "usage") for operation in (*CALLS, *ANSWERS)),
    *(_bank(operation, "custom-tools") for operation in (MESSAGES[0], OUTPUT, *EXCHANGED)),
    *(_bank(operation, "reasoning") for operation in EXCHANGED),
    _bank(MESSAGES[1], "reasoning", thinking_aloud(_reference(MESSAGES[1]))),
    *(_bank(operation, "custom-tools") for operation in operations_from("registry-tools", "registry-request")),
    *(_bank(operation, "strict") for operation in (*FORMS, *STRICT_REQUESTS, PROVIDER_TOOL)),
    *(_bank(operation, "strict", becoming_strict(_reference(operation))) for operation in MCP_TOOLS),
    _bank(LOOP, "responses"),
)
