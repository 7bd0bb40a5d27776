"""Judges a service by how it answers HTTP: the worked cases, then what is generated from its description."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace

from conformance.base.extras import install_command
from conformance.base.observation import Fault, HttpExchange, Outcome
from conformance.base.values import JSON
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Case, Contract, Specifications
from conformance.rules.contracts.files import read_schema
from conformance.running.engine.collect import Collector
from conformance.running.engine.events import Listener, TrialProgress
from conformance.running.engine.judge import Judgement
from conformance.running.engine.ledger import Kind, LedgerItem
from conformance.running.engine.options import Options
from conformance.running.engine.own_fault import OwnFault, fault_of
from conformance.running.engine.plan import Planned, chosen_rules
from conformance.running.engine.result import NOT_RUN, RunResult
from conformance.running.service.checks import AS_DESCRIBED, ServiceExchange, ServiceReply, judged
from conformance.running.service.fuzzing import NotInstalled, generated
from conformance.running.service.requests import Owed, ServiceRequest, data_of, number_of, request_of
from conformance.running.subjects.exchanged import MOST, beginning
from conformance.running.subjects.http_subject import HttpSubject

SERVICE = "http-service"
DESCRIPTION = "subject-protocol.openapi.json"
MOST_SILENCES = 3  # requests that are not answered in time: then no more are sent
BODY_SHOWN = 2000  # characters
GENERATION = "generated requests"  # one item of the ledger: how many there are, the generator decides


def is_wanted(name: str, specifications: Specifications, options: Options) -> bool:
    """Whether a run looks at the service itself, and not only at what it converts. name: of the service's rules."""
    service = specifications.services.get(name)
    if service is None:
        return False
    if options.operations is not None:
        return name in options.operations
    if options.only_inputs:
        return False
    return options.cases is None or any(case.id in options.cases for case in service.cases)


class ServiceRun:
    """The rules of a service while it is examined. `conclude` writes the verdicts into the result."""

    def __init__(self, service: Contract, options: Options, result: RunResult) -> None:
        self._options = options
        self._service = service
        self._collector = Collector(result, options)
        self._ledger = result.ledger
        self._url = ""
        chosen = chosen_rules(service, options)
        self._collector.add_rules(service, chosen)
        self._rules = {rule.check: rule.id for rule in chosen}  # by the name of the check
        if self._generates:
            self._ledger.plan([_item(GENERATION)])
        cases = self._cases()
        for case in service.cases:
            self._ledger.plan([_item(case.id)])
            if case not in cases:
                self._ledger.excuse(_item(case.id), "narrowed by the user")
        for case in cases:
            self._collector.expect(SERVICE, case.id, case.rules)
        self._ledger.plan(_item(f"given {number}") for number in range(len(options.inputs.get(SERVICE, ()))))

    def examine(self, subject: HttpSubject, operation: str, listeners: Sequence[Listener]) -> None:
        """Send every request. operation: the one that is asked for. It may be interrupted before `conclude`."""
        client = _Client(subject, self._options.until)
        self._url = subject.address.url
        for case in self._cases():
            request = request_of(case.input, operation)
            self._ask(request, case.expectations[0].output, client, case, case.id, listeners)
        for number, given in enumerate(self._options.inputs.get(SERVICE, ())):
            request = request_of(given, operation)
            owed = Owed(read_schema(DESCRIPTION), operation)(request)
            self._ask(request, owed, client, None, f"given {number}", listeners)
        if self._generates:
            self._generate(client, operation, listeners)

    @property
    def _generates(self) -> bool:
        options = self._options
        return bool(options.max_examples and options.cases is None and not options.only_inputs and self._rules)

    def _cases(self) -> list[Case]:
        options = self._options
        if options.only_inputs:
            return []
        chosen = set(self._rules.values())
        return [
            case
            for case in self._service.cases
            if (options.cases is None or case.id in options.cases) and not chosen.isdisjoint(case.rules)
        ]

    def _generate(self, client: _Client, operation: str, listeners: Sequence[Listener]) -> None:
        options, item = self._options, _item(GENERATION)
        if client.why_not:
            self._ledger.explain(item, client.why_not)
            return
        description = read_schema(DESCRIPTION)
        owed = Owed(description, operation)
        try:
            for other_generated in generated(
                description, operation, client.ask, seed=options.seed, examples=options.max_examples
            ):
                planned = Planned(SERVICE, data_of(other_generated.request))
                self._take(
                    planned,
                    other_generated.request,
                    owed(other_generated.request),
                    other_generated.came,
                    other_generated.found,
                    listeners,
                )
                if client.why_not:
                    break
        except NotInstalled:
            why = f"nothing was generated: schemathesis is not installed ({install_command('http')})"
            self._ledger.explain(item, why)
            self._decide_as_described(NOT_RUN, why)
        except RuntimeError as error:
            why = f"Schemathesis failed: {error}"
            self._ledger.explain(item, why)
            self._decide_as_described(NOT_RUN, why)
        else:
            if client.why_not:
                self._ledger.explain(item, client.why_not)
            else:
                self._ledger.judge(item)

    def _decide_as_described(self, verdict: str, why: str) -> None:
        if AS_DESCRIBED in self._rules:
            self._collector.decide(SERVICE, self._rules[AS_DESCRIBED], verdict, why)

    def _ask(
        self,
        request: ServiceRequest,
        owed: str,
        client: _Client,
        case: Case | None,
        name: str,
        listeners: Sequence[Listener],
    ) -> None:
        """Send a request and judge the exchange. name: of its item in the ledger."""
        if client.why_not:
            self._ledger.explain(_item(name), client.why_not)
            return
        planned = Planned(SERVICE, data_of(request) if case is None else case.input, case)
        planned.item = _item(name)
        self._take(planned, request, owed, client.ask(request), (), listeners)

    def _take(
        self,
        planned: Planned,
        request: ServiceRequest,
        owed: str,
        came: ServiceReply | Fault,
        found: tuple[str, ...],
        listeners: Sequence[Listener],
    ) -> None:
        """Judge one exchange. found: what the generator's own checks object to."""
        reply, fault = (None, came) if isinstance(came, Fault) else (came, None)
        exchange = ServiceExchange(
            method=request.method, owed=owed, number=number_of(request), reply=reply, fault=fault, found=found
        )
        faults: list[OwnFault] = []

        def raised(check: str, error: Exception) -> None:
            faults.append(fault_of(error, self._service, self._rules.get(check, check), planned.input))
            self._collector.own_fault(faults[-1])

        # Only what is generated is compared with the description.
        skipped = AS_DESCRIBED if planned.case is not None else None
        findings = {
            self._rules[check]: failures
            for check, failures in judged(exchange, raised).items()
            if check in self._rules and check != skipped
        }
        failures = tuple((rule, failure) for rule, own in findings.items() for failure in own)
        outcome = Outcome(fault=fault) if reply is None else Outcome(output=_reply_value(reply))
        outcome = replace(outcome, exchange=_exchange(self._url, request, reply))
        trial = Trial(operation=SERVICE, input=planned.input, outcome=outcome)
        judgement = Judgement(frozenset(findings), frozenset(), failures, own_faults=tuple(faults))
        self._collector.take(planned, trial, judgement, None)
        failing = tuple(rule for rule, _failure in failures)
        for listener in listeners:
            listener(TrialProgress(SERVICE, planned.case.id if planned.case else None, failing))

    def conclude(self) -> None:
        """Write the verdict and the evidence of each rule."""
        self._collector.conclude({})


