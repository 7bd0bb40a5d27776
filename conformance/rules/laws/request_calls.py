"""Calls of the history that the target does not take as they are: by their arguments, their ids, or their tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, same
from conformance.base.wording import brief, call_of, versus
from conformance.formats.model.conversation import CUSTOM, MODEL, Arguments, Call, Result, Text
from conformance.formats.model.talk import CALL, FlatItem
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.losses import Loss
from conformance.rules.laws.requests import RequestComparison


def call_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield the calls that went, or lost their arguments, because the target takes none of their form."""
    arrived = pair.facts(Call, pair.made)
    for fact in pair.facts(Call):
        named = call_of(fact.id, fact.name)
        own = tuple(word for word in (fact.id, fact.name) if word)
        is_foreign = (fact.kind == CUSTOM and pair.terms.lacks("call/custom")) or (
            fact.id is None and pair.terms.lacks("call/without-id")
        )
        if is_foreign and not any(_is_of(got, fact) for got in arrived):
            yield Loss(fact.at[0], named, ("call", fact.kind, "result"), own=own, about="call")
        elif fact in pair.malformed_calls and any(pair.partner_of(owed) is not None for owed in _pieces(pair, fact)):
            what = f"that {named} has no object as its arguments"
            yield Loss(fact.at[0], what, ("arguments", "input", "call"), own=own, about="arguments")
    for result in pair.facts(Result):
        texts = [text.value for text in result.content if isinstance(text, Text) and text.value.strip()]
        if result.id is None and pair.terms.lacks("call/without-id") and texts and not pair.says(texts[0]):
            yield Loss(
                result.at[0], "a result without the id of its call", ("result", "function", "id"), about="result"
            )


def customs(pair: RequestComparison) -> Iterator[Found]:
    """A call of a custom tool that became one of a function has its tool and input, and its result the same texts.

    Either may be left out or said as a text, with a report.
    """
    if not (pair.is_list and pair.terms.lacks("call/custom")):
        return
    counts = Counter(fact.id for fact in pair.facts(Call))
    calls = (fact for fact in pair.facts(Call) if fact.kind == CUSTOM and counts[fact.id] == 1)
    owed = {call.id: call for call in calls if _is_taken(pair, call)}
    for got in pair.facts(Call, pair.made):
        value = owed.get(got.id)
        if value is not None and not _is_of(got, value):
            message = f"the call {brief(value.id)} of a custom tool: {versus(_call_value(value), _call_value(got))}"
            yield "kept/call", Breach("call-changed", pair.in_output(got), message)
    came = {fact.id: _texts(fact) for fact in pair.facts(Result, pair.made)}
    for result in pair.facts(Result):
        lost = [text for text in _texts(result) if text.strip() not in "".join(came.get(result.id, ()))]
        if result.id in owed and result.id in came and lost:
            message = f"the result of the call {brief(result.id)} of a custom tool lost the text {brief(lost[0])}"
            yield "kept/content", Breach("content-changed", (OUTPUT,), message)


def call_seals(pair: RequestComparison) -> Iterator[Found]:
    """What a host wants back with a call arrives with that call, where the target has a place for it."""
    if not pair.is_list or pair.terms.lacks("call/seal"):
        return
    for owed in pair.owed.of_kind(CALL):
        got = pair.partner_of(owed)
        if got is None or not (isinstance(owed.fact, Call) and isinstance(got.fact, Call) and owed.fact.seal):
            continue
        yield "kept/seal", REACHED
        if got.fact.seal != owed.fact.seal:
            message = f"the signature of {call_of(owed.id, owed.fact.name)}: {versus(owed.fact.seal, got.fact.seal)}"
            yield (
                "kept/seal",
                Breach("seal-changed" if got.fact.seal else "seal-lost", pair.in_output(got.fact), message),
            )


def speakers(pair: RequestComparison) -> Iterator[Found]:
    """A call is the model's, and a result is never the model's."""
    for turn in pair.made.conversation.turns if pair.is_list else ():
        for fact in turn.says:
            if isinstance(fact, Call):
                yield "kept/call", REACHED
                if turn.speaker != MODEL:
                    message = f"{call_of(fact.id, fact.name)} is not the model's"
                    yield "kept/call", Breach("speaker", pair.in_output(fact), message)
            elif isinstance(fact, Result):
                yield "kept/result", REACHED
                if turn.speaker == MODEL:
                    message = f"the result of {brief(fact.id)} is the model's"
                    yield "kept/result", Breach("speaker", pair.in_output(fact), message)


def _is_taken(pair: RequestComparison, call: Call) -> bool:
    """Whether the target takes a call of a function with its id and name."""
    return pair.target.takes_call(Call(id=call.id, name=call.name, arguments=Arguments(text="{}", value={})))


def _call_value(call: Call) -> JSON:
    return [call.name, call.arguments.text if call.arguments.text is not None else call.arguments.value]


def _texts(result: Result) -> list[str]:
    return [text.value for text in result.content if isinstance(text, Text)]


def _pieces(pair: RequestComparison, call: Call) -> Iterator[FlatItem]:
    return (item for item in pair.owed.of_kind(CALL) if item.at == call.at[0])


def _is_of(got: Call, call: Call) -> bool:
    """Whether a call that arrived is one of the source in another form: of the same tool, with the same input."""
    held = got.arguments.value
    if call.kind == CUSTOM:
        text = call.arguments.text or ""
        return got.name == call.name and (
            got.arguments.text == text or (isinstance(held, dict) and any(each == text for each in held.values()))
        )
    return got.name == call.name and (same(held, call.arguments.value) or call.arguments.value is ABSENT)
