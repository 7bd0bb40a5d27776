"""Defects of what Gemini's types say of a response, beyond what an answer says, and of the order of its streams."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tests.suite.selftest.mutators.model import Mutator, of_value

Candidate = dict[str, Any]


def _candidates(change: Callable[[Candidate], Any]) -> Callable[[Any], Any]:
    """Make a change of each candidate of a response, or of those of a stream, in place."""

    def changed(value: Any) -> Any:
        made = copy.deepcopy(value)
        for response in made if isinstance(made, list) else [made]:
            for candidate in response.get("candidates") or () if isinstance(response, dict) else ():
                change(candidate)
        return made

    return changed


MUTATORS = (
    Mutator(name="says_the_index_as_a_text", check="api-schema",
            change=of_value(_candidates(lambda candidate: candidate.update(index="0")))),
    Mutator(name="says_ratings_in_an_object", check="api-schema",
            change=of_value(_candidates(lambda candidate: candidate.update(safetyRatings={})))),
)  # fmt: skip


def _stream(change: Callable[[list[Any]], list[Any]]) -> Callable[[Any], Any]:
    """Make a change of the responses of a stream that says why it ended."""

    def changed(value: Any) -> Any:
        is_whole = isinstance(value, list) and any(map(_is_end, value))
        return change(copy.deepcopy(value)) if is_whole else value

    return changed


def _is_end(response: Any) -> bool:
    candidates = response.get("candidates") or () if isinstance(response, dict) else ()
    return any(candidate.get("finishReason") is not None for candidate in candidates)


def _ids(responses: list[Any]) -> list[Any]:
    return [{**response, "responseId": f"r{number}"} for number, response in enumerate(responses)]


def _without_end(responses: list[Any]) -> list[Any]:
    for response in responses:
        for candidate in response.get("candidates") or ():
            candidate.pop("finishReason", None)
    return responses


def _more(responses: list[Any]) -> list[Any]:
    return [
        *responses,
        {**responses[0], "candidates": [{"content": {"role": "model", "parts": [{"text": ""}]}, "index": 0}]},
    ]


def _never_whole(candidate: Candidate) -> None:
    """Say of each call that more of it is to come."""
    for part in (candidate.get("content") or {}).get("parts") or ():
        if "functionCall" in part:
            part["functionCall"]["willContinue"] = True


_ONCE = "stream-ends-once"
IN_STREAMS = (
    Mutator(name="gives_each_response_an_id", check=_ONCE, change=of_value(_stream(_ids))),
    Mutator(name="no_response_has_a_finish_reason", check=_ONCE, change=of_value(_stream(_without_end))),
    Mutator(
        name="sends_the_last_response_twice", check=_ONCE, change=of_value(_stream(lambda value: [*value, value[-1]]))
    ),
    Mutator(name="says_more_behind_the_last_response", check=_ONCE, change=of_value(_stream(_more))),
    Mutator(name="says_that_calls_go_on", check="opened-and-closed", change=of_value(_candidates(_never_whole))),
)
