"""Facts: what one rule says of one member, in one way of failing. A defect is some facts that have one cause.

A fact that compares whole values, such as all messages or a whole schema, is about what other facts object to inside of
them: in the inputs where one does, it is listed with that one, and is a fact of its own in the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from conformance.base.values import steps
from conformance.formats.operations import declared
from conformance.rules.checks.conduct import is_conduct
from conformance.rules.checks.findings import LEFT_OUT_NAMED, Failure
from conformance.running.engine.arrivals import ANSWERS
from conformance.running.engine.broken_sets import Sets
from conformance.running.engine.failure_identity import Cause, is_failed_call
from conformance.running.engine.result import FAIL, Evidence, Objection, RuleResult, RunResult

NEARLY: Final = 0.8  # share of inputs that are taken for all
NO_CAUSE: Final = Cause("", "", "", "")
Key = tuple[str, str]  # operation and rule
SILENT_KIND: Final = "silent"
REFUSED_BY: Final = "refused: "  # how the kind of what an API refuses begins
# Names under which a conversation or the tools lie, in any of the formats, and those of members beside it.
_CONTENT: Final = frozenset({"messages", "content", "choices", "events", "instructions", "system", "tools"})
_BESIDE: Final = frozenset(
    {
        "usage",
        "status",
        "finish_reason",
        "stop_reason",
        "model",
        "incomplete_details",
        "service_tier",
        "created",
        "tool_choice",
    }
)
_LISTS: Final = ("/output/output/", "/output/input", "/input/input/", "/input/response/output")
MISSING: Final = "missing"  # the mistake of a member that a schema requires
_ROOTS: Final = frozenset({"", "/input", "/output", "/requests"})
_REQUEST: Final = "-request"  # how the names of formats of whole requests end
_WHOLE_LISTS: Final = frozenset({"messages", "tools", "input"})  # no places, unless something holds them
_LOST_KINDS: Final = frozenset({"lost", "missing", "left-out", LEFT_OUT_NAMED, "no-request", "user-not-named"})
# What a conversation says, as rules name their subjects.
_SAID: Final = frozenset({"text", "system", "images", "files", "calls", "results", "thinking", "refusals", "added"})
_MEDIA: Final = frozenset({"image", "file", "document", "audio", "search", "search result"})
_MEDIA_LOST: Final = frozenset({"image-lost", "file-lost", "document-lost", "audio-lost"})
_WHOLE_KINDS: Final = frozenset({"other-messages", "meaning"})
_ADDED_KINDS: Final = frozenset({"added", "invented", "tool-invented", "system", "extra", "leaks"})


class Way(StrEnum):
    """How a rule fails: a call fails, an API refuses, something is left out without a report, lost, added, changed."""

    FAILS = "fails"
    REFUSED = "refused"
    SILENT = "silent"
    LOST = "lost"
    ADDED = "added"
    CHANGED = "changed"


@dataclass(slots=True, kw_only=True, eq=False)
class RuleFact:
    """What one rule objects to for one cause, and the defect that it belongs to, by the first fact of that.

    evidence: its places in that of the rule. also: what other rules object to around its places, where that breaks no
    further set. also_shown: the place of the evidence of that. reason: why it is one defect with facts before it.
    """

    entry: RuleResult
    cause: Cause
    objections: list[Objection] = field(default_factory=list)
    evidence: list[int] = field(default_factory=list)
    also: dict[Key, list[Objection]] = field(default_factory=dict)
    also_shown: dict[Key, int] = field(default_factory=dict)
    parent: RuleFact | None = None
    reason: str = ""

    @property
    def first(self) -> RuleFact:
        """The first fact of the same defect."""
        return self if self.parent is None else self.parent.first

    @property
    def operation(self) -> str:
        """The operation of its rule."""
        return self.entry.operation

    @property
    def shown(self) -> Evidence:
        """The first evidence of it."""
        return self.entry.evidence[self.evidence[0]]

    @property
    def at(self) -> str:
        """The place of its first evidence."""
        return self.shown.objection.at if self.shown.objection is not None else self.shown.at

    @property
    def way(self) -> Way:
        """How its rule fails."""
        return way_of(self.entry, self.cause.kind)

    @property
    def inputs(self) -> frozenset[int]:
        """The inputs that show it; none for one that is about none."""
        return frozenset(objection.input for objection in self.objections if objection.input is not None)

    @property
    def is_content(self) -> bool:
        """Whether it is about something in the conversation, or about a tool."""
        return is_content(self.at)

    @property
    def is_missing(self) -> bool:
        """Whether it is about a member that an answer lacks, and that its API always sends."""
        operation = declared(self.operation)
        return (
            self.way is Way.REFUSED
            and self.cause.about == MISSING
            and operation is not None
            and operation.target in ANSWERS
        )

    @property
    def is_setting(self) -> bool:
        """Whether it is about a member of a whole request, beside the conversation and the tools."""
        operation = declared(self.operation)
        is_request = operation is not None and operation.source.endswith(_REQUEST)
        return is_request and not (self.is_content or is_root(self.at))

    def join(self, other: RuleFact, reason: str) -> None:
        """Make two facts one defect."""
        if self.first is not other.first:
            other.reason = other.reason or reason
            other.first.parent = self.first


def key_of(entry: RuleResult) -> Key:
    """Return the operation and the rule of a result."""
    return entry.operation, entry.rule.id


def way_of(entry: RuleResult, kind: str) -> Way:
    """Return how a rule fails by a failure of a kind."""
    if is_failed_call(Failure(kind, "", "")):
        return Way.FAILS
    if kind.startswith(REFUSED_BY):
        return Way.REFUSED
    if kind == SILENT_KIND:
        return Way.SILENT
    if kind.endswith("-lost") or kind in _LOST_KINDS:
        return Way.LOST
    if kind.endswith(("-added", "-twice")) or kind in _ADDED_KINDS:
        return Way.ADDED
    return Way.CHANGED


def is_content(at: str) -> bool:
    """Whether a pointer leads to something in a conversation, or to a tool."""
    path = steps(at)[1:]
    if not _BESIDE.isdisjoint(path):
        return False
    begins = path[0] if path else ""
    return begins.isdigit() or not _CONTENT.isdisjoint(path) or at.startswith(_LISTS)


def is_root(at: str) -> bool:
    """Whether a pointer leads to a whole side of an input, to a whole conversation in it, or to no place."""
    *outer, last = steps(at) or [""]
    return at in _ROOTS or last == "-" or (last in _WHOLE_LISTS and _CONTENT.isdisjoint(outer))


def medium(fact: RuleFact) -> str | None:
    """Return which kind of part of a content is left out; None for anything else."""
    if fact.way not in (Way.LOST, Way.SILENT):
        return None
    if fact.cause.kind in _MEDIA_LOST:
        return fact.cause.kind.removesuffix("-lost")
    return fact.cause.about if fact.cause.about in _MEDIA and fact.is_content else None


def member_of(fact: RuleFact) -> str:
    """Return the member that a fact is about as its API spells it, such as `reasoning.effort` or `tools[].strict`."""
    path = steps(fact.at)[1:]
    words = ["[]" if step.isdigit() else step for step in path if step != "-"]
    if words[-1:] == ["[]"] and fact.cause.about:
        words.append(fact.cause.about)
    return ".".join(words).replace(".[]", "[]")


def holds(outer: str, inner: str) -> bool:
    """Whether a pointer leads to another one's value or to what holds it."""
    return inner == outer or inner.startswith(f"{outer}/")


