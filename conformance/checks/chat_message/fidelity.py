"""What arrives exactly: the text of a response, and the numbers of its calls."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator

from conformance.checks.chat_message.content import remainder
from conformance.checks.chat_message.reading import FUNCTION, INLINE
from conformance.checks.chat_message.view import PLACEHOLDER, ChatMessage, Pair, parsed
from conformance.checks.findings import NOT_OBSERVABLE, Failure, Findings, brief, output_at
from conformance.values import ABSENT, JSON, same

# How much of a text must be left for it to count as rewritten rather than lost, and how many characters of a long text
# are looked at.
_ALIKE, _LOOKED_AT = 0.6, 2000


def numbers_exact(view: ChatMessage) -> Findings:
    """ALL-3: the numbers of a call's arguments stay equal: 1 is not 1.0, integers beyond 2**53 keep every digit."""
    pairs = [(pair, *_values(view, pair)) for pair in view.of_type(FUNCTION, INLINE) if view.answered]
    pairs = [(pair, before, after) for pair, before, after in pairs if _has_number(before)]
    if not pairs:
        return None
    found = []
    unseen = False
    for pair, before, after in pairs:
        # The arguments of a function call are text on the whole way, and a text keeps its numbers.
        unseen = unseen or pair.call.type == INLINE
        for one, other in _leaves(before, after):
            if _is_number(one) and not same(one, other) and _is_number(other):
                told = f"the number {brief(one)} became {brief(other)}"
                found.append(Failure("number-changed", view.at_call(pair, "function", "arguments"), told))
    unseen = unseen and not view.trial.exact_numbers and _has_number(view.trial.input, _is_hard)
    return tuple(found) if found or not unseen else NOT_OBSERVABLE


def _values(view: ChatMessage, pair: Pair) -> tuple[JSON, JSON]:
    """Return what the arguments of a call say, before and after."""
    if pair.call.type == INLINE:
        return pair.call.payload, view.arguments(pair)
    sent = pair.sent.payload
    return parsed(pair.call.payload), parsed(sent) if isinstance(sent, str) else ABSENT


def _leaves(one: JSON, other: JSON) -> Iterator[tuple[JSON, JSON]]:
    """Yield the scalars, and the keys, that stand at the same place of two values."""
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


def _is_number(value: JSON) -> bool:
    return type(value) in (int, float)


def _is_hard(value: JSON) -> bool:
    """Whether a number is one that a transport of doubles does not keep."""
    if type(value) is int:
        return abs(value) > 2**53
    return type(value) is float and value.is_integer()


def _has_number(value: JSON, wanted: Callable[[JSON], bool] = _is_number) -> bool:
    if isinstance(value, dict):
        return any(_has_number(member, wanted) for member in value.values())
    if isinstance(value, list):
        return any(_has_number(member, wanted) for member in value)
    return wanted(value)


def text_exact(view: ChatMessage) -> Findings:
    """ALL-4: text is exact: any Unicode, line ends, quotes."""
    if not view.answered or view.unfit or view.message is None:
        return None
    if not (view.texts or view.refusals or view.pairs):
        return None
    return (*_content(view), *_refusals(view), *_arguments(view))


def _content(view: ChatMessage) -> Iterator[Failure]:
    if view.reads or not isinstance(view.content, str) or view.content == PLACEHOLDER:
        return
    texts = {text.value for text in view.source.texts if text.value}
    arrived = [text for text in texts if text in view.content]
    rest = remainder(view.content, [*arrived, *view.refusals, *view.source.reasoning])
    for text in view.texts:
        if text not in view.content and _rewritten(text, rest):
            yield Failure("text-changed", output_at("content"), f"wanted {brief(text)}, got {brief(rest)}")


def _refusals(view: ChatMessage) -> Iterator[Failure]:
    for index in view.lost_refusals:
        text = view.source.refusals[index].value
        told = [one for one in view.told_refusals if _rewritten(text, remainder(one, view.texts))]
        if told:
            yield Failure("text-changed", output_at("refusal"), f"wanted {brief(text)}, got {brief(told[0])}")


def _arguments(view: ChatMessage) -> Iterator[Failure]:
    for pair in view.of_type(FUNCTION, INLINE):
        at = view.at_call(pair, "function")
        if isinstance(pair.sent.name, str) and pair.sent.name != pair.call.name:
            if _rewritten(pair.call.name, pair.sent.name):
                yield Failure("text-changed", at, f"wanted {brief(pair.call.name)}, got {brief(pair.sent.name)}")
        if pair.sent.payload == pair.call.payload:
            continue
        before, after = _values(view, pair)
        if before is ABSENT or after is ABSENT:
            before, after = pair.call.payload, pair.sent.payload
        for one, other in _leaves(before, after):
            if isinstance(one, str) and isinstance(other, str) and one != other and _rewritten(one, other):
                yield Failure("text-changed", at, f"wanted {brief(one)}, got {brief(other)}")
                break


def _rewritten(source: str, result: str) -> bool:
    """Whether a text was rewritten character by character, rather than lost or replaced by another."""
    if not source or not result or source == result:
        return False
    if _squeezed(source) == _squeezed(result):
        return True
    import difflib

    one, other = source[:_LOOKED_AT], result[:_LOOKED_AT]
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio() > _ALIKE


def _squeezed(text: str) -> str:
    """Return what is left of a text without its spaces, its case and its form of Unicode."""
    return "".join(unicodedata.normalize("NFKD", text).casefold().split())
