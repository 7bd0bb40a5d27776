"""Which answers to the choices of whole requests an observation proves."""

from __future__ import annotations

from conformance.base.values import ABSENT
from conformance.rules.checks.by_laws.openai_requests.letter import LIMITS, STORE
from conformance.rules.checks.by_laws.openai_requests.view import OpenAIRequest
from conformance.rules.checks.by_laws.requests.choices import read_small_limits, read_unsupported_members


def read_store(view: OpenAIRequest) -> str | None:
    """store-when-absent: what the result says of it where the source says nothing."""
    if not view.both.is_list or STORE in view.both.wanted:
        return None
    got = view.both.found.get(STORE, ABSENT)
    return "omit" if got is ABSENT else "write" if got is False else None


def read_limit_name(view: OpenAIRequest) -> str | None:
    """limit-name: the name that the limit has."""
    if not view.both.is_list or "limit" not in view.both.wanted:
        return None
    given = [name for name in LIMITS if view.output.get(name) is not None]
    return given[0].replace("_", "-") if len(given) == 1 else None


READERS = {
    "store-when-absent": read_store,
    "limit-name": read_limit_name,
    "small-limits": read_small_limits,
    "unsupported-members": read_unsupported_members,
}
