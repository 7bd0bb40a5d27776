from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.formats.json_schema import SchemaDifference
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.tools.fields import changed, reported, schema_failure, strict_off
from conformance.rules.checks.tools.view import ToolsView
from conformance.rules.checks.trial import Trial
from tests.rules.checks.tool_samples import chat, flat, mcp, nested
from tests.suite.selftest.banks.bank import CHAT_TOOLS, MCP_TOOLS


def seen(operation: str, given: Any, output: Any, stated: Any = (), **choices: str) -> ToolsView:
    known = {name.replace("_", "-"): answer for name, answer in choices.items()}
    outcome = Outcome(output=output, diagnostics=stated)
    view = view_of(Trial(operation=operation, input=given, outcome=outcome, choices=known))
    assert isinstance(view, ToolsView)
    return view


def test_a_field_that_is_not_the_sources_is_a_failure() -> None:
    view = seen(CHAT_TOOLS, [nested()], [flat(description=ABSENT)])
    (failure,) = changed(view, view.pairs[0], "description", "A.")
    assert (failure.kind, failure.at) == ("description-changed", "/output/0/description")
    assert failure.message == 'description: wanted "A.", but it is absent'
    assert list(changed(view, view.pairs[0], "name", "a")) == []


@pytest.mark.parametrize(
    ("difference", "message"),
    [
        (SchemaDifference(kind="keyword-added", path=("title",), actual="T"), '"title" was added: "T"'),
        (SchemaDifference(kind="keyword-lost", path=("title",), expected="T"), '"title" is lost here; wanted "T"'),
        (
            SchemaDifference(kind="name-lost", path=("required",), expected=["b"], name="b"),
            '"b" is lost here; wanted ["b"]',
        ),
        (SchemaDifference(kind="value-changed", path=("type",), expected="a", actual="b"), 'wanted "a", got "b"'),
        (
            SchemaDifference(kind="default-in-property", path=("properties", "a", "default"), actual=1),
            'the property "a" still has its default, 1; wanted it absent',
        ),
    ],
)
def test_a_difference_of_schemas_is_reported_with_its_place(difference: SchemaDifference, message: str) -> None:
    view = seen(MCP_TOOLS, [mcp()], [chat()])
    failure = schema_failure(view, view.pairs[0], difference)
    assert failure.message == message
    assert failure.at.startswith("/output/0/function/parameters/")


def test_strict_that_is_absent_true_or_no_boolean_is_a_failure_of_its_own_kind() -> None:
    def judged(strict: Any) -> Any:
        view = seen(CHAT_TOOLS, [nested(strict=ABSENT)], [flat(strict=strict)])
        return strict_off(view, list(view.pairs))

    assert judged(False) == ()
    assert [finding.kind for finding in judged(ABSENT)] == ["no-strict"]
    assert [finding.kind for finding in judged(True)] == ["became-strict"]
    assert [finding.kind for finding in judged("no")] == ["not-false"]
    assert strict_off(seen(CHAT_TOOLS, [], []), []) is None


@pytest.mark.parametrize(
    ("stated", "as_warning", "as_error"),
    [
        ((), False, False),
        (({"level": "info"},), False, False),
        (({"level": "WARNING"},), True, False),
        (({"level": "error"},), True, True),
    ],
)
def test_leaving_out_is_reported_at_the_level_that_is_asked_for(stated: Any, as_warning: bool, as_error: bool) -> None:
    view = seen(CHAT_TOOLS, [{"type": "teleport"}], [], stated)
    assert (reported(view, [0]) == OK) is as_warning
    assert (reported(view, [0], as_error=True) == OK) is as_error
    assert reported(view, []) is None


def test_without_diagnostics_a_report_is_not_observable() -> None:
    assert reported(seen(CHAT_TOOLS, [{"type": "teleport"}], [], None), [0]) is NOT_OBSERVABLE
