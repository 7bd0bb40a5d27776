"""Each rule about services convicts a service that breaks it, and no other rule; a sound one passes them all."""

from __future__ import annotations

import json
import shlex
from typing import Any, NamedTuple

import pytest

from conformance.base.errors import UsageError
from conformance.base.extras import install_command
from conformance.base.observation import ConversionRequest
from conformance.results.document import evidence_document
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.files import read_schema
from conformance.running.engine import Evidence, Options, RunResult
from conformance.running.run import certify
from conformance.running.service import fuzzing
from conformance.running.service.requests import Owed, ServiceRequest, data_of, request_of
from conformance.running.service.run import MOST_SILENCES, SERVICE
from conformance.running.subjects.base import Limits
from conformance.running.subjects.http_client import address_of
from conformance.running.subjects.http_subject import HttpSubject
from tests.docs.small_service import code, served, spoiled

SPECIFICATIONS = load_specifications()
CONTRACT = SPECIFICATIONS.services[SERVICE]
OPERATION = "chat-tools-to-responses-tools"
DESCRIPTION = read_schema("subject-protocol.openapi.json")
REQUEST = {"jsonrpc": "2.0", "id": 1, "method": "convert", "params": {"operation": OPERATION, "input": 1}}
NO_JSON = 'raise Refused(400, f"The body is no JSON: {error}")'


class Defect(NamedTuple):
    """What is spoiled in a sound service; the rule that must fail, and in which case. also: rules that may fail too."""

    changes: tuple[tuple[str, str], ...]
    rule: str
    case: str
    also: frozenset[str] = frozenset()


DEFECTS = {
    "describes itself under another media type": Defect(
        ((('"result": DESCRIPTION}'), '"result": DESCRIPTION}, "application/vnd.acme+json"'),), "HTTP-1", "describe"
    ),
    "answers a malformed body with 500": Defect(((NO_JSON, NO_JSON.replace("400", "500")),), "HTTP-2", "no-json"),
    "closes the connection on a malformed body": Defect(((NO_JSON, "raise OSError"),), "HTTP-3", "no-json"),
    "takes NaN": Defect(((", parse_constant=no_number", ""),), "HTTP-4", "nan"),
    "takes any id": Defect(
        (('if type(request.get("id")) is not int:', "if False:"), ('"id": request["id"]', '"id": request.get("id")')),
        "HTTP-4", "id-is-text",
    ),
    "takes null where the input is missing": Defect(
        ((' or "input" not in params', ""), ('request["params"]["input"]', 'request["params"].get("input")')),
        "HTTP-4", "no-input",
    ),
    "refuses in plain text": Defect(
        (('problem, "application/problem+json"', 'problem, "text/plain"'),), "HTTP-5", "no-json"
    ),
    "refuses without a title": Defect((('{"title": ', '{"name": '),), "HTTP-5", "no-json"),
    "tells another status than it has": Defect((('"status": status, ', '"status": 418, '),), "HTTP-5", "no-json"),
    "answers another id": Defect((('"id": request["id"]', '"id": 0'),), "HTTP-6", "convert-null"),
    "answers refusals of the converter with 422": Defect(
        (("        answer = converted(OPERATIONS[operation], request[\"params\"][\"input\"])\n",
          "        answer = converted(OPERATIONS[operation], request[\"params\"][\"input\"])\n"
          "        if not isinstance(request[\"params\"][\"input\"], list):\n"
          "            return self.refuse(422, \"tools must be a list\")\n"),),
        "HTTP-6", "convert-null",
    ),
    "answers as text": Defect(
        (("return self.answer(200, {\"jsonrpc\": \"2.0\", \"id\": request[\"id\"], **answer})",
          "return self.answer(200, {\"jsonrpc\": \"2.0\", \"id\": request[\"id\"], **answer}, \"text/html\")"),),
        "HTTP-6", "convert-null",
    ),
    "converts by an unknown operation": Defect(
        (("if operation not in OPERATIONS:", "if False:"), ("converted(OPERATIONS[operation], ", "converted(len, ")),
        "HTTP-7", "unknown-operation", frozenset({"HTTP-9"}),
    ),
    "takes any media type": Defect(
        (('get_content_type() != "application/json"', 'get("X")'), ('"Content-Type" not in self.headers', "False")),
        "HTTP-8", "plain-text",
    ),
    "refuses methods without Allow": Defect((("        if allow:\n", "        if False:\n"),), "HTTP-9", "get-convert"),
}  # fmt: skip


