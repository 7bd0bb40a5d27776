"""What a converter loses of each kind of fact is noticed, and no rule objects to what the reference makes of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import pytest

from conformance.apis.input_validity import MALFORMED, REAL
from conformance.base.values import JSON
from conformance.formats.anthropic.stream import write_events as write_anthropic_events
from conformance.formats.chat.stream import write_chunks
from conformance.formats.exchange_parts import EXCHANGES, answer_format
from conformance.formats.exchanges import host_of
from conformance.formats.form import carries
from conformance.formats.gemini.stream import write_responses
from conformance.formats.kinds import NATIVE
from conformance.formats.model.answer import DONE, LENGTH, SEQUENCE, Answer, AnswerFailure, Candidate, End, Usage
from conformance.formats.model.conversation import CUSTOM, MODEL, Media, ModelRefusal, Reasoning, Source, Text, Token
from conformance.formats.model.fact import Fact
from conformance.formats.model.request import NONE, OBJECT, AnswerFormat
from conformance.formats.operations import operations
from conformance.formats.responses.stream import write_events as write_responses_events
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import load_specifications
from conformance.running.engine.ask import ask_all
from conformance.running.engine.choices import find_choices
from conformance.running.engine.judge import Judge
from conformance.running.engine.plan import Planned, plan_inputs
from conformance.running.engine.port import Port
from conformance.running.subjects.reference import ReferenceConfig
from tests.formats.carried import FILL, half_of, written
from tests.formats.probes import NAMED, PROBES, QUESTION, answer, as_text, asked, request, tool, turn

OPERATIONS = [
    name for name, operation in operations().items()
    if operation.checks in ("by_laws.answers", "by_laws.requests", "by_laws.chat_responses", "by_laws.openai_requests")
]  # fmt: skip
STREAMS: Final[dict[str, Callable[[Answer], JSON]]] = {
    "chat-stream": write_chunks, "responses-stream": write_responses_events, "anthropic-stream": write_anthropic_events,
    "gemini-stream": write_responses,
}  # fmt: skip
# What the Anthropic API demands beside what `FILL` has.
ANTHROPIC: Final[dict[str, dict[str, JSON]]] = {
    "request": {"model": "m", "max_tokens": 100},
    "answer": {"type": "message", "role": "assistant"},
}
# Texts that are in no other text by chance.
WORDS: Final[dict[type[Fact], tuple[str, ...]]] = {
    Text: ("value",), ModelRefusal: ("value",), Source: ("title", "quoted"), Media: ("text", "name", "about"),
}  # fmt: skip
TOKEN: Final = Token(text="t", logprob=-1, bytes=[116], likeliest=(Token(text="u", logprob=-2, bytes=[117]),))
GRAMMAR: Final = {"type": "grammar", "syntax": "regex", "definition": "a+"}
COMMENT: Final = turn(MODEL, Text(value="t"), phase="commentary")
# Of what no probe has.
MORE: Final[dict[str, Any]] = {
    "tokens": answer(Text(value="t", tokens=(TOKEN,))),
    "a description of the form": asked(format=AnswerFormat(**NAMED, description="The form.")),
    "a grammar": tool(kind=CUSTOM, schema=None, input=GRAMMAR),
    "a failure": Answer(failure=AnswerFailure(kind="server_error", code="server_error", message="It broke.")),
    "thoughts": answer(Reasoning(content=(Text(value="It thinks aloud."),)), Text(value="t")),
    "a summary": answer(Reasoning(summary=(Text(value="It thinks aloud."),)), Text(value="t")),
    "a sequence": answer(Text(value="t"), end=End(kind=SEQUENCE, sequence="X")),
    "a phase": Answer(candidates=(Candidate(turns=(COMMENT,), end=End(kind=DONE)),)),
    "a phase in a history": request(QUESTION, COMMENT),
}  # fmt: skip
# What is written in the place of a word that formats know.
ALTERED: Final[dict[str, Any]] = {
    "AnswerFormat.kind": OBJECT, "ToolChoice.mode": NONE, "End.kind": LENGTH, "Media.media_type": "image/gif",
    "Schema.value": {"type": "object", "properties": {"other": {"type": "string"}}}, "Turn.speaker": MODEL,
    "Call.id": "other", "Result.id": "other", "Call.name": "other", "Tool.name": "other", "Usage.total": 99,
    "Setting.value": 0.125,
}  # fmt: skip
ITS_DEFAULT = "an absent one means the same"
OF_A_HOST = "what one host keeps under an id means nothing to another"
REPORTED = "the reference reports for such an input that the target has no place for it"
FREE = "the contract leaves it free"
# By kind, what may be lost of it, and why no rule notices that.
FREE_TO_LOSE: Final[dict[str, tuple[set[str], str]]] = {
    "answer/blocked": ({"Answer.blocked"}, "a stream of a blocked request may break off too"),
    "answer/id": ({"Answer.id"}, "an answer of another API has an id of its own"),
    "answer/tier": ({"Answer.tier"}, "who served an answer need not be said"),
    "cache/mark": ({"Text.cache"}, FREE),
    "call/custom": ({"a Turn", "a Call", "Turn.says", "Call.kind", "Call.id", "Call.name"}, REPORTED),
    "choice/auto": ({"Request.choice"}, ITS_DEFAULT),
    "citation/place": (
        {"Citation.span", "CitedSpan.start", "CitedSpan.end"},
        "chunks of a Chat stream have no form for it",
    ),
    "citation/web": ({"Citation.sources", "a Source", "Source.url", "Source.title"}, REPORTED),
    "end/about": ({"End.about"}, "the end says why an answer ended; the words about it are the host's"),
    "media/document-id": ({"Media.file_id"}, OF_A_HOST),
    "media/document-url": ({"Media.url"}, REPORTED),
    "media/image-id": ({"Media.file_id"}, OF_A_HOST),
    "media/search-result": ({"Media.url"}, REPORTED),
    "media/sound": ({"Media.data"}, REPORTED),
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


# Members of the model that no rule of OPERATIONS reads, by the reason.
UNREAD: Final[dict[str, set[str]]] = {
    "no target of an operation has a place for it that its source can fill": {
        "Answer.blocked", "Call.seal", "Candidate.citations", "Candidate.sources", "Citation.part", "End.sequence",
        "Media.cited", "Media.id", "Media.seal", "Media.transcript", "Reasoning.seal", "ModelRefusal.seal",
        "Result.name",
        "Result.seal", "Schema.dialect", "Source.file_id", "Source.number", "Source.quoted", "Source.span",
        "CitedSpan.unit", "Text.seal", "Token.number", "Tool.later", "Turn.name", "Turn.phase", "Usage.tool_input",
    },
    "messages name the counts by it": {"Usage.spelled"},
    "the host alone can read it, or names it": {
        "Answer.id", "End.word", "Reasoning.encrypted", "Utterance.seal", "Turn.id", "AnswerFailure.code",
        "AnswerFailure.kind", "AnswerFailure.status",
    },
    "where something may be cached changes no answer": {
        "Call.cache", "Hosted.cache", "Media.cache", "Reasoning.cache", "ModelRefusal.cache", "Request.cache",
        "Result.cache", "Utterance.cache", "Text.cache", "Tool.cache",
    },
    "it is how a format writes, not what is said": {
        "Conversation.form", "ModelRefusal.is_apart", "Turn.form", "Other.format", "Other.place", "Other.value",
        "Other.word",
    },
    "steps and tools of a host go with a report (LOSS-1, ASK-15) that names them": {
        "Hosted.format", "Hosted.id", "Hosted.place", "Hosted.stage", "Hosted.tool", "Hosted.value", "Hosted.word",
        "Tool.host", "Tool.word",
    },
    "rules of a request beside its answer read it: NAME-1, KEEP-3, SAME-3": {"Call.group", "Call.kind", "Answer.echo"},
    "rules of results of MCP read it: `kept/structured`, `twice/structured`": {"Result.structured"},
    "only what a result says of it is read (END-1): no source says it otherwise": {"Turn.state"},
    "answers after the first may go": {"Candidate.index"},
    "a result names its call; what kind that is, the call says": {"Result.kind"},
    "the default answer to a choice leaves it out or fails; the self-test has its defects under others": {
        "AnswerFailure.message",
        "Reasoning.summary",
    },
    FREE_TO_LOSE["end/about"][1]: {"End.about"},
}  # fmt: skip


def losses(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a fact without each thing that it holds, and what is lost."""
    if isinstance(value, tuple):
        for place, element in enumerate(value):
            if isinstance(element, Fact):
                yield f"a {type(element).__name__}", (*value[:place], *value[place + 1 :])
                yield from ((what, (*value[:place], less, *value[place + 1 :])) for what, less in losses(element))
    elif isinstance(value, Fact):
        for field in fields(value):
            held = getattr(value, field.name)
            default = field.default_factory() if field.default_factory is not MISSING else field.default
            if field.name in ("at", "others"):
                continue
            if default is not MISSING and held != default:
                yield f"{type(value).__name__}.{field.name}", replace(value, **{field.name: default})
            yield from ((what, replace(value, **{field.name: less})) for what, less in losses(held))


