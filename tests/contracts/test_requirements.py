from __future__ import annotations

import pytest

from conformance.contracts import load_specifications
from conformance.contracts.requirements import load_requirements, requirement_sets
from conformance.errors import UsageError

ORIGINS = {"documents": {"document"}, "api": {"api"}, "field": {"field"}, "all": {"document", "api", "field"}}


def test_the_drafts_are_there():
    assert set(ORIGINS) <= set(requirement_sets())


@pytest.mark.parametrize("name", ORIGINS)
def test_a_draft_has_every_rule_of_its_origins(name):
    specifications = load_specifications()
    found = load_requirements(name, specifications)
    origins = {
        (contract.operation, rule.id): rule.origin
        for contract in (*specifications.contracts.values(), *specifications.services.values())
        for rule in contract.rules
    }
    assert found.rules == {key for key, origin in origins.items() if origin in ORIGINS[name]}
    assert found.rules
    assert str(found) == f"{name} (draft)"


def test_several_sets_are_one():
    specifications = load_specifications()
    joined = load_requirements("api, field", specifications)
    assert (
        joined.rules
        == load_requirements("api", specifications).rules | load_requirements("field", specifications).rules
    )
    assert str(joined) == "api (draft), field (draft)"


def test_an_unknown_set_is_named():
    with pytest.raises(UsageError, match="Unknown requirement set 'docs'"):
        load_requirements("docs", load_specifications())
