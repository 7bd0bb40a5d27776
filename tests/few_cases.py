"""A few of the cases that two operations have hundreds of, for tests of what is made of a run: two show each rule.

A pytest plugin: a module of such tests says `pytestmark = pytest.mark.usefixtures("few_cases")`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from unittest.mock import patch

import pytest

from conformance.base.files import specs_folder
from conformance.rules.contracts import Case, Contract, Specifications, load

OPERATIONS = ("mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools")
OF_EACH_RULE = 2
# Cases that tests name or count on.
NAMED = frozenset(
    {"default-in-items", "name-false", "property-default-alone", "property-default-null", "required-order"}
)


@pytest.fixture
def few_cases() -> Iterator[None]:
    """Let what is loaded in this process have few cases; processes that are started have all."""
    few = few_specifications()
    with patch.object(load, "_own", lambda _folder: few):
        yield


@cache
def few_specifications(operations: tuple[str, ...] = OPERATIONS) -> Specifications:
    """The specifications with a few cases of some operations."""
    whole = load._own(specs_folder())
    few = {name: replace(whole.contracts[name], cases=few_of(whole.contracts[name])) for name in operations}
    return replace(whole, contracts={**whole.contracts, **few})


def few_of(contract: Contract) -> tuple[Case, ...]:
    """The first cases of a contract that show a rule which fewer than two before them show, and the named ones."""
    shown: Counter[str] = Counter()
    kept = []
    for case in contract.cases:
        if case.id in NAMED or any(shown[rule] < OF_EACH_RULE for rule in case.rules):
            kept.append(case)
            shown.update(case.rules)
    return tuple(kept)
