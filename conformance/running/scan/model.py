"""What a scan asks, gets and finds, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.model.answer import Answer

WORKS, WRONG, NOT_OFFERED, NOT_SHOWN = "works", "wrong", "not offered", "not shown"
OUTCOMES: Final = (WORKS, WRONG, NOT_OFFERED, NOT_SHOWN)
OWN_KEY, WRONG_KEY = "own", "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    """One request. route: behind the API's address, with its query. body: JSON, or the text that is sent; None for GET.

    key: OWN_KEY or WRONG_KEY.
    """

    api: str
    method: str = "POST"
    route: str
    body: JSON = None
    key: str = OWN_KEY


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpReply:
    """What came back. text: the whole body. failure: why nothing, or not all of it, came; status is then 0 or its own.

    timed_out: whether nothing came for too long.
    """

    status: int
    content_type: str = ""
    text: str = ""
    failure: str | None = None
    timed_out: bool = False

    @property
    def is_success(self) -> bool:
        """Whether the server took the request."""
        return 200 <= self.status < 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanged:
    """A request with its reply, read.

    value: the body's JSON, or the events of a stream; ABSENT where neither can be read, and damage says why.
    is_marked: whether the mark of the end of a Chat stream came. answer: what the value says, None for nothing.
    """

    request: HttpRequest
    reply: HttpReply
    url: str
    value: JSON | Absent = ABSENT
    is_stream: bool = False
    is_marked: bool = False
    damage: str | None = None
    answer: Answer | None = None

    @property
    def api(self) -> str:
        """Whose API was asked."""
        return self.request.api

    @property
    def body(self) -> dict[str, JSON]:
        """The body of the request; empty where it is no object."""
        return self.request.body if isinstance(self.request.body, dict) else {}


class Objection(NamedTuple):
    """What is wrong. capability: whose it is. message: what was wanted and what came. meets: what a client meets."""

    capability: str
    message: str
    meets: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What one scenario shows of its capability. about: why it is not offered or not shown."""

    outcome: str
    about: str = ""
    objections: tuple[Objection, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """An objection with the exchange that shows it. id: W1, W2 and so on, in the order of the report."""

    id: str
    api: str
    objection: Objection
    shown_by: Exchanged
    scenario: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CapabilityResult:
    """One capability of one API. about: a line on it. defects: ids."""

    api: str
    capability: str
    outcome: str
    about: str = ""
    defects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientResult:
    """Whether a client has what it needs, by one API. outcome: the worst of its needs. lacks: the needs that are wrong
    or not offered, unseen: those not shown, and misses: what it uses where it can; each a capability with its outcome.
    """

    client: str
    api: str
    outcome: str
    lacks: tuple[CapabilityResult, ...] = ()
    unseen: tuple[CapabilityResult, ...] = ()
    misses: tuple[CapabilityResult, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanResult:
    """All of a scan. models: by API. requests: how many were sent. absent: by API that is not offered, why."""

    url: str
    models: Mapping[str, str]
    requests: int
    results: tuple[CapabilityResult, ...]
    defects: tuple[Defect, ...]
    clients: tuple[ClientResult, ...]
    absent: Mapping[str, str] = field(default_factory=dict)
    asked: tuple[str, ...] = ()

    @property
    def works(self) -> bool:
        """Whether nothing that was asked for is wrong; of named clients, whether each has what it needs by an API."""
        if not self.asked:
            return not self.defects
        by_client: dict[str, bool] = {}
        for client in self.clients:
            fits = client.outcome in (WORKS, NOT_SHOWN)
            by_client[client.client] = by_client.get(client.client, False) or fits
        return all(by_client.get(name, False) for name in self.asked)
