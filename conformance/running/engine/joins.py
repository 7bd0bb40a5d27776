"""Joins facts that have one cause. In doubt there are two defects; a join hides nothing, as each fact is named.

Each function joins by one reason, which `certify --trace` shows. Facts are joined inside of one operation, but for the
same fact in operations that share code.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from typing import Final

from conformance.apis.input_validity import REAL
from conformance.base.values import steps
from conformance.rules.checks.conduct import is_conduct
from conformance.running.engine.broken_sets import Sets
from conformance.running.engine.errors_said import PlaceError, pieces, said
from conformance.running.engine.facts import NEARLY, NO_CAUSE, REFUSED_BY, RuleFact, Way, holds, is_root, medium
from conformance.running.engine.failure_identity import TELLING
from conformance.running.engine.schema_joins import builder, family, is_of_schemas, many_keywords

BY_SCHEMA: Final = "refused: schema"
SEVERAL: Final = 3  # inputs that two facts do not share by chance
UNLIKELY: Final = 0.02  # the chance below which inputs are not shared by chance
# One of so many inputs of a fact must show what is taken for the same as it.
OFTEN: Final = 2
# How the names of rules end by which an API refuses a call without its result, or a result without its call.
_UNPAIRED: Final = re.compile(r"(orphan|unanswered|without-call|call-id-unknown|results-first)$")
_USAGE: Final = "usage"
_TEXT_CHANGED: Final = "text-changed"
_USAGE_LOST: Final = "usage-lost"
_TOOL_LOST: Final = "tool-lost"
_TOOL_INVENTED: Final = "tool-invented"
_NOT_BACK: Final = "not-back"  # the kind of what arrives there, and is not there when it is converted back
# Kinds of failures that are one thing wherever they are, and whichever rule finds them.
_WHEREVER: Final = frozenset({"bare-text", "not-json", "request-changed", "root-union"})
# What becomes of entries that nobody sends is one thing, and so is what a tool lacks.
_OF_ODD: Final = frozenset({"passed", "says-not-what"})
_LACKS: Final = "lacks-"
_QUOTED: Final = frozenset({"refusals"})  # subjects of which what is lost is one thing
# Kinds of failures that say that one turn became several messages.
_DIVIDED: Final = frozenset({"calls-split", "text-apart"})
_TEXTS: Final = {f"{what}-{way}": what for what in ("instruction", "text") for way in ("changed", "lost", "order")}
# What a result holds is changed, or is found nowhere in it.
_CONTENTS: Final = frozenset({"content-changed", "result-changed"})
# A call is lost, or one with another.
_CALLS_LOST: Final = frozenset({"lost", "merged"})
# What a fact may be about in a list, besides a block or an item that it calls by its type.
_PARTS: Final = frozenset(
    {"", "arguments", "call", "context", "detail", "instruction", "name", "refusal", "source", "strict", "tool"}
)
# Members of tools, of messages and of parts, beside what these say.
_OF_TOOLS: Final = frozenset({"defer_loading", "strict"})
_MEMBERS: Final = _OF_TOOLS | {"context", "detail", "name", "participant", "source"}
# How the names of rules end by which an API refuses texts of which nothing is seen.
_EMPTY: Final = re.compile(r"(text-empty|text-blank|content-empty)$")
# The same of a list of tools of which none is left.
_NO_TOOLS: Final = re.compile(r"tools-empty$")
_WHOLE_TOOLS: Final = frozenset({_TOOL_LOST, _TOOL_INVENTED})
# Kinds of failures that say that something is in another place than it was, by rules about texts, results, the system.
_MOVED: Final = frozenset(
    {"instruction-early", "instruction-late", "instruction-order", "misplaced", "result-apart", "text-moved"}
)


def join(facts: Sequence[RuleFact], sets: Sets) -> None:
    """Join the facts of a run that have one cause."""
    required = [fact for fact in facts if sets.broken(fact.entry, fact.objections)]
    for group in (required, [fact for fact in facts if fact not in required]):
        _the_same_fact(group)
        many_keywords(group)
    for operation in dict.fromkeys(fact.operation for fact in required):
        own = [fact for fact in required if fact.operation == operation]
        for by_reason in _BY_REASON:
            by_reason(own)


def _join_by(facts: Iterable[RuleFact], key: Callable[[RuleFact], Hashable], reason: str) -> None:
    """Join the facts that have the same key; None is none."""
    seen: dict[Hashable, RuleFact] = {}
    for fact in facts:
        own = key(fact)
        if own is not None:
            seen.setdefault(own, fact).join(fact, reason)


def _the_same_fact(facts: Sequence[RuleFact]) -> None:
    """Join what a rule, or any rule of the keywords of a schema, says of the same member in operations of a family."""

    def key(fact: RuleFact) -> Hashable:
        cause = fact.cause
        if cause == NO_CAUSE:
            return None
        if cause.name:
            return (family(fact.operation), cause.error, cause.name)
        if fact.way is Way.FAILS or cause.place in TELLING:
            return (builder(fact), *cause)
        return (family(fact.operation), fact.entry.rule.check, *cause)

    _join_by(facts, key, "the same member, in the same way")


def _passed_on(facts: Sequence[RuleFact]) -> None:
    """Join what is wrong with members that are the same in the result and the source.

    Not what an API refuses by a rule of its own: the text that it finds blank is the text that the source has.
    """

    def key(fact: RuleFact) -> Hashable:
        if fact.way is Way.REFUSED and fact.cause.kind != BY_SCHEMA:
            return None
        located = [objection for objection in fact.objections if objection.input is not None]
        copied = sum(objection.copied for objection in located)
        return fact.is_setting if copied and copied >= NEARLY * len(located) else None

    _join_by(facts, key, "passed on unchanged")


def _members(facts: Sequence[RuleFact]) -> None:
    """Join members that are dropped without a report, and what becomes of one member.

    Nobody has written code for the former; each member that has a place and is lost is code of its own.
    """
    every = [fact for fact in facts if fact.is_setting]
    refused = [fact for fact in every if fact.way is Way.REFUSED and fact.at.startswith("/output")]
    arrived = {id(fact): other for fact in every for other in refused if _is_refused_there(fact, other)}
    for fact in every:
        if id(fact) in arrived:
            arrived[id(fact)].join(fact, "the same member")
    settings = [fact for fact in every if id(fact) not in arrived]
    named = {_member(fact): fact for fact in settings if fact.way in (Way.LOST, Way.CHANGED, Way.ADDED)}
    silent = [fact for fact in settings if fact.way is Way.SILENT]
    for fact in silent:
        if _member(fact) in named:
            named[_member(fact)].join(fact, "the same member")
    others = [fact for fact in silent if _member(fact) not in named]
    beside = [fact for fact in facts if fact.way is Way.SILENT and is_member(fact) and not fact.is_setting]
    parts = [fact for fact in facts if medium(fact) is not None]
    for fact in beside:
        gone = next((part for part in parts if _is_exactly_at(fact, part)), None)
        if gone is not None:
            gone.join(fact, "of a part that is left out")
    _join_by(others, lambda _fact: True, "members dropped without a report")
    left = [fact for fact in beside if fact.parent is None]
    _join_by(left, lambda fact: fact.cause.about in _OF_TOOLS, "members dropped without a report")
    _join_by(settings, lambda fact: _member(fact) if fact.way is Way.LOST else None, "the same member")
    lost = {_member(fact): fact for fact in settings if fact.way in (Way.LOST, Way.SILENT)}
    there_only = [fact for fact in every if fact.cause.kind == _NOT_BACK]
    for fact in there_only:
        if _member(fact) in lost:
            lost[_member(fact)].join(fact, "the same member")
    others = [fact for fact in there_only if _member(fact) not in lost]
    _join_by(others, lambda _fact: True, "members that do not come back")
    made = [fact for fact in settings if fact.way not in (Way.LOST, Way.SILENT) and fact.at.startswith("/output")]
    for place, fact in enumerate(made):
        for other in made[:place]:
            number, fewer = len(fact.inputs & other.inputs), min(len(fact.inputs), len(other.inputs))
            if steps(fact.at)[1:2] == steps(other.at)[1:2] and number >= NEARLY * fewer:
                other.join(fact, "the same member")


def _is_refused_there(fact: RuleFact, refused: RuleFact) -> bool:
    """Whether a setting that is lost is in the result, in a form that the API refuses."""
    if fact.way not in (Way.LOST, Way.SILENT) or steps(fact.at)[1:2] != steps(refused.at)[1:2]:
        return False
    return len(fact.inputs & refused.inputs) >= NEARLY * len(fact.inputs)


def _member(fact: RuleFact) -> str:
    """Return the last name of the place of a fact."""
    return next((step for step in reversed(steps(fact.at)) if not step.isdigit()), "")


def is_member(fact: RuleFact) -> bool:
    """Whether a fact is about a member of a request, of a tool, or of a message or a part beside its content."""
    return fact.is_setting or fact.cause.about in _MEMBERS


def _media(facts: Sequence[RuleFact]) -> None:
    """Join the kinds of parts of contents that do not arrive."""
    _join_by(facts, lambda fact: medium(fact) and "media", "kinds of parts that are left out")


def _ways(facts: Sequence[RuleFact]) -> None:
    """Join what one rule says in one way: wherever in a conversation it is, and whatever the answer ended with."""

    def key(fact: RuleFact) -> Hashable:
        rule = fact.entry.rule
        if medium(fact) is not None:
            return None
        if fact.cause.kind in _WHEREVER or (fact.cause.kind.endswith("-lost") and rule.subject in _QUOTED):
            return fact.cause.kind
        if fact.cause.kind in _OF_ODD and not any(objection.standing == REAL for objection in fact.objections):
            return fact.cause.kind
        if fact.cause.kind.startswith(_LACKS):
            return (rule.id, _LACKS)
        if fact.cause.kind in _CONTENTS and rule.subject == "results":
            return (rule.id, "contents")
        if fact.cause.kind in _WHOLE_TOOLS:
            return (rule.id, fact.cause.kind)
        if all(map(is_conduct, fact.objections)):
            return (rule.id, fact.cause.kind, fact.way is Way.FAILS and (fact.cause.about, fact.cause.error))
        if fact.way is Way.REFUSED:
            return (rule.id, fact.cause.about) if fact.is_missing else None
        if rule.subject == "ending" and fact.way is not Way.FAILS:
            return (rule.id, "ending")
        if fact.way is Way.ADDED and fact.is_content:
            return (rule.id, fact.cause.kind, fact.cause.about.partition(" ")[0])
        if fact.way in (Way.LOST, Way.CHANGED) and fact.is_content and not _is_in_schema(fact):
            # A text that became another one is found, or is not.
            kind = "divided" if fact.cause.kind in _DIVIDED else _TEXTS.get(fact.cause.kind, fact.cause.kind)
            return (rule.id, kind, fact.cause.about)
        if fact.way is Way.SILENT and not fact.is_setting:
            if is_root(fact.at):
                return (rule.id, "nowhere")
            return (rule.id, "items") if _is_item(fact) else (rule.id, fact.cause.kind, fact.cause.about)
        return None

    _join_by(facts, key, "the same rule, in the same way")


def _is_in_schema(fact: RuleFact) -> bool:
    """Whether a fact is about the schema of a tool: there each keyword is a matter of its own."""
    return fact.entry.rule.subject in ("tools", "none") or fact.cause.place in TELLING


def _is_item(fact: RuleFact) -> bool:
    """Whether a fact is about a block or an item that the target has no form for, by its type."""
    return steps(fact.at)[-1:] != [] and steps(fact.at)[-1].isdigit() and fact.cause.about not in _PARTS


def _tools(facts: Sequence[RuleFact]) -> None:
    """Join a tool that is lost with the one in its place, its members, and the list that is empty without it."""
    for lost in [fact for fact in facts if fact.cause.kind == _TOOL_LOST]:
        for fact in facts:
            is_renamed = fact.cause.kind == _TOOL_INVENTED and lost.inputs <= fact.inputs
            if is_renamed:
                fact.join(lost, "a tool of another name")
            elif _NO_TOOLS.search(fact.cause.kind) and fact.inputs <= lost.inputs:
                lost.join(fact, "no tool is left")
            elif fact.way is Way.SILENT and is_member(fact) and _is_exactly_at(fact, lost):
                lost.join(fact, "of a tool that is left out")


def _order(facts: Sequence[RuleFact]) -> None:
    """Join what is in another place, by one rule, or in inputs in which another rule says so too."""
    moved = sorted((fact for fact in facts if fact.cause.kind in _MOVED), key=lambda fact: -len(fact.inputs))
    _join_by(moved, lambda fact: fact.entry.rule.id, "the same order")
    for place, fact in enumerate(moved):
        wider = [other for other in moved[:place] if len(fact.inputs & other.inputs) >= NEARLY * len(fact.inputs)]
        if wider and len(fact.inputs) >= SEVERAL:
            wider[0].join(fact, "the same order")


def _usage(facts: Sequence[RuleFact]) -> None:
    """Join counts of one usage, where the inputs of one are inputs of the other: a wrong part makes a wrong total.

    Those that the API refuses are joined wherever they are, and with a usage that is lost where it is missing.
    """
    refused = [fact for fact in facts if fact.way is Way.REFUSED and _USAGE in steps(fact.at)]
    _join_by(refused, lambda fact: fact.is_missing, "counts of one usage")
    for fact in refused:
        lost = (
            other_fact
            for other_fact in facts
            if other_fact.cause.kind == _USAGE_LOST and _are_nearly(other_fact.inputs, fact.inputs)
        )
        for loss in lost if fact.is_missing and steps(fact.at)[-1] == _USAGE else ():
            loss.join(fact, "counts of one usage")
    counts = sorted((fact for fact in facts if fact.entry.rule.subject == "usage"), key=lambda fact: -len(fact.inputs))
    for place, fact in enumerate(counts):
        wider = next((other for other in counts[:place] if fact.inputs <= other.inputs), None)
        if wider is not None:
            wider.join(fact, "counts of one usage")


def _errors(facts: Sequence[RuleFact]) -> None:
    """Join failed calls whose errors have the same words, or name the same places.

    An error that names known places alone is nothing new.
    """
    failed = [fact for fact in facts if fact.way is Way.FAILS]
    _join_by(failed, lambda fact: said(fact.shown.outcome), "the same error")
    known: list[tuple[frozenset[PlaceError], RuleFact]] = []
    located = [(fact, own) for fact in failed if (own := pieces(fact.shown.outcome))]
    for fact, own in sorted(located, key=lambda pair: (len(pair[1]), -len(pair[0].inputs))):
        hit = [(some, other) for some, other in known if some & own]
        new = own.difference(*(some for some, _other in hit))
        if hit and not new:
            hit[0][1].join(fact, "the same error")
        else:
            known.append((new, fact))


def _rules_of_the_api(facts: Sequence[RuleFact]) -> None:
    """Join what the API refuses by one rule of its own, wherever it is."""

    def key(fact: RuleFact) -> Hashable:
        is_own = fact.cause.kind.startswith(REFUSED_BY) and fact.cause.kind != BY_SCHEMA
        return ("empty" if _EMPTY.search(fact.cause.kind) else fact.cause.kind) if is_own else None

    _join_by(facts, key, "the same rule of the API")


def _same_spot(facts: Sequence[RuleFact]) -> None:
    """Join a fact with another one that objects in each of its inputs, in or around each of its places."""
    for fact in facts:
        wider = [other for other in facts if other.first is not fact.first and _is_at(fact, other)]
        if wider:
            min(wider, key=lambda other: len(other.inputs)).join(fact, "the same place of the same inputs")


def _is_at(fact: RuleFact, other: RuleFact) -> bool:
    """Whether a fact is where another one is, and may be the same."""
    is_of_texts = fact.cause.kind == _TEXT_CHANGED and fact.entry.rule is not other.entry.rule
    if fact.inputs and (fact.way is Way.REFUSED or is_of_texts) and _is_exactly_at(fact, other):
        return True
    if not fact.inputs or not fact.inputs <= other.inputs:
        return False
    if OFTEN * len(fact.inputs) < len(other.inputs) or medium(fact) or medium(other):
        return False
    ways = {fact.way, other.way}
    if Way.FAILS in ways or "ending" in {fact.entry.rule.subject for fact in (fact, other)}:
        return False
    if ways == {Way.REFUSED} and fact.cause.kind != other.cause.kind:
        return False
    if other.is_missing or (fact.is_missing and fact.inputs != other.inputs):
        return False
    if Way.REFUSED in ways and Way.CHANGED in ways:
        refused, changed = (fact, other) if fact.way is Way.REFUSED else (other, fact)
        if not holds(changed.at, refused.at):
            return False  # what holds a change is refused for something else
    sides = {_side(fact.at) for fact in (fact, other)}
    if len(sides) > 1 and fact.way is not Way.REFUSED:
        return False
    places: dict[int | None, list[str]] = defaultdict(list)
    for objection in other.objections:
        places[objection.input].append(objection.at)
    return all(
        not is_root(objection.at) and any(_are_nested(objection.at, at) for at in places[objection.input])
        for objection in fact.objections
    )


def _is_exactly_at(fact: RuleFact, other: RuleFact) -> bool:
    """Whether nearly each place of a fact is one of another one, in the same input."""
    places = {(objection.input, objection.at) for objection in other.objections}
    there = sum(
        (objection.input, objection.at) in places and not is_root(objection.at) for objection in fact.objections
    )
    return there >= NEARLY * len(fact.objections)


def _side(at: str) -> str:
    return at.split("/", 2)[1] if at else ""


def _are_nested(text: str, other: str) -> bool:
    return not is_root(other) and (holds(text, other) or holds(other, text))


def _same_object(facts: Sequence[RuleFact]) -> None:
    """Join what one rule says of several members of one object: it is not the object that is wanted."""
    for fact in facts:
        others = [other for other in facts if other.first is not fact.first and _is_in_object(fact, other)]
        if others:
            max(others, key=lambda other: len(other.inputs)).join(fact, "the same object")


def _is_in_object(fact: RuleFact, other: RuleFact) -> bool:
    """Whether a rule says something of other members of nearly each object in which a fact is."""
    if fact.entry is not other.entry or len(fact.inputs) > len(other.inputs) or not fact.is_content:
        return False
    if {fact.way, other.way} - {Way.CHANGED, Way.LOST} or is_of_schemas(fact) or is_of_schemas(other):
        return False
    holders = {(objection.input, _holder(objection.at)) for objection in other.objections}
    there = sum(
        (objection.input, _holder(objection.at)) in holders and _holder(objection.at) != ""
        for objection in fact.objections
    )
    return there >= NEARLY * len(fact.objections) > 0


def _holder(at: str) -> str:
    """Return the pointer of what has a member in a list; none for what is in no list."""
    outer, _slash, last = at.rpartition("/")
    return outer if not last.isdigit() and last != "-" and steps(outer)[-1:] and steps(outer)[-1].isdigit() else ""


def _extending(facts: Sequence[RuleFact]) -> None:
    """Join what a rule says in the same way as the one that it extends."""
    for place, fact in enumerate(facts):
        for other in facts[:place]:
            rule, two = fact.entry.rule, other.entry.rule
            is_alike = fact.cause.kind == other.cause.kind or {fact.cause.kind, other.cause.kind} == _CALLS_LOST
            if (
                is_alike
                and fact.cause.place == other.cause.place
                and (rule.id in two.extends or two.id in rule.extends)
            ):
                other.join(fact, "one rule extends the other")


def _instead(facts: Sequence[RuleFact]) -> None:
    """Join what is said, changed or refused in nearly the inputs in which something of the conversation is lost.

    Such as the text that a lost call became, or a request that the API refuses because it lacks the result of a call.
    """
    causes = [fact for fact in facts if fact.is_content and fact.way in (Way.LOST, Way.ADDED) and not medium(fact)]
    paired: dict[RuleFact, set[int]] = defaultdict(set)  # the inputs of defects of calls
    for fact in facts:
        if fact.is_content and fact.way is not Way.REFUSED and _is_of_calls(fact):
            paired[fact.first] |= fact.inputs
    for fact in facts:
        if _UNPAIRED.search(fact.cause.kind) and fact.way is Way.REFUSED:
            common = {other: len(fact.inputs & inputs) for other, inputs in paired.items()}
            most = max(common, key=lambda other: common[other], default=fact)
            if most is not fact and OFTEN * common[most] >= len(fact.inputs):
                most.join(fact, "calls without results")
                continue
        if not fact.is_content or fact.way not in (Way.ADDED, Way.REFUSED) or len(fact.inputs) < SEVERAL:
            continue
        if fact.is_missing:
            continue
        nearly = [
            other
            for other in causes
            if other is not fact
            and (_are_nearly(fact.inputs, other.inputs) or (fact.way is Way.ADDED and _is_no_chance(fact, other)))
        ]
        if fact.way is Way.REFUSED and not nearly:
            nearly = [other for other in facts if other is not fact and _are_refused_together(fact, other)]
        if nearly:
            max(nearly, key=lambda other: len(fact.inputs & other.inputs)).join(fact, "only where this fails")


def _is_of_calls(fact: RuleFact) -> bool:
    """Whether a fact is about a call, or the result of one."""
    return fact.entry.rule.subject in ("calls", "results", "order") or fact.cause.kind.startswith(("call", "result"))


def _are_refused_together(fact: RuleFact, other: RuleFact) -> bool:
    """Whether what is refused, and something else in the conversation, are in nearly the same of few inputs."""
    reached = fact.entry.cases_run + fact.entry.examples_run
    if not other.is_content or other.is_missing or other.way not in (Way.CHANGED, Way.REFUSED) or medium(other):
        return False
    number = len(fact.inputs & other.inputs)
    return number >= NEARLY * max(len(fact.inputs), len(other.inputs)) and OFTEN * number <= reached


def _is_no_chance(fact: RuleFact, lost: RuleFact) -> bool:
    """Whether all inputs of a fact are among those in which something is lost, which is unlikely by chance."""
    reached = max(fact.entry.cases_run + fact.entry.examples_run, 1)
    share = len(lost.inputs) / reached
    return lost.way is Way.LOST and fact.inputs <= lost.inputs and share ** len(fact.inputs) <= UNLIKELY


def _are_nearly(some: Set[int], others: Set[int]) -> bool:
    """Whether nearly all of some inputs are among others, of which they are many."""
    number = len(some & others)
    return number >= NEARLY * len(some) and OFTEN * number >= len(others)


_BY_REASON: Final = (
    _passed_on,
    _members,
    _media,
    _ways,
    _tools,
    _order,
    _usage,
    _errors,
    _rules_of_the_api,
    _extending,
    _same_object,
    _same_spot,
    _instead,
)
