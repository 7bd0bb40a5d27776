"""What no client of the target's API understands of a result, by the pinned schemas."""

from __future__ import annotations

from conformance.checks.api import Refused, path_of
from conformance.checks.lawful.view import LawfulView
from conformance.oracles import refusals_of
from conformance.values import JSON

# By target format: the kind of value that the oracles know, and whether the result is a list of them.
_KINDS = {
    "responses-response": ("responses-response", False),
    "responses-stream": ("responses-event", True),
    "chat-response": ("chat-response", False),
    "chat-stream": ("chat-chunk", True),
}


def refused(view: LawfulView) -> list[Refused] | None:
    """Return what the schema of the API refuses of a result; None where nothing is owed."""
    if not view.answered or view.has_wrong_part or view.operation.target not in _KINDS:
        return None
    kind, is_list = _KINDS[view.operation.target]
    output = view.output
    if not is_list:
        return None if view.told.has_failed else _of(kind, output, (), view.trial.profile)
    return [
        one
        for place, event in enumerate(output if isinstance(output, list) else ())
        for one in _of(kind, event, (place,), view.trial.profile)
    ]


def _of(kind: str, value: JSON, at: tuple[int, ...], profile: str) -> list[Refused]:
    return [
        Refused(path=(*at, *path_of(one.at)), rule=one.rule, code=one.code, message=one.message)
        for one in refusals_of(kind, value, profile)
    ]
