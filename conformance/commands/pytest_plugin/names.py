"""Names, defaults and errors that the modules of the plugin share; imported by every pytest run."""

from __future__ import annotations

import pytest

FIXTURE, RULE_FIXTURE = "conformance", "conformance_rule"
MARK = "conformance"
DEFECT, RULE = "defect", "rule"  # what an item fails by
DEFAULT_EXAMPLES = 100
TIME_LIMIT = 1800.0


class NotPassed(Exception):
    """Why an item does not pass. The text says all of it, the summary what pytest shows in one line."""

    def __init__(self, text: str, summary: str | None = None, title: str | None = None) -> None:
        super().__init__(text)
        self.summary = summary or text.partition("\n")[0]
        self.title = title  # what its report is headed by, beside the item


class RuleFailed(NotPassed, AssertionError):
    """A converter breaks a rule; the message says which, how, and how to repeat it."""


class OtherCause(NotPassed, AssertionError):
    """A converter breaks a rule for another cause than the expected ones, which excuse nothing else."""


class RuleNotRun(NotPassed):
    """A rule that should have been judged was not: the subject or the run broke. No expected failure excuses it."""


def names_subject(config: pytest.Config) -> bool:
    """Return whether an option names a subject; an empty name does too, and is an error."""
    return config.getoption("conformance_subject") is not None or bool(config.getoption("conformance_bind"))
