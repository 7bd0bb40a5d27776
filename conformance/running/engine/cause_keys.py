"""The key of a cause: the name by which a file of expected failures knows it, in each run and with each seed.

It has the kind of the failure, its place, and the type of an error. It has no word of a message, and no value of an
input: a message may be worded anew, and other inputs may be drawn. A place is left out, or stands for every place,
where inputs decide which it is: one defect has one key, in whichever parts of a conversation inputs show it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from conformance.running.engine.broken_sets import Sets
from conformance.running.engine.failure_identity import MANY
from conformance.running.engine.result import FAIL, REFUSED_ANSWER, Evidence, Objection, RuleResult, RunResult

AT, WITH, ANYWHERE = " at ", " with ", "*"
ANSWER = "answer"  # what is wrong is an answer to a choice, which no check found
# What holds a conversation, whole or in part: where in it a text is lost is a matter of the input.
CONVERSATION = frozenset(
    {"content", "content_block", "input", "instructions", "messages", "output", "requests", "system"}
)
# What an API refuses by a rule of its own has this kind with the rule's name, which says all but of a schema.
REFUSED, BY_SCHEMA = "refused: ", "refused: schema"


def key_of(objection: Objection) -> str:
    """Return the key of the cause of an objection, such as `keyword-added at properties`."""
    if objection.cause is None:
        return objection.kind or ANSWER
    kind, place, error = objection.cause.kind, objection.cause.place, objection.cause.error.partition(":")[0]
    if place in CONVERSATION or (kind.startswith(REFUSED) and kind != BY_SCHEMA):
        place = ""
    return "".join((kind, place and f"{AT}{place}", error and f"{WITH}{error}"))


def generalised(keys: Collection[str]) -> tuple[str, ...]:
    """Return the keys of one defect, sorted. A kind at MANY places is at every place.

    Which keywords an input has is drawn, and a converter that builds a schema anew loses each that it does not know.
    """
    of_kind = defaultdict(set)
    for key in keys:
        kind, at, _place = key.partition(AT)
        of_kind[kind + at].add(key)
    many = {kind: own for kind, own in of_kind.items() if kind.endswith(AT) and len(own) >= MANY}
    return tuple(sorted({*keys}.difference(*many.values()) | {f"{kind}{ANYWHERE}" for kind in many}))


def is_one_of(key: str, known: Iterable[str]) -> bool:
    """Whether a key is one of those that an entry has."""
    return any(key == text or (text.endswith(f"{AT}{ANYWHERE}") and key.startswith(text[:-1])) for text in known)


def name_causes(result: RunResult) -> None:
    """Write into the failing rules of a run the keys of what decides against each."""
    sets = Sets(result)
    refused = {
        (answer.operation, answer.rule): f"{REFUSED_ANSWER} {answer.choice}={answer.answer}"
        for answer in result.outside
    }
    for entry in result.rules:
        if entry.verdict != FAIL:
            continue
        # What decides nothing may be expected too.
        deciding = [objection for objection in entry.objections if sets.decides(entry, [objection])] or entry.objections
        keys = set(map(key_of, deciding))
        if any(shown.kind == REFUSED_ANSWER for shown in entry.evidence):
            keys.add(refused[entry.operation, entry.rule.id])
        entry.causes = tuple(sorted(keys)) or (ANSWER,)


def leave(entry: RuleResult, causes: Collection[str]) -> None:
    """Leave of what a rule objects to that for some causes. causes: keys."""
    evidence = [shown for shown in entry.evidence if _is_for(shown, causes)]
    objections = frozenset(objection for objection in entry.objections if key_of(objection) in causes)
    if evidence:
        entry.evidence, entry.objections = evidence, objections


def _is_for(evidence: Evidence, causes: Collection[str]) -> bool:
    if evidence.kind == REFUSED_ANSWER:
        return any(cause.startswith(REFUSED_ANSWER) for cause in causes)
    return (ANSWER if evidence.objection is None else key_of(evidence.objection)) in causes
