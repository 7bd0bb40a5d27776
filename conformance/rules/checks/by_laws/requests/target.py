"""What the API of a target takes: asked of the oracles, with the smallest request that has what is asked about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from conformance.apis.oracles import findings_of, refusals_of
from conformance.base.values import JSON, packed, unpacked
from conformance.formats.exchanges import host_of
from conformance.formats.form import FORMS
from conformance.formats.model.conversation import (
    MODEL,
    PARTS,
    TOOL,
    USER,
    Arguments,
    Call,
    Conversation,
    Result,
    Text,
    Turn,
)
from conformance.formats.model.request import Request, Setting
from conformance.formats.whole_requests import REQUESTS
from conformance.rules.laws.request_target import RequestTarget

# What a request of every format may have; those of them that the API demands are added.
_USUAL: dict[str, JSON] = {"model": "a-model", "limit": 4096}


def taking(target: str, profile: str) -> Callable[[Request], bool]:
    """Return what says whether the API of a target takes a request."""
    host = host_of(target)
    demanded = [demand.removeprefix("setting/") for demand in FORMS[host].demands]

    def takes(request: Request) -> bool:
        known = {setting.name for setting in request.settings}
        usual = (Setting(name=name, value=_USUAL[name]) for name in demanded if name in _USUAL and name not in known)
        data = packed(REQUESTS[target].write(replace(request, settings=(*usual, *request.settings))))
        return data is None or _is_taken(target, profile, data)

    return takes


@lru_cache(maxsize=16)
def is_doubted(target: str, profile: str) -> bool:
    """Whether the API of a target, or a host of it, may refuse a conversation that the model begins, or a call."""
    call = Call(id="a", name="f", arguments=Arguments(text="{}", value={}))
    asked = Turn(speaker=USER, says=(Text(value="q"),), form=PARTS)
    said = Turn(speaker=MODEL, says=(Text(value="a"),), form=PARTS)
    called = Turn(speaker=MODEL, says=(call,), form=PARTS)
    returned = Turn(speaker=TOOL, says=(Result(id="a", name="f", form=PARTS, content=(Text(value="r"),)),), form=PARTS)

    def found(*turns: Turn) -> int:
        usual = tuple(Setting(name=name, value=value) for name, value in _USUAL.items())
        request = Request(conversation=Conversation(turns=turns), settings=usual)
        return len(findings_of(target, REQUESTS[target].write(request), 0, profile))

    return found(said, asked) > 0 or found(called, returned, asked) > found(asked, called, returned, asked)


@lru_cache(maxsize=4096)
def takes_id(target: str, profile: str, id_: str) -> bool:
    """Return whether the API of a target takes a call of an id in the history."""
    call = Call(id=id_, name="f", arguments=Arguments(text="{}", value={}))
    return RequestTarget(takes=taking(target, profile)).takes_call(call)


@lru_cache(maxsize=4096)
def _is_taken(target: str, profile: str, data: bytes) -> bool:
    given: Any = unpacked(data)
    return not refusals_of(target, given, profile)
