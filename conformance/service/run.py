"""Judges a service by how it answers HTTP: the worked cases, then what is generated from its description."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from conformance.checks.findings import Failure
from conformance.contracts import Case, Contract, Specifications
from conformance.contracts.files import read_schema
from conformance.engine.events import Listener, Progress
from conformance.engine.ledger import Item, Kind
from conformance.engine.options import Options
from conformance.engine.plan import chosen_rules, size
from conformance.engine.result import (
    FAIL,
    NOT_APPLICABLE,
    NOT_OBSERVABLE,
    NOT_RUN,
    PASS,
    Evidence,
    RuleResult,
    RunResult,
)
from conformance.observation import Fault, Outcome
from conformance.service.checks import AS_DESCRIBED, Exchange, Reply, judged
from conformance.service.requests import Owed, ServiceRequest, data_of, number_of, request_of
from conformance.values import ABSENT, JSON

if TYPE_CHECKING:
    from conformance.subjects.http_subject import HttpSubject

SERVICE = "http-service"
DESCRIPTION = "subject-protocol.openapi.json"
CASES_SHOWN = 25
KINDS_SHOWN = 2  # kinds of failures of generated requests
MOST_SILENCES = 3  # requests that are not answered in time: then no more are sent
BODY_SHOWN = 2000  # characters
GENERATION = "generated requests"  # one item of the ledger: how many there are, the generator decides
UNREACHED = "no request that should have reached it was answered"


def is_wanted(specifications: Specifications, options: Options) -> bool:
    """Whether a run looks at the service itself, and not only at what it converts."""
    service = specifications.services.get(SERVICE)
    if service is None:
        return False
    if options.operations is not None:
        return SERVICE in options.operations
    if options.only_inputs:
        return False
    return options.cases is None or any(case.id in options.cases for case in service.cases)


class ServiceRun:
    """What is known of a service's rules while it is examined, and when it is done."""

    def __init__(self, service: Contract, options: Options, result: RunResult) -> None:
        self._options = options
        self._service = service
        self._rules: dict[str, RuleResult] = {}
        self._by_check: dict[str, RuleResult] = {}
        self._examples: dict[tuple[str, str], Evidence] = {}
        self._failed_cases: dict[str, int] = {}
        self._told: dict[str, tuple[str, str]] = {}  # verdict and reason of a rule that nothing reached
        for rule in chosen_rules(self._service, options):
            entry = RuleResult(SERVICE, rule)
            if options.required is not None:
                entry.level = options.required.get((SERVICE, rule.id), "SHOULD")
                if entry.level != rule.level:
                    entry.reason = f"not demanded by {options.requirements}"
            self._rules[rule.id] = self._by_check[rule.check] = entry
            result.rules.append(entry)
        self._ledger = result.ledger
        self._ledger.plan([_item(GENERATION)] if self._generates else [])
        for case in self._service.cases:
            self._ledger.plan([_item(case.id)])
            if case not in self._cases():
                self._ledger.excuse(_item(case.id), "narrowed by the user")
        self._ledger.plan(_item(f"given {number}") for number in range(len(options.inputs.get(SERVICE, ()))))

    def examine(self, subject: HttpSubject, operation: str, listeners: Sequence[Listener]) -> None:
        """Send everything. operation: the one that is asked for. May be interrupted; `conclude` tells what is known."""
        options = self._options
        client = _Client(subject, options.until)
        for case in self._cases():
            request = request_of(case.input, operation)
            taken = self._take(request, case.expectations[0].output, client, case, (), listeners)
            self._account(_item(case.id), client, taken=taken)
        for number, given in enumerate(options.inputs.get(SERVICE, ())):
            request = request_of(given, operation)
            owed = Owed(read_schema(DESCRIPTION), operation)(request)
            taken = self._take(request, owed, client, None, (), listeners)
            self._account(_item(f"given {number}"), client, taken=taken)
        if self._generates:
            self._generate(client, operation, listeners)

    def _account(self, item: Item, client: _Client, *, taken: bool) -> None:
        if taken:
            self._ledger.judge(item)
        else:
            self._ledger.explain(item, client.why_not)

    @property
    def _generates(self) -> bool:
        options = self._options
        return bool(options.max_examples and options.cases is None and not options.only_inputs and self._rules)

    def _cases(self) -> list[Case]:
        options = self._options
        if options.only_inputs:
            return []
        return [
            case
            for case in self._service.cases
            if (options.cases is None or case.id in options.cases) and not self._rules.keys().isdisjoint(case.rules)
        ]

    def _generate(self, client: _Client, operation: str, listeners: Sequence[Listener]) -> None:
        options = self._options
        as_described = self._by_check.get(AS_DESCRIBED)
        if client.why_not:
            self._ledger.explain(_item(GENERATION), client.why_not)
            return
        from conformance.service.fuzzing import NotInstalled, generated

        description = read_schema(DESCRIPTION)
        owed = Owed(description, operation)
        try:
            for one in generated(description, operation, client.ask, seed=options.seed, examples=options.max_examples):
                client.came = one.came
                self._take(one.request, owed(one.request), client, None, one.found, listeners)
                if client.why_not:
                    break
            self._account(_item(GENERATION), client, taken=not client.why_not)
        except NotInstalled:
            why = "nothing was generated: schemathesis is not installed (pip install 'tool-conformance[http]')"
            self._ledger.excuse(_item(GENERATION), why)
            if as_described is not None:
                self._told[as_described.rule.id] = NOT_OBSERVABLE, why
        except RuntimeError as error:
            self._ledger.explain(_item(GENERATION), f"Schemathesis failed: {error}")
            if as_described is not None:
                self._told[as_described.rule.id] = NOT_RUN, f"Schemathesis failed: {error}"

    def _take(
        self,
        request: ServiceRequest,
        owed: str,
        client: _Client,
        case: Case | None,
        found: tuple[str, ...],
        listeners: Sequence[Listener],
    ) -> bool:
        """Judge one exchange, and keep what it shows. Return whether the request was sent."""
        came = client.take(request)
        if came is None:
            return False
        reply, fault = (None, came) if isinstance(came, Fault) else (came, None)
        told = judged(
            Exchange(method=request.method, owed=owed, number=number_of(request), reply=reply, fault=fault, found=found)
        )
        outcome = Outcome(fault=fault) if reply is None else Outcome(output=_shown(reply))
        failing: list[str] = []
        for check, failures in told.items():
            entry = self._by_check.get(check)
            if entry is None or (check == AS_DESCRIBED and case is not None):
                continue
            if case is None:
                entry.examples_run += 1
            else:
                entry.cases_run += 1
            for failure in failures:
                failing.append(entry.rule.id)
                self._keep(entry, request, case, outcome, failure)
        for listener in listeners:
            listener(Progress(SERVICE, case.id if case else None, tuple(failing)))
        return True

    def _keep(
        self, entry: RuleResult, request: ServiceRequest, case: Case | None, outcome: Outcome, failure: Failure
    ) -> None:
        rule, options = entry.rule.id, self._options
        given = data_of(request) if case is None else case.input
        reproduce = f"{options.reproduce} --contract {SERVICE} --rule {rule}"
        evidence = Evidence(
            kind=failure.kind,
            case=case.id if case else None,
            input=given,
            outcome=outcome,
            expected=ABSENT,
            at=failure.at,
            message=failure.message,
            reproduce=reproduce,
        )
        if case is not None:
            self._failed_cases[rule] = self._failed_cases.get(rule, 0) + 1
            if self._failed_cases[rule] <= CASES_SHOWN:
                entry.evidence.append(replace(evidence, reproduce=f"{reproduce} --case {case.id}"))
            return
        known = self._examples.get((rule, failure.kind))
        if known is None or size(given) < size(known.input):
            self._examples[rule, failure.kind] = evidence

    def conclude(self) -> None:
        """Write each rule's evidence and verdict."""
        expected = {rule for case in self._cases() for rule in case.rules}
        for rule, entry in self._rules.items():
            kinds = [one for (own, _kind), one in self._examples.items() if own == rule][:KINDS_SHOWN]
            entry.evidence += [self._example(rule, one, number) for number, one in enumerate(kinds)]
            if entry.evidence:
                failed = self._failed_cases.get(rule, 0)
                entry.verdict = FAIL
                if failed > CASES_SHOWN:
                    entry.reason = f"{failed} cases fail; {CASES_SHOWN} are shown"
            elif rule in self._told:
                entry.verdict, entry.reason = self._told[rule]
            elif entry.cases_run + entry.examples_run:
                entry.verdict = PASS
            elif rule in expected:
                entry.verdict, entry.reason = NOT_RUN, UNREACHED
            else:
                entry.verdict, entry.reason = NOT_APPLICABLE, "no case and no example of this run reached it"

    def _example(self, rule: str, evidence: Evidence, number: int) -> Evidence:
        folder = self._options.evidence_folder
        # What only the generator's own checks object to shows where it generates.
        if folder is None or self._rules[rule].rule.check == AS_DESCRIBED:
            return replace(evidence, reproduce=f"{evidence.reproduce} {self._options.again}".rstrip())
        name = f"{SERVICE}.{rule}{f'.{number + 1}' if number else ''}.json"
        return replace(evidence, reproduce=f"{evidence.reproduce} --input {folder}/{name}", input_file=name)


