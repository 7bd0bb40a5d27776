"""Runs a scan: finds the APIs of an address, sends the requests of the scenarios, counts what works."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from conformance.apis.emulator import CHAT, GEMINI
from conformance.base.errors import UsageError
from conformance.running.scan.bodies import Ways
from conformance.running.scan.capabilities import APIS, BY_NAME, CAPABILITIES, CLIENTS, KnownClient
from conformance.running.scan.forms import objections_to
from conformance.running.scan.judging import model_names, refusal_words
from conformance.running.scan.model import (
    NOT_OFFERED,
    NOT_SHOWN,
    WORKS,
    WRONG,
    CapabilityResult,
    ClientResult,
    Defect,
    Exchanged,
    HttpRequest,
    Objection,
    ScanResult,
    Shown,
)
from conformance.running.scan.scenarios import ScanScenario, scenarios_of
from conformance.running.scan.wire import LOOPBACK, Send, error_text, is_absent

FINDING: Final = 14  # requests at most that find out what an address offers, and how it wants its requests
REPEATED: Final = 6  # requests at most that are sent again, because the server failed
_RESULTS: Final = ("tool-results", "tool-errors", "long-results")
_PATIENCE: Final = (429, 503, 529)
_UNSUPPORTED: Final = re.compile(
    r"not (currently )?support|unsupported|not (yet )?implemented|not enabled|requires|cannot be used|does ?n[o']t "
    r"support|unknown|not allowed|not permitted|unrecognized|disabled|extra inputs|no .* support|invalid",
    re.IGNORECASE,
)
_TOO_LONG: Final = re.compile(r"context|too (long|large|many tokens)|maximum .*(length|tokens)|exceed", re.IGNORECASE)
_NO_CHAT: Final = re.compile(r"embed|whisper|tts|rerank|moderation|dall-e|image|transcri|speech", re.IGNORECASE)
_VERSION: Final = re.compile(r"/v\d\w*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is scanned. apis: those named; empty for all that are found. limit: tokens of an answer.

    capabilities: those looked for. model: None for the first that the server lists. clients: those asked for.
    """

    url: str
    apis: tuple[str, ...] = ()
    model: str | None = None
    limit: int = 256
    capabilities: frozenset[str] = frozenset(BY_NAME)
    clients: tuple[str, ...] = ()


@dataclass(slots=True)
class _ApiTally:
    """What was found of one API."""

    shown: dict[str, list[Shown]] = field(default_factory=dict)
    objections: list[tuple[Objection, Exchanged, str]] = field(default_factory=list)
    answers: dict[str, Exchanged] = field(default_factory=dict)


def addresses_of(url: str, api: str) -> list[str]:
    """Return where an API may be, by the address that a user gives: as it is, and with the version its clients add."""
    parts = urlsplit(url)
    base = urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))
    if api == GEMINI:  # whose version is another one than that of the others at the same server
        return list(dict.fromkeys([_VERSION.sub("", base) + "/v1beta", base]))
    return [base] if _VERSION.search(base) else [f"{base}/v1", base]


def planned(options: Options, api: str, models: int = 0) -> list[ScanScenario]:
    """Return the scenarios that a scan sends to an API."""
    wanted = options.capabilities
    chosen = [
        each
        for each in scenarios_of(api, models)
        if each.capability in wanted or any(name in wanted for name, _judge in each.beside)
    ]
    needed = {name for each in chosen for name in (each.name, *each.builds_on)}
    return [each for each in scenarios_of(api, models) if each.name in needed]


def requests_planned(options: Options) -> list[tuple[str, ScanScenario, HttpRequest | None]]:
    """Return the requests that a scan sends at most, by scenario; None for one that goes on from an answer."""
    ways = Ways(model=options.model or "MODEL", limit=options.limit)
    found = []
    for api in options.apis or APIS:
        for scenario in planned(options, api):
            first = scenario.first(api, ways, {})
            found.append((api, scenario, first))
            second = scenario.again(api, ways, {}) if scenario.again is not None else None
            found += [(api, scenario, second)] if second is not None else []
    return found


def most_requests(options: Options) -> int:
    """Return how many requests a scan sends at most."""
    return len(requests_planned(options)) + FINDING + REPEATED


