"""What a converter loses of each kind of fact is noticed, and no rule objects to what the reference makes of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, replace
from functools import cache
from typing import Any, Final

import pytest

from conformance.checks.trial import Trial
from conformance.contracts import load_specifications
from conformance.engine.ask import ask_all
from conformance.engine.choices import find_choices
from conformance.engine.judge import Judge
from conformance.engine.plan import Planned, plan_inputs
from conformance.engine.port import Port
from conformance.formats.anthropic.stream import write_events as write_anthropic_events
from conformance.formats.chat.stream import write_chunks
from conformance.formats.exchange_parts import EXCHANGES, answer_format
from conformance.formats.exchanges import host_of
from conformance.formats.form import carries
from conformance.formats.kinds import NATIVE
from conformance.formats.responses.stream import write_events as write_responses_events
from conformance.model.answer import Answer, Usage
from conformance.model.conversation import Media, Refusal, Source, Text
from conformance.model.fact import Fact
from conformance.operations import operations
from conformance.standing import REAL
from conformance.subjects.reference import ReferenceConfig
from conformance.values import JSON
from tests.formats.carried import FILL, half_of, written
from tests.formats.probes import PROBES, as_text

OPERATIONS = [
    name for name, one in operations().items()
    if one.checks in ("lawful", "lawful_requests", "requests", "chat_responses")
]  # fmt: skip
STREAMS: Final[dict[str, Callable[[Answer], JSON]]] = {
    "chat-stream": write_chunks, "responses-stream": write_responses_events, "anthropic-stream": write_anthropic_events,
}  # fmt: skip
# What the Anthropic API demands beside what `FILL` has.
ANTHROPIC: Final[dict[str, dict[str, JSON]]] = {
    "request": {"model": "m", "max_tokens": 100},
    "answer": {"type": "message", "role": "assistant"},
}
# Texts that are in no other text by chance.
WORDS: Final[dict[type[Fact], tuple[str, ...]]] = {
    Text: ("value",), Refusal: ("value",), Source: ("title", "quoted"), Media: ("text", "name", "about"),
}  # fmt: skip
ITS_DEFAULT = "an absent one means the same"
OF_A_HOST = "what one host keeps under an id means nothing to another"
REPORTED = "the reference reports for such an input that the target has no place for it"
FREE = "the contract leaves it free"
# By kind, what may be lost of it, and why no rule notices that.
FREE_TO_LOSE: Final[dict[str, tuple[set[str], str]]] = {
    "answer/id": ({"Answer.id"}, "an answer of another API has an id of its own"),
    "answer/tier": ({"Answer.tier"}, "who served an answer need not be said"),
    "cache/mark": ({"Text.cache"}, FREE),
    "call/custom": ({"a Turn", "a Call", "Turn.says", "Call.kind", "Call.id", "Call.name"}, REPORTED),
    "choice/auto": ({"Request.choice"}, ITS_DEFAULT),
    "citation/place": ({"Citation.span", "Span.start", "Span.end"}, "chunks of a Chat stream have no form for it"),
    "citation/web": ({"Citation.sources", "a Source", "Source.url", "Source.title"}, REPORTED),
    "end/about": ({"End.about"}, "the end says why an answer ended; the words about it are the host's"),
    "media/document-id": ({"Media.file_id"}, OF_A_HOST),
    "media/document-url": ({"Media.url"}, REPORTED),
    "media/image-id": ({"Media.file_id"}, OF_A_HOST),
    "media/search-result": ({"Media.url"}, REPORTED),
    "reasoning/encrypted": ({"a Reasoning", "Turn.says"}, "thoughts of earlier turns may go"),
    "reasoning/summary": ({"a Reasoning", "Turn.says"}, "thoughts of earlier turns may go"),
    "reasoning/text": ({"a Reasoning", "Turn.says"}, "thoughts of earlier turns may go"),
    "result/document": ({"Media.data"}, "a text may name it instead"),
    "result/image": ({"Media.data"}, "a text may name it instead"),
    "setting/caching": ({"Request.settings", "a Setting"}, ITS_DEFAULT),
    "setting/likeliest": ({"Request.settings", "a Setting"}, "without `include` it asks for nothing"),
    "setting/store": ({"Request.settings", "a Setting"}, ITS_DEFAULT),
    "setting/user": ({"Request.settings", "a Setting"}, "who asks changes no answer"),
    "setting/user_hash": ({"Request.settings", "a Setting"}, "who asks changes no answer"),
    "setting/tier": ({"Request.settings", "a Setting"}, ITS_DEFAULT),
    "tool/custom": ({"Tool.kind", "Tool.name"}, REPORTED),
    "tool/group": ({"Tool.kind", "Tool.name"}, REPORTED),
    "usage/written": ({"Usage.written"}, "that tokens were written to a cache need not be said"),
}


def losses(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a fact without each thing that it holds, and what is lost."""
    if isinstance(value, tuple):
        for place, one in enumerate(value):
            if isinstance(one, Fact):
                yield f"a {type(one).__name__}", (*value[:place], *value[place + 1 :])
                yield from ((what, (*value[:place], less, *value[place + 1 :])) for what, less in losses(one))
    elif isinstance(value, Fact):
        for field in fields(value):
            held = getattr(value, field.name)
            default = field.default_factory() if field.default_factory is not MISSING else field.default
            if field.name in ("at", "others"):
                continue
            if default is not MISSING and held != default:
                yield f"{type(value).__name__}.{field.name}", replace(value, **{field.name: default})
            yield from ((what, replace(value, **{field.name: less})) for what, less in losses(held))


