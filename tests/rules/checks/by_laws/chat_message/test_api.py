"""What the API refuses of a message."""

from __future__ import annotations

from conformance.rules.checks.by_laws.chat_message import FAMILIES
from tests.rules.checks.by_laws.chat_message.samples import OPERATION, message, said, viewed


def test_null_is_refused_only_where_there_is_something_to_say() -> None:
    for given, count in (([], 0), ([said("")], 0), ([said("a")], 1)):
        findings = FAMILIES[OPERATION].checks["api-rules"](viewed(given, message(None)))
        assert isinstance(findings, tuple)
        assert len(findings) == count
