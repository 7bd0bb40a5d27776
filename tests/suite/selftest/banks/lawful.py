"""Mutants and sound variants of every operation that is judged by the laws: the reference, changed by mutators."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from conformance import reference
from conformance.apis.input_validity import MALFORMED, standing_of
from conformance.formats.exchange_parts import EXCHANGES, answer_format
from conformance.formats.exchanges import WHOLES, host_of
from conformance.formats.form import carries, note_on
from conformance.formats.kinds import NATIVE
from conformance.formats.model.conversation import Call
from conformance.formats.operations import Operation, operations
from conformance.inputs.operations import inputs_of
from conformance.rules.contracts import Contract, load_specifications
from tests.suite.selftest.banks.bank import Bank, quietly, references
from tests.suite.selftest.banks.tool_call_blocks import known_events_alone, reason_of_the_last_delta
from tests.suite.selftest.model import Convert, Sound
from tests.suite.selftest.mutators import ANSWERS, OWN
from tests.suite.selftest.mutators.beside import SEALED, WITHOUT_ID
from tests.suite.selftest.mutators.calls import AS_WRITTEN, ORDERED
from tests.suite.selftest.mutators.chunks import (
    CUT_CALLS,
    IN_CHUNKS,
    at_one_index,
    without_others,
    without_texts_beside_calls,
)
from tests.suite.selftest.mutators.conduct import objects_in
from tests.suite.selftest.mutators.editing import each, kept
from tests.suite.selftest.mutators.model import Formats, Mutator, converter, of_answer
from tests.suite.selftest.mutators.reasoning import IN_PLACE
from tests.suite.selftest.mutators.refusing import IN_A_PART, IN_ORDER, REFUSALS, REFUSING
from tests.suite.selftest.mutators.sound import OF_STREAMS, VARIANTS
from tests.suite.selftest.mutators.usage import WRITTEN

_STATE = "a state beside the end"
_NOTHING = ("omit", "raise")  # answers with which a result has nothing of what the choice is about
_FAILED = "an end that failed"  # a stream without a word for it has no end
_TIERS = "tiers of one host"
_CHAT = {"texts", "groups", "items", _STATE, ORDERED}
_ANTHROPIC = {
    "groups", "items", _STATE, _TIERS, AS_WRITTEN, "custom calls", "log probabilities", "refusals", "a date", "a total",
}  # fmt: skip
_DEMANDED = {"a date", "a model"}  # what a format demands
_NO_PLACE = {"citations", "a filter", "a place of refusals", "another speaker"}
# Kinds of facts that a defect needs: no answer of a format has one that it has no place for. Of those that a request
# has too, an exchange has them all the same.
_KINDS = {SEALED: "call/seal", WITHOUT_ID: "call/without-id", REFUSALS: "answer/refusal"}
_SAID = {
    "groups": "call/group", "custom calls": "call/custom", AS_WRITTEN: "call/arguments-text", "refusals": "answer/refusal",
}  # fmt: skip
_OF_TARGETS = {WRITTEN: "usage/written", REFUSING: "end/refused"}  # what a result must have a place for
_LOST = ("answer/logprobs", "answer/image", "answer/sound")  # what an answer loses whose format has no place for it
_BESIDE = {
    "log probabilities": "answer/logprobs", "a date": "answer/created", "a total": "usage/total", WRITTEN: "usage/written",
}  # fmt: skip
# What no answer has that comes from a format or goes to one, where a defect needs it: several texts; a state, when its
# stream has no end.
_NEVER = {
    "chat-exchange": {"texts", ORDERED}, "chat-stream-exchange": {_STATE, ORDERED}, "anthropic-stream-exchange": {_STATE},
    "gemini-stream-exchange": {_STATE},
    "chat-response": _CHAT, "chat-stream": _CHAT,
    "anthropic-response": _ANTHROPIC, "anthropic-stream": _ANTHROPIC, "responses-stream": {CUT_CALLS, IN_CHUNKS},
    "gemini-response": {"items", _STATE}, "gemini-stream": {"items", _STATE},
}  # fmt: skip
# The same of an answer that comes from a format alone.
_NEVER_FROM = (
    {
        source: {_TIERS, AS_WRITTEN, "log probabilities", "refusals", "a date"}
        for source in ("anthropic-exchange", "anthropic-stream-exchange")
    }
    | {
        source: {_TIERS, AS_WRITTEN, "refusals", WRITTEN, IN_A_PART}
        for source in ("gemini-exchange", "gemini-stream-exchange")
    }
    | {
        "chat-response": {IN_ORDER},
        "chat-stream": {IN_ORDER, IN_PLACE},
        "chat-stream-exchange": {WRITTEN, IN_PLACE},
        "responses-stream": {WRITTEN},
    }
)
# The same of an answer that goes to a format alone. Where a contract says what becomes of thoughts, they may go there.
_NEVER_TO = {
    "chat-message": _CHAT | {"thoughts", "citations", "a body", "a model", "a date", "a total", "a usage in any case"},
    "chat-response": {"thoughts"}, "chat-stream": {"thoughts", "a usage in any case", _FAILED},
    "anthropic-response": _NO_PLACE, "anthropic-stream": _NO_PLACE | {_FAILED},
    "gemini-response": _DEMANDED | {"a place of refusals"}, "gemini-stream": _DEMANDED | {"a place of refusals", _FAILED, IN_ORDER},  # pieces of texts are one
}  # fmt: skip

_WITH_ITS_TEXTS = ("responses", "log probabilities")  # which are not of the whole answer there
_STATED = {("custom-calls", "own")}  # answers that no probe shows


def _reference(name: str) -> Callable[..., Any]:
    return getattr(reference, name.replace("-", "_"))


def _bank(operation: Operation, contract: Contract) -> Bank:
    bank = Bank(operation.name)
    rules = {rule.check: rule.id for rule in contract.rules}
    for mutator in mutators_of(operation):
        if mutator.check in rules:
            bank.add(
                mutator.name, mutant_of(operation, contract, mutator), rules[mutator.check], examples=mutator.examples
            )
    convert = _reference(operation.name)
    # Steps of a host are lost on the way to each other one.
    is_lost = any(carries(host_of(operation.target), kind) != NATIVE for kind in _LOST) or (
        "losses-reported" not in {mutator.check for mutator in mutators_of(operation)}
    )
    silent = [
        "losses-reported" if is_lost else "reasoning-kept",
        *(["citations-kept"] if "citations" in _NEVER_TO.get(operation.target, ()) else []),
    ]
    bank.add("reports_nothing", quietly(convert), *(rules[check] for check in silent if check in rules))
    losing = _losing_malformed_calls(operation, quietly(convert))
    bank.add("loses_calls_of_malformed_answers", losing, rules["calls-apart"])
    # Of a stream of Gemini no narrow one is known where the target has blocks, so that CONV-1 is charged instead.
    has_narrow = not operation.source.startswith("gemini-stream") or operation.target == "chat-stream"
    wide = rules["deep-and-wide"] if has_narrow else "CONV-1"
    bank.add("gives_up_on_large_answers", _giving_up(convert, operation.name), wide)
    if operation.source.startswith("chat-stream"):
        answers = (
            {"malformed_arguments": "empty"}
            if any(choice.name == "malformed-arguments" for choice in contract.choices)
            else {}
        )
        careless = quietly(partial(convert, **answers))
        losing = _with_events(convert, without_texts_beside_calls)
        bank.add("loses_texts_beside_pieces_of_calls", losing, rules["texts-kept"], examples=100)
        for name, change in (
            ("merges_calls_without_index", at_one_index),
            ("loses_calls_without_index", without_others),
        ):
            bank.add(name, _with_events(careless, change), rules["calls-apart"], shown_by="calls-without-index")
    if operation.source.startswith("anthropic-stream"):
        function = _with_events(convert, reason_of_the_last_delta)
        bank.add("limit_of_the_last_delta", function, rules["end-true"], shown_by="two-deltas-at-the-limit")
        function = _with_events(convert, known_events_alone)
        bank.add("fails_on_unknown_events", function, "CONV-1", shown_by="an-event-of-next-year")
    if operation.target.startswith("anthropic"):
        cut = of_answer(
            each(Call, lambda value: replace(value, id=value.id.partition(":")[0] if value.id else value.id))
        )
        function = converter(convert, cut(Formats(source=operation.source, target=operation.target)))
        bank.add("cuts_ids_at_colons", function, rules["calls-kept"], shown_by="ids-that-the-api-refuses")
    for rule in contract.rules:
        if rule.chain:
            losing = _changed(operation, convert, _losing_text())
            bank.add(f"loses_texts_beside_{rule.chain[-1]}", losing, rule.id, others=_others(contract, {}))
    return bank


def _losing_text() -> Mutator:
    return next(answer for answer in ANSWERS if answer.name == "drops_the_last_text")


def mutators_of(operation: Operation) -> Iterator[Mutator]:
    """Yield the defects that an operation's results can have."""
    never = _NEVER.get(operation.source, set()) | _NEVER.get(operation.target, set())
    never = never | _NEVER_FROM.get(operation.source, set())
    source, target = host_of(answer_format(operation.source)), host_of(operation.target)
    kinds = _KINDS if operation.source in EXCHANGES or source == target else _KINDS | _SAID | _BESIDE
    never = never | {
        need for need, kind in kinds.items() if carries(source, kind) != NATIVE and (source, need) != _WITH_ITS_TEXTS
    }
    never = never | {need for need, kind in (_SAID | _OF_TARGETS).items() if carries(target, kind) != NATIVE}
    if any(note_on(host, "answer/tier") is not None for host in (source, target)):
        never = never | {_TIERS}
    to = _NEVER_TO.get(operation.target, set())
    never = never | (to - {"thoughts"} if operation.checks == "by_laws.answers" else to - {_FAILED})
    yield from (answer for answer in (*ANSWERS, *OWN.get(operation.target, ())) if answer.needs not in never)


