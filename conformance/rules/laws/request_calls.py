"""Calls of the history that the target does not take as they are: by their arguments, their ids, or their tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, same
from conformance.base.wording import brief, call_of, versus
from conformance.formats.model.conversation import CUSTOM, Arguments, Call, Result, Text
from conformance.formats.model.talk import CALL, FlatItem
from conformance.rules.laws.law import OUTPUT, Breach, Found
from conformance.rules.laws.losses import Loss
from conformance.rules.laws.requests import RequestComparison


def call_losses(both: RequestComparison) -> Iterator[Loss]:
    """Yield the calls that went, or lost their arguments, because the target takes none of their form."""
    arrived = both.facts(Call, both.made)
    for one in both.facts(Call):
        named = call_of(one.id, one.name)
        own = tuple(word for word in (one.id, one.name) if word)
        is_foreign = (one.kind == CUSTOM and both.terms.lacks("call/custom")) or (
            one.id is None and both.terms.lacks("call/without-id")
        )
        if is_foreign and not any(_is_of(got, one) for got in arrived):
            yield Loss(one.at[0], named, ("call", one.kind, "result"), own=own, about="call")
        elif one in both.malformed_calls and any(both.partner_of(owed) is not None for owed in _pieces(both, one)):
            what = f"that {named} has no object as its arguments"
            yield Loss(one.at[0], what, ("arguments", "input", "call"), own=own, about="arguments")
    for result in both.facts(Result):
        texts = [text.value for text in result.content if isinstance(text, Text) and text.value.strip()]
        if result.id is None and both.terms.lacks("call/without-id") and texts and not both.says(texts[0]):
            yield Loss(
                result.at[0], "a result without the id of its call", ("result", "function", "id"), about="result"
            )


def customs(both: RequestComparison) -> Iterator[Found]:
    """A call of a custom tool that became one of a function has its tool and input, and its result the same texts.

    Either may be left out or said as a text, with a report.
    """
    if not (both.is_list and both.terms.lacks("call/custom")):
        return
    counts = Counter(one.id for one in both.facts(Call))
    calls = (one for one in both.facts(Call) if one.kind == CUSTOM and counts[one.id] == 1)
    owed = {one.id: one for one in calls if _is_taken(both, one)}
    for got in both.facts(Call, both.made):
        one = owed.get(got.id)
        if one is not None and not _is_of(got, one):
            message = f"the call {brief(one.id)} of a custom tool: {versus(_call_value(one), _call_value(got))}"
            yield "kept/call", Breach("call-changed", both.in_output(got), message)
    came = {one.id: _texts(one) for one in both.facts(Result, both.made)}
    for result in both.facts(Result):
        lost = [text for text in _texts(result) if text.strip() not in "".join(came.get(result.id, ()))]
        if result.id in owed and result.id in came and lost:
            message = f"the result of the call {brief(result.id)} of a custom tool lost the text {brief(lost[0])}"
            yield "kept/content", Breach("content-changed", (OUTPUT,), message)


def _is_taken(both: RequestComparison, call: Call) -> bool:
    """Whether the target takes a call of a function with its id and name."""
    return both.target.takes_call(Call(id=call.id, name=call.name, arguments=Arguments(text="{}", value={})))


def _call_value(one: Call) -> JSON:
    return [one.name, one.arguments.text if one.arguments.text is not None else one.arguments.value]


def _texts(one: Result) -> list[str]:
    return [text.value for text in one.content if isinstance(text, Text)]


def _pieces(both: RequestComparison, call: Call) -> Iterator[FlatItem]:
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
