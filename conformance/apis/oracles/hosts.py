"""The profiles of hosts: specs/api/hosts.json says who is judged by which, and what each takes that OpenAI refuses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from conformance.apis.oracles.explain import TYPE, Complaint
from conformance.apis.oracles.pinned import read_api_file
from conformance.apis.oracles.table import REFUSED

OPENAI, AZURE, COMPATIBLE = "openai", "azure", "compatible"
PROFILES = (OPENAI, AZURE, COMPATIBLE)  # that can be named; api.anthropic.com has its own
DROPPED = "dropped"
_NULL = "null"  # the mistake of a null where the type is another


@dataclass(frozen=True, slots=True, kw_only=True)
class HostAllowance:
    """What hosts of a profile take. at: a pattern of places. mistakes: of the pinned schema. rules: a pattern of ids.

    level: "warning", or DROPPED where there is nothing to say.
    """

    kinds: tuple[str, ...]
    at: str
    level: str
    evidence: str
    mistakes: tuple[str, ...] = ()
    rules: str = ""


class Refusing(NamedTuple):
    """Who refuses members that the types do not have and api.openai.com takes. at: a pattern of places."""

    host: str
    at: str
    evidence: str


class _Hosts(NamedTuple):
    profiles: Mapping[str, tuple[HostAllowance, ...]]
    hosts: Mapping[str, str]
    refusing: tuple[Refusing, ...]


@cache
def _hosts() -> _Hosts:
    data = read_api_file("hosts.json")
    profiles = {name: tuple(map(_allowance, entries)) for name, entries in data["profiles"].items()}
    return _Hosts(profiles, data["hosts"], tuple(Refusing(**entry) for entry in data["refusing"]))


def _allowance(entry: dict[str, Any]) -> HostAllowance:
    lists: dict[str, Any] = {key: tuple(entry[key]) for key in ("kinds", "mistakes") if key in entry}
    return HostAllowance(**{**entry, **lists})


def profile_of(host: str, otherwise: str = COMPATIBLE) -> str:
    """Return the profile that the traffic of a host is judged by.

    otherwise: that of a host that is not known, and of traffic that does not say its host ("").
    """
    found = [profile for known, profile in _hosts().hosts.items() if _is_part_of(host, known)]
    return found[0] if found else otherwise


def is_own(profile: str) -> bool:
    """Whether hosts of a profile take no more than the API does. Raises KeyError for a profile that is none."""
    return not _hosts().profiles[profile]


def is_known(host: str) -> bool:
    """Whether a host is known to offer the APIs."""
    return any(_is_part_of(host, known) for known in _hosts().hosts)


def _is_part_of(host: str, known: str) -> bool:
    return host == known or host.endswith(f".{known}")


def refusing_unknown(at: str) -> list[str]:
    """Return who is known to refuse a member that the types do not have at a place of a Chat request."""
    return [refusing.host for refusing in _hosts().refusing if re.fullmatch(refusing.at, at, re.DOTALL)]


def level_for(profile: str, kind: str, at: str, why: Complaint | str) -> str:
    """Return what a refusal is for hosts of a profile: REFUSED, "warning" or DROPPED.

    why: what the pinned schema complains of, or the id of a rule. Raises KeyError for a profile that is none.
    """
    for allowance in _hosts().profiles[profile]:
        if kind in allowance.kinds and _covers(allowance, why) and re.fullmatch(allowance.at, at, re.DOTALL):
            return allowance.level
    return REFUSED


def _covers(allowance: HostAllowance, why: Complaint | str) -> bool:
    if isinstance(why, str):
        return re.fullmatch(allowance.rules, why) is not None
    is_null = why.kind == TYPE and why.got is None
    return (_NULL if is_null else why.kind) in allowance.mistakes
