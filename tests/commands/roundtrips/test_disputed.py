"""The requests of disputed points, sent to the local API, which does what the suite assumes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conformance.apis.emulator.running import running_api
from conformance.apis.oracles import findings_of_tools, refusals_of
from conformance.base.errors import UsageError
from conformance.commands.roundtrips.disputed import TOOL_APIS, settle
from conformance.commands.roundtrips.record import Endpoint
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.disputed import REFUSED, Dispute, load_disputes

DISPUTES = load_disputes(load_specifications())


@pytest.fixture(scope="module")
def place() -> Iterator[Endpoint]:
    with running_api({"answers": [{"text": "Hello."}]}) as api:
        yield Endpoint(api.base_url)


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: dispute.id)
def test_the_local_api_does_what_the_suite_assumes(dispute: Dispute, place: Endpoint) -> None:
    where = Endpoint() if dispute.api in TOOL_APIS else place  # the local API speaks for OpenAI alone
    settled = settle(dispute, where, None, lambda send: send, None)
    assert settled.found == dispute.assumed
    assert settled.is_as_assumed
    assert (settled.shown is not None) is (dispute.shows is not None)


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: dispute.id)
def test_a_rule_that_the_point_names_refuses_what_is_assumed_to_be_refused(dispute: Dispute) -> None:
    if dispute.api == "google":
        found = findings_of_tools(dispute.api, dispute.request["tools"])
        refusals = {finding.rule for finding in found if finding.level == "refused"}
    else:
        refusals = {refusal.rule for refusal in refusals_of(f"{dispute.api}-request", dispute.request)}
    assert refusals <= set(dispute.api_rules)
    assert bool(refusals) is (dispute.assumed == REFUSED)


@pytest.mark.parametrize(("message", "found"), [("Invalid 'tools[0].name'.", REFUSED), ("No such model.", None)])
def test_only_a_refusal_that_names_the_point_settles_it(message: str, found: str | None) -> None:
    dispute = next(dispute for dispute in DISPUTES if dispute.id == "responses-name-65")
    with running_api({"answers": [{"http": 400, "error": {"message": message}}]}) as api:
        settled = settle(dispute, Endpoint(api.base_url), None, lambda send: send, None)
    assert (settled.found, settled.is_as_assumed) == (found, False)


def test_an_answer_that_is_not_about_the_request_settles_nothing() -> None:
    script = {"answers": [{"http": 401, "error": {"message": "Incorrect API key provided"}}]}
    with running_api(script) as api, pytest.raises(UsageError, match="answers 401: Incorrect API key provided"):
        settle(DISPUTES[0], Endpoint(api.base_url), None, lambda send: send, None)