def judged(text: str, timeout: float = 20, **options: Any) -> RunResult:
    with served(text) as url:
        subject = HttpSubject(address_of(url), Limits(timeout=timeout))
        try:
            return certify(SPECIFICATIONS, subject, Options(**{"operations": (SERVICE,), **options}))
        finally:
            subject.close()


def verdicts(result: RunResult) -> dict[str, str]:
    return {entry.rule.id: entry.verdict for entry in result.rules}


def evidence_of(result: RunResult, rule: str) -> list[Evidence]:
    return next(entry.evidence for entry in result.rules if entry.rule.id == rule)


@pytest.mark.expensive("certifies a service")
def test_a_sound_service_passes_every_rule():
    result = judged(code(), max_examples=2, seed=4)
    assert set(verdicts(result).values()) == {"pass"}
    assert result.conforms
    examples = {entry.rule.id: entry.examples_run for entry in result.rules}
    assert examples["HTTP-10"] > 10
    assert examples["HTTP-4"] > 0


@pytest.mark.parametrize("name", DEFECTS)
def test_a_rule_convicts_what_breaks_it_and_no_other_rule(name):
    defect = DEFECTS[name]
    result = judged(spoiled(*defect.changes), max_examples=0)
    assert defect.case in [evidence.case for evidence in evidence_of(result, defect.rule)]
    failing = {rule for rule, verdict in verdicts(result).items() if verdict == "fail"}
    assert failing - {defect.rule} <= defect.also
    assert result.conforms is all(rule in ("HTTP-8", "HTTP-9") for rule in failing)


def test_every_rule_that_has_cases_has_its_defect():
    assert {defect.rule for defect in DEFECTS.values()} == {rule for case in CONTRACT.cases for rule in case.rules}


@pytest.mark.expensive("certifies a service")
def test_an_answer_that_only_the_description_refuses_is_found_by_what_is_generated():
    result = judged(
        spoiled(('"input_after": given}}', '"input_after": given, "shares": "no"}}')), max_examples=2, seed=4
    )
    assert [rule for rule, verdict in verdicts(result).items() if verdict == "fail"] == ["HTTP-10"]
    evidence = evidence_of(result, "HTTP-10")[0]
    assert "schema" in evidence.message.lower()
    assert "\n" not in evidence.message


def test_without_schemathesis_the_run_is_incomplete_and_names_the_command(monkeypatch):
    def missing() -> None:
        raise fuzzing.NotInstalled

    monkeypatch.setattr(fuzzing, "_imported", missing)
    result = judged(code(), max_examples=10)
    assert verdicts(result) == {rule.id: "not-run" if rule.id == "HTTP-10" else "pass" for rule in CONTRACT.rules}
    reason = next(entry.reason for entry in result.rules if entry.rule.id == "HTTP-10")
    assert install_command("http") in reason
    assert not result.complete
    assert not result.conforms
    assert any(install_command("http") in why for why in result.ledger.totals().open)


def test_cases_only_generate_nothing():
    result = judged(code(), max_examples=0)
    assert verdicts(result)["HTTP-10"] == "not-applicable"
    assert sum(entry.examples_run for entry in result.rules) == 0


def test_a_service_that_is_silent_is_not_asked_without_end():
    silent = spoiled((NO_JSON, "__import__('threading').Event().wait(60)"))
    result = judged(silent, timeout=0.3, max_examples=10)
    assert len(evidence_of(result, "HTTP-3")) == MOST_SILENCES
    assert {evidence.outcome.fault.kind for evidence in evidence_of(result, "HTTP-3")} == {"hang"}
    assert verdicts(result)["HTTP-7"] == "not-run"
    assert not result.conforms


