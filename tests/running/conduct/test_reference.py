"""The project's own gateway keeps the rules of gateways in each direction; each wrong one around it breaks its own."""

from __future__ import annotations

import socket
from collections.abc import Sequence

import pytest

from conformance.rules.contracts import load_specifications
from conformance.running.conduct.run import SERVICE
from conformance.running.engine import Options, RunResult
from conformance.running.run import certify
from conformance.running.subjects.gateway import GatewaySubject
from conformance.running.subjects.http_client import address_of
from tests.running.gateways import gateway

APIS = ("chat", "responses", "anthropic", "gemini")
WAYS = [(client, backend) for client in APIS for backend in APIS]
SOME_WAYS = [("anthropic", "chat"), ("gemini", "responses"), ("responses", "anthropic")]
SPECIFICATIONS = load_specifications()
# By fault: the rules that it breaks, and cases that show it.
FAULTS = {
    "swaps-streams": ({"GATE-7"}, ("streams-at-once",)),
    "buffers-streams": ({"GATE-9"}, ("held-stream",)),
    "swallows-errors": ({"GATE-1"}, ("refused", "server-error")),
    "loses-retry-after": ({"GATE-3"}, ("rate-limit",)),
    "wrong-status": ({"GATE-2", "GATE-2a"}, ("refused", "server-error")),
    "backends-form": ({"GATE-5"}, ("refused",)),
    "mixes-keys": ({"GATE-8"}, ("answers-at-once",)),
    "ends-cut-streams": ({"GATE-6"}, ("stream-cut", "stream-failed")),
    "drops-streams": ({"GATE-7"}, ("streams-at-once",)),
    "tells-keys": ({"GATE-13"}, ("no-access",)),
    "keeps-asking": ({"GATE-14"}, ("client-gone",)),
}
# The form of Anthropic's errors has all that a client of OpenAI's reads.
READABLE = ("backends-form", "responses", "anthropic")


def judged(client: str, backend: str, fault: str, cases: Sequence[str] | None) -> RunResult:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with gateway(client, backend, f"http://127.0.0.1:{port}", fault) as address:
        subject = GatewaySubject(address_of(address), port=port, api=client, asked=backend)
        options = Options(operations=(SERVICE,), cases=None if cases is None else tuple(cases), max_examples=0, seed=1)
        try:
            return certify(SPECIFICATIONS, subject, options)
        finally:
            subject.close()


def failing(result: RunResult) -> dict[str, str]:
    return {entry.rule.id: entry.evidence[0].message for entry in result.rules if entry.verdict == "fail"}


@pytest.mark.parametrize(("client", "backend"), WAYS)
@pytest.mark.expensive("asks a gateway all that there is")
def test_the_sound_gateway_keeps_every_rule_each_way(client: str, backend: str) -> None:
    result = judged(client, backend, "", None)
    assert failing(result) == {}
    assert result.conforms and result.subject.directions == ((client, backend),)


@pytest.mark.parametrize(("client", "backend"), SOME_WAYS)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.expensive("certifies gateways")
def test_a_wrong_one_breaks_its_rules_alone(fault: str, client: str, backend: str) -> None:
    rules, cases = FAULTS[fault]
    broken = rules if (fault, client, backend) != READABLE else set()
    assert set(failing(judged(client, backend, fault, cases))) == broken
