"""The local API is what its own description says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.apis.emulator.running import RunningApi, running_api

EXAMPLES = 10  # for each of the two operations
# positive_data_acceptance: rules that no schema states refuse some of what the schemas describe.
# ignored_auth: any key will do.
LEFT_OUT = ("positive_data_acceptance", "ignored_auth")


@pytest.fixture(scope="module")
def running() -> Iterator[RunningApi]:
    with running_api("text") as api:
        yield api


def test_the_description_is_whole(running: RunningApi, ask: Callable[..., Any]) -> None:
    heard = ask(running.base_url.removesuffix("/v1"), "/openapi.json", None, "GET", Authorization=None)
    assert (heard.status, heard.headers["content-type"]) == (200, "application/json")
    described = heard.json
    assert described["paths"].keys() == {"/chat/completions", "/responses"}
    names = set(re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', heard.data.decode()))
    assert names <= described["components"]["schemas"].keys()
    assert "$defs" not in heard.data.decode()


@pytest.mark.expensive("sends many drawn requests")
def test_it_is_as_it_describes_itself(running: RunningApi) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    from schemathesis import engine
    from schemathesis.config import SchemathesisConfig
    from schemathesis.engine.events import FatalError, NonFatalError, ScenarioFinished

    config = SchemathesisConfig.from_dict(
        {
            "seed": 1,
            "suppress-health-check": ["all"],
            "headers": {"Authorization": "Bearer key"},
            "phases": {"enabled": False, "fuzzing": {"enabled": True}},
            "generation": {"max-examples": EXAMPLES, "deterministic": True, "no-shrink": True, "database": "none"},
            "checks": {name: {"enabled": False} for name in LEFT_OUT},
        }
    )
    url = running.base_url.removesuffix("/v1") + "/openapi.json"
    cases, failures = 0, []
    for event in engine.from_schema(schemathesis.openapi.from_url(url, config=config)).execute():
        assert not isinstance(event, FatalError | NonFatalError), event
        if isinstance(event, ScenarioFinished):
            cases += len(event.recorder.cases)
            checks = [check for checks in event.recorder.checks.values() for check in checks]
            failures += [check.failure_info.failure for check in checks if check.failure_info is not None]
            assert checks
    assert failures == []
    assert cases >= EXAMPLES
    answered = {captured.status for captured in running.requests}
    assert {200, 400} <= answered
