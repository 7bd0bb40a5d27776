"""What Responses refuses of a request that came of one of Chat."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.checks.api import Refused, not_owed, path_of
from conformance.checks.requests.view import ChatRequest
from conformance.oracles import refusals_of
from conformance.values import JSON, equal


def refused(view: ChatRequest) -> list[Refused] | None:
    """Return what the API refuses and the source does not bring; None where a part of the source is broken."""
    if view.result is None or view.has_wrong_part:
        return None
    found = list(_refused(view.result, view.trial.profile))

    def owed() -> Iterable[Refused]:
        expected = view.expected()
        same = equal(expected, view.result)
        return found if same else _refused(expected, view.trial.profile) if isinstance(expected, dict) else ()

    return not_owed(found, owed)


def _refused(request: dict[str, JSON], profile: str) -> Iterable[Refused]:
    # SDKs dump members that are null; recorded requests with them were answered.
    given = {key: value for key, value in request.items() if value is not None}
    for one in refusals_of("responses-request", given, profile):
        yield Refused(path=path_of(one.at), rule=one.rule, code=one.code, message=one.message)