class Finder:
    """Finds out which APIs an address offers, by requests that no model answers. offered: by API, its address.

    absent: by API that is not offered, what was answered.
    """

    def __init__(self, connect: Callable[[Mapping[str, str]], Send]) -> None:
        self._connect = connect
        self.requests = 0
        self.offered: dict[str, str] = {}
        self.absent: dict[str, str] = {}

    def find(self, url: str, named: Sequence[str]) -> None:
        """Look for APIs. named: the only ones that are looked for. Raises UsageError where nothing is there."""
        failures = []
        for api in named or APIS:
            for address in addresses_of(url, api):
                route = {GEMINI: "/models/none:generateContent", CHAT: "/chat/completions"}.get(api)
                route = route or ("/responses" if api == "responses" else "/messages")
                found = self._connect({api: address})(HttpRequest(api=api, route=route, body={}))
                self.requests += 1
                if not found.reply.status:
                    failures.append(found.reply.failure or "no answer")
                    break
                if not _answers(found):
                    self.absent.setdefault(api, refusal_words(found))
                    continue
                self.offered[api] = address
                self.absent.pop(api, None)
                break
        if not self.offered and failures:
            raise UsageError(f"No answer came from {url}: {failures[0]}.", "Is the server running, the address right?")
        if not self.offered:
            said = "; ".join(f"{api}: {why}" for api, why in self.absent.items())
            raise UsageError(
                f"{url} offers none of the APIs ({said}).", "Give the address before /chat/completions or /messages."
            )


def _answers(found: Exchanged) -> bool:
    """Whether an API is at an address: it has something to say, in JSON, of a request that says nothing."""
    return not is_absent(found) and found.damage is None and isinstance(found.value, dict | list)


def scan(
    options: Options, finder: Finder, send: Send, told: Callable[[str, int, int], None] = lambda *_: None
) -> ScanResult:
    """Ask a server whose APIs were found, and judge what it answers. told: of each scenario, with how far the scan is.

    Raises UsageError: no model can be named, the key is refused.
    """
    counted = _Counted(send, finder.requests)
    results: list[CapabilityResult] = []
    defects: list[Defect] = []
    models: dict[str, str] = {}
    plans = {api: planned(options, api) for api in finder.offered}
    total, done = sum(map(len, plans.values())), 0
    lists = {api: _listed(api, counted) for api in finder.offered}
    for api, listed in lists.items():
        model = options.model or _chosen(options, api, lists)
        models[api] = model
        ways, tally = Ways(model=model, limit=options.limit), _ApiTally()
        for scenario in planned(options, api, len(model_names(listed))):
            told(f"{api}: {BY_NAME[scenario.capability].title}", done, total)
            done += 1
            if scenario.name == "models":
                _judge(scenario, listed, tally)
            else:
                ways = _ask(scenario, api, ways, counted, tally)
        results += _results(api, options, tally, defects)
    clients = tuple(_clients(options, finder.offered, results))
    if all(each.outcome in (NOT_SHOWN, NOT_OFFERED) for each in results):
        about = next((each.about for each in results if each.about), "")
        raise UsageError(f"Nothing of {options.url} could be shown: {about}.", "Check --model and --key-env.")
    return ScanResult(
        url=options.url,
        models=models,
        requests=counted.requests,
        results=tuple(results),
        defects=tuple(defects),
        clients=clients,
        absent=dict(finder.absent),
        asked=options.clients,
    )


class _Counted:
    """Counts what is sent. A request that the server fails on, or loses, is sent once more: not all failures stay."""

    def __init__(self, send: Send, before: int) -> None:
        self._send = send
        self._left = REPEATED
        self.requests = before

    def __call__(self, request: HttpRequest) -> Exchanged:
        found = self._sent(request)
        status = found.reply.status
        failed = (status == 0 or status >= 500) and status not in (501, *_PATIENCE) and not found.reply.timed_out
        if not failed or not self._left:
            return found
        self._left -= 1
        return self._sent(request)

    def _sent(self, request: HttpRequest) -> Exchanged:
        self.requests += 1
        return self._send(request)


def _listed(api: str, send: Send) -> Exchanged:
    return send(HttpRequest(api=api, method="GET", route="/models"))


