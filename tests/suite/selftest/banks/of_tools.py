"""Mutants of operations whose results are lists of tools: the reference, changed by the mutators of tools."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Final

from conformance import reference
from conformance.rules.contracts import Contract, load_specifications
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.model import Convert
from tests.suite.selftest.mutators.tools import (
    ABOUT,
    DEFINITIONS,
    DISTINCT,
    FORM,
    KEYS,
    ORDER,
    SCHEMA,
    TOOLS,
    TWICE,
    OfTools,
    of_declarations,
)

# By operation, the rule about each thing, in the order of ABOUT; "" where no input of the operation shows the defect.
RULES: Final[Mapping[str, Sequence[str]]] = {
    "chat-tools-to-responses-tools": ("TR-1", "INV-3", "ORD-1", "ISO-1", "INV-3", "TR-1", "TR-1", "TR-3", "TR-3"),
    "mcp-tools-to-chat-tools": ("MCP-5", "MCP-5", "MCP-5", "MCP-5a", "MCP-5", "MCP-1", "MCP-8", "MCP-3", "MCP-3"),
    "mcp-tools-to-responses-tools": (
        *("M2R-1", "M2R-1", "M2R-3a", "M2R-1d", "M2R-1"),
        *("M2R-1", "M2R-1e", "M2R-1b", "M2R-1b"),
    ),
    "mcp-tools-to-anthropic-tools": (
        *("TOOL-1", "TOOL-1", "TOOL-5", "TOOL-5a", "TOOL-1"),
        *("TOOL-1", "TOOL-4", "TOOL-2", "TOOL-2"),
    ),
    "mcp-tools-to-gemini-tools": (
        *("TOOL-1", "TOOL-1", "TOOL-5", "TOOL-5a", "TOOL-1"),
        *("TOOL-1", "TOOL-4", "TOOL-2", "TOOL-2"),
    ),
    "responses-tools-to-chat-tools": (
        "RTC-1",
        "RTC-1",
        "RTC-8a",
        "RTC-8",
        "RTC-1",
        "RTC-1",
        "RTC-1a",
        "RTC-2",
        "RTC-2",
    ),
    "registry-tools-to-chat-tools": ("REG-1", "REG-8", "REG-8", "REG-1", "REG-8", "REG-1", "REG-1", "REG-5", "REG-5a"),
    "registry-request-to-chat-request": ("REG-1", "REG-8", "REG-8", "", "", "REG-1", "REG-1", "REG-5", "REG-5a"),
}
# By operation, defects that are none there: Gemini's API takes a list of types.
FREE: Final[Mapping[str, Sequence[str]]] = {"mcp-tools-to-gemini-tools": ("root_type_in_a_list",)}
# What a defect leaves as it was, by what it is about.
KEPT: Final[Mapping[str, Sequence[str]]] = {
    ORDER: (FORM, KEYS, SCHEMA),
    TWICE: (SCHEMA,),
    DISTINCT: (SCHEMA,),
    SCHEMA: (FORM, KEYS),
    DEFINITIONS: (FORM, KEYS),
    "": (SCHEMA,),
}


def _changed(convert: Convert, judged: OfTools) -> Convert:
    """Return a converter that changes the tools of its result: the result itself, or those of a request."""

    def converted(given: Any) -> Any:
        result = copy.deepcopy(convert(given))
        if isinstance(result, dict):
            return result | {"tools": judged.change(result["tools"])} if "tools" in result else result
        return of_declarations(judged.change)(result)

    return converted


def _bank(contract: Contract) -> Bank:
    bank = Bank(contract.operation)
    by_check = {rule.check: rule.id for rule in contract.rules}
    own = dict(zip(ABOUT, RULES[contract.operation], strict=True))
    convert = getattr(reference, contract.operation.replace("-", "_"))
    for tool in TOOLS:
        if (tool.about and not own[tool.about]) or tool.name in FREE.get(contract.operation, ()):
            continue
        broken = [own[tool.about]] if tool.about else []
        broken += [by_check[check] for check in tool.checks]
        innocent = sorted({own[about] for about in KEPT.get(tool.about, ())} - set(broken))
        bank.add(tool.name, _changed(convert, tool), *broken, innocent=tuple(innocent), examples=100)
    return bank


BANKS = tuple(_bank(load_specifications().contracts[name]) for name in RULES)