def facts_of(result: RunResult, sets: Sets) -> list[RuleFact]:
    """Return the facts of everything that counts, operation by operation."""
    failing = [entry for entry in result.rules if entry.verdict == FAIL and entry.evidence]
    found: list[RuleFact] = []
    for operation in dict.fromkeys(entry.operation for entry in failing):
        own = [fact for entry in failing if entry.operation == operation for fact in _of_rule(entry, sets)]
        found += _facts_with_inner(own, sets)
    return found


def _of_rule(entry: RuleResult, sets: Sets) -> list[RuleFact]:
    """Return the facts of a rule. What no evidence shows, because there is too much, goes to what is most like it."""
    facts: dict[Cause, RuleFact] = {}
    objections = _counting(entry, sets)
    if not objections:
        return []
    for objection in objections:
        cause = objection.cause or NO_CAUSE
        facts.setdefault(cause, RuleFact(entry=entry, cause=cause)).objections.append(objection)
    # Where nothing counts but in one set, what yields in another one is the evidence.
    counting = [place for place, shown in enumerate(entry.evidence) if shown.advice is None]
    for place in counting or range(len(entry.evidence)):
        fact = facts.get(_cause_shown(entry, place))
        if fact is not None:
            fact.evidence.append(place)
    shown = sorted((fact for fact in facts.values() if fact.evidence), key=lambda fact: fact.evidence[0])
    if not shown:  # what it objects to was found again in another form, or no check found it
        return [
            RuleFact(
                entry=entry,
                cause=NO_CAUSE,
                objections=objections,
                evidence=counting or list(range(len(entry.evidence))),
            )
        ]
    for fact in facts.values():
        if not fact.evidence:
            max(shown, key=lambda rule_fact: _likeness(rule_fact.cause, fact.cause)).objections.extend(fact.objections)
    return shown


def _counting(entry: RuleResult, sets: Sets) -> list[Objection]:
    """Return the objections of a rule that count in one of its sets; all of a rule that is only advised."""
    if entry.rule.level == "MUST":
        return _in_order(objection for objection in entry.objections if sets.broken(entry, [objection]))
    return [] if all(shown.advice is not None for shown in entry.evidence) else _in_order(entry.objections)