def _item(name: str) -> Item:
    return Item(operation=SERVICE, kind=Kind.EXCHANGE, name=name)


class _Client:
    """Sends requests to a service, and stops where it is silent too often, or once `until` has passed.

    until: of time.monotonic; None for no limit. came: of a request that was sent already.
    """

    def __init__(self, subject: HttpSubject, until: float | None) -> None:
        self._subject = subject
        self._until = until
        self._silences = 0
        self.came: Reply | Fault | None = None

    @property
    def why_not(self) -> str:
        """Why nothing more is sent; empty while something is."""
        if self._silences >= MOST_SILENCES:
            return f"not asked: the service was silent {MOST_SILENCES} times"
        if self._until is not None and time.monotonic() >= self._until:
            return "not asked: the time limit was reached"
        return ""

    def ask(self, request: ServiceRequest) -> Reply | Fault:
        """Send a request."""
        headers = {"Accept": "application/json, application/problem+json"}
        if request.content_type is not None:
            headers["Content-Type"] = request.content_type
        came = self._subject.exchange(request.method, request.path, request.body, headers)
        if isinstance(came, Fault):
            self._silences += came.kind == "hang"
            return came
        return Reply(came.status, came.content_type, came.body, came.headers.get("allow"))

    def take(self, request: ServiceRequest) -> Reply | Fault | None:
        """Return what came of a request; None where it is not sent any more."""
        came, self.came = self.came, None
        if came is None:
            came = None if self.why_not else self.ask(request)
        return came


def _shown(reply: Reply) -> JSON:
    text = reply.body[: 4 * BODY_SHOWN].decode("utf-8", "replace")
    more = f"... ({len(reply.body):,} bytes)" if len(text) > BODY_SHOWN or len(reply.body) > 4 * BODY_SHOWN else ""
    try:
        body = json.loads(reply.body) if len(reply.body) <= BODY_SHOWN else text[:BODY_SHOWN] + more
    except (ValueError, RecursionError):
        body = text[:BODY_SHOWN] + more
    return {"status": reply.status, "content_type": reply.content_type, "body": body}
