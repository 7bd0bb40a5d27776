"""Reads specs/ into contracts: rules, choices and cases, as values."""

from conformance.rules.contracts.load import load_specifications
from conformance.rules.contracts.model import (
    AGAIN,
    ALONE,
    NUMBERS,
    RESTART,
    SETS,
    Case,
    Choice,
    Contract,
    Exclusion,
    Expectation,
    Freedom,
    FreeLeaf,
    Rule,
    Source,
    SourceDocument,
    Specifications,
)

__all__ = [
    "AGAIN",
    "ALONE",
    "NUMBERS",
    "RESTART",
    "SETS",
    "Case",
    "Choice",
    "Contract",
    "Exclusion",
    "Expectation",
    "FreeLeaf",
    "Freedom",
    "Rule",
    "Source",
    "SourceDocument",
    "Specifications",
    "load_specifications",
]
