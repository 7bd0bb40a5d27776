"""What became of a subject between two reports: which rules turned, what is evidence now, what else is different.

A regression is a rule that did not prevent conformance in the old report and does in the new one, or that passed and is
no longer shown to hold, or that fails for a further cause on the same inputs. A rule that the old suite did not have,
or that fails as it did before, is none: what the suite itself changed is listed separately. A report of a part of a
run, of a narrower scope, or of one that did not end, cannot show that nothing got worse, whatever its rules say.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.results.requirement_sets import without_of
from conformance.results.verdict import partial_of
from conformance.rules.scope.declared import lacking
from conformance.running.engine.cause_keys import generalised, is_one_of
from conformance.running.engine.result import (
    EXPECTED_FAILURE,
    FAIL,
    NOT_APPLICABLE,
    NOT_OBSERVABLE,
    NOT_RUN,
    PASS,
    UNEXPECTED_PASS,
)

Report = Mapping[str, Any]
Key = tuple[str, str]  # operation, rule id

PASSES = (PASS, UNEXPECTED_PASS)
FAILS = (FAIL, EXPECTED_FAILURE)
# What a rule can be without standing against conformity; an expected failure fails all the same.
HARMLESS = (*PASSES, NOT_APPLICABLE, NOT_OBSERVABLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A rule whose verdict is another one now. rule: its entry in the newer report that has one.

    before, now: its verdicts; None where a report has no such rule. regression: whether it is one. why: what else there
    is to say of it, in words; "" for nothing.
    """

    rule: Mapping[str, Any]
    before: str | None
    now: str | None
    regression: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redefined:
    """Something about a rule itself that differs. what: level, title, origin or source."""

    operation: str
    rule: str
    what: str
    before: str
    now: str


class ChangedEvidence(NamedTuple):
    """A rule that fails in both reports, with other evidence. came, went: ids of failing cases.

    changed: cases that fail in another way, or, with None for the id, examples; with the messages of both.
    """

    rule: Mapping[str, Any]
    came: tuple[str, ...]
    went: tuple[str, ...]
    changed: tuple[tuple[str | None, str, str], ...]


class ChangedChoice(NamedTuple):
    """A choice that is answered differently. before, now: None where it stayed open."""

    operation: str
    choice: str
    before: str | None
    now: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportComparison:
    """Two reports, side by side. The lists keep the order of the reports.

    failing: rules that fail now and did not, or not for all their causes. lost: rules that were shown to hold and are
    not any more. passing: rules that pass now and did not. narrower: why the new report judges less than the old one,
    each in words. other: verdicts that changed between fail and excused, or between the ways of not being judged.
    added, removed: rules that one report's suite does not have. offered: operations that only the new report has.
    still_failing: how many rules fail in both. same: how many others have the verdict they had.
    """

    old: Report
    new: Report
    notes: tuple[str, ...]
    narrower: tuple[str, ...]
    failing: tuple[Turned, ...]
    lost: tuple[Turned, ...]
    passing: tuple[Turned, ...]
    other: tuple[Turned, ...]
    added: tuple[Turned, ...]
    removed: tuple[Turned, ...]
    offered: tuple[str, ...]
    redefined: tuple[Redefined, ...]
    evidence: tuple[ChangedEvidence, ...]
    answers: tuple[ChangedChoice, ...]
    still_failing: int
    same: int

    @property
    def regressions(self) -> tuple[Turned, ...]:
        """The rules that make the comparison fail."""
        return tuple(turned for turned in (*self.failing, *self.lost) if turned.regression)

    @property
    def regressed(self) -> bool:
        """Whether the new report is worse than the old one, or cannot show that it is not."""
        return bool(self.regressions or self.narrower)


def compare(old: Report, new: Report, *, narrowed: bool = False) -> ReportComparison:
    """Compare two reports (specs/report.schema.json). narrowed: the new run judged only a part, and that is meant."""
    before, now = _rules(old), _rules(new)
    if narrowed:
        now = {key: rule for key, rule in now.items() if rule["verdict"] != NOT_APPLICABLE}
    same_suite = old["suite"]["specs_digest"] == new["suite"]["specs_digest"]
    answers = tuple(_answers(old["choices"], new["choices"]))
    # Of an operation whose choices are answered otherwise, or whose scope is another, other rules may apply.
    alike = (
        set() if narrowed or not same_suite else {op for op, _rule in now} - {answer.operation for answer in answers}
    )
    alike -= _of_another_scope(old, new)
    same_inputs = same_suite and all(old["run"][name] == new["run"][name] for name in ("seed", "max_examples"))
    turned = [_turned(before[key], rule, alike, same_inputs=same_inputs) for key, rule in now.items() if key in before]
    changed = [rule for rule in turned if rule.before != rule.now]
    operations = {operation for operation, _rule in before}
    added = [_added_rule(rule, operations) for key, rule in now.items() if key not in before]
    gone = [] if narrowed else [_gone(rule, now, same_suite) for key, rule in before.items() if key not in now]
    return ReportComparison(
        old=old,
        new=new,
        notes=tuple(_notes(old, new)),
        narrower=() if narrowed else tuple(_narrower(old, new)),
        failing=tuple(rule for rule in turned if rule.now in FAILS and (rule.before not in FAILS or rule.regression)),
        lost=tuple(rule for rule in (*changed, *gone) if _is_lost(rule)),
        passing=tuple(rule for rule in changed if rule.now in PASSES and rule.before not in PASSES),
        other=tuple(rule for rule in changed if _is_other(rule) and not rule.regression),
        added=tuple(added),
        removed=tuple(rule for rule in gone if not _is_lost(rule)),
        offered=tuple(dict.fromkeys(operation for operation, _rule in now if operation not in operations)),
        redefined=tuple(
            change for key, rule in now.items() if key in before for change in _redefined(before[key], rule)
        ),
        evidence=tuple(_evidence(before, now)),
        answers=answers,
        still_failing=sum(rule.before in FAILS and rule.now in FAILS for rule in turned),
        same=sum(rule.before == rule.now and rule.now not in FAILS for rule in turned),
    )


