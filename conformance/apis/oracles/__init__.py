"""What the APIs accept: the pinned schemas of their types, relaxed, and the rules that no schema states."""

from conformance.apis.oracles.finding import ApiRefusal, Finding
from conformance.apis.oracles.hosts import AZURE, COMPATIBLE, OPENAI, PROFILES, profile_of
from conformance.apis.oracles.judge import KINDS, accepts, findings_of, fits_schema, refusals_of, rules_of
from conformance.apis.oracles.tool_lists import TARGETS, findings_of_tools, schema_takes_tools

__all__ = [
    "AZURE",
    "COMPATIBLE",
    "KINDS",
    "OPENAI",
    "PROFILES",
    "TARGETS",
    "ApiRefusal",
    "Finding",
    "accepts",
    "findings_of",
    "findings_of_tools",
    "fits_schema",
    "profile_of",
    "refusals_of",
    "rules_of",
    "schema_takes_tools",
]  # fmt: skip