def _chosen(options: Options, api: str, lists: Mapping[str, Exchanged]) -> str:
    """Return the model to ask: the first that the API lists, or another API of the server."""
    names = model_names(lists[api]) or [name for listed in lists.values() for name in model_names(listed)]
    fit = [name for name in dict.fromkeys(names) if not _NO_CHAT.search(name)] or names
    if not fit and any(listed.reply.status in (401, 403) for listed in lists.values()):
        raise _refused_key(refusal_words(lists[api]))
    if not fit:
        raise UsageError(f"{options.url} lists no model.", "Name one with --model.")
    if len(fit) > 1 and urlsplit(options.url).hostname not in LOOPBACK:
        raise UsageError(
            f"{options.url} has {len(fit)} models.", f"Name one with --model, such as {', '.join(fit[:3])}."
        )
    return fit[0]


def _ask(scenario: ScanScenario, api: str, ways: Ways, send: Send, tally: _ApiTally) -> Ways:
    """Ask what a scenario asks, and judge the answer. Return how the server wants its requests."""
    request = scenario.first(api, ways, tally.answers)
    if request is None:
        _add(tally, scenario, Shown(outcome=NOT_SHOWN, about=_nothing_before(scenario)))
        return ways
    found = send(request)
    if api == CHAT and not ways.newer_limit and not found.reply.is_success and _wants_newer_limit(found):
        ways = replace(ways, newer_limit=True)
        found = send(scenario.first(api, ways, tally.answers) or request)
    shown = _judge(scenario, found, tally)
    lacks = shown.outcome == NOT_OFFERED or (shown.outcome == NOT_SHOWN and found.reply.is_success)
    if lacks and scenario.again is not None and (second := scenario.again(api, ways, tally.answers)) is not None:
        tally.shown[scenario.capability].remove(shown)
        _judge(scenario, send(second), tally)
    return ways


def _nothing_before(scenario: ScanScenario) -> str:
    return (
        "no response was kept"
        if scenario.capability == "previous-response"
        else "no call came before, or no result was taken"
    )


def _wants_newer_limit(found: Exchanged) -> bool:
    return "max_completion_tokens" in error_text(found)


def _add(tally: _ApiTally, scenario: ScanScenario, shown: Shown) -> Shown:
    tally.shown.setdefault(scenario.capability, []).append(shown)
    return shown


def _judge(scenario: ScanScenario, found: Exchanged, tally: _ApiTally) -> Shown:
    """Judge one answer, and keep it for those that go on from it."""
    shown = _refusal(scenario, found) or _answered(scenario, found, tally)
    tally.objections += [(objection, found, scenario.name) for objection in shown.objections]
    return _add(tally, scenario, shown)


def _answered(scenario: ScanScenario, found: Exchanged, tally: _ApiTally) -> Shown:
    if scenario.bare:
        if found.damage is not None and not scenario.refuses:
            return _wrong(scenario, found.damage)
        return scenario.judge(found)
    of_form = list(objections_to(found))
    tally.objections += [(objection, found, scenario.name) for objection in of_form]
    for capability, judge in scenario.beside:
        held = judge(found) if found.answer is not None else Shown(outcome=NOT_SHOWN, about="no answer")
        tally.shown.setdefault(capability, []).append(held)
        tally.objections += [(objection, found, scenario.name) for objection in held.objections]
    if found.answer is None:
        return Shown(outcome=NOT_SHOWN, about="the answer cannot be read")
    tally.answers[scenario.name] = found
    return scenario.judge(found)


def _wrong(scenario: ScanScenario, message: str) -> Shown:
    harm = "Clients cannot read the answer."
    return Shown(outcome=WRONG, objections=(Objection(scenario.capability, message, harm),))


