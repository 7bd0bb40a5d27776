"""API-3 and API-4: a source without strict, and nested tools that both APIs accept."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.by_laws.chat_tools import api_rules
from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.tool_samples import failed, flat, nested
from tests.suite.selftest.banks.bank import CHAT_TOOLS


def view(given: Any, outcome: Any) -> Any:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome)
    return view_of(Trial(operation=CHAT_TOOLS, input=given, outcome=outcome))


def kinds(findings: Any) -> list[str] | None:
    return None if findings is None else [failure.kind for failure in findings]


def test_a_tool_without_strict_must_say_false() -> None:
    given = [nested(strict=ABSENT)]
    for strict in (False, None):
        assert kinds(api_rules.strict_stays_off(view(given, [flat(strict=strict)]))) == []
    for strict, kind in ((ABSENT, "no-strict"), (0, "not-false"), (True, "became-strict")):
        assert kinds(api_rules.strict_stays_off(view(given, [flat(strict=strict)]))) == [kind]


def test_a_tool_without_description_must_arrive() -> None:
    given = [nested(description=ABSENT)]
    assert kinds(api_rules.accepted_source(view(given, [flat(description="")]))) == []
    assert kinds(api_rules.accepted_source(view(given, Outcome(output=[], diagnostics=())))) == [
        "silent: missing-fields"
    ]
    assert api_rules.accepted_source(view(given, [])) is NOT_OBSERVABLE
    assert kinds(api_rules.accepted_source(view(given, failed("tools[0]: no description")))) == [
        "failed-instead: missing-fields"
    ]


def test_a_tool_that_no_api_accepts_need_not_arrive() -> None:
    assert api_rules.accepted_source(view([nested(name="a b", description=ABSENT)], [])) is None
    assert api_rules.accepted_source(view([nested(description=ABSENT, parameters={"type": "array"})], [])) is None
