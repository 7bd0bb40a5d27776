"""The table of features, held against the specifications."""

from __future__ import annotations

import pytest

from conformance.apis.emulator import EMULATED
from conformance.rules.checks.letters.provider_tools.requests import PROVIDERS
from conformance.rules.scope.features import FEATURES, LOOP, PROVIDER_TOOL, features_of
from tests.running.engine.certifying import specifications

CONTRACTS = specifications().contracts


def test_each_operation_of_a_feature_exists_and_has_the_rule_about_the_scope() -> None:
    known = {name for feature in FEATURES.values() for name in feature.operations}
    assert known == {name for name, contract in CONTRACTS.items() if contract.scope_rule is not None}


def test_each_provider_and_each_api_is_a_feature() -> None:
    assert {name for name in features_of(PROVIDER_TOOL) if name != "strict"} == set(PROVIDERS)
    assert set(EMULATED) <= set(features_of(LOOP))


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature_is_one_of_inputs_or_of_results(name: str) -> None:
    assert FEATURES[name].in_input is not None or FEATURES[name].in_result is not None


@pytest.mark.parametrize("name", FEATURES)
def test_the_rules_about_a_feature_are_rules_of_its_operations(name: str) -> None:
    for operation, rules in (FEATURES[name].rules or {}).items():
        assert operation in FEATURES[name].operations
        assert {rule.id for rule in CONTRACTS[operation].rules} >= set(rules)


@pytest.mark.parametrize("name", [name for name, feature in FEATURES.items() if feature.in_input and feature.in_result])
def test_no_expected_output_has_a_feature_that_its_input_lacks(name: str) -> None:
    feature = FEATURES[name]
    assert feature.in_input is not None
    assert feature.in_result is not None
    wrong = [
        case.id
        for operation in feature.operations
        for case in CONTRACTS[operation].cases
        for expected in case.expectations
        if feature.in_input(case.input) is None and feature.in_result(expected.output) is not None
    ]
    assert wrong == []