def _refusal(scenario: ScanScenario, found: Exchanged) -> Shown | None:
    """Return what a refusal shows; None for an answer, and for a refusal that is looked for."""
    status = found.reply.status
    if status == 0:
        return Shown(outcome=NOT_SHOWN, about=f"no answer came: {found.reply.failure}")
    if status in _PATIENCE:
        return Shown(outcome=NOT_SHOWN, about=f"the server asks for patience: {refusal_words(found)}")
    if scenario.refuses or found.reply.is_success:
        return None
    words = refusal_words(found)
    if status in (401, 403) and scenario.capability == "text":
        raise _refused_key(words)
    if scenario.capability == "long-results" and _TOO_LONG.search(words):
        return Shown(outcome=NOT_SHOWN, about=words)
    if status >= 500 and status != 501 and not _UNSUPPORTED.search(words):
        return _wrong_refusal(scenario, words, "Clients take it for a failure that passes, and send it again.")
    if scenario.capability == "text":
        return _wrong_refusal(scenario, words, "Clients get no answer at all.")
    if scenario.capability in _RESULTS:
        message = f"the server refuses its own answer when it comes back with the results of its calls: {words}"
        harm = "Agents end after the first call."
        return Shown(outcome=WRONG, objections=(Objection(scenario.capability, message, harm),))
    return Shown(outcome=NOT_OFFERED, about=words)


def _refused_key(words: str) -> UsageError:
    return UsageError(f"The server refuses the key: {words}.", "Name the variable that has it with --key-env.")


def _wrong_refusal(scenario: ScanScenario, words: str, harm: str) -> Shown:
    message = f"a request that the API takes is refused: {words}"
    return Shown(outcome=WRONG, objections=(Objection(scenario.capability, message, harm),))


def _results(api: str, options: Options, tally: _ApiTally, defects: list[Defect]) -> Iterator[CapabilityResult]:
    """Yield what was found of each capability of an API; its objections become defects, each once."""
    by_capability: dict[str, list[str]] = {}
    known = set[tuple[str, str]]()
    for objection, found, scenario in tally.objections:
        key = (objection.capability, re.sub(r"\d+|\"[^\"]*\"", "N", objection.message))
        if key in known or objection.capability not in options.capabilities:
            continue
        known.add(key)
        defect = Defect(id=f"W{len(defects) + 1}", api=api, objection=objection, shown_by=found, scenario=scenario)
        defects.append(defect)
        by_capability.setdefault(objection.capability, []).append(defect.id)
    for capability in CAPABILITIES:
        if api not in capability.apis or capability.name not in options.capabilities:
            continue
        ids = tuple(by_capability.get(capability.name, ()))
        shown = tally.shown.get(capability.name, [])
        if ids:
            first = next(each for each in defects if each.id == ids[0])
            yield CapabilityResult(
                api=api, capability=capability.name, outcome=WRONG, about=first.objection.message, defects=ids
            )
        elif shown:
            least = max(shown, key=lambda each: _RANK[each.outcome])
            yield CapabilityResult(api=api, capability=capability.name, outcome=least.outcome, about=least.about)
        else:
            yield CapabilityResult(api=api, capability=capability.name, outcome=NOT_SHOWN, about="no answer shows it")


_RANK: Final = {WORKS: 0, NOT_SHOWN: 1, NOT_OFFERED: 2, WRONG: 3}


def _clients(options: Options, offered: Collection[str], results: Sequence[CapabilityResult]) -> Iterator[ClientResult]:
    """Yield whether each client has what it needs, by each API that it may ask by."""
    found = {(each.api, each.capability): each for each in results}
    for client in CLIENTS:
        if options.clients and client.name not in options.clients:
            continue
        for api in client.apis:
            if api in offered:
                yield _client(client, api, found)
        if options.clients and not any(api in offered for api in client.apis):
            yield ClientResult(client=client.name, api=client.apis[0], outcome=NOT_OFFERED)


def _client(client: KnownClient, api: str, found: Mapping[tuple[str, str], CapabilityResult]) -> ClientResult:
    needs = [found[api, name] for name in client.needs if (api, name) in found]
    uses = [found[api, name] for name in client.uses if (api, name) in found]
    lacks = tuple(each for each in needs if each.outcome in (WRONG, NOT_OFFERED))
    unseen = tuple(each for each in needs if each.outcome == NOT_SHOWN)
    outcome = WRONG if lacks else NOT_SHOWN if unseen else WORKS
    misses = tuple(each for each in uses if each.outcome != WORKS)
    return ClientResult(client=client.name, api=api, outcome=outcome, lacks=lacks, unseen=unseen, misses=misses)