def _item(name: str) -> LedgerItem:
    return LedgerItem(operation=SERVICE, kind=Kind.EXCHANGE, name=name)


class _Client:
    """Sends requests to a service. until: of time.monotonic, when nothing more is sent; None for no limit."""

    def __init__(self, subject: HttpSubject, until: float | None) -> None:
        self._subject = subject
        self._until = until
        self._silences = 0

    @property
    def why_not(self) -> str:
        """Why nothing more is sent; empty while something is."""
        if self._silences >= MOST_SILENCES:
            return f"not asked: the service was silent {MOST_SILENCES} times"
        if self._until is not None and time.monotonic() >= self._until:
            return "not asked: the time limit was reached"
        return ""

    def ask(self, request: ServiceRequest) -> ServiceReply | Fault:
        """Send a request."""
        headers = {"Accept": "application/json, application/problem+json"}
        if request.content_type is not None:
            headers["Content-Type"] = request.content_type
        came = self._subject.exchange(request.method, request.path, request.body, headers)
        if isinstance(came, Fault):
            self._silences += came.kind == "hang"
            return came
        return ServiceReply(came.status, came.content_type, came.body, came.headers.get("allow"))


def _exchange(url: str, request: ServiceRequest, reply: ServiceReply | None) -> HttpExchange | None:
    """Return what passed, as reports show it; None for a body that no command can have, or that is too large."""
    try:
        body = None if request.body is None or len(request.body) > MOST else request.body.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if (body is None) is not (request.body is None) or "\0" in (body or ""):
        return None
    return HttpExchange(
        method=request.method,
        url=url + request.path,
        headers={} if request.content_type is None else {"Content-Type": request.content_type},
        body=body,
        status=None if reply is None else reply.status,
        got="" if reply is None else beginning(reply.body),
    )


def _reply_value(reply: ServiceReply) -> JSON:
    text = reply.body[: 4 * BODY_SHOWN].decode("utf-8", "replace")
    more = f"... ({len(reply.body):,} bytes)" if len(text) > BODY_SHOWN or len(reply.body) > 4 * BODY_SHOWN else ""
    try:
        body = json.loads(reply.body) if len(reply.body) <= BODY_SHOWN else text[:BODY_SHOWN] + more
    except (ValueError, RecursionError):
        body = text[:BODY_SHOWN] + more
    return {"status": reply.status, "content_type": reply.content_type, "body": body}