def _in_order(objections: Iterable[Objection]) -> list[Objection]:
    """Return objections in an order that is the same in every run: sets have none."""
    return sorted(objections, key=lambda objection: (objection.case or "", objection.at, objection.kind))


def _cause_shown(entry: RuleResult, place: int) -> Cause:
    evidence = entry.evidence[place]
    counted = evidence.objection.cause if evidence.objection is not None else None
    return counted or evidence.cause or NO_CAUSE


def _likeness(cause: Cause, other: Cause) -> tuple[bool, bool]:
    return cause.kind == other.kind, cause.place == other.place


def _facts_with_inner(facts: Sequence[RuleFact], sets: Sets) -> Iterator[RuleFact]:
    """List what is about whole values with the facts inside of them; yield the facts, with what is left of it."""
    at: dict[int, list[tuple[RuleFact, Objection]]] = defaultdict(list)
    for fact in facts:
        for objection in fact.objections:
            if objection.input is not None and not is_conduct(objection):
                at[objection.input].append((fact, objection))
    inside = {
        (id(fact), objection): found
        for here in at.values()
        for fact, objection in here
        if (found := _inside(fact, objection, here, sets))
    }
    alone = {
        (id(fact), objection.input)
        for here in at.values()
        for fact, objection in here
        if (id(fact), objection) not in inside
    }
    # What is listed itself lists nothing: an objection around it alone stays, so that none is lost.
    listed_with = {
        (owner, name): [other for other in found if (id(other), name.input) in alone]
        for (owner, name), found in inside.items()
    }
    for fact in facts:
        left = [objection for objection in fact.objections if not listed_with.get((id(fact), objection))]
        known = frozenset(left)
        evidence = [place for place in fact.evidence if fact.entry.evidence[place].objection in known]
        if left and not evidence:
            yield fact  # no evidence shows what is left: it stays whole
            continue
        for objection in fact.objections:
            for other in listed_with.get((id(fact), objection), ()):
                other.also.setdefault(key_of(fact.entry), []).append(objection)
                other.also_shown.setdefault(key_of(fact.entry), _evidence_of(fact, objection))
        if left:
            fact.objections, fact.evidence = left, evidence
            yield fact


def _inside(
    fact: RuleFact, objection: Objection, here: Sequence[tuple[RuleFact, Objection]], sets: Sets
) -> list[RuleFact]:
    """Return the facts that object inside the place of an objection, in the same input, and break each set that it
    does. What an API refuses, and a call that fails, is never about what others say.
    """
    if not is_whole(fact, objection.at):
        return []
    broken = sets.broken(fact.entry, [objection])
    return list(
        {
            id(other): other
            for other, inner in here
            if other is not fact
            and other.way not in (Way.FAILS, Way.REFUSED)
            and _is_part(objection.at, inner.at)
            and (not is_root(objection.at) or other.entry.rule.subject in _SAID)
            and broken <= sets.broken(other.entry, [inner])
        }.values()
    )


def is_whole(fact: RuleFact, at: str) -> bool:
    """Whether a fact compares a whole value, in which others may be wrong: messages, a schema, or there and back."""
    rule = fact.entry.rule
    return rule.level == "MUST" and (fact.cause.kind in _WHOLE_KINDS or bool(rule.chain)) and at != ""


def _is_part(outer: str, inner: str) -> bool:
    """Whether a place is inside another one: of a whole side, what is in its conversation, on either side."""
    if is_root(outer):
        return is_content(inner) and not is_root(inner)
    return inner.startswith(f"{outer}/")


def _evidence_of(fact: RuleFact, objection: Objection) -> int:
    """Return the place of the evidence that shows an objection; of another one of the fact where none does."""
    own = (place for place in fact.evidence if fact.entry.evidence[place].objection == objection)
    return next(own, fact.evidence[0])


def counted_in(facts: Iterable[RuleFact]) -> dict[Key, list[Objection]]:
    """Return what the rules of some facts object to, and those that are listed with them."""
    found: dict[Key, list[Objection]] = defaultdict(list)
    for fact in facts:
        found[key_of(fact.entry)] += fact.objections
        for key, objections in fact.also.items():
            found[key] += objections
    return found


def by_rule(facts: Iterable[RuleFact]) -> Mapping[Key, tuple[list[Objection], list[int]]]:
    """Return, by the rules of some facts, their objections and the places of their evidence."""
    found: dict[Key, tuple[list[Objection], list[int]]] = {}
    for fact in facts:
        objections, evidence = found.setdefault(key_of(fact.entry), ([], []))
        objections += fact.objections
        evidence += fact.evidence
    return found
