"""The top of the report's page: the verdict, what it rests on, and each operation by origin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from conformance.formats.operations import declared
from conformance.results.defects import scope
from conformance.results.defects import verdict_of as verdict_of_set
from conformance.results.detection import Score
from conformance.results.faults import fault_lines
from conformance.results.html.tally import Tally, cell
from conformance.results.html.verdicts import (
    LEVELS,
    ORIGINS,
    SIGNS,
    VERDICTS,
    WORDS,
    tone,
)
from conformance.results.live import live_entries, live_headline, live_remarks
from conformance.results.requirement_sets import sets_of, verdict_with_lacks, without_of
from conformance.results.set_aside import earlier_lines, set_aside_lines, share
from conformance.results.text import clip, counted, one_line, prose
from conformance.results.unjudged import unjudged_lines
from conformance.results.verdict import DOES_NOT, partial_of, verdict_of
from conformance.rules.scope.declared import in_words
from conformance.running.engine.sets import ALL, CONFORMS, FAILS

MOST_OPERATIONS = 50  # rows of the table; a run that has more is not read row by row
Report = Mapping[str, Any]
Row = dict[str, Tally]  # by origin


def summary(report: Report, scores: Mapping[str, Score]) -> dict[str, Any]:
    """Return what the template shows above the rules."""
    subject, verdict = report["subject"], verdict_of(report)
    name = one_line(subject["name"], 120)
    counts = report["summary"]
    return {
        "title": f"{clip(name, 80)} {verdict_with_lacks(verdict, without_of(report))}",
        "name": name,
        "version": one_line(subject["version"] or "", 80),
        "verdict": verdict,
        "tone": {CONFORMS: "good", DOES_NOT: "bad"}.get(verdict, "soft"),
        "sets": _sets(report),
        "chips": _chips(report),
        "lead": lead(report),
        "facts": _facts(report),
        "counts": [
            (SIGNS[verdict], WORDS[verdict], *((counts[level][verdict], tone(verdict, level)) for level in LEVELS))
            for verdict in VERDICTS
        ],
        "totals": [sum(counts[level].values()) for level in LEVELS],
        "rests_on": _rests_on(report, scores),
        "unmatched": [
            [one_line(entry[key], 200) for key in ("operation", "rule")] + [prose(entry["reason"])]
            for entry in report.get("unmatched_expected_failures", ())
        ],
        "live": _live(report["live"]) if "live" in report else None,
        **_matrix(report["rules"]),
    }


def _sets(report: Report) -> list[tuple[str, str, str]]:
    """Return name, verdict with its scope, and tone of each set."""
    tones = {CONFORMS: "good", FAILS: "bad"}
    return [
        (
            verdict_with_lacks(requirement_set.name, without_of(report)),
            f"{verdict_of_set(requirement_set, report)}{scope(report)}",
            tones.get(requirement_set.verdict, "soft"),
        )
        for requirement_set in sets_of(report)
        if requirement_set.name != ALL
    ]


def _chips(report: Report) -> list[tuple[str, str, str, str]]:
    """Return number, word, place in the page and tone of what a reader may want to see."""
    found = len(report.get("defects", ()))
    chips = [(f"{found:,}", "defect" if found == 1 else "defects", "defects", "bad")] if found else []
    for verdict in VERDICTS:
        for level in LEVELS:
            number = report["summary"][level][verdict]
            if number:
                where = f"verdict={verdict}&level={level}"
                chips.append((f"{number:,}", f"{level} {WORDS[verdict]}", where, tone(verdict, level)))
    return chips


def _live(live: Mapping[str, Any]) -> dict[str, Any]:
    entries = [list(live_entry) for live_entry in live_entries(live)]
    return {"headline": live_headline(live), "entries": entries, "remarks": list(live_remarks(live))}


def lead(report: Report) -> str:
    """Return the sentences under the verdict: what it comes from."""
    must, should = report["summary"]["MUST"], report["summary"]["SHOULD"]
    total = counted(sum(must.values()), "MUST rule")
    unmatched = len(report.get("unmatched_expected_failures", ()))
    failing = _join(
        (must["fail"], f"of {total} fails", f"of {total} fail"),
        (must["not-run"], "MUST rule was not run", "MUST rules were not run"),
        (
            must["unexpected-pass"] + should["unexpected-pass"],
            "expected failure now passes",
            "expected failures now pass",
        ),
        (unmatched, "expected failure matches no rule", "expected failures match no rule"),
    )
    aside = _join(
        (must["expected-failure"], "is an expected failure", "are expected failures"),
        (must["not-applicable"], "does not apply", "do not apply"),
        (must["not-observable"], "cannot be observed", "cannot be observed"),
    )
    if not report["run"]["complete"]:
        said = " ".join(("The run is incomplete, so nothing is decided.", *unjudged_lines(report)))
        said += f" {failing or 'So far no MUST rule fails'}."
    elif not report["summary"]["conforms"]:
        said = f"{failing or f'No single one of {total} decides it; see the counts'}."
    elif must["pass"] == sum(must.values()):
        said = counted(must["pass"], f"of {total} holds.", f"of {total} hold.")
    else:
        holds = counted(must["pass"], f"of {total} holds", f"of {total} hold")
        said = "; ".join(filter(None, (holds, aside))) + "."
        said += f" Not required here: {failing}." if failing else ""
    left = partial_of(report)
    said += f" Judged in part: {'; '.join(one_line(words, 200) for words in left)}." if left else ""
    fails = _join((should["fail"], "SHOULD rule fails, which does", "SHOULD rules fail, which does"))
    return f"{said} {fails} not decide the verdict." if fails else said


def _join(*facts: tuple[int, str, str]) -> str:
    return ", ".join(counted(*fact) for fact in facts if fact[0])


HOSTS = {"azure": "Azure OpenAI", "compatible": "hosts that are compatible with OpenAI"}


def _facts(report: Report) -> list[tuple[str, str, str]]:
    """Label, value, and the kind of value (text, code or time) of what identifies the run."""
    subject, run, suite = report["subject"], report["run"], report["suite"]
    facts = [
        ("Judged against", run["requirements"], "text"),
        *([("Results for", HOSTS[run["host"]], "text")] if "host" in run else []),
        ("Scope", in_words(without_of(report)), "text"),
        ("Started", moment(run["started"]), "time"),
        ("Took", took(run["seconds"]), "text"),
        ("Language", subject["language"] or "not stated", "text"),
        ("Reached by", subject["adapter"], "text"),
        *(("Direction", f"{way['from']} to {way['to']}", "text") for way in subject.get("directions", ())),
        ("Seed", str(run["seed"]), "code"),
        ("Examples", _examples(run["max_examples"]), "text"),
        *_ledger(report),
        *([("Set aside", f"{share(report)}, for a fault of the suite", "text")] if share(report) else []),
        *(("The suite", line, "text") for line in set_aside_lines(report)),
        *(("Earlier runs", line.removeprefix("Earlier: "), "text") for line in earlier_lines(report)),
        ("Faults", _faults(run["faults"]), "text"),
        *(("Fault", line, "text") for line in fault_lines(run)),
        ("Platform", run["platform"], "text"),
        ("Suite", f"tool-conformance {suite['version']}", "text"),
        ("Specifications", suite["specs_digest"], "code"),
    ]
    return [(label, one_line(value, 300), kind) for label, value, kind in facts]


def moment(stamp: str) -> str:
    """Return a time in UTC as people write it; any other text as it is."""
    day, _, rest = stamp.partition("T")
    clock = rest.removesuffix("Z").removesuffix("+00:00")
    if (len(day), len(clock), day.count("-"), clock.count(":")) == (10, 8, 2, 2) and clock != rest:
        return f"{day} {clock} UTC"
    return stamp


def took(seconds: float) -> str:
    """Return a duration in seconds as words."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes:,} min {rest} s" if minutes else f"{seconds:.1f} s"


