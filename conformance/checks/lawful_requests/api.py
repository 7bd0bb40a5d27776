"""What the API refuses of a request that came of one of another format."""

from __future__ import annotations

from conformance.checks.api import Refused, refused_value
from conformance.checks.lawful_requests.view import RequestView


def refused(view: RequestView) -> list[Refused] | None:
    """Return what the API refuses; None where nothing is owed."""
    if view.has_wrong_part or not view.answered or not isinstance(view.output, dict):
        return None
    # SDKs dump members that are null; recorded requests with them were answered.
    given = {key: value for key, value in view.output.items() if value is not None}
    return refused_value(view.operation.target, given, view.trial.profile)
