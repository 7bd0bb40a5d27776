"""What is declared of an operation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ITSELF: Final = ""  # a place: the input itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation: it converts values of one format to values of another one.

    source, target: the formats. Everything that is known of an input or a result alone is found by them.
    checks: its package below conformance.rules.checks, such as by_laws.requests. inputs: the module that draws its
    inputs.
    entries: the key under which an input has the list whose entries are asked alone too, or ITSELF; None where it has
    none. tools: the key under which an input has the tools whose names a subject may change, or ITSELF; None where it
    has none. empty_names: whether it takes an empty name of a tool for one. scripted: whether the subject talks to an
    API: its inputs are planned with the API's answers.
    """

    name: str
    source: str
    target: str
    checks: str
    inputs: str
    entries: str | None = None
    tools: str | None = None
    empty_names: bool = False
    scripted: bool = False