def in_words(value: Any) -> Any:
    """Return a fact with texts that are in no other text by chance."""
    if isinstance(value, tuple):
        return tuple(map(in_words, value))
    if not isinstance(value, Fact):
        return value
    held = {one.name: in_words(getattr(value, one.name)) for one in fields(value) if one.name not in ("at", "others")}
    own = {name: f"The {name} {held[name]}." for name in WORDS.get(type(value), ()) if isinstance(held[name], str)}
    return replace(value, **held | own)


def as_input(operation: str, fact: Any) -> JSON:
    """Return an input that says a fact. Raises what the writer raises for a fact that its format cannot say."""
    source = operations()[operation].source
    format_, half = host_of(answer_format(source)), half_of(fact)
    fact = as_answer(format_, fact) if isinstance(fact, Answer) else fact
    own = ANTHROPIC[half] if format_ == "anthropic" else FILL[format_, half]
    write = STREAMS.get(answer_format(source))
    body: Any = write(fact) if write is not None else {**own, **written(format_, fact)}
    for event in body if write is not None else ():
        event |= {"response": {**own, **event["response"]}} if "response" in event else {}
    return {EXCHANGES[source][1]: body} if source in EXCHANGES else body


def as_answer(format_: str, fact: Answer) -> Answer:
    """Return an answer with what each real one of a format has."""
    about: dict[str, Any] = {"id": "a_1", "model": "m", "usage": Usage(input=1, output=1, total=2)}
    about |= {} if format_ == "anthropic" else {"created": 1}
    fact = replace(fact, **{name: one for name, one in about.items() if getattr(fact, name) is None})
    assert fact.usage is not None
    counts = {name: getattr(fact.usage, name) or 0 for name in ("cached", "reasoning")}
    turn = {"id": "msg_1", "state": "completed"} if format_ == "responses" else {}
    made = tuple(
        replace(one, index=place, turns=tuple(replace(each, **turn) for each in one.turns))
        for place, one in enumerate(fact.candidates)
    )
    fact = replace(fact, usage=replace(fact.usage, **counts), candidates=made)
    return as_text(fact) if format_ == "chat" else fact


class Bench:
    """The reference and the judge of an operation."""

    def __init__(self, operation: str) -> None:
        self.contract = load_specifications().contracts[operation]
        self._port = Port(ReferenceConfig(operations=(operation,)).open(), (operation,))
        known = find_choices(self.contract, self._port, {}, exact_numbers=True).known
        self._judge = Judge(self.contract, self.contract.rules, known, report=lambda _fault: None)

    def trials(self, values: list[JSON]) -> list[Trial]:
        """Return what the reference makes of some inputs."""
        planned = plan_inputs(self.contract, values)
        judges = {self.contract.operation: self._judge}
        return [trial for _one, trial in ask_all(self._port, planned, judges, self._port.offered)]

    def objections(self, trial: Trial) -> set[str]:
        """Return the rules that fail, but for those on how the subject behaves."""
        failures = self._judge.judge(trial).failures
        return {rule for rule, one in failures if not rule.startswith("ALL-") and not self._judge.is_advice(one)}


@cache
def bench(operation: str) -> Bench:
    return Bench(operation)


def real_kinds(operation: str) -> Iterator[tuple[str, Any, JSON]]:
    """Yield the kinds that the source has a place for, each with a fact and a real input that says it."""
    one = operations()[operation]
    half = "request" if one.source.endswith("request") else "answer"
    for kind, probe in PROBES.items():
        if half_of(probe.fact) == half and carries(host_of(answer_format(one.source)), kind) == NATIVE:
            fact = in_words(probe.fact)
            given = as_input(operation, fact)
            if Planned(operation, given).standing.kind == REAL:
                yield kind, fact, given


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.expensive("judges what the reference makes of some hundred inputs")
def test_no_rule_objects_to_what_the_reference_makes_of_a_kind(operation: str) -> None:
    said = {kind: given for kind, _fact, given in real_kinds(operation)}
    trials = bench(operation).trials(list(said.values()))
    found = {kind: bench(operation).objections(trial) for kind, trial in zip(said, trials, strict=True)}
    assert {kind: rules for kind, rules in found.items() if rules} == {}
    assert len(said) > 5


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.expensive("judges what the reference makes of some hundred inputs")
def test_what_is_lost_of_a_kind_is_noticed(operation: str) -> None:
    lost: list[tuple[str, str, JSON, JSON]] = []
    for kind, fact, given in real_kinds(operation):
        look = PROBES[kind].look
        for what, less in losses(fact):
            try:
                is_seen, other = look(less) != look(fact), as_input(operation, less)
            except (AttributeError, IndexError, TypeError):  # what is left has no form
                continue
            if is_seen and other != given:
                lost.append((kind, what, given, other))
    whole = bench(operation).trials([given for _kind, _what, given, _other in lost])
    others = bench(operation).trials([other for _kind, _what, _given, other in lost])
    passed = {
        (kind, what)
        for (kind, what, _given, _other), trial, without in zip(lost, whole, others, strict=True)
        if without.outcome.refusal is None and without.outcome.output != trial.outcome.output
        and not bench(operation).objections(replace(trial, outcome=without.outcome))
    }  # fmt: skip
    assert {one for one in passed if one[1] not in FREE_TO_LOSE.get(one[0], (set(), ""))[0]} == set()
    assert len(lost) > 5
