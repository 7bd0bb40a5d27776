"""Converters that fail on inputs which must convert, for a reason that no rule is about."""

from __future__ import annotations

import json
from typing import Any

from conformance import reference
from conformance.operations import operations
from conformance.selftest.banks.bank import Bank
from conformance.selftest.model import Convert

# Reference converters are named as their operations. A loop asks an API: how one fails is its own bank's matter.
OPERATIONS = {name: getattr(reference, name.replace("-", "_")) for name in operations() if "-to-" in name}


def fails_by_size(convert: Convert) -> Convert:
    """Make a converter that fails on every input whose JSON has an odd number of characters."""

    def converted(given: Any) -> Any:
        if given and len(json.dumps(given)) % 2:
            raise MemoryError("no room for an odd number of characters")
        return convert(given)

    return converted


def _bank(operation: str, convert: Any) -> Bank:
    bank = Bank(operation)
    bank.add("fails_by_size", fails_by_size(convert), "CONV-1")
    return bank


BANKS = tuple(_bank(operation, convert) for operation, convert in OPERATIONS.items())