def _rules(report: Report) -> dict[Key, Mapping[str, Any]]:
    return {(rule["operation"], rule["id"]): rule for rule in report["rules"]}


def _turned(before: Mapping[str, Any], rule: Mapping[str, Any], alike: Collection[str], *, same_inputs: bool) -> Turned:
    """Return what became of a rule.

    alike: the operations of which the same rules must apply as before. same_inputs: whether the subject was asked the
    same in both runs: others may show a further cause that was there before.
    """
    was, verdict = before["verdict"], rule["verdict"]
    decides = rule["level"] == "MUST"
    broke = verdict in (FAIL, NOT_RUN) and was in HARMLESS
    unseen = verdict == NOT_OBSERVABLE and was in PASSES
    # What examples alone reached may be reached or not, as they are drawn.
    unreached = verdict == NOT_APPLICABLE and was in PASSES and before["cases_run"] and rule["operation"] in alike
    further = _further_causes(before, rule) if same_inputs and verdict == FAIL and was in FAILS else []
    regression = decides and (broke or unseen or bool(unreached) or bool(further))
    why = f"it fails for a further cause: {', '.join(further)}" if further else _why(rule, was)
    return Turned(rule=rule, before=was, now=verdict, regression=regression, why=why)


def _further_causes(before: Mapping[str, Any], rule: Mapping[str, Any]) -> list[str]:
    """Return the causes for which a rule fails now and did not; none for a report of an earlier version."""
    known = generalised(before.get("causes", ()))
    return [cause for cause in rule.get("causes", ()) if known and not is_one_of(cause, known)]


def _why(rule: Mapping[str, Any], was: str) -> str:
    verdict = rule["verdict"]
    if verdict == FAIL and was == EXPECTED_FAILURE:
        return "it fails as before; its expected failure is gone"
    if verdict == UNEXPECTED_PASS:
        return "delete its expected failure"
    if verdict == FAIL and rule["evidence"] and all(shown["kind"] == "example" for shown in rule["evidence"]):
        return "only generated examples show it"
    if verdict in (NOT_RUN, NOT_OBSERVABLE, NOT_APPLICABLE, EXPECTED_FAILURE):
        return str(rule.get("reason", ""))
    return ""


def _is_lost(rule: Turned) -> bool:
    if rule.now is None:
        return rule.why != REMOVED
    return rule.now in (NOT_RUN, NOT_OBSERVABLE, NOT_APPLICABLE) and (rule.before in PASSES or rule.regression)


def _is_other(rule: Turned) -> bool:
    if rule.now in PASSES:
        return rule.before in PASSES
    if rule.now in FAILS:
        return rule.before in FAILS
    return not _is_lost(rule)


REMOVED = "the new suite has no such rule, or did not judge it"


def _added_rule(rule: Mapping[str, Any], operations: Collection[str]) -> Turned:
    new_operation = rule["operation"] not in operations
    return Turned(
        rule=rule,
        before=None,
        now=rule["verdict"],
        why="of an operation that the old report does not have" * new_operation,
    )


def _gone(rule: Mapping[str, Any], now: Collection[Key], same_suite: bool) -> Turned:
    """A rule that the new report lacks. Where its operation is there and the suite is another, it was removed."""
    operation = rule["operation"]
    offered = any(operation == name for name, _rule in now)
    if offered and not same_suite:
        return Turned(rule=rule, before=rule["verdict"], now=None, why=REMOVED)
    regression = rule["level"] == "MUST" and rule["verdict"] in PASSES
    why = "the new report does not judge it" if offered else f"the new report does not have the operation {operation}"
    return Turned(rule=rule, before=rule["verdict"], now=None, regression=regression, why=why)


def _redefined(before: Mapping[str, Any], rule: Mapping[str, Any]) -> Iterator[Redefined]:
    for what in ("level", "origin", "title", "source"):
        if before[what] != rule[what]:
            now = rule[what]
            if what == "level" and rule.get("reason"):
                now = f"{now} ({rule['reason']})"
            yield Redefined(operation=rule["operation"], rule=rule["id"], what=what, before=before[what], now=now)


