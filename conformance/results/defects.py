"""Words the defects of a report: a paragraph for each, or a line. Every report that is text uses this."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from conformance.results.evidence_text import WIDTH, Piece, facts, name_of
from conformance.results.given import showing
from conformance.results.requirement_sets import (
    conforms_words,
    fails_words,
    inputs_words,
    rule_verdicts,
    sets_of,
    verdict_with_lacks,
    without_of,
)
from conformance.results.text import counted, name_list, one_line
from conformance.results.titles import title
from conformance.results.verdict import partial_of
from conformance.running.engine.defects import LACKING, LOST_MEMBERS, PARTS, SILENT
from conformance.running.engine.failure_identity import words
from conformance.running.engine.sets import ALL, CONFORMS, FAILS, NOT_JUDGED, SetVerdict

Report = Mapping[str, Any]  # as in specs/report.schema.json
Key = tuple[str, str]  # operation and rule
MESSAGE = 240  # characters of what a defect does: two values and some words, so that the second one shows too
RULES_LISTED = 6
DEFECTS_LISTED = 6  # of a rule
FACTS_SHOWN = 2  # of a rule, beside the headlines
BESIDE = "not what decides this run"  # what a defect is that breaks a set other than the run's
BREAKS = "breaks"
IS_ADVISORY = "is advisory"
FAILED_CALL = "the call failed on an input that must convert"
MEMBERS_LISTED: Final = 7
# By the kind of a table, what happens to its members; {number} of them.
_SAYS: Final[Mapping[str, str]] = {
    SILENT: "{number} members are dropped without a report",
    LOST_MEMBERS: "{number} members that the target has a place for are lost",
    LACKING: "the result lacks {number} members that the API always sends",
    PARTS: "parts of contents do not arrive",
}


class Headline(NamedTuple):
    """A failure that breaks sets, and its rule."""

    sets: tuple[str, ...]
    rule: Key
    evidence: Piece

    @property
    def message(self) -> str:
        """What the converter does, in a line."""
        return one_line(str(self.evidence["message"]).replace(FAILED_CALL, "the call fails", 1), MESSAGE)


class ReportedFact(NamedTuple):
    """What one rule says of one member. inputs: how many show it. reason: why it is one defect with those before it."""

    rule: Key
    inputs: int
    evidence: Piece
    reason: str = ""

    @property
    def message(self) -> str:
        """What the converter does, in a line."""
        return Headline((), self.rule, self.evidence).message


class ReportedDefect(NamedTuple):
    """A defect of a report, and what shows it best.

    rules: those that it breaks, and how many inputs break each. shown, evidence: its headline, of the set that decides.
    headlines: the failures that break other sets, if they are others. likewise: further keywords that are lost.
    also_at: further keywords in which the same is found. facts: what it consists of, that of its headline first. table:
    what happens to several members, in a line; none for a defect that is no table. behaves_like: the planted defect
    that does the same. given: the inputs that the user gave which show it, in words.
    """

    id: str
    decides: bool
    sets: tuple[str, ...]
    inputs: int
    rules: tuple[tuple[Key, int], ...]
    also_breaks: tuple[Key, ...]
    shown: Key
    evidence: Piece
    headlines: tuple[Headline, ...] = ()
    likewise: tuple[str, ...] = ()
    also_at: tuple[str, ...] = ()
    behaves_like: str | None = None
    given: str = ""
    facts: tuple[ReportedFact, ...] = ()
    table: str | None = None
    left_out_by: str | None = None

    @property
    def message(self) -> str:
        """What the converter does, in a line."""
        if self.table is not None:
            return one_line(self.table, MESSAGE)
        others = f", and {counted(len(self.likewise), 'other keyword')}" if self.likewise else ""
        return Headline(self.sets, self.shown, self.evidence).message + others

    @property
    def title(self) -> str:
        """Its rule, its place and what the converter does, in a line: which no other defect has."""
        return title(self.shown[1], self.place, self.message)

    @property
    def place(self) -> str:
        """The pointer that its title names; none for a table, which names members."""
        return "" if self.table is not None else self.evidence["at"]

    @property
    def every_headline(self) -> tuple[Headline, ...]:
        """The failure that is shown, with the sets that it does not leave to others, and those that break these."""
        others = {name for headline in self.headlines for name in headline.sets}
        own = tuple(name for name in self.sets if name not in others)
        return (Headline(own, self.shown, self.evidence), *self.headlines)

    @property
    def further_headlines(self) -> tuple[Headline, ...]:
        """The failures that break further sets and say something else than the one that is shown."""
        return tuple(headline for headline in self.headlines if not _says_the_same(headline.evidence, self.evidence))

    @property
    def further_facts(self) -> tuple[ReportedFact, ...]:
        """The facts that its headlines do not say, FACTS_SHOWN of a rule: of a table those of other rules."""
        pieces = (self.evidence, *(headline.evidence for headline in self.headlines))
        said = {words(piece["message"]) for piece in pieces}  # values aside, what says the same is said once
        of_rule = Counter({self.shown: FACTS_SHOWN} if self.table is not None else ())
        found = []
        for fact in self.facts:
            says = words(fact.evidence["message"])
            if says not in said and of_rule[fact.rule] < FACTS_SHOWN:
                said.add(says)
                of_rule[fact.rule] += 1
                found.append(fact)
        return tuple(found)

    @property
    def operations(self) -> list[str]:
        """The operations of the rules that it breaks."""
        return list(dict.fromkeys(operation for (operation, _rule), _inputs in self.rules))

    @property
    def rule_ids(self) -> list[str]:
        """The ids of the rules that it breaks, each once."""
        return list(dict.fromkeys(rule for (_operation, rule), _inputs in self.rules))


def defects_of(report: Report) -> list[ReportedDefect]:
    """Return the defects of a report; none for one of an earlier version, which does not group its failures."""
    rules = {(rule["operation"], rule["id"]): rule for rule in report["rules"]}
    return [_defect(defect, rules, showing(report, defect["id"])) for defect in report.get("defects", ())]


def _defect(entry: Mapping[str, Any], rules: Mapping[Key, Mapping[str, Any]], given: str) -> ReportedDefect:
    shown = entry["shown"]["operation"], entry["shown"]["rule"]
    return ReportedDefect(
        id=entry["id"],
        decides=entry["decides"],
        sets=tuple(entry["sets"]),
        inputs=entry["inputs"],
        rules=tuple(((rule["operation"], rule["rule"]), rule["inputs"]) for rule in entry["rules"]),
        also_breaks=tuple((rule["operation"], rule["rule"]) for rule in entry["also_breaks"]),
        shown=shown,
        evidence=rules[shown]["evidence"][entry["shown"]["evidence"]],
        headlines=tuple(_headlines(entry, rules)),
        likewise=tuple(entry.get("likewise", ())),
        also_at=tuple(entry.get("also_at", ())),
        behaves_like=_likeness(entry["behaves_like"]) if "behaves_like" in entry else None,
        given=given,
        facts=tuple(_facts(entry, rules)),
        left_out_by=entry.get("left_out_by"),
        table=of_table(entry["table"]["kind"], entry["table"]["members"]) if "table" in entry else None,
    )


def _facts(entry: Mapping[str, Any], rules: Mapping[Key, Mapping[str, Any]]) -> Iterator[ReportedFact]:
    for fact in entry.get("facts", ()):
        key = fact["operation"], fact["rule"]
        yield ReportedFact(key, fact["inputs"], rules[key]["evidence"][fact["evidence"]], fact.get("reason", ""))


def _headlines(entry: Mapping[str, Any], rules: Mapping[Key, Mapping[str, Any]]) -> Iterator[Headline]:
    """Yield the failures that break sets, but the one that is shown."""
    found: dict[tuple[str, str, int], list[str]] = {}
    for name, shown in entry.get("headlines", {}).items():
        if shown != entry["shown"]:
            found.setdefault((shown["operation"], shown["rule"], shown["evidence"]), []).append(name)
    for (operation, rule, place), sets in found.items():
        yield Headline(tuple(sets), (operation, rule), rules[operation, rule]["evidence"][place])


def _says_the_same(piece: Piece, other: Piece) -> bool:
    """Whether two rules object in the same words to the same place of the same input."""
    return all(piece[name] == other[name] for name in ("case", "at", "message", "input"))


def _likeness(entry: Mapping[str, Any]) -> str:
    return f"{one_line(entry['words'])} (a planted defect; {entry['share']:.0%} of the failures in cases are the same)"


def effect(defect: ReportedDefect) -> str:
    """Return what a defect does to the verdicts, after its id."""
    sets = " and ".join([", ".join(defect.sets[:-1]), defect.sets[-1]] if defect.sets[1:] else defect.sets)
    if defect.decides:
        return f"{BREAKS} {sets or 'the run'}"
    return f"{BREAKS} {sets} ({BESIDE})" if sets else IS_ADVISORY


def sets_broken(defect: ReportedDefect) -> str:
    """Return the sets that a defect breaks, for a row of a list."""
    sets = ", ".join(defect.sets)
    if defect.decides:
        return sets or "the run"
    return f"{sets} ({BESIDE})" if sets else "advisory"


def named_by(defects: Iterable[ReportedDefect]) -> dict[Key, list[str]]:
    """Return the rules that defects break or also break, with the ids of the defects."""
    found: dict[Key, list[str]] = {}
    for defect in defects:
        for key in (*(key for key, _inputs in defect.rules), *defect.also_breaks):
            found.setdefault(key, []).append(defect.id)
    return found


def paragraph(defect: ReportedDefect, repeat: str | None) -> list[str]:
    """Return a defect in some lines. repeat: the command that repeats it; None for the one of its evidence."""
    lines = [f"{defect.id} {effect(defect)}: {defect.title}"]
    texts = [("and", fact_of(further_fact)) for further_fact in defect.further_facts]
    texts += [("breaks", broken(defect)), *facts(defect.evidence)]
    if defect.behaves_like is not None:
        texts.insert(0, ("like", defect.behaves_like))
    if defect.likewise:
        texts.insert(0, ("keywords", one_line(", ".join(defect.likewise), WIDTH)))
    texts[:0] = [("and", headline_of(further_headline)) for further_headline in defect.further_headlines]
    if defect.evidence["case"] is not None or "given" in defect.evidence:
        where = one_line(name_of(defect.evidence), 200)
        texts = [(label, f"{text} in {where}" if label == "at" else text) for label, text in texts]
    if defect.given and ("given" not in defect.evidence or defect.given != name_of(defect.evidence)):
        texts.insert(len(defect.further_headlines), ("given", defect.given))
    if defect.also_at:
        place = next((number for number, (label, _text) in enumerate(texts, 1) if label == "at"), 0)
        texts.insert(place, ("also at", one_line(", ".join(defect.also_at))))
    if defect.left_out_by is not None:
        texts.insert(-1, ("without", without(defect.left_out_by)))
    if repeat is not None:
        texts[-1] = ("repeat", repeat)
    return [*lines, *(f"    {label:8}  {text}" for label, text in texts)]


def headline_of(headline: Headline) -> str:
    """Return a failure that breaks further sets, in a line."""
    where = f"{headline.evidence['at']} in {name_of(headline.evidence)}"
    return f"{BREAKS} {', '.join(headline.sets)}: {headline.message} ({headline.rule[1]}; {one_line(where, 200)})"


def without(feature: str) -> str:
    """Return how a converter that does not have a feature leaves a defect out."""
    return f"each case that has it fails; a converter without it states --without {feature}"


def fact_of(fact: ReportedFact) -> str:
    """Return a further fact of a defect, in a line."""
    return one_line(f"{fact.rule[1]} ({fact.inputs}): {fact.message}", WIDTH)


def broken(defect: ReportedDefect) -> str:
    """Return the rules that a defect breaks, with the number of inputs."""
    names = [f"{rule} of {operation} ({counted(inputs, 'input')})" for (operation, rule), inputs in defect.rules]
    also = list(dict.fromkeys(rule for _operation, rule in defect.also_breaks))
    return name_list(names, RULES_LISTED) + (f"; also {name_list(also, RULES_LISTED)}" if also else "")


def verdicts(report: Report, *, narrowed: bool = False) -> Iterator[str]:
    """Yield the verdict of each set with its scope, and the answers to choices that a set does not accept.

    narrowed: whether the run judged single rules only: then sets that have none of them are left out.
    """
    for requirement_set in sets_of(report):
        if requirement_set.name != ALL and not (
            narrowed and requirement_set.verdict == NOT_JUDGED and not requirement_set.rules
        ):
            name = verdict_with_lacks(requirement_set.name, without_of(report))
            yield f"{name}: {verdict_of(requirement_set, report)}{scope(report)}"
            for failure in requirement_set.failed:
                if failure.answer:
                    where = f"{failure.rule} of {failure.operation}"
                    yield f"  {requirement_set.name} does not accept {failure.answer} ({where})"


def scope(report: Report) -> str:
    """Return how many operations were judged, in brackets; nothing for a report of an earlier version."""
    operations = report["ledger"]["operations"] if "ledger" in report else None
    return f" ({operations['judged']} of {operations['planned']} operations)" if operations else ""


def verdict_of(verdict: SetVerdict, report: Report) -> str:
    """Return the verdict of a set in words, with the rules and the defects that it counts."""
    if verdict.verdict == CONFORMS:
        return ", ".join(
            filter(
                None,
                (
                    conforms_words(verdict, partial=bool(partial_of(report))),
                    counted(verdict.rules, "rule"),
                    inputs_words(verdict),
                ),
            )
        )
    if verdict.verdict != FAILS:
        return verdict.verdict.replace("-", " ")
    number = sum(verdict.name in defect["sets"] for defect in report.get("defects", ()))
    fails = fails_words(verdict, rule_verdicts(report), counted(verdict.rules, "rule"))
    return ", ".join(filter(None, (fails, counted(number, "defect") if number else "", inputs_words(verdict))))


def of_table(kind: str, members: Sequence[str]) -> str:
    """Return what happens to the members of a table, in a line. kind: one of `TABLES` of the engine."""
    shown = ", ".join(one_line(member, 60) for member in members[:MEMBERS_LISTED])
    more = f" and {len(members) - MEMBERS_LISTED} more" if len(members) > MEMBERS_LISTED else ""
    return f"{_SAYS[kind].format(number=len(members))}: {shown}{more}"
