"""What the API refuses, and which rule of a document asks for it."""

from __future__ import annotations

from conformance.checks.chat_message import FAMILIES
from tests.checks.chat_message.samples import OPERATION, message, said, viewed


def test_null_is_advice_where_the_documents_allow_it() -> None:
    for given, rule in (([], "OUT-6"), ([said("")], "OUT-5"), ([said("a")], None)):
        findings = FAMILIES[OPERATION].checks["api-rules"](viewed(given, message(None)))
        assert isinstance(findings, tuple)
        assert [failure.yields_to for failure in findings] == [rule]
