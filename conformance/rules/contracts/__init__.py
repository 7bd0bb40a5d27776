"""Reads specs/ into contracts: rules, choices and cases, as values."""

from conformance.rules.contracts.load import load_specifications
from conformance.rules.contracts.model import (
    AGAIN,
    ALONE,
    NUMBERS,
    RESTART,
    SETS,
    AllowedVariation,
    Case,
    Choice,
    Contract,
    Exclusion,
    Expectation,
    FreeLeaf,
    Rule,
    RuleSource,
    SourceDocument,
    Specifications,
)

__all__ = [
    "AGAIN",
    "ALONE",
    "NUMBERS",
    "RESTART",
    "SETS",
    "AllowedVariation",
    "Case",
    "Choice",
    "Contract",
    "Exclusion",
    "Expectation",
    "FreeLeaf",
    "Rule",
    "RuleSource",
    "SourceDocument",
    "Specifications",
    "load_specifications",
]
