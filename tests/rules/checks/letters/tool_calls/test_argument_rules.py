from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.letters.tool_calls.argument_rules import decoded_once, malformed
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from conformance.running.engine.sets import deciding_standing
from tests.rules.checks.letters.tool_calls.samples import OUTPUT, call, charged, item, response, result
from tests.running.engine.certifying import specifications


@pytest.mark.parametrize(
    ("raw", "arguments", "rules"),
    [
        ("", {}, set()),
        ("", None, {"CALL-4"}),
        ("\u00a0", None, set()),
        ("null", {}, set()),
        ('{"a": 1', None, set()),
        ('{"a": 1', {}, {"CALL-4"}),
        ('{"a": 1', {"a": 1}, {"CALL-15"}),
        ("{'a': 1}", {"a": 1}, {"CALL-4"}),
        ('"{}"', {}, {"CALL-4"}),
        ('"{\\"a\\":1}"', {"a": 1}, {"CALL-3"}),
        ('{"a": "1"}', {"a": 1}, {"CALL-3"}),
        ('{"a": 9007199254740993}', {"a": 9007199254740992}, {"ALL-3", "ALL-3a"}),
        ('{"a": 1.0}', {"a": 1}, {"ALL-3"}),
        ('{"a": 1, "a": 2}', {"a": 1}, set()),
        ('{"a": -1e999}', {"a": None}, {"CALL-4"}),
        ({"a": 1}, {"a": 1}, set()),
        ({"a": 1}, None, set()),
        ({"a": 1}, {}, {"CALL-4"}),
    ],
)
def test_arguments(raw: Any, arguments: Any, rules: set[str]) -> None:
    parsed = call(arguments=arguments, arguments_raw=raw)
    assert charged(OUTPUT, response(item(arguments=raw)), result(parsed), arguments="decoded") == rules


def test_null_for_a_number_beyond_a_double_decides_no_more_than_robust() -> None:
    contract = specifications().contracts[OUTPUT]
    for raw, parsed, standing in (("{'a': 1}", {"a": 1}, "real"), ('{"a": 1e999}', {"a": None}, "documented")):
        output = Outcome(output=result(call(arguments=parsed, arguments_raw=raw)))
        view = view_of(Trial(operation=OUTPUT, input=response(item(arguments=raw)), outcome=output, choices={}))
        (failure,) = malformed(view)
        assert deciding_standing("documented", failure.kind, contract.counts_as) == standing


def test_a_call_without_the_text_of_its_arguments_is_counted_from_one() -> None:
    output = Outcome(output=result({"id": "call_1", "type": "function", "name": "look"}))
    view = view_of(Trial(operation=OUTPUT, input=response(item()), outcome=output, choices={"arguments": "text"}))
    assert [failure.message for failure in decoded_once(view) or ()][:1] == [
        "the 1st call does not have the text of its arguments"
    ]


def test_numbers_that_a_transport_of_doubles_loses_are_not_observable() -> None:
    given, output = response(item(arguments='{"a": 9007199254740993}')), result(call(arguments={"a": 2**53}))
    assert charged(OUTPUT, given, output, exact=False) == set()
    view = view_of(
        Trial(operation=OUTPUT, input=given, outcome=Outcome(output=output), choices={}, exact_numbers=False)
    )
    assert family(OUTPUT).checks["numbers-exact"](view) is NOT_OBSERVABLE
    assert charged(OUTPUT, given, output) == {"ALL-3", "ALL-3a"}


def test_a_response_without_numbers_and_texts_reaches_neither_rule_about_them() -> None:
    trial = Trial(
        operation=OUTPUT, input=response(item(arguments="{}")), outcome=Outcome(output=result(call(arguments={})))
    )
    view = view_of(trial)
    assert family(OUTPUT).checks["numbers-exact"](view) is None
    assert family(OUTPUT).checks["text-exact"](view) is None


@pytest.mark.parametrize(
    ("raw", "kind"), [('{"__proto__": 1, "a": 2}', "key-refused"), ('{"prototype": 1, "a": 2}', "lost")]
)
def test_a_call_that_was_refused_for_its_key_is_not_one_that_lost_its_arguments(raw: str, kind: str) -> None:
    output = Outcome(output=result(call(arguments=None, arguments_raw=raw)))
    view = view_of(
        Trial(operation=OUTPUT, input=response(item(arguments=raw)), outcome=output, choices={"arguments": "decoded"})
    )
    findings = decoded_once(view)
    assert isinstance(findings, tuple) and [finding.kind for finding in findings] == [kind]