def alterations(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a fact with another value in the place of each that it holds, and whose it is."""
    if isinstance(value, tuple):
        for place, element in enumerate(value):
            if isinstance(element, Fact):
                yield from (
                    (what, (*value[:place], other, *value[place + 1 :])) for what, other in alterations(element)
                )
    elif isinstance(value, Fact):
        for field in fields(value):
            held, what = getattr(value, field.name), f"{type(value).__name__}.{field.name}"
            if field.name in ("at", "others"):
                continue
            if (other := ALTERED.get(what, _other(held))) is not None and held not in (None, other):
                yield what, replace(value, **{field.name: other})
            yield from ((inner, replace(value, **{field.name: other})) for inner, other in alterations(held))


def _other(value: Any) -> Any:
    """Return another value of the type of one; None for what has no other one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"other {value}"
    if isinstance(value, dict):
        return {**value, "other": 1}
    return [*value, *value] if isinstance(value, list) and value else None


def in_words(value: Any) -> Any:
    """Return a fact with texts that are in no other text by chance."""
    if isinstance(value, tuple):
        return tuple(map(in_words, value))
    if not isinstance(value, Fact):
        return value
    held = {
        field.name: in_words(getattr(value, field.name))
        for field in fields(value)
        if field.name not in ("at", "others")
    }
    own = {name: f"The {name} {held[name]}." for name in WORDS.get(type(value), ()) if isinstance(held[name], str)}
    return replace(value, **held | own)


def as_input(operation: str, fact: Any) -> JSON:
    """Return an input that says a fact. Raises what the writer raises for a fact that its format cannot say."""
    source = operations()[operation].source
    format_, half = host_of(answer_format(source)), half_of(fact)
    fact = as_answer(format_, fact) if isinstance(fact, Answer) else fact
    own = ANTHROPIC[half] if format_ == "anthropic" else FILL.get((format_, half), {})
    write = STREAMS.get(answer_format(source))
    body: Any = write(fact) if write is not None else {**own, **written(format_, fact)}
    for event in body if write is not None else ():
        event |= {"response": {**own, **event["response"]}} if "response" in event else {}
    return {EXCHANGES[source][1]: body} if source in EXCHANGES else body


def as_answer(format_: str, fact: Answer) -> Answer:
    """Return an answer with what each real one of a format has."""
    about: dict[str, Any] = {"id": "a_1", "model": "m", "usage": Usage(input=1, output=1, total=2)}
    about |= {} if format_ == "anthropic" else {"created": 1}
    fact = replace(fact, **{name: value for name, value in about.items() if getattr(fact, name) is None})
    assert fact.usage is not None
    counts = {name: getattr(fact.usage, name) or 0 for name in ("cached", "reasoning")}
    turn = {"id": "msg_1", "state": "completed"} if format_ == "responses" else {}
    made = tuple(
        replace(candidate, index=place, turns=tuple(replace(each, **turn) for each in candidate.turns))
        for place, candidate in enumerate(fact.candidates)
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
        return {
            rule for rule, failure in failures if not rule.startswith("ALL-") and not self._judge.is_advice(failure)
        }


@cache
def bench(operation: str) -> Bench:
    return Bench(operation)


def real_kinds(operation: str, more: Mapping[str, Any] = MappingProxyType({})) -> Iterator[tuple[str, Any, JSON]]:
    """Yield the kinds that the source has a place for, each with a fact and a real input that says it.

    more: further facts, by what they say.
    """
    one = operations()[operation]
    half = "request" if one.source.endswith("request") else "answer"
    for kind, probe in PROBES.items():
        if half_of(probe.fact) == half and carries(host_of(answer_format(one.source)), kind) == NATIVE:
            fact = in_words(probe.fact)
            given = as_input(operation, fact)
            if Planned(operation, given).standing.kind == REAL:
                yield kind, fact, given
    for what, fact in more.items():
        if half_of(fact) == half:
            try:
                given = as_input(operation, fact)
            except (AttributeError, IndexError, KeyError, TypeError):  # it has no form in this format
                continue
            if Planned(operation, given).standing.kind != MALFORMED:
                yield what, fact, given


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.expensive("judges what the reference makes of some hundred inputs")
def test_no_rule_objects_to_what_the_reference_makes_of_a_kind(operation: str) -> None:
    said = {kind: given for kind, _fact, given in real_kinds(operation)}
    trials = bench(operation).trials(list(said.values()))
    found = {kind: bench(operation).objections(trial) for kind, trial in zip(said, trials, strict=True)}
    assert {kind: rules for kind, rules in found.items() if rules} == {}
    assert len(said) > 5


def changes_of_members(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a fact without, and with another value of, each thing that it holds."""
    yield from losses(value)
    yield from alterations(value)


Changes = Callable[[Any], Iterator[tuple[str, Any]]]


@cache
def judged(operation: str, changes: Changes) -> tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]]:
    """Return the changes of each kind that a rule notices, and those that none does, although the result is another.

    changes: of a fact, each with its name. Of `losses` those count by which the kind itself is lost.
    """
    lost: list[tuple[str, str, JSON, JSON]] = []
    for kind, fact, given in real_kinds(operation, MORE if changes is changes_of_members else {}):
        look = PROBES[kind].look if changes is losses else None
        for what, less in changes(fact):
            try:
                is_seen, other = look is None or look(less) != look(fact), as_input(operation, less)
            except (AttributeError, IndexError, KeyError, TypeError):  # what is left has no form
                continue
            if is_seen and other != given:
                lost.append((kind, what, given, other))
    whole = bench(operation).trials([given for _kind, _what, given, _other in lost])
    others = bench(operation).trials([other for _kind, _what, _given, other in lost])
    found: dict[bool, set[tuple[str, str]]] = {True: set(), False: set()}
    for (kind, what, _given, _other), trial, without in zip(lost, whole, others, strict=True):
        if without.outcome.refusal is None and without.outcome.output != trial.outcome.output:
            is_noticed = bool(bench(operation).objections(replace(trial, outcome=without.outcome)))
            found[is_noticed].add((kind, what))
    return frozenset(found[True]), frozenset(found[False])


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.expensive("judges what the reference makes of some hundred inputs")
def test_what_is_lost_of_a_kind_is_noticed(operation: str) -> None:
    noticed, passed = judged(operation, losses)
    assert {element for element in passed if element[1] not in FREE_TO_LOSE.get(element[0], (set(), ""))[0]} == set()
    assert len(noticed | passed) > 5


def members() -> set[str]:
    """Return each member of each kind of fact of the model."""
    found, waiting = set(), [Fact]
    for kind in waiting:
        waiting += kind.__subclasses__()
        found |= {f"{kind.__name__}.{field.name}" for field in fields(kind) if field.name not in ("at", "others")}
    return found


@pytest.mark.expensive("judges what the reference makes of some thousand inputs")
def test_each_member_of_the_model_is_read_by_a_rule_or_the_table_says_why_not() -> None:
    read = {what for operation in OPERATIONS for _kind, what in judged(operation, changes_of_members)[0]}
    excused = {member for own in UNREAD.values() for member in own}
    assert members() - read - excused == set()
    assert excused & read == set()
    assert excused <= members()
