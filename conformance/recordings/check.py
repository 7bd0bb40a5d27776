"""Validates recorded traffic with the oracles: they must accept what the API accepted and sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from conformance.formats.chat.chunks import is_whole, joined
from conformance.oracles import COMPATIBLE, accepts, profile_of, refusals_of
from conformance.recordings.model import CHAT, JOINED, Interaction
from conformance.values import ABSENT, JSON

_STREAMED = {CHAT: "chat-chunk"}
_STREAMED_OTHER = "responses-event"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
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
class Checked:
    """What the oracles said. requests, responses, events: how many they were asked about. joined: responses that the
    chunks of whole Chat streams make, which they were asked about too.

    rejected: requests that the API refused; foreseen: those of them that the oracle refuses too. errors: answers that
    are errors, which no oracle knows. hosts: by profile, how many interactions were judged by it.
    """

    requests: int
    responses: int
    events: int
    joined: int
    rejected: int
    foreseen: int
    errors: int
    hosts: Mapping[str, int]
    refused: tuple[Refused, ...]


class _Tally:
    def __init__(self) -> None:
        self.requests = self.responses = self.events = self.joined = 0
        self.rejected = self.foreseen = self.errors = 0
        self.hosts: Counter[str] = Counter()


def check(interactions: Iterable[Interaction], otherwise: str = COMPATIBLE) -> Checked:
    """Ask the oracles about every request, every answer and every event of a stream.

    otherwise: the profile of hosts that are not known or not recorded.
    """
    tally = _Tally()
    refused = tuple(one for interaction in interactions for one in _refused(interaction, tally, otherwise))
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
    )


def _refused(interaction: Interaction, tally: _Tally, otherwise: str) -> Iterator[Refused]:
    profile = profile_of(interaction.host, otherwise)
    tally.hosts[profile] += 1
    if interaction.request is not ABSENT:
        kind = f"{interaction.api}-request"
        if interaction.succeeded:
            tally.requests += 1
            yield from _asked(interaction, kind, interaction.request, "request", profile)
        else:
            tally.rejected += 1
            tally.foreseen += not accepts(kind, interaction.request, profile)
    if not interaction.succeeded:
        tally.errors += 1
        return
    if interaction.events is None:
        tally.responses += 1
        yield from _asked(interaction, f"{interaction.api}-response", interaction.answer, "response", profile)
        return
    kind = _STREAMED.get(interaction.api, _STREAMED_OTHER)
    for number, event in enumerate(interaction.events):
        if interaction.api == CHAT and isinstance(event, dict) and "error" in event and "choices" not in event:
            tally.errors += 1  # an answer that broke off
            continue
        tally.events += 1
        yield from _asked(interaction, kind, event, f"event {number}", profile)
    if interaction.api == CHAT and is_whole(interaction.events):
        tally.joined += 1
        yield from _asked(interaction, "chat-response", joined(interaction.events), JOINED, profile)


def _asked(interaction: Interaction, kind: str, value: JSON, part: str, profile: str) -> Iterator[Refused]:
    for refusal in refusals_of(kind, value, profile):
        yield Refused(
            file=interaction.file,
            number=interaction.number,
            part=part,
            at=refusal.at,
            message=refusal.message,
            rule=refusal.rule,
        )
