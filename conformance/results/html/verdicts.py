"""The words and signs of verdicts on pages, and which of them a reader must see first."""

from __future__ import annotations

from conformance.running.engine.result import decides_against

# The sign is beside the word, so that a verdict is never shown by colour alone. Lists have this order.
SIGNS = {
    "fail": "✗",
    "unexpected-pass": "!",
    "not-run": "○",
    "expected-failure": "~",
    "not-observable": "?",
    "not-applicable": "–",
    "pass": "✓",
}
VERDICTS = tuple(SIGNS)
WORDS = {verdict: verdict.replace("-", " ") for verdict in SIGNS}
LEVELS = ("MUST", "SHOULD")
ORIGINS = {
    "document": "from the source documents",
    "api": "from what the target API accepts",
    "field": "from failures of real converters",
}
# What a reader must see first, in this order; an unexpected pass ends a run at either level.
FIRST = (
    ("fail", "MUST"),
    ("not-run", "MUST"),
    ("unexpected-pass", "MUST"),
    ("unexpected-pass", "SHOULD"),
    ("fail", "SHOULD"),
    ("not-run", "SHOULD"),
)


def tone(verdict: str, level: str = "MUST") -> str:
    """Return how a verdict looks: good, bad (it decides), soft (it is to be seen, and decides nothing) or none."""
    if verdict == "pass":
        return "good"
    if decides_against(level, verdict):
        return "bad"
    return "soft" if verdict in ("fail", "not-run", "expected-failure") else "none"
