"""What the APIs refuse of a result that answers its call in a conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import Pen
from conformance.formats.model.conversation import MODEL, Arguments, Call, Turn
from conformance.rules.checks.api import Refused, not_owed
from conformance.rules.checks.by_laws.mcp_results.view import McpResult

_CONTENT = ("content", "output")


def tool_result_refusals(view: McpResult) -> list[Refused] | None:
    """Return what the API refuses of the result behind its call; None for an input that is none.

    What is refused of the content of a result with a block of unknown type, that block may bring.
    """
    if not view.answered or view.unfit or (view.is_broken and not view.is_unknown_alone):
        return None
    found = not_owed(_result_refusals(view, view.output), lambda: _result_refusals(view, view.expected()))
    return [refusal for refusal in found if not view.is_broken or (refusal.path and refusal.path[0] not in _CONTENT)]


def _result_refusals(view: McpResult, output: JSON) -> list[Refused]:
    if output is ABSENT:
        return []
    turns = [*_call_entries(view.target.write, str(view.both.owed.id)), output]
    found = view.target.refused(turns, view.trial.profile)
    # The path in the result, whichever turn the API names.
    return [replace(refusal, path=refusal.path[1:]) for refusal in found]


@lru_cache(maxsize=64)
def _call_entries(write: Callable[[Turn, Pen], list[JSON]], id: str) -> list[JSON]:
    """Return the message or item of the call."""
    call = Call(id=id, name="get_weather", arguments=Arguments(text="{}"))
    return write(Turn(speaker=MODEL, says=(call,), form=""), Pen(""))
