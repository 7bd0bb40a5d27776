"""What arrives exactly: the text of a response, and the numbers of its calls."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.chat_message.content import remainder
from conformance.checks.chat_message.reading import FUNCTION, INLINE
from conformance.checks.chat_message.view import PLACEHOLDER, ChatMessage
from conformance.checks.exact import Exact, changes
from conformance.checks.findings import Failure, output_at
from conformance.checks.pairs import Pair
from conformance.strict_json import json_or_absent
from conformance.values import ABSENT, JSON


def exact(view: ChatMessage) -> Exact | None:
    """Return the text of a response, and the names and arguments of its calls."""
    if not view.answered or view.unfit or view.message is None:
        return None
    pairs = [(pair, *_values(view, pair)) for pair in view.of_type(FUNCTION, INLINE)]
    values = (view.texts, view.refusals, [(pair.owed.name, before) for pair, before, _after in pairs])
    found = (*_content(view), *_refusals(view), *_calls(view, pairs))
    # The arguments of a function call are text on the whole way, and a text keeps its numbers.
    return Exact(values, found, view.trial.input if any(pair.owed.type == INLINE for pair, *_ in pairs) else None)


def _values(view: ChatMessage, pair: Pair) -> tuple[JSON, JSON]:
    """Return what the arguments of a call say, before and after."""
    if pair.owed.type == INLINE:
        return pair.owed.payload, view.arguments(pair)
    return json_or_absent(pair.owed.payload), json_or_absent(pair.got.payload)


def _leaves(one: JSON, other: JSON) -> Iterator[tuple[JSON, JSON]]:
    """Yield the scalars, and the keys, that are at the same place of two values."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key, member in one.items():
            if key in other:
                yield from _leaves(member, other[key])
        gone, new = [key for key in one if key not in other], [key for key in other if key not in one]
        if len(gone) == len(new):
            for key, another in zip(gone, new, strict=True):
                yield key, another
                yield from _leaves(one[key], other[another])
    elif isinstance(one, list) and isinstance(other, list):
        for member, another in zip(one, other, strict=False):
            yield from _leaves(member, another)
    else:
        yield one, other


def _content(view: ChatMessage) -> Iterator[Failure]:
    if view.reads or not isinstance(view.content, str) or view.content == PLACEHOLDER:
        return
    texts = {text.value for text in view.source.texts if text.value}
    arrived = [text for text in texts if text in view.content]
    rest = remainder(view.content, [*arrived, *view.refusals, *view.source.reasoning])
    # Where nothing is left over, a text is lost and was not rewritten.
    for text in view.texts if rest else ():
        if text not in view.content:
            yield from changes(text, rest, output_at("content"))


def _refusals(view: ChatMessage) -> Iterator[Failure]:
    for index in view.lost_refusals:
        text = view.source.refusals[index].value
        for one in view.told_refusals:
            rest = remainder(one, view.texts)
            if rest:  # without a rest there is nothing but the texts: the refusal is lost, not changed
                yield from changes(text, rest, output_at("refusal"))


def _calls(view: ChatMessage, pairs: list[tuple[Pair, JSON, JSON]]) -> Iterator[Failure]:
    for pair, before, after in pairs:
        at = output_at(*pair.got.at, "function")
        if pair.got.name != pair.owed.name:
            yield from changes(pair.owed.name, pair.got.name, at)
        if pair.got.payload == pair.owed.payload:
            continue
        if before is ABSENT or after is ABSENT:
            before, after = pair.owed.payload, pair.got.payload
        for one, other in _leaves(before, after):
            yield from changes(one, other, at)


def written_json(view: ChatMessage) -> Iterator[tuple[JSON, str, str]]:
    """Yield the inputs that became the text of arguments."""
    for pair in view.of_type(INLINE) if view.answered else ():
        if isinstance(pair.got.payload, str):
            yield pair.owed.payload, pair.got.payload, output_at(*pair.got.at, "function", "arguments")