def _evidence(
    before: Mapping[Key, Mapping[str, Any]], now: Mapping[Key, Mapping[str, Any]]
) -> Iterator[ChangedEvidence]:
    for key, rule in now.items():
        if key not in before or not before[key]["evidence"] or not rule["evidence"]:
            continue
        was, has = (
            {shown["case"]: shown for shown in side["evidence"] if shown["case"] is not None}
            for side in (before[key], rule)
        )
        changed: list[tuple[str | None, str, str]] = [
            (case, was[case]["message"], value["message"])
            for case, value in has.items()
            if case in was and _manner(was[case]) != _manner(value)
        ]
        examples, others = (
            dict.fromkeys((shown["at"], shown["message"]) for shown in side["evidence"] if shown["case"] is None)
            for side in (before[key], rule)
        )
        if examples.keys() != others.keys():
            changed.append((None, _messages(examples), _messages(others)))
        evidence = ChangedEvidence(
            rule,
            tuple(case for case in has if case not in was),
            tuple(case for case in was if case not in has),
            tuple(changed),
        )
        if evidence.came or evidence.went or evidence.changed:
            yield evidence


def _messages(examples: Iterable[tuple[str, str]]) -> str:
    return "; ".join(message for _at, message in examples)


def _manner(evidence: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what identifies the failure of a case. Values are compared by their text: 1, 1.0 and true differ."""
    error = evidence["error"] or {}
    actual = json.dumps(evidence["actual"], sort_keys=True)
    return evidence["at"], evidence["message"], actual, error.get("kind", ""), error.get("message", "")


def _answers(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[ChangedChoice]:
    for operation in dict.fromkeys((*old, *new)):
        if operation not in old or operation not in new:
            continue  # answers with the operation
        was, has = old[operation], new[operation]
        for choice in dict.fromkeys((*was, *has)):
            before, now = (answers[choice]["answer"] if choice in answers else None for answers in (was, has))
            if before != now:
                yield ChangedChoice(operation, choice, before, now)


def _narrower(old: Report, new: Report) -> Iterator[str]:
    """Yield why a new report cannot show that nothing got worse: it judges less than the old one."""
    if old["run"]["complete"] and not new["run"]["complete"]:
        yield "the new run is incomplete"
    for words in partial_of(new):
        if words not in partial_of(old):
            yield f"the new run was one in part: {words}"
    operations = [name for name in _operations(old) if name in _operations(new)]
    before, now = (lacking(without_of(report), operations) for report in (old, new))
    for feature, own in now.items():
        gone = [operation for operation in own if operation not in before.get(feature, ())]
        if gone:
            yield f"the subject says now that it has no {feature}, in {', '.join(gone)}"


def _of_another_scope(old: Report, new: Report) -> set[str]:
    """Return the operations in which the subject says of one report only that it lacks a feature."""
    before, now = (lacking(without_of(report), _operations(report)) for report in (old, new))
    return {operation for name in {**before, **now} for operation in {*before.get(name, ())} ^ {*now.get(name, ())}}


def _operations(report: Report) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule["operation"] for rule in report["rules"]))


def _notes(old: Report, new: Report) -> Iterator[str]:
    """Yield what else differs, and what follows for reading the comparison."""
    if old["subject"]["name"] != new["subject"]["name"]:
        yield f"two subjects are compared: {old['subject']['name']} and {new['subject']['name']}"
    elif old["subject"]["version"] != new["subject"]["version"]:
        yield f"the subject's version: {old['subject']['version'] or 'none'}, now {new['subject']['version'] or 'none'}"
    for key, word in (("language", "language"), ("adapter", "way to reach it")):
        if old["subject"][key] != new["subject"][key]:
            yield f"the subject's {word}: {old['subject'][key] or 'none'}, now {new['subject'][key] or 'none'}"
    if old["suite"]["specs_digest"] != new["suite"]["specs_digest"]:
        yield "the specifications differ: what newly fails may have been there before, and not been asked for"
    if old["suite"]["version"] != new["suite"]["version"]:
        yield f"the suite's version: {old['suite']['version']}, now {new['suite']['version']}"
    run, now = old["run"], new["run"]
    if run["requirements"] != now["requirements"]:
        yield f"the requirements: {run['requirements']}, now {now['requirements']}; levels follow them"
    if run["max_examples"] != now["max_examples"]:
        yield f"the examples an operation: {run['max_examples']}, now {now['max_examples']}"
    if run["seed"] != now["seed"] and (run["max_examples"] or now["max_examples"]):
        yield f"the seed: {run['seed']}, now {now['seed']}; the generated examples are others"
    for side, which in ((run, "old"), (now, "new")):
        if not side["complete"]:
            yield f"the {which} run is incomplete"
    unmatched = len(new.get("unmatched_expected_failures", ()))
    if unmatched:
        yield f"expected failures of the new run that match no rule: {unmatched}"
    if run["faults"] != now["faults"]:
        yield f"times the subject died, hung or answered garbage: {run['faults']}, now {now['faults']}"