def _ledger(report: Report) -> list[tuple[str, str, str]]:
    """What became of every planned item; nothing for a report of an earlier version, which has no ledger."""
    ledger = report.get("ledger")
    if ledger is None:
        return []
    items, operations = ledger["items"], ledger["operations"]
    excused = sum(items["excused"].values())
    facts = [
        ("Inputs", f"{items['planned']:,} planned, {items['judged']:,} judged, {excused:,} excused"),
        ("Excused", _reasons(items["excused"])),
        ("Not judged", _reasons(items["open"])),
        ("Operations", f"{operations['judged']} of {operations['planned']} judged"),
        ("Not judged", _reasons(operations["open"])),
    ]
    return [(label, value, "text") for label, value in facts if value]


def _reasons(counts: Mapping[str, int]) -> str:
    return "; ".join(f"{count:,} {reason}" for reason, count in sorted(counts.items(), key=lambda count: -count[1]))


def _examples(number: int) -> str:
    return f"up to {number:,} an operation" if number else "none, cases only"


def _faults(number: int) -> str:
    return f"{counted(number, 'time')} the subject died, hung or answered garbage" if number else "none"


def _rests_on(report: Report, scores: Mapping[str, Score]) -> list[tuple[str, str, str]]:
    """Return label, figure and remark of what the verdict rests on."""
    rules = report["rules"]
    asked: dict[str, tuple[int, int]] = {}
    for rule in rules:
        # A rule counts each conversion it judged, so the largest number is what the operation was asked.
        cases, examples = asked.get(rule["operation"], (0, 0))
        asked[rule["operation"]] = (max(cases, rule["cases_run"]), max(examples, rule["examples_run"]))
    absent, unseen, unrun = (
        sum(rule["verdict"] == verdict for rule in rules) for verdict in ("not-applicable", "not-observable", "not-run")
    )
    left = _join(
        (absent, "does not apply", "do not apply"),
        (unseen, "cannot be observed", "cannot be observed"),
        (unrun, "was not run", "were not run"),
    )
    return [
        ("Rules judged", f"{len(rules) - absent - unseen - unrun:,} of {len(rules):,}", left),
        ("Operations", f"{len(asked):,}", ""),
        ("Worked cases run", f"{sum(cases for cases, _ in asked.values()):,}", ""),
        ("Generated examples run", f"{sum(examples for _, examples in asked.values()):,}", ""),
        _detection(report, scores, list(asked)),
    ]


