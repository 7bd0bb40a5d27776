"""The scenarios of each API."""

from __future__ import annotations

import pytest

from conformance.running.scan.capabilities import APIS
from conformance.running.scan.scenarios import scenarios_of


@pytest.mark.parametrize("api", APIS)
def test_each_scenario_has_a_name_of_its_own_and_builds_on_ones_before_it(api: str) -> None:
    seen: list[str] = []
    for scenario in scenarios_of(api):
        assert scenario.name not in seen
        assert all(name in seen for name in scenario.builds_on)
        seen.append(scenario.name)
