"""Gives subjects that ask an API one to talk to.

The inputs of such an operation are planned with a `script`, the API's answers in order. A subject gets a `base_url`
in its place; what reaches that address until the outcome is there belongs to it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from conformance.apis.emulator import EMULATED, RESPONSES, Acceptance, ConversationStart, Emulator
from conformance.apis.oracles import OPENAI
from conformance.base.observation import METHOD_NOT_FOUND, NOT_COVERED, ConversionRequest, Fault, Outcome
from conformance.base.values import ABSENT, JSON, Absent, copy_of, packed
from conformance.formats.operations import is_scripted
from conformance.rules.checks.by_laws.tool_loop.view import is_loop
from conformance.rules.checks.names import named_input, named_script
from conformance.running.subjects.base import Subject, SubjectWrapper


def scripted(
    subject: Subject,
    operations: Iterable[str],
    stated: Mapping[str, Mapping[str, str]] | None = None,
    profile: str = OPENAI,
) -> Subject:
    """Return the subject as the operations of this run need it: behind a Scripted where one talks to an API.

    stated: by operation, the answers to choices that are stated. The API calls tools by the names that these say.
    profile: of the host whose API it is.
    """
    talking = frozenset(filter(is_scripted, operations))
    return ScriptedSubject(subject, talking, stated, profile) if talking else subject


# Types of the error by which a subject says that it does not use an API.
_NOT_COVERED_TYPES = ("NotImplementedError", METHOD_NOT_FOUND)


class _Key(NamedTuple):
    """Represents the asker's own key while the subject is asked. given: the input that it got."""

    asked: ConversionRequest
    base_url: str
    given: JSON


class ScriptedSubject(SubjectWrapper):
    """A subject whose inputs get an address where they were planned with a script. `close` leaves the subject be.

    A subject that knows one API only raises NotImplementedError for the others.
    """

    def __init__(
        self,
        subject: Subject,
        operations: frozenset[str],
        stated: Mapping[str, Mapping[str, str]] | None = None,
        profile: str = OPENAI,
    ) -> None:
        super().__init__(subject)
        self._profile = profile
        self._stated = stated or {}
        self._operations = operations
        self._api: Emulator | None = None
        self._spoken: set[str] = set()  # APIs that the subject has talked to

    def close(self) -> None:
        """End the API, if any was needed."""
        api, self._api = self._api, None
        if api is not None:
            api.close()

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask the subject; its outcomes say what the API saw, and speak of the inputs as they were planned."""
        for request, outcome in self._subject.ask(map(self._prepared, requests)):
            key = request.key
            if type(key) is _Key:
                yield key.asked, self._collected(key, outcome)
            else:
                yield request, outcome

    def _prepared(self, request: ConversionRequest) -> ConversionRequest:
        if request.operation not in self._operations or not isinstance(request.input, dict):
            return request
        choices = self._stated.get(request.operation, {})
        base_url = self._open(named_input(request.operation, request.input, choices))
        # A copy: what a subject does to its argument must not be done to the plan.
        rest = {name: value for name, value in request.input.items() if name not in ("script", "base_url")}
        given = {"base_url": base_url, **copy_of(rest)}
        before = packed(given) if request.before is not None else None
        return ConversionRequest(
            key=_Key(request, base_url, given), operation=request.operation, input=given, before=before, anew=self._anew
        )

    def _anew(self, request: ConversionRequest) -> ConversionRequest:
        """Prepare a request once more: the script starts again with a new address."""
        self._end(request.key.base_url)
        return self._prepared(request.key.asked)

    def _open(self, planned: JSON) -> str:
        if self._api is None:
            self._api = Emulator()
        api, script = planned.get("api"), planned.get("script")
        # An input of the wrong shape has an address too: nothing is answered there.
        known = isinstance(api, str) and api in EMULATED
        answers = script if known and isinstance(script, list) else ()
        given = ConversationStart(str(api), planned["tools"], planned["messages"]) if is_loop(planned) else None
        return self._api.open(str(api) if known else RESPONSES, answers, Acceptance(given, self._profile))

    def _end(self, base_url: str) -> tuple[JSON, ...]:
        assert self._api is not None
        return tuple(seen._asdict() for seen in self._api.end(base_url))

    def _collected(self, key: _Key, outcome: Outcome) -> Outcome:
        requests = self._end(key.base_url)
        api = str(key.given.get("api"))
        if requests:
            self._spoken.add(api)
        elif api not in self._spoken and outcome.refusal and outcome.refusal.type in _NOT_COVERED_TYPES:
            reason = f"the subject does not use the API {api}: {outcome.refusal.message}"
            outcome = replace(outcome, fault=Fault(NOT_COVERED, reason))  # unless it uses that API for another input
        return replace(outcome, requests=requests, input_after=_as_planned(key, outcome.input_after))


class NamedScripts(SubjectWrapper):
    """A subject that brings the API of its loops: that API calls tools by the names that stated choices say.

    stated: the answers to choices, by operation.
    """

    def __init__(self, subject: Subject, stated: Mapping[str, Mapping[str, str]]) -> None:
        super().__init__(subject)
        self._stated = stated

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask the subject; its outcomes are those of the requests as they were planned."""
        for request, outcome in self._subject.ask(map(self._named, requests)):
            yield (request.key, outcome) if type(request.key) is ConversionRequest else (request, outcome)

    def _named(self, request: ConversionRequest) -> ConversionRequest:
        if not is_scripted(request.operation):
            return request
        loop = named_script(request.input, self._stated.get(request.operation, {}))
        return replace(request, key=request, input=loop)


def _as_planned(key: _Key, after: JSON | Absent) -> JSON | Absent:
    """Return an argument after the call, with its script again in the address's place. One that changed stays so."""
    if after is key.given:
        return key.asked.input
    if after is ABSENT or not isinstance(after, dict) or after.get("base_url") != key.base_url:
        return after
    planned = key.asked.input
    own = {name: planned[name] for name in ("base_url", "script") if name in planned}
    return {name: value for name, value in after.items() if name != "base_url"} | own
