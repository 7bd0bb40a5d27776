"""Clients of a gateway: each asks once, and reads its answer as it comes."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from conformance.base.observation import Fault
from conformance.running.conduct.conversations import FIRST, read_answer

if TYPE_CHECKING:
    import threading

    import httpx2

WAIT: Final = 30.0  # seconds for a whole answer
LARGEST: Final = 8 << 20  # bytes of an answer


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientCall:
    """What a client asks. api: by which. url: the whole address. leaves: when it has the beginning of its answer."""

    api: str
    url: str
    headers: Mapping[str, str]
    body: bytes
    stream: bool
    leaves: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientReply:
    """What a client got. status: None where nothing came. body: as far as it came. fault: why it is not whole."""

    status: int | None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    fault: Fault | None = None
    ended: float = 0.0


def ask(client: httpx2.Client, call: ClientCall, has_first: threading.Event) -> ClientReply:
    """Ask, and read the answer. has_first: is set when the beginning of the text is there."""
    import httpx2

    until = time.monotonic() + WAIT
    status: int | None = None
    headers: Mapping[str, str] = {}
    body = bytearray()
    fault: Fault | None = None
    try:
        with client.stream("POST", call.url, headers=dict(call.headers), content=call.body) as response:
            status, headers = response.status_code, {name.lower(): value for name, value in response.headers.items()}
            for piece in response.iter_bytes():
                body += piece
                if call.stream and not has_first.is_set() and _has_first(call.api, bytes(body)):
                    has_first.set()
                if call.leaves and has_first.is_set():
                    break
                if len(body) > LARGEST:
                    fault = Fault("garbage", f"the answer is longer than {LARGEST:,} bytes")
                    break
                if time.monotonic() > until:
                    fault = _late()
                    break
    except httpx2.TimeoutException:
        fault = _late()
    except httpx2.DecodingError as error:
        fault = Fault("garbage", f"the answer cannot be decoded: {error}")
    except httpx2.TransportError as error:
        part = "without an answer" if status is None else "in the middle of the answer"
        fault = Fault("exit", f"the gateway closed the connection {part} ({type(error).__name__})")
    return ClientReply(status=status, headers=headers, body=bytes(body), fault=fault, ended=time.monotonic())


def _late() -> Fault:
    return Fault("hang", f"no whole answer came within {WAIT:g} s")


def _has_first(api: str, body: bytes) -> bool:
    return FIRST.encode() in body or FIRST in read_answer(api, body, stream=True).said
