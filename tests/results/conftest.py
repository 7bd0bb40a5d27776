"""Fixtures over the builders of reports."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.results.building import Built, make_evidence, make_hostile_report, make_losses, make_report, make_rule


@pytest.fixture(scope="session")
def evidence() -> Callable[..., Built]:
    return make_evidence


@pytest.fixture(scope="session")
def losses() -> Callable[..., Built]:
    return make_losses


@pytest.fixture(scope="session")
def rule() -> Callable[..., Built]:
    return make_rule


@pytest.fixture(scope="session")
def _validator() -> Any:
    import jsonschema_rs

    path = Path(__file__).parents[2] / "specs" / "report.schema.json"
    return jsonschema_rs.validator_for(json.loads(path.read_text("utf-8")))


@pytest.fixture(scope="session")
def report(_validator: Any) -> Callable[..., Built]:
    """Builds a report and fails where it does not have the published format."""

    def build(*rules: Built, **changes: Any) -> Built:
        built = make_report(*rules, **changes)
        assert [error.message for error in _validator.iter_errors(built)] == []
        return built

    return build


@pytest.fixture
def hostile_report(_validator: Any) -> Built:
    built = make_hostile_report()
    # The validator takes no lone surrogate; to the schema one character is as good as another.
    encodable = json.loads(json.dumps(built).replace("\\ud800", "?"))
    assert [error.message for error in _validator.iter_errors(encodable)] == []
    return built
