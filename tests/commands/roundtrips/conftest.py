"""The recorded conversations of this folder: played offline, unless --record-mode asks for new ones.

`pytest tests/commands/roundtrips --record-mode=rewrite` records them again, against the local API. With OPENAI_API_KEY
set it asks the real one, and keeps those recordings in a folder of their own.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.roundtrips.cassettes import set_up, settings
from conformance.commands.roundtrips.record import Endpoint
from conformance.commands.roundtrips.scenarios import CHAT, SCENARIOS, Scenario
from conformance.rules.contracts import Specifications, load_specifications

OPENAI = "https://api.openai.com/v1"
CASSETTES = Path(__file__).parent / "cassettes"

# What is recorded of the reference: the answers to tool-turns make no difference to Chat.
RECORDED = [
    (scenario, answer)
    for answer in ("items", "parts", "text")
    for scenario in SCENARIOS
    if scenario.api != CHAT or answer == "items"
]


def file_name(scenario: Scenario, answer: str) -> str:
    """Return the name that `conformance record` gives a recording of the reference."""
    return scenario.name if scenario.api == CHAT else f"{scenario.name}-{answer}"


def pytest_recording_configure(config: pytest.Config, vcr: Any) -> None:
    set_up(vcr)


@pytest.fixture(scope="session")
def specifications() -> Specifications:
    return load_specifications()


@pytest.fixture(scope="session")
def place(record_mode: str) -> Endpoint:
    """Where recordings are made."""
    key = os.environ.get("OPENAI_API_KEY")
    if record_mode == "none" or not key:
        return Endpoint()
    return Endpoint(os.environ.get("OPENAI_BASE_URL") or OPENAI, key)


@pytest.fixture(scope="module")
def vcr_cassette_dir(place: Endpoint) -> str:
    return str(CASSETTES if place.base_url is None else CASSETTES / "live")


@pytest.fixture
def vcr_config() -> dict[str, Any]:
    return settings()


@pytest.fixture
def default_cassette_name(request: pytest.FixtureRequest) -> str:
    return file_name(*request.node.callspec.params["recorded"])


@pytest.fixture
def recorded(request: pytest.FixtureRequest) -> tuple[Scenario, str]:
    """A conversation, and the answer to tool-turns that it is held under."""
    parameter: tuple[Scenario, str] = request.param
    return parameter
