"""Judges a gateway by how it stands between its clients and the API: the worked cases, in each direction."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from conformance.apis.emulator import ANTHROPIC, GEMINI
from conformance.base.observation import HttpExchange, Outcome
from conformance.base.values import JSON
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Case, Contract, Specifications
from conformance.running.conduct.backend import HOLD, OVERLOADED, AskedRequest, Backend, Meeting, Plan
from conformance.running.conduct.checks import GatewayExchange, failures_of, seconds_of
from conformance.running.conduct.clients import WAIT, ClientCall, ask
from conformance.running.conduct.conversations import MARKER, answer_of, key_of, marker_of, read_answer, request_of
from conformance.running.conduct.worked import worked_of
from conformance.running.engine.collect import Collector
from conformance.running.engine.events import Listener, TrialProgress
from conformance.running.engine.judge import Judgement
from conformance.running.engine.ledger import Kind, LedgerItem
from conformance.running.engine.options import Options
from conformance.running.engine.own_fault import OwnFault, fault_of
from conformance.running.engine.plan import Planned, chosen_rules
from conformance.running.engine.result import RunResult
from conformance.running.subjects.exchanged import KEYS, exchange_of, without_keys
from conformance.running.subjects.gateway import GatewaySubject

if TYPE_CHECKING:
    import httpx2

SERVICE: Final = "gateway-service"
_TOGETHER: Final = ("error", "page", "empty", "silent", "closed", "cut", "failed")
TOGETHER: Final = 6  # cases of errors that are asked at a time: a gateway asks again, and waits between
ATTEMPTS: Final = 5  # further ones, of a client whose request does not reach the API
PAUSE, LONGEST_PAUSE = 2.5, 10.0  # seconds between them
IN_TIME: Final = 3  # times that a client may be late, before the gateway is
BODY_SHOWN: Final = 4_000  # characters
REQUESTS_SHOWN: Final = 3
WORKED: Final = "worked"
# Of headers, those that say something; of those with a key, whose it is.
_SHOWN: Final = ("content-type", "content-encoding", "retry-after", "retry-after-ms", "anthropic-version", "user-agent")


class GatewayRun:
    """The rules of a gateway while it is examined. `conclude` writes the verdicts into the result."""

    def __init__(
        self,
        service: Contract,
        options: Options,
        result: RunResult,
        subject: GatewaySubject,
        specifications: Specifications,
    ) -> None:
        self._options = options
        self._service = service
        self._subject = subject
        self._backend = Backend()
        self._worked = {api: worked_of(api, specifications) for api, behind in subject.directions if api == behind}
        self._has_keys = True  # of its own, each client
        self._collector = Collector(result, options)
        self._ledger = result.ledger
        chosen = chosen_rules(service, options)
        self._collector.add_rules(service, chosen)
        self._rules = {rule.check: rule.id for rule in chosen}  # by the name of the check
        self._planned: list[tuple[Case, str, str]] = []
        for case in service.cases:
            is_chosen = self._is_chosen(case)
            ways = [way for way in subject.directions if _applies(case, *way)]
            rules = tuple(rule for rule in case.rules if any(_is_about(rule, behind) for _api, behind in ways))
            if is_chosen and rules:
                self._collector.expect(SERVICE, case.id, rules)
            for way in ways:
                self._ledger.plan([_item(case, *way)])
                if is_chosen:
                    self._planned.append((case, *way))
                else:
                    self._ledger.excuse(_item(case, *way), "narrowed by the user")

    def _is_chosen(self, case: Case) -> bool:
        options = self._options
        if options.only_inputs or (options.cases is not None and case.id not in options.cases):
            return False
        return not set(self._rules.values()).isdisjoint(case.rules)

    def examine(self, listeners: Sequence[Listener]) -> None:
        """Ask everything. It may be interrupted before `conclude`."""
        import httpx2

        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=TOGETHER)
        with (
            self._subject.answered_by(self._backend),
            httpx2.Client(limits=limits, timeout=WAIT, trust_env=False, follow_redirects=False) as client,
            ThreadPoolExecutor(TOGETHER) as pool,
        ):
            self._has_keys = self._takes_any_key(client)
            lone = [planned for planned in self._planned if _needs_quiet(planned[0])]
            others = [planned for planned in self._planned if not _needs_quiet(planned[0])]
            for case, api, behind in lone:
                self._judge(case, api, behind, self._asked(client, case, api, behind), listeners)
            asked = pool.map(lambda planned: (planned, self._asked(client, *planned)), others)
            for (case, api, behind), exchanges in asked:
                self._judge(case, api, behind, exchanges, listeners)

    def _takes_any_key(self, client: httpx2.Client) -> bool:
        """Whether clients may have keys of their own; else all have that of the suite, or of the configuration."""
        for api, _behind in self._subject.directions[:1]:
            plan = Plan(marker=marker_of("key", api), kind="answers")
            self._backend.plan(plan)
            call = self._subject.call_of(api, request_of(api, plan.marker, stream=False), key_of(plan.marker))
            asked = ClientCall(api=api, url=call.url, headers=call.headers, body=call.body, stream=False)
            return ask(client, asked, plan.has_first).status not in (401, 403) or bool(plan.asked)
        return True

    @property
    def _is_over(self) -> bool:
        return self._options.until is not None and time.monotonic() >= self._options.until

    def _asked(self, client: httpx2.Client, case: Case, api: str, behind: str) -> list[GatewayExchange] | str:
        """Ask the clients of a case, all at a time; why not, where nothing more is asked."""
        if self._is_over:
            return "not asked: the time limit was reached"
        data = case.input
        if data["api"] == WORKED:
            return list(self._passed_through(client, case, api, behind))
        size = data.get("clients", 1)
        meeting = Meeting(size) if size > 1 else None

        def asked(number: int) -> GatewayExchange:
            plan = _plan(data, behind, marker_of(case.id, api, behind, number), meeting)
            self._backend.plan(plan)
            body = request_of(api, plan.marker, stream=bool(data.get("stream")))
            return self._exchange(client, plan, api, behind, case, body)

        if size == 1:
            exchanges = (asked(number) for number in range(IN_TIME))
            first = next(exchanges)  # on a busy machine anything may be late: what is so once is asked again
            return [next((again for again in chain([first], exchanges) if not (again.held or again.is_late)), first)]
        with ThreadPoolExecutor(size) as pool:
            return list(pool.map(asked, range(size)))

    def _passed_through(self, client: httpx2.Client, case: Case, api: str, behind: str) -> Iterator[GatewayExchange]:
        """Ask for each worked request, and have each worked answer given, one after the other."""
        requests, answers = self._worked[api]
        plain = request_of(api, marker_of(case.id), stream=False)
        pairs = [(body, answer_of(api, marker_of(case.id))) for body in requests]
        for number, (body, answer) in enumerate([*pairs, *((plain, answer) for answer in answers)]):
            plan = replace(_plan(case.input, behind, marker_of(case.id, number), None), given=answer)
            with self._backend.alone(plan):
                yield self._exchange(client, plan, api, behind, case, body)

    def _exchange(
        self, client: httpx2.Client, plan: Plan, api: str, behind: str, case: Case, body: JSON
    ) -> GatewayExchange:
        stream = isinstance(body, dict) and body.get("stream") is True
        call = self._subject.call_of(api, body, key_of(plan.marker) if self._has_keys else None)
        leaves = plan.kind == "endless"
        asked = ClientCall(api=api, url=call.url, headers=call.headers, body=call.body, stream=stream, leaves=leaves)
        reply = ask(client, asked, plan.has_first)
        if leaves:
            plan.ended.wait(2 * HOLD)
        for _attempt in range(ATTEMPTS if plan.meeting is None else 0):
            if plan.asked or reply.status is None or reply.status < 400 or self._is_over:
                break
            # After an error of the API some gateways ask nothing for a while.
            time.sleep(min(LONGEST_PAUSE, seconds_of(reply.headers.get("retry-after")) or PAUSE))
            reply = ask(client, asked, plan.has_first)
        return GatewayExchange(
            api=api,
            behind=behind,
            owed=case.expectations[0].output,
            kind=plan.kind,
            marker=plan.marker,
            stream=stream,
            status=plan.status,
            retry_after=plan.retry_after,
            reply=reply,
            read=read_answer(api, reply.body, stream=stream),
            asked=tuple(plan.asked),
            held=plan.held.is_set(),
            has_own_key=self._has_keys and not self._subject.has_header_of_key,
            sent=body,
            given=plan.given,
        )

    def _judge(
        self,
        case: Case,
        api: str,
        behind: str,
        exchanges: list[GatewayExchange] | str,
        listeners: Sequence[Listener],
    ) -> None:
        """Judge the exchanges of a case in a direction: together they are one trial, which shows the worst of them."""
        item = _item(case, api, behind)
        if isinstance(exchanges, str):
            self._ledger.explain(item, exchanges)
            return
        faults: list[OwnFault] = []

        def raised(check: str, error: Exception) -> None:
            faults.append(fault_of(error, self._service, self._rules.get(check, check), case.input))
            self._collector.own_fault(faults[-1])

        findings = [failures_of(exchange, raised) for exchange in exchanges]
        reached = {self._rules[check] for found in findings for check in found if check in self._rules}
        worst = max(range(len(findings)), key=lambda i: sum(map(len, findings[i].values())))
        failures = tuple(
            (self._rules[check], failure._replace(message=f"{failure.message} ({api} to {behind})"))
            for check, own in findings[worst].items()
            if check in self._rules
            for failure in own
        )
        if not reached and not faults:
            self._ledger.excuse(item, _why_not_reached(exchanges[worst]))
            return
        planned = Planned(SERVICE, case.input, case)
        planned.item = item
        shown: dict[str, JSON] = {"from": api, "to": behind, **case.input, "sent": exchanges[worst].sent}
        if exchanges[worst].given is not None:
            shown["answered"] = exchanges[worst].given
        outcome = replace(_outcome(exchanges[worst]), exchange=self._over_http(exchanges[worst]))
        trial = Trial(operation=SERVICE, input=shown, outcome=outcome)
        judgement = Judgement(frozenset(reached), frozenset(), failures, own_faults=tuple(faults))
        self._collector.take(planned, trial, judgement, None)
        failing = tuple(rule for rule, _failure in failures)
        for listener in listeners:
            listener(TrialProgress(SERVICE, case.id, failing))

    def _over_http(self, exchange: GatewayExchange) -> HttpExchange:
        call = self._subject.call_of(exchange.api, exchange.sent)
        asked: list[JSON] = [{"path": request.path, "body": request.body} for request in exchange.asked]
        reply = exchange.reply
        headers = without_keys(call.headers, self._subject.headers)
        return exchange_of(call.url, headers, call.body, reply.status, reply.body, asked)

    def conclude(self) -> None:
        """Write the verdict and the evidence of each rule."""
        self._collector.conclude({})


def _item(case: Case, api: str, behind: str) -> LedgerItem:
    return LedgerItem(operation=SERVICE, kind=Kind.EXCHANGE, name=f"{case.id}, {api} to {behind}")


def _applies(case: Case, api: str, behind: str) -> bool:
    return (case.input["api"] != WORKED) or api == behind


def _is_about(rule: str, behind: str) -> bool:
    """Whether an API behind a gateway shows anything of a rule: Gemini has no retry-after, only Anthropic a version."""
    return (rule != "GATE-3" or behind != GEMINI) and (rule != "GATE-11" or behind == ANTHROPIC)


def _needs_quiet(case: Case) -> bool:
    """Whether a case is asked alone: it is about many clients, or about time."""
    return case.input.get("clients", 1) > 1 or case.input["api"] not in _TOGETHER


def _plan(data: Mapping[str, Any], behind: str, marker: str, meeting: Meeting | None) -> Plan:
    status = data.get("status", 0)
    return Plan(
        marker=marker,
        kind=data["api"],
        status=OVERLOADED.get(behind, status) if status == 503 else status,
        after=data.get("after"),
        retry_after=data.get("retry_after"),
        message=data.get("message", ""),
        meeting=meeting,
    )


def _why_not_reached(exchange: GatewayExchange) -> str:
    if not exchange.asked:
        got = "nothing" if exchange.reply.status is None else f"status {exchange.reply.status}"
        return f"the gateway answered with {got}, and asked nothing of the API"
    return "nothing that this gateway does is what the case is about"


def _outcome(exchange: GatewayExchange) -> Outcome:
    reply = exchange.reply
    got: dict[str, JSON] = {"status": reply.status}
    if reply.status is not None:
        got |= {"headers": _shown_headers(reply.headers, exchange.marker), "body": _shown_body(reply.body)}
    if reply.fault is not None:
        got["ended"] = reply.fault.message
    asked = [_shown_request(request, exchange.marker) for request in exchange.asked[:REQUESTS_SHOWN]]
    return Outcome(output={"got": got, "asked": asked})


def _shown_request(asked: AskedRequest, marker: str) -> JSON:
    return {"path": asked.path, "headers": _shown_headers(asked.headers, marker), "body": asked.body}


def _shown_headers(headers: Mapping[str, str], marker: str) -> JSON:
    """Return the headers that matter; of a key, whose it is."""
    shown = {name: value for name, value in headers.items() if name.lower() in _SHOWN}
    for name, value in headers.items():
        if name.lower() in KEYS:
            named = MARKER.search(value)
            own = "the client's key" if named and named[0] == marker else "another client's key"
            shown[name] = f"({own if named and marker else 'a key'})"
    return shown


def _shown_body(body: bytes) -> JSON:
    text = body[: 4 * BODY_SHOWN].decode("utf-8", "replace")
    try:
        return json.loads(body) if len(body) <= BODY_SHOWN else text[:BODY_SHOWN] + f"... ({len(body):,} bytes)"
    except (ValueError, RecursionError):
        return text[:BODY_SHOWN]