def _detection(report: Report, scores: Mapping[str, Score], operations: Sequence[str]) -> tuple[str, str, str]:
    """Say how well the suite finds defects in the operations of a report, and whether that holds of this run."""
    own = [scores[name] for name in operations if name in scores]
    if not own:
        return "Planted defects found", "not measured", ""
    defects = f"{sum(score.convicted for score in own):,} of {sum(score.defects for score in own):,}"
    sound = (
        f"{sum(score.certified for score in own):,} of {counted(sum(score.sound for score in own), 'sound converter')}"
    )
    remark = f"and {sound} accused of nothing"
    if missing := sum(name not in scores and declared(name) is not None for name in operations):
        remark += f"; {counted(missing, 'operation')} not measured"
    if any(score.specs_digest != report["suite"]["specs_digest"] for score in own):
        remark += "; measured for other specifications than those of this run"
    return "Planted defects found", defects, remark


def _matrix(rules: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Each operation's rules by origin, counted; the first row is all of them."""
    everything: Row = {origin: {} for origin in ORIGINS}
    tallies: dict[str, Row] = {}
    for rule in rules:
        row = tallies.get(rule["operation"])
        if row is None:
            row = tallies[rule["operation"]] = {origin: {} for origin in ORIGINS}
        seen = rule["verdict"], rule["level"]
        for tally in (row[rule["origin"]], everything[rule["origin"]]):
            tally[seen] = tally.get(seen, 0) + 1
    return {
        "origins": list(ORIGINS),
        "all_cells": [cell(everything[origin]) for origin in ORIGINS],
        "operations": [
            {
                "number": number,
                "name": one_line(name, 200),
                "cells": [cell(row[origin]) for origin in ORIGINS],
            }
            for number, (name, row) in enumerate(islice(tallies.items(), MOST_OPERATIONS))
        ],
        "operations_left_out": max(0, len(tallies) - MOST_OPERATIONS),
    }
