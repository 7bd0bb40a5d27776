"""The report of a run as SARIF: a result for each rule that fails, was not run, or passes unexpectedly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.results.arrives import percents
from conformance.results.defects import DEFECTS_LISTED, defects_of, named_by
from conformance.results.github import FileLine
from conformance.results.requirement_sets import without_of
from conformance.results.sarif import ERROR, WARNING, SarifFinding, SarifRule, sarif
from conformance.results.set_aside import share
from conformance.results.text import name_list
from conformance.results.titles import placed
from conformance.running.engine.result import EXPECTED_FAILURE, FAIL, NOT_RUN, UNEXPECTED_PASS

STALE = "expected-failure"  # the id of what is said about entries that match no rule


def render(
    report: Mapping[str, Any],
    texts: Mapping[str, Mapping[str, str]],
    places: Mapping[str, FileLine],
    entries: Mapping[tuple[str, str], FileLine],
    fallback: str,
) -> dict[str, Any]:
    """Return a report (specs/report.schema.json) as a SARIF log.

    texts: the wording of rules by "OPERATION RULE". places: where each operation's converter is defined. entries: where
    each expected failure is written. fallback: the file of what has no place.
    """
    rules = [
        SarifRule(
            f"{rule['operation']}/{rule['id']}",
            rule["title"],
            texts.get(f"{rule['operation']} {rule['id']}", {}).get("text", ""),
            (rule["level"], rule["origin"]),
        )
        for rule in report["rules"]
    ]
    rules.append(SarifRule(STALE, "An expected failure names a rule of this subject"))
    run, subject, suite = report["run"], report["subject"], report["suite"]
    return sarif(
        rules,
        [*_findings(report, places, entries), *_stale(report, entries)],
        fallback=fallback,
        properties={
            "subject": subject["name"],
            "subjectVersion": subject["version"],
            "requirements": run["requirements"],
            "sets": {requirement_set["name"]: requirement_set["verdict"] for requirement_set in report["sets"]},
            "without": list(without_of(report)),
            "seed": run["seed"],
            "setAside": share(report),
            "arrives": percents(report),
            "specsDigest": suite["specs_digest"],
            "conforms": report["summary"]["conforms"],
        },
        complete=run["complete"],
    )


def _findings(
    report: Mapping[str, Any], places: Mapping[str, FileLine], entries: Mapping[tuple[str, str], FileLine]
) -> Iterator[SarifFinding]:
    named = named_by(defects_of(report))
    for rule in report["rules"]:
        verdict, operation = rule["verdict"], rule["operation"]
        if verdict not in (FAIL, NOT_RUN, UNEXPECTED_PASS, EXPECTED_FAILURE):
            continue
        written = verdict == UNEXPECTED_PASS
        place = entries.get((operation, rule["id"])) if written else places.get(operation)
        first = rule["evidence"][0] if rule["evidence"] else None
        yield SarifFinding(
            rule=f"{operation}/{rule['id']}",
            level=ERROR if rule["level"] == "MUST" or written else WARNING,
            message=_message(rule, first, named.get((operation, rule["id"]), [])),
            file=place.file if place else None,
            line=place.line if place else None,
            pointer=first["at"] if first else None,
            where=operation,
            # One rule is one finding, whichever input shows it.
            identity=f"{operation} {rule['id']} {verdict == UNEXPECTED_PASS}",
            suppressed=rule.get("reason", "") if verdict == EXPECTED_FAILURE else None,
        )


def _message(rule: Mapping[str, Any], first: Mapping[str, Any] | None, defects: Sequence[str]) -> str:
    if first is None or rule["verdict"] in (NOT_RUN, UNEXPECTED_PASS):
        return f"{rule['title']}: {rule.get('reason') or rule['verdict']}"
    more = len(rule["evidence"]) - 1
    message = f"{rule['title']}: {placed(first['at'], first['message'])}"
    message += f" (and {more} more)" if more else ""
    message += f" [{name_list(defects, DEFECTS_LISTED)}]" if defects else ""
    return f"{message}\nRepeat: {first['reproduce']}"


def _stale(report: Mapping[str, Any], entries: Mapping[tuple[str, str], FileLine]) -> Iterator[SarifFinding]:
    for entry in report.get("unmatched_expected_failures", ()):
        place = entries.get((entry["operation"], entry["rule"]))
        yield SarifFinding(
            rule=STALE,
            level=ERROR,
            message=f"{entry['rule']} of {entry['operation']}: no such rule of this subject; delete this entry.",
            file=place.file if place else None,
            line=place.line if place else None,
            where=entry["operation"],
            identity=f"{STALE} {entry['operation']} {entry['rule']}",
        )
