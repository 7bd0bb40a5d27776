"""Each rule about gateways convicts one that breaks it, and no other rule does; what a gateway may do convicts none."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from conformance.results.document import evidence_document
from conformance.rules.contracts import load_specifications
from conformance.running.conduct.checks import CHECKS
from conformance.running.conduct.run import SERVICE
from conformance.running.engine import Options, RunResult
from conformance.running.engine.ledger import Kind
from conformance.running.run import certify
from conformance.running.subjects.gateway import GatewaySubject
from conformance.running.subjects.http_client import address_of
from tests.running.conduct.proxy import serving

SPECIFICATIONS = load_specifications()
CONTRACT = SPECIFICATIONS.services[SERVICE]

# The rules that a fault breaks, and cases that show it.
FAULTS = {
    "errors_are_answers": ({"GATE-1"}, ("refused", "rate-limit", "server-error", "page-of-a-proxy")),
    "lost_connections_are_answers": ({"GATE-1"}, ("answer-cut", "no-answer", "no-stream")),
    "refusals_are_its_own": ({"GATE-2", "GATE-2a"}, ("refused", "refused-stream")),
    "failures_are_refusals": ({"GATE-2"}, ("server-error", "overloaded", "error-without-a-body")),
    "limits_are_failures": ({"GATE-2a"}, ("rate-limit",)),
    "no_such_thing_is_refused": ({"GATE-2a"}, ("no-model",)),
    "no_retry_after": ({"GATE-3"}, ("rate-limit", "rate-limit-of-stream")),
    "sooner": ({"GATE-3"}, ("rate-limit",)),
    "no_messages": ({"GATE-4", "GATE-4a"}, ("refused", "no-model")),
    "errors_are_texts": ({"GATE-5"}, ("refused", "no-access")),
    "ends_what_broke_off": ({"GATE-6"}, ("stream-cut", "stream-cut-first")),
    "passes_over_errors": ({"GATE-6"}, ("stream-failed",)),
    "answers_of_the_last_client": ({"GATE-7"}, ("answer", "answers-at-once")),
    "drops_streams": ({"GATE-7", "GATE-10"}, ("stream", "streams-at-once", "comments")),
    "one_key_for_all": ({"GATE-8"}, ("answer", "answers-at-once")),
    "holds_back": ({"GATE-9"}, ("held-stream",)),
    "ends_at_comments": ({"GATE-10"}, ("comments",)),
    "packets_are_events": ({"GATE-10"}, ("split-packets",)),
    "forgets_to_decode": ({"GATE-10"}, ("compressed",)),
    "tells_keys": ({"GATE-13"}, ("no-access",)),
    "reads_on": ({"GATE-14"}, ("client-gone",)),
    "known_members_only": ({"GATE-12"}, ("same-api",)),
}
FREEDOMS = (
    "", "asks_again", "a_key_of_its_own", "failures_of_the_api", "its_key_is_its_own_matter", "unprocessable",
    "wraps_messages", "says_that_it_broke_off", "ends_without_an_end", "adds_usage", "decodes",
)  # fmt: skip


def judged(way: str, cases: Sequence[str] | None = None) -> RunResult:
    with serving(way) as server:
        subject = GatewaySubject(address_of(f"http://127.0.0.1:{server.server_address[1]}"), api="chat")
        server.upstream = subject.listen()
        options = Options(operations=(SERVICE,), cases=None if cases is None else tuple(cases), max_examples=0, seed=1)
        try:
            return certify(SPECIFICATIONS, subject, options)
        finally:
            subject.close()


def failing(result: RunResult) -> set[str]:
    return {entry.rule.id for entry in result.rules if entry.verdict == "fail"}


def messages(result: RunResult) -> str:
    return "\n".join(f"{entry.rule.id}: {shown.message}" for entry in result.rules for shown in entry.evidence)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_breaks_its_rules_alone(fault: str) -> None:
    rules, cases = FAULTS[fault]
    result = judged(fault, cases)
    assert failing(result) == rules, messages(result)
    (shown, *_more) = next(entry for entry in result.rules if entry.rule.id in rules).evidence
    assert shown.case in cases and "(chat to chat)" in shown.message


@pytest.mark.parametrize("freedom", FREEDOMS)
@pytest.mark.expensive("asks a gateway all that there is")
def test_what_a_gateway_may_do_breaks_no_rule(freedom: str) -> None:
    result = judged(freedom)
    assert failing(result) == set(), messages(result)
    assert result.conforms
    items = result.ledger.totals(kind=Kind.EXCHANGE)
    assert not items.open


def test_every_check_belongs_to_one_rule() -> None:
    assert sorted(rule.check for rule in CONTRACT.rules) == sorted(CHECKS)


def test_every_rule_has_a_fault_and_a_case() -> None:
    shown = set[str]().union(*(rules for rules, _cases in FAULTS.values()))
    assert {rule.id for rule in CONTRACT.rules} - shown == {"GATE-11"}  # which Chat Completions do not demand
    assert {rule.id for rule in CONTRACT.rules} == {rule for case in CONTRACT.cases for rule in case.rules}


def test_a_defect_has_what_passed_and_the_command_that_sends_it_again() -> None:
    (entry,) = (entry for entry in judged("no_messages", ("refused",)).rules if entry.rule.id == "GATE-4")
    http = evidence_document(entry.evidence[0])["http"]
    assert http["curl"].startswith("curl -sS http://127.0.0.1:") and '"Authorization: Bearer $API_KEY"' in http["curl"]
    (asked,) = http["asked"]
    assert (asked["path"], asked["body"]) == ("/v1/chat/completions", http["sent"])
    assert (http["status"], http["got"]["error"]["message"]) == (400, "The provider failed.")
    assert "sk-client" not in json.dumps(evidence_document(entry.evidence[0]))
