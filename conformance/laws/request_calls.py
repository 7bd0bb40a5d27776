"""Calls of the history that the target does not take as they are: by their arguments, their ids, or their tools."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.laws.losses import Loss
from conformance.laws.requests import Requests
from conformance.model.conversation import CUSTOM, Call, Result, Text
from conformance.model.talk import CALL, Piece
from conformance.values import ABSENT, same
from conformance.wording import brief


def call_losses(both: Requests) -> Iterator[Loss]:
    """Yield the calls that went, or lost their arguments, because the target takes none of their form."""
    arrived = both.facts(Call, both.made)
    for one in both.facts(Call):
        named = f"the call {brief(one.id)} of {brief(one.name)}"
        words = tuple(word for word in (one.id, one.name, "call") if word)
        is_foreign = (one.kind == CUSTOM and both.terms.lacks("call/custom")) or (
            one.id is None and both.terms.lacks("call/without-id")
        )
        if is_foreign and not any(_is_of(got, one) for got in arrived):
            yield Loss(one.at[0], named, (*words, one.kind, "result"))
        elif one in both.malformed_calls and any(both.partner_of(owed) is not None for owed in _pieces(both, one)):
            yield Loss(one.at[0], f"that {named} has no object as its arguments", ("arguments", "input", *words))
    for result in both.facts(Result):
        texts = [text.value for text in result.content if isinstance(text, Text) and text.value.strip()]
        if result.id is None and both.terms.lacks("call/without-id") and texts and not both.says(texts[0]):
            yield Loss(result.at[0], "a result without the id of its call", ("result", "function", "id"))


def _pieces(both: Requests, call: Call) -> Iterator[Piece]:
    return (one for one in both.owed.of_kind(CALL) if one.at == call.at[0])


def _is_of(got: Call, one: Call) -> bool:
    """Whether a call that arrived is one of the source in another form: of the same tool, with the same input."""
    held = got.arguments.value
    if one.kind == CUSTOM:
        text = one.arguments.text or ""
        return got.name == one.name and (
            got.arguments.text == text or (isinstance(held, dict) and any(each == text for each in held.values()))
        )
    return got.name == one.name and (same(held, one.arguments.value) or one.arguments.value is ABSENT)
