"""Which rule a call that fails is charged to: the one about what is unusual in the response."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.checks.chat_message.reading import CUSTOM, FUNCTION, INLINE
from conformance.checks.chat_message.view import ChatMessage
from conformance.checks.findings import Failure
from conformance.checks.trial import no_answer

TEXT, IN_OBJECT, FUNCTIONS, INLINES, REASONING = "OUT-1", "OUT-1a", "OUT-2", "OUT-3", "OUT-4"
NOTHING, REFUSAL, UNKNOWN, BESIDE, CUSTOMS = "OUT-6", "OUT-7", "OUT-8", "OUT-9", "OUT-9a"

_UNUSUAL = {"unknown": UNKNOWN, CUSTOM: CUSTOMS, "refusal": REFUSAL, INLINE: INLINES, "reasoning": REASONING}


def failed(view: ChatMessage, rule: str) -> tuple[Failure, ...] | None:
    """Return what `rule` says of a call that gave no JSON; None where it says nothing."""
    failure = no_answer(view.trial)
    if failure is None or charged(view) != rule:
        return None
    return (failure,)


def charged(view: ChatMessage) -> str | None:
    """Return the rule that a call without a result is charged to; None where it may fail, or the cause is not known."""
    if view.answered or view.may_fail or view.outcome.fault:
        return None
    refusal = view.outcome.refusal
    if refusal is None:
        return TEXT
    kinds = view.source.kinds
    everything = frozenset().union(*kinds)
    if view.in_object:
        return None if everything & _UNUSUAL.keys() else IN_OBJECT
    alone = view.trial.alone
    if alone is not None and len(alone) == len(kinds):
        guilty = [index for index, outcome in enumerate(alone) if outcome.refusal is not None]
        if not guilty and len(kinds) > 1:
            return BESIDE if view.texts and view.refusals else TEXT
        everything = frozenset().union(*(kinds[index] for index in guilty))
    return _by_kind(view, everything)


def _by_kind(view: ChatMessage, kinds: Iterable[str]) -> str | None:
    rules = {_UNUSUAL[kind] for kind in kinds if kind in _UNUSUAL}
    if len(rules) > 1:
        return None
    nothing = not (view.source.texts or view.source.calls or view.source.refusals)
    for rule in rules:
        if rule == REASONING and nothing:
            return NOTHING
        return BESIDE if rule == REFUSAL and view.texts and "text" in kinds else rule
    if FUNCTION in kinds:
        return FUNCTIONS
    return NOTHING if nothing else TEXT
