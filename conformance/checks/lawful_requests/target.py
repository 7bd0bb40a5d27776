"""What the API of a target takes: asked of the oracles, with the smallest request that has what is asked about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from conformance.formats.exchanges import host_of
from conformance.formats.form import FORMS
from conformance.formats.whole_requests import REQUESTS
from conformance.model.request import Request, Setting
from conformance.oracles import refusals_of
from conformance.values import JSON, packed, unpacked

# What a request of every format may have; those of them that the API demands are added.
_USUAL: dict[str, JSON] = {"model": "a-model", "limit": 4096}


def taking(target: str, profile: str) -> Callable[[Request], bool]:
    """Return what says whether the API of a target takes a request."""
    host = host_of(target)
    demanded = [one.removeprefix("setting/") for one in FORMS[host].demands]

    def takes(request: Request) -> bool:
        known = {one.name for one in request.settings}
        usual = (Setting(name=name, value=_USUAL[name]) for name in demanded if name in _USUAL and name not in known)
        data = packed(REQUESTS[target].write(replace(request, settings=(*usual, *request.settings))))
        return data is None or _is_taken(target, profile, data)

    return takes


@lru_cache(maxsize=4096)
def _is_taken(target: str, profile: str, data: bytes) -> bool:
    given: Any = unpacked(data)
    return not refusals_of(target, given, profile)
