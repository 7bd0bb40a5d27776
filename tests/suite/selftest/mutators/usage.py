"""Defects of the usage of an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from conformance.formats.model.answer import Answer, Usage
from conformance.formats.model.conversation import Text
from tests.suite.selftest.mutators.editing import said
from tests.suite.selftest.mutators.model import Mutator, OfAnswer, of_answer

WRITTEN = "tokens that a cache took"


def _counts(change: Callable[[Usage], Usage]) -> OfAnswer:
    return lambda answer: replace(answer, usage=change(answer.usage)) if answer.usage is not None else answer


def _estimated(answer: Answer) -> Answer:
    words = sum(len(utterance.value.split()) for utterance in said(answer, Text)) + 1
    return replace(answer, usage=Usage(input=words, output=words, total=2 * words, cached=0, written=0, reasoning=0))


def _invented(answer: Answer) -> Answer:
    one = answer.usage
    return _estimated(answer) if one is None or not (one.input or one.output) else answer


def _cached_twice(usage: Usage) -> Usage:
    return _summed(replace(usage, input=(usage.input or 0) + (usage.cached or 0)))


def _reasoned_twice(usage: Usage) -> Usage:
    return _summed(replace(usage, output=(usage.output or 0) + (usage.reasoning or 0)))


def _summed(usage: Usage) -> Usage:
    return replace(usage, total=(usage.input or 0) + (usage.output or 0))


def _as_doubles(usage: Usage) -> Usage:
    """Return a usage whose counts went through floating point."""
    input_, output, total = (
        None if count is None else int(float(count)) for count in (usage.input, usage.output, usage.total)
    )
    return replace(usage, input=input_, output=output, total=total)


def _other(name: str, change: OfAnswer, check: str = "usage-true", needs: str = "a body") -> Mutator:
    return Mutator(name=name, check=check, change=of_answer(change), needs=needs)


MUTATORS = (
    _other("loses_usage", lambda answer: replace(answer, usage=None), needs="a usage in any case"),
    _other("zeroes_usage", _counts(lambda _one: Usage(input=0, output=0, total=0, cached=0, written=0, reasoning=0))),
    _other("estimates_usage", lambda answer: answer if answer.usage is None else _estimated(answer)),
    _other("exchanges_input_and_output", _counts(lambda value: replace(value, input=value.output, output=value.input))),
    _other("leaves_the_input_out_of_the_total", _counts(lambda value: replace(value, total=value.output)),
           needs="a total"),
    _other("counts_cached_tokens_twice", _counts(_cached_twice)),
    _other("counts_reasoning_tokens_twice", _counts(_reasoned_twice)),
    _other("leaves_cached_tokens_out",
           _counts(lambda value: replace(value, input=(value.input or 0) - (value.cached or 0)))),
    _other("loses_cached_tokens", _counts(lambda value: replace(value, cached=0))),
    _other("says_that_no_cache_took_anything", _counts(lambda value: replace(value, written=0)),
           needs=WRITTEN),
    _other("loses_reasoning_tokens", _counts(lambda value: replace(value, reasoning=0))),
    _other("exchanges_cached_and_reasoning_tokens",
           _counts(lambda value: replace(value, cached=value.reasoning, reasoning=value.cached))),
    _other("loses_the_output_tokens", _counts(lambda value: _summed(replace(value, output=0)))),
    _other("reads_counts_as_doubles", _counts(_as_doubles), "numbers-exact"),
    _other("invents_usage", _invented, "no-usage-added"),
)  # fmt: skip
