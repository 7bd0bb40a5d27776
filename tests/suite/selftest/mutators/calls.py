"""Defects of the calls of an answer: lost, added, in another order, and with other arguments."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import CUSTOM, FUNCTION, Arguments, Call, Text, Turn
from conformance.formats.shared import text_of
from tests.suite.selftest.mutators.editing import (
    candidate_of,
    each,
    kept,
    one_each,
    placed,
    said,
    with_candidate,
    with_turn,
)
from tests.suite.selftest.mutators.model import Mutator, OfAnswer, of_answer


def of_kind(kind: str, change: Callable[[Call], Call]) -> OfAnswer:
    """Make a change of each call of a kind."""
    return each(Call, lambda value: change(value) if value.kind == kind else value)


def with_text(call: Call, text: str) -> Call:
    """Return a call with other arguments, or another input."""
    return replace(call, arguments=Arguments(text=text, value=json_or_absent(text)))


def written(call: Call) -> str:
    """Return arguments as a text, also of a format that has a value in their place."""
    return text_of(call.arguments) or ""


def _arguments(change: Callable[[str], str], kind: str = FUNCTION) -> OfAnswer:
    return of_kind(kind, lambda call: with_text(call, change(written(call))))


def _value(change: Callable[[JSON], JSON]) -> OfAnswer:
    """Make a change of what the text of arguments means; what is no JSON stays."""

    def changed(text: str) -> str:
        value = json_or_absent(text)
        return text if value is ABSENT else json.dumps(change(value), ensure_ascii=False, separators=(",", ":"))

    return _arguments(changed)


def _rounded(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {name: _rounded(value) for name, value in value.items()}
    if isinstance(value, list):
        return [_rounded(element) for element in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _without_nulls(value: JSON) -> JSON:
    return {name: value for name, value in value.items() if value is not None} if isinstance(value, dict) else value


def _sorted(value: JSON) -> JSON:
    return dict(sorted(value.items())) if isinstance(value, dict) else value


def _repaired(text: str) -> str:
    return text if json_or_absent(text) is not ABSENT else "{}"


def _of_neighbours(calls: list[Call]) -> list[list[Call]]:
    texts = [written(call) for call in calls]
    return [[with_text(call, text)] for call, text in zip(calls, texts[1:] + texts[:1], strict=True)]


def _by_name(calls: list[Call]) -> list[list[Call]]:
    return [[call] for call in sorted(calls, key=lambda call: str(call.name))]


def _joined(calls: list[Call]) -> list[list[Call]]:
    whole = with_text(calls[0], "".join(written(call) for call in calls))
    return [[whole], *([] for _one in calls[1:])]


def _beside_text(answer: Answer) -> Answer:
    says = any(utterance.value for utterance in said(answer, Text))
    return kept(Call, lambda _calls: [])(answer) if says else answer


def _unasked(answer: Answer) -> Answer:
    if not said(answer, Text):
        return answer
    call = Call(id="call_unasked", name="look", arguments=Arguments(text="{}", value={}))
    return with_turn(answer, call, form="", id="fc_unasked")


def _texts_first(answer: Answer) -> Answer:
    """Every text before every call, as in a format that has them apart."""

    def is_call(turn: Turn) -> bool:
        return any(isinstance(utterance, Call) for utterance in turn.says)

    turns = [
        replace(turn, says=tuple(sorted(turn.says, key=lambda utterance: isinstance(utterance, Call))))
        for turn in candidate_of(answer).turns
    ]
    return with_candidate(answer, turns=tuple(sorted(turns, key=is_call)))


def _again(calls: list[Call]) -> list[list[Call]]:
    last = calls[-1]
    return [*([call] for call in calls[:-1]), [last, replace(last, id=f"{last.id}_again")]]


def _kept(name: str, keep: Callable[[list[Call]], list[Call]], check: str = "calls-kept", needs: str = "") -> Mutator:
    return Mutator(name=name, check=check, change=of_answer(kept(Call, keep)), needs=needs)


def _without(kind: str) -> Callable[[list[Call]], list[Call]]:
    return lambda calls: [call for call in calls if call.kind != kind]


def _other(name: str, change: OfAnswer, check: str = "calls-kept", needs: str = "") -> Mutator:
    return Mutator(name=name, check=check, change=of_answer(change), needs=needs)


AS_WRITTEN = "arguments as they are written"
ORDERED = "an order of texts and calls"
_CUSTOM = "custom-calls-kept"
MUTATORS = (
    _kept("drops_every_call", lambda _calls: []),
    _kept("drops_function_calls", _without(FUNCTION)),
    _kept("drops_the_first_call", lambda calls: calls[1:]),
    _kept("drops_the_last_call", lambda calls: calls[:-1]),
    _kept("keeps_the_first_call", lambda calls: calls[:1]),
    _kept("keeps_the_last_call", lambda calls: calls[-1:]),
    _kept("keeps_a_call_of_each_name", lambda calls: list({call.name: call for call in calls}.values())),
    _other("drops_calls_beside_a_text", _beside_text),
    _other("joins_the_calls", placed(Call, _joined)),
    _other("invents_a_call", _unasked, "no-call-added"),
    _other("calls_twice", placed(Call, lambda calls: [[call, call] for call in calls]), "no-call-added"),
    _other("calls_once_more", placed(Call, _again), "no-call-added"),
    _other("calls_backwards", placed(Call, lambda calls: one_each(calls[::-1])), "calls-in-order"),
    _other("calls_the_last_one_first",
           placed(Call, lambda calls: one_each([calls[-1], *calls[:-1]])), "calls-in-order"),
    _other("sorts_calls_by_name",
           placed(Call, _by_name), "calls-in-order"),
    _other("says_texts_before_calls", _texts_first, "calls-in-order", needs=ORDERED),
    _other("writes_arguments_anew", _value(lambda value: value), needs=AS_WRITTEN),
    _other("sorts_arguments", _value(_sorted), needs=AS_WRITTEN),
    _other("rounds_numbers", _value(_rounded)),
    _other("drops_nulls_of_arguments", _value(_without_nulls)),
    _other("wraps_arguments", _value(lambda value: {"arguments": value})),
    _other("empties_arguments", _arguments(lambda _text: "{}")),
    _other("drops_arguments", _arguments(lambda _text: "")),
    _other("doubles_arguments", _arguments(lambda text: text * 2)),
    _other("encodes_arguments_twice", _arguments(json.dumps)),
    _other("cuts_arguments", _arguments(lambda text: text[:-1])),
    _other("pads_arguments", _arguments(lambda text: f" {text}"), needs=AS_WRITTEN),
    _other("repairs_arguments", _arguments(_repaired), needs=AS_WRITTEN),
    _other("escapes_arguments", _arguments(lambda text: json.dumps(text)[1:-1].replace('\\"', '"'))),
    _other("exchanges_arguments", placed(Call, _of_neighbours)),
    _kept("drops_custom_calls", _without(CUSTOM), _CUSTOM),
    _other("calls_custom_tools_as_functions", of_kind(CUSTOM, lambda call: replace(call, kind=FUNCTION)), _CUSTOM),
    _other("wraps_custom_input", _arguments(lambda text: json.dumps({"input": text}), CUSTOM), _CUSTOM),
    _other("writes_custom_input_as_json", _arguments(json.dumps, CUSTOM), _CUSTOM),
    _other("empties_custom_input", _arguments(lambda _text: "", CUSTOM), _CUSTOM),
    _other("cuts_custom_input", _arguments(lambda text: text[:-1], CUSTOM), _CUSTOM),
    _other("trims_custom_input", _arguments(str.strip, CUSTOM), _CUSTOM),
    _other("calls_custom_tools_by_another_id", of_kind(CUSTOM, lambda call: replace(call, id=f"{call.id}_1")), _CUSTOM),
    _other("calls_functions_as_custom_tools", of_kind(FUNCTION, lambda call: replace(call, kind=CUSTOM)),
           needs="custom calls"),
)  # fmt: skip
