"""The clients need and use what there is, by APIs that have it."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.running.scan.capabilities import APIS, BY_NAME, CAPABILITIES, CLIENTS
from conformance.running.scan.scenarios import scenarios_of

Object = dict[str, Any]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_client_names_capabilities_of_its_apis_each_once(client: Any) -> None:
    named = [*client.needs, *client.uses]
    assert len(named) == len(set(named))
    for name in named:
        assert set(client.apis) & set(BY_NAME[name].apis), name
    assert set(client.apis) <= set(APIS)


def test_each_capability_is_needed_or_shown_by_a_scenario() -> None:
    for api in APIS:
        shown = {name for each in scenarios_of(api) for name in (each.capability, *(name for name, _ in each.beside))}
        assert shown == {each.name for each in CAPABILITIES if api in each.apis}
