"""Defects of what Gemini's types say of a response, beyond what an answer says."""

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
