"""Puts a disputed point to an API: its request is sent, and the answer is kept as a recording."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from conformance.apis.oracles import TARGETS, findings_of
from conformance.base.errors import UsageError
from conformance.base.values import JSON
from conformance.commands.roundtrips.cassettes import library
from conformance.commands.roundtrips.client import Send
from conformance.commands.roundtrips.opinion import SCRIPT, Opinion, opinion
from conformance.commands.roundtrips.providers import OPENAI, provider_of
from conformance.commands.roundtrips.record import Endpoint, connected
from conformance.rules.contracts.disputed import ACCEPTED, REFUSED, Dispute

_KINDS = {"anthropic": "anthropic-request", "google": "gemini-request"}
TOOL_APIS = tuple(api for api in TARGETS if provider_of(api) != OPENAI)  # for which the oracles answer


class Settled(NamedTuple):
    """What an API says of a disputed point.

    found: ACCEPTED, REFUSED, or None where it refuses the request for another reason. shown: what the answer says of
    the point, as text; None if the point has no such place.
    """

    dispute: Dispute
    opinion: Opinion
    found: str | None
    shown: str | None

    @property
    def is_as_assumed(self) -> bool:
        """Whether the API does what the suite assumes."""
        return self.found == self.dispute.assumed


def request_of(dispute: Dispute, model: str | None = None) -> dict[str, Any]:
    """Return the body that settles a point. model: in the place of its own."""
    return dispute.request if model is None else {**dispute.request, "model": model}


def settle(
    dispute: Dispute, place: Endpoint, path: str | None, limited: Callable[[Send], Send], model: str | None
) -> Settled:
    """Send the request of a point. path: where the recording goes, if it is kept. limited: as for `record`.

    Raises UsageError where the API does not answer, or not about the request.
    """
    if place.base_url is None and dispute.api in TOOL_APIS:
        said = _of_oracle(dispute)
        return Settled(dispute, said, _opinion_line(dispute, said), _disputed_line(dispute, said))
    try:
        with connected(place, SCRIPT) as client, _recorded(path):
            said = opinion(limited(client), place, dispute.api, request_of(dispute, model))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.", "Name another folder with --out.") from None
    return Settled(dispute, said, _opinion_line(dispute, said), _disputed_line(dispute, said))


def _of_oracle(dispute: Dispute) -> Opinion:
    """Return what the oracle says of a request."""
    found = findings_of(_KINDS[dispute.api], dispute.request)
    refused = next((finding for finding in found if finding.level == "refused"), None)
    if refused is None:
        return Opinion(True, None)
    return Opinion(False, None, refused.message, refused.param, refused.code)


def _recorded(path: str | None) -> AbstractContextManager[object]:
    if path is None:
        return nullcontext()
    recorded: AbstractContextManager[object] = library(record_mode="all", drop_unused_requests=True).use_cassette(path)
    return recorded


def _opinion_line(dispute: Dispute, said: Opinion) -> str | None:
    if said.accepted:
        return ACCEPTED
    words = f"{said.message}\n{said.param}\n{said.code}"
    return REFUSED if not dispute.refusal or any(text in words for text in dispute.refusal) else None


def _disputed_line(dispute: Dispute, said: Opinion) -> str | None:
    if dispute.shows is None or not said.accepted:
        return None
    value: JSON = said.answer
    for step in dispute.shows.split("/")[1:]:
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (KeyError, IndexError, TypeError, ValueError):
            return "absent"
    return json.dumps(value)
