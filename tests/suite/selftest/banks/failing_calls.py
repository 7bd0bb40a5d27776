"""Converters that fail on inputs which must convert, for a reason that no rule is about."""

from __future__ import annotations

import json
from typing import Any

from conformance import reference
from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT
from conformance.formats.operations import operations
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.model import Convert
from tests.suite.selftest.mutators.conduct import objects_in

# Reference converters are named as their operations. A loop asks an API: how one fails is its own bank's matter.
OPERATIONS = {name: getattr(reference, name.replace("-", "_")) for name in operations() if "-to-" in name}
# What is converted there has arguments as a text, in a history or in an answer.
_WITH_ARGUMENTS = (
    "chat-request-to-responses-request", "responses-request-to-chat-request", "chat-messages-to-responses-input",
    "responses-input-to-chat-messages", "chat-response-to-anthropic-response",
    "responses-response-to-anthropic-response",
)  # fmt: skip


def fails_by_size(convert: Convert) -> Convert:
    """Make a converter that fails on every input whose JSON has an odd number of characters."""

    def converted(given: Any) -> Any:
        if given and len(json.dumps(given)) % 2:
            raise MemoryError("no room for an odd number of characters")
        return convert(given)

    return converted


def dying_on_empty(convert: Convert) -> Convert:
    """Make a converter that reads the arguments of each call as JSON."""

    def converted(given: Any) -> Any:
        for object_, _depth in objects_in(given):
            if isinstance(object_, dict) and isinstance(object_.get("arguments"), str) and "name" in object_:
                json.loads(object_["arguments"] or "nothing")
        return convert(given)

    return converted


def dying_on_lists(convert: Convert) -> Convert:
    """Make a converter that takes what the arguments of each call say for an object."""

    def converted(given: Any) -> Any:
        for object_, _depth in objects_in(given):
            if isinstance(object_, dict) and isinstance(object_.get("arguments"), str) and "name" in object_:
                value: Any = json_or_absent(object_["arguments"])
                if value is not ABSENT:
                    value.items()
        return convert(given)

    return converted


def _bank(operation: str, convert: Any) -> Bank:
    bank = Bank(operation)
    bank.add("fails_by_size", fails_by_size(convert), "CONV-1")
    if operation in _WITH_ARGUMENTS:
        bank.add("dies_on_empty_arguments", dying_on_empty(convert), "CONV-1")
        bank.add("dies_on_arguments_that_are_no_object", dying_on_lists(convert), "CONV-1")
    return bank


BANKS = tuple(_bank(operation, convert) for operation, convert in OPERATIONS.items())
