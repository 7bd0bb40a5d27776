"""Validates recorded traffic with the oracles: they must accept what the API accepted and sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from conformance.apis.oracles import COMPATIBLE, OPENAI, accepts, profile_of, refusals_of
from conformance.apis.oracles.pinned import event_types
from conformance.apis.recordings.model import CHAT, EVENT_KINDS, JOINED, TYPED, Interaction, is_failure
from conformance.apis.recordings.refusals import FORM, LIMIT, MODEL, refusal_of
from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.chunks import is_whole, joined

_CHUNK: Final = "chat.completion.chunk"
_OF_THE_REQUEST: Final = frozenset({400, 422})  # how an API refuses the form of a request


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedRecording:
    """Something that the API took or sent, and its oracle refuses.

    part: "request", "response", "event N", from 0, or JOINED. at: a JSON pointer into it. rule: the oracle's rule.
    """

    file: str
    number: int
    part: str
    at: str
    message: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unforeseen:
    """A request that the API refused and its oracle accepts. message, code: the API's."""

    file: str
    number: int
    status: int
    message: str
    code: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What the oracles said. requests, responses, events: how many they were asked about. joined: responses that the
    chunks of whole Chat streams make, which they were asked about too.

    rejected: requests that the API refused. foreseen: those of them that the oracle refuses too, or warns of
    because OpenAI refuses them. unforeseen: those that it accepts although the API objects to their form.
    of_the_model: those that it accepts and, as the API says, a model cannot do: it is not there, or lacks
    something. of_the_host: those that are beyond a limit of a host that is judged as COMPATIBLE. errors: answers
    that are errors, which no oracle knows. hosts: by profile, how many interactions were judged by it.
    unknown_events: types of events that the pinned types do not have, and how often they came.
    """

    requests: int
    responses: int
    events: int
    joined: int
    rejected: int
    foreseen: int
    errors: int
    hosts: Mapping[str, int]
    refused: tuple[RefusedRecording, ...]
    unforeseen: tuple[Unforeseen, ...] = ()
    of_the_model: tuple[Unforeseen, ...] = ()
    of_the_host: tuple[Unforeseen, ...] = ()
    unknown_events: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_sound(self) -> bool:
        """Whether the oracles and the API agree."""
        return not (self.refused or self.unforeseen)


class _Tally:
    def __init__(self) -> None:
        self.requests = self.responses = self.events = self.joined = 0
        self.rejected = self.foreseen = self.errors = 0
        self.hosts: Counter[str] = Counter()
        self.unforeseen: list[Unforeseen] = []
        self.of_the_model: list[Unforeseen] = []
        self.of_the_host: list[Unforeseen] = []
        self.unknown_events: Counter[str] = Counter()


def check(interactions: Iterable[Interaction], otherwise: str = COMPATIBLE) -> Checked:
    """Ask the oracles about every request, every answer and every event of a stream.

    otherwise: the profile of hosts that are not known or not recorded.
    """
    tally = _Tally()
    refused = tuple(
        refusal for interaction in interactions for refusal in _refusals_of_answer(interaction, tally, otherwise)
    )
    return Checked(
        requests=tally.requests,
        responses=tally.responses,
        events=tally.events,
        joined=tally.joined,
        rejected=tally.rejected,
        foreseen=tally.foreseen,
        errors=tally.errors,
        hosts=dict(tally.hosts.most_common()),
        refused=refused,
        unforeseen=tuple(tally.unforeseen),
        of_the_model=tuple(tally.of_the_model),
        of_the_host=tuple(tally.of_the_host),
        unknown_events=dict(tally.unknown_events.most_common()),
    )


def _refusals_of_answer(interaction: Interaction, tally: _Tally, otherwise: str) -> Iterator[RefusedRecording]:
    profile = profile_of(interaction.host, otherwise)
    tally.hosts[profile] += 1
    if interaction.request is not ABSENT:
        kind = f"{interaction.api}-request"
        if interaction.succeeded:
            tally.requests += 1
            yield from _refusals_of_request(interaction, kind, interaction.request, "request", profile)
        else:
            tally.rejected += 1
            # What compatible hosts may refuse and need not is a warning for them, and a refusal for OpenAI.
            judges = (profile, OPENAI) if profile == COMPATIBLE else (profile,)
            if all(accepts(kind, interaction.request, judge) for judge in judges):
                _not_foreseen(interaction, profile, tally)
            else:
                tally.foreseen += 1
    if not interaction.succeeded:
        tally.errors += 1
        return
    if interaction.events is None:
        tally.responses += 1
        yield from _refusals_of_request(
            interaction, f"{interaction.api}-response", interaction.answer, "response", profile
        )
        return
    kind = EVENT_KINDS[interaction.api]
    for number, event in enumerate(interaction.events):
        if is_failure(interaction.api, event):
            tally.errors += 1  # an answer that broke off
            continue
        tally.events += 1
        if interaction.api in TYPED and isinstance(event, dict) and event.get("type") not in event_types(kind):
            tally.unknown_events[str(event.get("type"))] += 1
        yield from _refusals_of_request(
            interaction, kind, _with_choices(interaction.api, event), f"event {number}", profile
        )
    if interaction.api == CHAT and is_whole(interaction.events):
        tally.joined += 1
        yield from _refusals_of_request(interaction, "chat-response", joined(interaction.events), JOINED, profile)


def _with_choices(api: str, event: JSON) -> JSON:
    """Return an event with empty choices where a chunk of Chat has none: recorded streams of sounds have such chunks,
    one for each token of sound. Only what the API sends may lack them: clients fail on them."""
    if api == CHAT and isinstance(event, dict) and event.get("object") == _CHUNK and "choices" not in event:
        return {**event, "choices": []}
    return event


def _not_foreseen(interaction: Interaction, profile: str, tally: _Tally) -> None:
    """Note what the API said of a request that its oracle accepts, if that is about its form, its model or a limit."""
    said = refusal_of(interaction.events[0] if interaction.events else interaction.answer, interaction.request)
    unforeseen = Unforeseen(
        file=interaction.file,
        number=interaction.number,
        status=interaction.status,
        message=said.message,
        code=said.code,
    )
    if said.about == MODEL:
        tally.of_the_model.append(unforeseen)
    elif said.about in (FORM, LIMIT) and interaction.status in _OF_THE_REQUEST:
        (tally.of_the_host if said.about == LIMIT and profile == COMPATIBLE else tally.unforeseen).append(unforeseen)


def _refusals_of_request(
    interaction: Interaction, kind: str, value: JSON, part: str, profile: str
) -> Iterator[RefusedRecording]:
    for refusal in refusals_of(kind, value, profile):
        yield RefusedRecording(
            file=interaction.file,
            number=interaction.number,
            part=part,
            at=refusal.at,
            message=refusal.message,
            rule=refusal.rule,
        )