def _losing_malformed_calls(operation: Operation, convert: Convert) -> Convert:
    """Make a converter that leaves the calls of what is malformed out."""
    lost = of_answer(kept(Call, lambda _calls: []))(Formats(source=operation.source, target=operation.target))

    def change(given: Any, value: Any) -> Any:
        return lost(given, value) if standing_of(operation.name, given).kind == MALFORMED else value

    return converter(convert, change)


def _giving_up(convert: Convert, operation: str) -> Convert:
    def converted(given: Any) -> Any:
        if _size(given) >= _widest(operation):
            raise MemoryError("too many objects")
        return convert(given)

    return converted


def _with_events(convert: Convert, change: Callable[[list[Any]], list[Any]]) -> Convert:
    """Make a converter of other events than those that it is given."""

    def converted(given: Any) -> Any:
        own = copy.deepcopy(given)
        events = own.get("events", own.get("chunks")) if isinstance(own, dict) else own
        if isinstance(events, list) and all(isinstance(event, dict) for event in events):
            change(events)
        return convert(own)

    return converted


@cache
def _widest(operation: str) -> int:
    """Return how many objects the widest input has, more than any that is drawn."""
    return max(_size(value) for _name, value in inputs_of(operation).deep_and_wide())


def _size(value: Any) -> int:
    return sum(1 for _one in objects_in(value))


