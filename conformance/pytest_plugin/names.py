"""Names, defaults and errors that the modules of the plugin share; imported by every pytest run."""

from __future__ import annotations

import pytest

FIXTURE = "conformance_rule"
MARK = "conformance"
DEFAULT_SEED, DEFAULT_EXAMPLES = 0, 100
TIME_LIMIT = 1800.0


class RuleFailed(AssertionError):
    """A converter breaks a rule; the message says which, how, and how to repeat it."""


class RuleNotRun(Exception):
    """A rule that should have been judged was not: the subject or the run broke. No expected failure excuses it."""


def names_subject(config: pytest.Config) -> bool:
    """Return whether an option names a subject; an empty name does too, and is an error."""
    return config.getoption("conformance_subject") is not None or bool(config.getoption("conformance_bind"))
