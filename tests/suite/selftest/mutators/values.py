"""Defects of a result as a whole, in whichever format it is."""

from __future__ import annotations

import json
from typing import Any

from tests.suite.selftest.mutators.model import Formats, Mutator, OfValue, of_value


def _as_it_came(_formats: Formats) -> OfValue:
    def came(given: Any, _value: Any) -> Any:
        return given.get("response", given.get("chunks", given)) if isinstance(given, dict) else given

    return came


def _with(value: Any, **members: Any) -> Any:
    """Return an object with further members; of a stream, the last event."""
    if isinstance(value, list) and value:
        return [*value[:-1], _with(value[-1], **members)]
    return {**value, **members} if isinstance(value, dict) else value


def _without(value: Any, name: str) -> Any:
    """Return a value of which no object has a member."""
    if isinstance(value, dict):
        return {own: _without(value, name) for own, value in value.items() if own != name}
    return [_without(element, name) for element in value] if isinstance(value, list) else value


MUTATORS = (
    Mutator(name="answers_with_its_input", check="one-answer", change=_as_it_came),
    Mutator(name="answers_in_an_object", check="one-answer", change=of_value(lambda value: {"result": value})),
    Mutator(name="answers_with_a_text", check="one-answer", change=of_value(json.dumps)),
    Mutator(name="answers_with_nothing", check="one-answer", change=of_value(lambda _value: {})),
    Mutator(name="has_a_number_that_is_none", check="result-is-json",
            change=of_value(lambda value: _with(value, x_seconds=float("nan")))),
    Mutator(name="leaves_the_date_out", check="api-schema", needs="a date",
            change=of_value(lambda value: _without(_without(value, "created_at"), "created"))),
    Mutator(name="leaves_the_model_out", check="api-schema", needs="a model",
            change=of_value(lambda value: _without(value, "model"))),
)  # fmt: skip
