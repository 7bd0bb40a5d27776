"""Records conversations, and plays them again without any network."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from conformance.apis.emulator.running import running_api
from conformance.apis.recordings.documents import document_of
from conformance.apis.recordings.folder import LARGEST
from conformance.base.errors import UsageError
from conformance.base.values import JSON, equal
from conformance.commands.roundtrips.cassettes import (
    ABOUT,
    LOCAL_API,
    NotAsRecorded,
    as_differences,
    difference_lines,
    library,
)
from conformance.commands.roundtrips.client import Client, Send
from conformance.commands.roundtrips.converter import Converter
from conformance.commands.roundtrips.loop import ANSWERED, FAILED, REFUSED, LoopOutcome, converse
from conformance.commands.roundtrips.providers import OPENAI, Provider
from conformance.commands.roundtrips.redaction import LOCAL, redacted_text, redacted_uri, redacted_value
from conformance.commands.roundtrips.scenarios import MODEL, Scenario, scenario_named

if TYPE_CHECKING:
    from vcr.cassette import Cassette

REFUSES_REQUEST = 400  # the status of a request that is refused for what it says, and not for who sends it or when
DIFFERS = "differs"  # the kind of an outcome: a request is not as it was recorded


class Endpoint(NamedTuple):
    """Where a conversation is held. base_url: None for the local API. key: for the real one. model: who answers.

    provider: of the API, whose form of a request is sent.
    """

    base_url: str | None = None
    key: str = "none"
    model: str = MODEL
    provider: Provider = OPENAI

    @property
    def name(self) -> str:
        """What a recording calls it."""
        return LOCAL_API if self.base_url is None else redacted_uri(self.base_url)


class RecordingNote(NamedTuple):
    """What a recording says of itself.

    against, address: whom the requests were sent to, in words, and where (without the route). outcome: its result
    when it was made.
    """

    scenario: Scenario
    subject: str
    against: str
    address: str
    model: str
    tool_turns: str | None
    outcome: dict[str, Any]

    def note(self) -> dict[str, Any]:
        """Return it as it is written into the recording."""
        note = {
            "scenario": self.scenario.name,
            "subject": self.subject,
            "recorded against": self.against,
            "address": self.address,
            "model": self.model,
            "outcome": self.outcome,
        }
        return note | ({"tool-turns": self.tool_turns} if self.tool_turns else {})


@contextmanager
def connected(place: Endpoint, script: JSON) -> Iterator[Client]:
    """Give a client of the API at a place; the local one plays the script."""
    if place.base_url is not None:
        client = Client(place.base_url, place.key, place.provider)
        try:
            yield client
        finally:
            client.close()
        return
    with running_api(script) as api:
        client = Client(api.base_url, "local")
        try:
            yield client
        finally:
            client.close()


def record(
    scenario: Scenario,
    converter: Converter,
    place: Endpoint,
    path: str,
    subject: str,
    turns: str | None,
    limited: Callable[[Send], Send] = lambda send: send,
) -> LoopOutcome:
    """Hold a conversation and write its recording; one that the subject failed in is not kept.

    limited: returns the function that sends its requests, or raises UsageError instead.
    Raises UsageError where the API does not answer, and where the file is a recording of the real API and this one
    would not be.
    """
    known = recorded_in(path) if os.path.lexists(path) else None
    if known is not None and known.against != LOCAL_API and place.base_url is None:
        raise UsageError(f"{path} was recorded against {known.against}.", "Name another folder with --out.")
    recorder = library(record_mode="all", drop_unused_requests=True)
    script = scenario.conversation.script()
    try:
        with connected(place, script) as client, recorder.use_cassette(path) as cassette:
            outcome = _as_scripted(scenario, place, converse(scenario, converter, limited(client), place.model))
            if outcome.kind == FAILED:
                raise _UnusableRecording(outcome)
            if outcome.kind == REFUSED and outcome.status != REFUSES_REQUEST:
                raise no_refusal(place, outcome.status, outcome.text)
            note(cassette, recording(scenario, outcome, place, subject, turns))
    except _UnusableRecording as error:
        return error.outcome
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.", "Name another folder with --out.") from None
    return outcome


def no_refusal(place: Endpoint, status: int | None, text: str) -> UsageError:
    """Return the error for an answer that says nothing of the request: who sends it may not, or not now."""
    message = f"{place.base_url or place.name} answers {status}: {redacted_text(text)}"
    return UsageError(message + "." * message[-1].isalnum(), "Nothing was kept of this request.")


def recording(
    scenario: Scenario, outcome: LoopOutcome, place: Endpoint, subject: str, turns: str | None
) -> RecordingNote:
    """Return what the recording of a conversation says of itself."""
    address = redacted_uri(place.base_url) if place.base_url is not None else LOCAL
    return RecordingNote(scenario, subject, place.name, address, place.model, turns, redacted_value(outcome.document()))


def _as_scripted(scenario: Scenario, place: Endpoint, outcome: LoopOutcome) -> LoopOutcome:
    """Compare what was read with what the local API said; what another API meant is not known."""
    made = tuple(call for calls in scenario.conversation.calls for call in calls)
    if place.base_url is not None or outcome.kind != ANSWERED:
        return outcome
    if outcome.calls != made:
        return outcome._replace(
            kind=FAILED, text=f"the API made the calls {_calls(made)}; read were {_calls(outcome.calls)}"
        )
    if outcome.text != scenario.conversation.answer:
        return outcome._replace(
            kind=FAILED, text=f"the API answered {scenario.conversation.answer!r}, read was {outcome.text!r}"
        )
    return outcome


def _calls(calls: Sequence[tuple[str, JSON]]) -> str:
    return ", ".join(f"{name}({json.dumps(arguments)})" for name, arguments in calls) or "none"


class _UnusableRecording(Exception):
    """Ends a recording that is not to be kept."""

    def __init__(self, outcome: LoopOutcome) -> None:
        super().__init__(outcome.text)
        self.outcome = outcome


def note(cassette: Cassette, recorded: RecordingNote) -> None:
    """Write into a cassette what it is a recording of, and what came of it."""
    cassette.get_metadata(ABOUT, recorded.note())


def recorded_in(path: str) -> RecordingNote | None:
    """Return what a file records; None for one that is no recording of these conversations."""
    try:
        with open(path, "rb") as file:
            document = document_of(path, file.read(LARGEST))
    except (OSError, ValueError):
        return None
    return recorded_of(document.get("metadata") if isinstance(document, dict) else None)


def recorded_of(metadata: JSON) -> RecordingNote | None:
    """Return what a cassette's metadata say that it records; None where they say nothing of the kind."""
    note = metadata.get(ABOUT) if isinstance(metadata, Mapping) else None
    if not isinstance(note, Mapping) or not isinstance(note.get("outcome"), dict):
        return None
    scenario = scenario_named(note.get("scenario"))
    if scenario is None:
        return None
    turns = note.get("tool-turns")
    return RecordingNote(
        scenario,
        str(note.get("subject")),
        str(note.get("recorded against")),
        str(note.get("address", LOCAL)),
        str(note.get("model", MODEL)),
        turns if isinstance(turns, str) else None,
        note["outcome"],
    )


def replay(path: str, recorded: RecordingNote, converter: Converter) -> tuple[LoopOutcome, list[str]]:
    """Repeat a recorded conversation offline; return its outcome, and the lines of what is not as recorded."""
    with library(record_mode="none").use_cassette(path) as cassette:
        client = Client(recorded.address, "none")
        try:
            with as_differences(cassette):
                outcome = converse(recorded.scenario, converter, client, recorded.model)
        except NotAsRecorded as miss:
            return LoopOutcome(DIFFERS, str(miss), miss.number), _request_differences(miss)
        finally:
            client.close()
    return outcome, _changes(recorded.outcome, redacted_value(outcome.document()))


def _request_differences(miss: NotAsRecorded) -> list[str]:
    if miss.differences is None:
        return [f"request {miss.number}: the recording ends before it"]
    return [f"request {miss.number}: {line}" for line in difference_lines(miss.differences)]


def _changes(was: dict[str, Any], now: dict[str, Any]) -> list[str]:
    return [
        f"{key}: recorded {was.get(key)!r}, now {now.get(key)!r}"
        for key in {**was, **now}
        if not equal(was.get(key), now.get(key))
    ]