def test_a_generated_failure_is_repeated_by_its_input():
    takes_any_id = spoiled(*DEFECTS["takes any id"].changes)
    given = {
        "method": "POST",
        "path": f"/convert/{OPERATION}",
        "content_type": "application/json",
        "body": [json.dumps({**REQUEST, "id": 1.5})],
    }
    result = judged(takes_any_id, inputs={SERVICE: (given,)}, only_inputs=True, rules=("HTTP-4",))
    assert verdicts(result) == {"HTTP-4": "fail"}
    (evidence,) = evidence_of(result, "HTTP-4")
    assert evidence.input == given
    assert evidence.reproduce.endswith(
        "--operation http-service --rule HTTP-4 --input reports/evidence/http-service.HTTP-4.json"
    )


def test_one_case_alone():
    result = judged(spoiled((", parse_constant=no_number", "")), cases=("nan",), rules=("HTTP-4",))
    (evidence,) = evidence_of(result, "HTTP-4")
    assert (evidence.case, evidence.outcome.output["status"]) == ("nan", 200)
    assert evidence.reproduce == "conformance certify --operation http-service --rule HTTP-4 --case nan"


@pytest.mark.parametrize("options", [{"cases": ("no-such-case",)}, {"rules": ("HTTP-99",)}])
def test_an_unknown_name_is_a_mistake(options):
    with pytest.raises(UsageError, match="Unknown"):
        judged(code(), **options)


def test_a_run_of_other_operations_leaves_the_service_alone():
    result = judged(code(), operations=(OPERATION,), max_examples=0, rules=("TR-1",))
    assert {entry.operation for entry in result.rules} == {OPERATION}


# ---- requests, and what they are owed ----


@pytest.mark.parametrize("case", [case.id for case in CONTRACT.cases])
def test_what_a_case_says_it_is_owed_follows_from_the_description(case):
    (own,) = [other_case for other_case in CONTRACT.cases if other_case.id == case]
    owed = Owed(DESCRIPTION, OPERATION)(request_of(own.input, OPERATION))
    said = own.expectations[0].output
    # Where readers differ a case is lenient; what is nested too deeply, or a path in disguise, is not looked into.
    assert owed == said or said == "either" or (own.id, owed) in {("operation-climbs", "any"), ("deep-cut", "either")}


@pytest.mark.parametrize(
    "request_", [ServiceRequest("GET", "/describe", None, None), ServiceRequest("POST", "/x", "a/b", b""),
                 ServiceRequest("POST", "/x", None, "é".encode()), ServiceRequest("POST", "/x", None, b"\xff\x00")]
)  # fmt: skip
def test_a_request_is_data_and_back(request_):
    assert request_of(data_of(request_), OPERATION) == request_


@pytest.mark.parametrize(
    "data", [None, [], {}, {"method": "GET"}, {"method": 1, "path": "/"}, {"method": "GET", "path": "/", "body": [1]},
             {"method": "GET", "path": "/", "body": "text", "content_type": 1},
             {"method": "GET", "path": "/", "body": [{"base64": "?"}]}]
)  # fmt: skip
def test_what_is_no_request_is_refused(data):
    with pytest.raises(UsageError, match="is not a request to a service"):
        request_of(data, OPERATION)


def test_a_defect_has_the_command_that_sends_its_request_again():
    result = judged(spoiled((NO_JSON, NO_JSON.replace("400", "500"))), max_examples=0, rules=("HTTP-2",))
    shown = evidence_document(evidence_of(result, "HTTP-2")[0])["http"]
    assert shown["curl"].startswith("curl -sS http://127.0.0.1:")
    assert shown["curl"].endswith(f"--data-binary {shlex.quote(shown['sent'])}")
    assert (shown["status"], shown["asked"]) == (500, [])


def test_so_has_a_defect_of_what_a_service_converts():
    with served(code()) as url:
        subject = HttpSubject(address_of(url))
        try:
            (outcome,) = (
                outcome for _request, outcome in subject.ask([ConversionRequest(key=1, operation=OPERATION, input=[])])
            )
        finally:
            subject.close()
    exchange = outcome.exchange
    assert (exchange.url, exchange.status) == (f"{url}/convert/{OPERATION}", 200)
    assert exchange.body["params"] == {"operation": OPERATION, "input": []}