def mutant_of(operation: Operation, contract: Contract, mutator: Mutator) -> Convert:
    """Return the reference with a defect, under the answers in which it shows."""
    known = {choice.name: tuple(choice.answers) for choice in contract.choices if choice.name in mutator.answers}
    # An answer that a contract has under another name: the first one with which something is kept.
    kept = {name: next(answer for answer in answers if answer not in _NOTHING) for name, answers in known.items()}
    wanted = {name: mutator.answers[name] if mutator.answers[name] in known[name] else kept[name] for name in known}
    answers = _arguments(wanted)
    convert: Convert = partial(_reference(operation.name), **answers)
    return _changed(operation, quietly(convert) if mutator.silently else convert, mutator)


def _changed(operation: Operation, convert: Convert, mutator: Mutator) -> Convert:
    return converter(convert, mutator.change(Formats(source=operation.source, target=operation.target)))


def _others(contract: Contract, answers: Mapping[str, str]) -> dict[str, Convert]:
    """Return what else the subject offers: the operations that a rule is a chain of, with the same answers."""
    found: dict[str, Convert] = {}
    for name in contract.chain:
        if name != contract.operation:
            choices = load_specifications().contracts[name].choices
            own = {
                choice.name: answers[choice.name] for choice in choices if answers.get(choice.name) in choice.answers
            }
            found[name] = partial(_reference(name), **_arguments(own))
    return found


def _arguments(answers: Mapping[str, str]) -> dict[str, str]:
    """Return answers as the reference takes them."""
    return {name.replace("-", "_"): answer for name, answer in answers.items()}


def _sound(operation: Operation, contract: Contract) -> Iterator[Sound]:
    convert, formats = _reference(operation.name), Formats(source=operation.source, target=operation.target)
    choices = {choice.name.replace("-", "_"): tuple(choice.answers) for choice in contract.choices}
    for sound in references(operation.name, convert, choices, 31):
        stated = {name: answer for name, answer in sound.answers if (name, answer) in _STATED}
        shown = tuple(each for each in sound.answers if each not in _STATED)
        yield replace(sound, others=_others(contract, dict(sound.answers)), choices=stated, answers=shown)
    for rule in contract.rules:
        if rule.chain:
            last = operations()[rule.chain[-1]]
            broken = _others(contract, {}) | {last.name: _changed(last, _reference(last.name), _losing_text())}
            yield Sound(f"reference beside a broken {last.name}", operation.name, convert, others=broken)
    free = {variant for variation in contract.free for variant in variation.variants}
    for name, (change, answers) in VARIANTS.items():
        if name in free and (name not in OF_STREAMS or operation.target in WHOLES):
            own = tuple((choice, answer) for choice, answer in answers.items() if choice.replace("-", "_") in choices)
            yield Sound(name, operation.name, converter(convert, change(formats)), answers=own)


def _lawful() -> Iterator[tuple[Operation, Contract]]:
    for name, operation in operations().items():
        contract = load_specifications().contracts.get(name)
        if operation.checks == "by_laws.answers" and contract is not None:
            yield operation, contract


BANKS = tuple(_bank(*element) for element in _lawful())
SOUND = tuple(element for each in _lawful() for element in _sound(*each))
