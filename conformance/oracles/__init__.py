"""What the APIs accept: the pinned schemas of their types, relaxed, and the rules that no schema states."""

from conformance.oracles.finding import Finding, Refusal
from conformance.oracles.judge import KINDS, accepts, findings_of, fits_schema, refusals_of, rules_of
from conformance.oracles.tool_lists import TARGETS, findings_of_tools, schema_takes_tools

__all__ = [
    "KINDS", "TARGETS", "Finding", "Refusal", "accepts", "findings_of", "findings_of_tools", "fits_schema",
    "refusals_of", "rules_of", "schema_takes_tools",
]  # fmt: skip
