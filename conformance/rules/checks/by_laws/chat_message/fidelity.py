"""What arrives exactly: the text of a response, and the numbers of its calls."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, pointer
from conformance.formats.model.conversation import FUNCTION
from conformance.rules.alignment.joining import remainder
from conformance.rules.checks.by_laws.chat_message.view import PLACEHOLDER, ChatMessage
from conformance.rules.checks.exact import Exact, changes
from conformance.rules.checks.findings import Failure
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.pairing import WRITTEN, CallPair, payload_of


def exact(view: ChatMessage) -> Exact | None:
    """Return the text of a response, and the names and arguments of its calls."""
    if view.judged is None or view.both.result is None:
        return None
    pair = view.both
    pairs = [(pair, *_values(view, pair)) for pair in pair.pairs if pair.form in (FUNCTION, WRITTEN)]
    refusals = tuple(refusal.value for refusal in pair.refusals)
    values = (pair.owed_texts, refusals, [(pair.owed.name, before) for pair, before, _after in pairs])
    found = (*_content(pair), *_refusals(pair), *_calls(pair, pairs))
    # The arguments of a function call are text on the whole way, and a text keeps its numbers.
    return Exact(values, found, view.trial.input if any(pair.form == WRITTEN for pair, *_ in pairs) else None)


def _values(view: ChatMessage, pair: CallPair) -> tuple[JSON, JSON]:
    """Return what the arguments of a call say, before and after."""
    if pair.form == WRITTEN:
        return payload_of(pair.owed), view.read_json(payload_of(pair.got))
    return json_or_absent(payload_of(pair.owed)), json_or_absent(payload_of(pair.got))


def _leaves(value: JSON, other: JSON) -> Iterator[tuple[JSON, JSON]]:
    """Yield the scalars, and the keys, that are at the same place of two values."""
    if isinstance(value, dict) and isinstance(other, dict):
        for key, member in value.items():
            if key in other:
                yield from _leaves(member, other[key])
        gone, new = [key for key in value if key not in other], [key for key in other if key not in value]
        if len(gone) == len(new):
            for key, another in zip(gone, new, strict=True):
                yield key, another
                yield from _leaves(value[key], other[another])
    elif isinstance(value, list) and isinstance(other, list):
        for member, another in zip(value, other, strict=False):
            yield from _leaves(member, another)
    else:
        yield value, other


def _content(pair: AnswerComparison) -> Iterator[Failure]:
    content = pair.flow.value
    if pair.reads or not isinstance(content, str) or content == PLACEHOLDER:
        return
    arrived = [text.value for text in pair.all_texts if text.value and text.value in content]
    beside = [*(refusal.value for refusal in pair.refusals), *(thought.value for thought in pair.thoughts)]
    rest = remainder(content, [*dict.fromkeys(arrived), *beside])
    # Where nothing is left over, a text is lost and was not rewritten.
    for text in pair.owed_texts if rest else ():
        if text not in content:
            yield from changes(text, rest, pointer(*pair.place_of("text")))


def _refusals(pair: AnswerComparison) -> Iterator[Failure]:
    for lost in pair.lost_refusals:
        for told_refusal in pair.told_refusals:
            rest = remainder(told_refusal, pair.owed_texts)
            if rest:  # without a rest there is nothing but the texts: the refusal is lost, not changed
                yield from changes(lost.value, rest, pointer(*pair.place_of("refusal")))


def _calls(comparison: AnswerComparison, pairs: list[tuple[CallPair, JSON, JSON]]) -> Iterator[Failure]:
    for pair, before, after in pairs:
        name = comparison.written(pair.got, "name")
        at = pointer(*comparison.at_member(pair.got, "name")[:-1])
        if name != pair.owed.name:
            yield from changes(pair.owed.name, name, at)
        owed, got = payload_of(pair.owed), payload_of(pair.got)
        if got == owed:
            continue
        if before is ABSENT or after is ABSENT:
            before, after = owed, got
        for leaf, other in _leaves(before, after):
            yield from changes(leaf, other, at)


def written_json(view: ChatMessage) -> Iterator[tuple[JSON, str, str]]:
    """Yield the inputs that became the text of arguments."""
    for pair in view.both.pairs if view.answered else ():
        if pair.form == WRITTEN and pair.got.arguments.text is not None:
            at = pointer(*view.both.at_member(pair.got, "payload"))
            yield payload_of(pair.owed), pair.got.arguments.text, at
