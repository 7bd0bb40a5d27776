"""What the board knows of one version of a converter: read from its row and its report.json, and stored as data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from conformance.field.board.directions import SHOWN
from conformance.field.board.measure import DEAD, KEPT, OUT, counts_of, error_of, part_score
from conformance.field.board.scripts import script_of
from conformance.field.rows import SurveyRow
from conformance.results.evidence_text import expected_of, shown_beside
from conformance.results.text import clip, one_line, visible
from conformance.rules.contracts import Rule, Specifications
from conformance.rules.contracts.contents import CONTENTS, VALID
from conformance.running.engine.fates import CHARACTERS, NO_FACT

FORMAT: Final = "conformance-board-1"
LIBRARY, GATEWAY, REFERENCE = "library", "gateway", "reference"
CONVERSION: Final = "CONV-1"
MESSAGE: Final = 200  # characters of a message or an error
OUTPUT: Final = 900  # characters of what came out
SCRIPT: Final = 6_000  # characters of a script that fits one input alone
_REFUSED, _BREAKS = CHARACTERS["refused"], CHARACTERS["breaks"]
_NUMBER = re.compile(r"\d+")

Entry = dict[str, Any]
Report = Mapping[str, Any]


class BoardExcuse(NamedTuple):
    """Why failures of a rule do not count. words: of the failure's message; None for any. disputed: a maintainer says
    that the line is wrong, and nothing is decided; otherwise the converter means it so.
    """

    operation: str
    rule: str
    words: str | None
    reason: str
    disputed: bool = False


class Known(NamedTuple):
    """What the catalogue says of a converter. package: its own. reached: by operation, how the suite reaches it."""

    package: str
    kind: str
    language: str
    reached: Mapping[str, str]
    excuses: tuple[BoardExcuse, ...] = ()


class _Marks(NamedTuple):
    """One operation of a report. marks: by case and rule. evidence: by rule and case. rules: of the specification.
    sizes: by case, characters of its input.
    """

    rules: Mapping[str, Rule]
    marks: Mapping[str, Mapping[str, str]]
    evidence: Mapping[str, Mapping[str, Mapping[str, Any]]]
    sizes: Mapping[str, int]


class _Lost(NamedTuple):
    """A fact that does not arrive."""

    fate: str
    subject: str
    rules: tuple[str, ...]
    excuse: BoardExcuse | None


def entry_of(row: SurveyRow, report: Report, known: Known, specifications: Specifications) -> Entry:
    """Return the entry of a version. Shape: specs/board.schema.json, library. report: its report.json."""
    parts = {}
    for operation in SHOWN:
        if operation in report.get("fates", {}) and operation in specifications.contracts:
            parts[operation] = _part(operation, row, report, known, specifications)
    return {
        "format": FORMAT,
        "library": row.task.library,
        "package": known.package,
        "version": row.task.version,
        "released": row.task.released,
        "kind": known.kind,
        "language": known.language,
        "reached": {name: known.reached[name] for name in parts if name in known.reached},
        "without": list(row.without),
        "suite": row.suite,
        "specs": row.specs_digest,
        "day": row.day,
        "parts": parts,
    }


def _part(
    operation: str, row: SurveyRow, report: Report, known: Known, specifications: Specifications
) -> dict[str, Any]:
    marks = _marks(operation, report, specifications)
    excuses = [excuse for excuse in known.excuses if excuse.operation == operation]
    facts: dict[str, dict[str, str]] = {}
    lost: dict[str, list[_Lost]] = {}
    for case, line in report["fates"][operation].items():
        for subject, fate in zip(CONTENTS, line, strict=True):
            if fate == NO_FACT:
                continue
            facts.setdefault(case, {})[subject] = fate
            if fate not in KEPT:
                fact = _lost(case, subject, fate, marks, excuses)
                lost.setdefault(case, []).append(fact)
                facts[case][subject] = OUT if fact.excuse else fate
    counts = counts_of(facts)
    score = part_score(counts)
    if score is not None and score < DEAD:
        return {"of": len(facts), "score": None, "error": 0, "subjects": {}, "causes": []}
    part: dict[str, Any] = {
        "of": len(facts),
        "score": None if score is None else round(score, 4),
        "error": round(error_of(facts, operation), 4),
        "subjects": counts,
        "causes": list(_causes(lost, marks)),
    }
    script = script_of(operation, row.published)
    if script is not None:
        part["script"] = script._asdict()
    elif whole := _whole_script(operation, row):
        part["script"] = whole
    return part


def _whole_script(operation: str, row: SurveyRow) -> dict[str, str] | None:
    """Return the script of one published defect, where a script cannot be put around another input."""
    found = [defect for defect in row.published if defect.operation == operation and defect.script]
    shown = min(found, key=lambda defect: len(defect.script or ""), default=None)
    if shown is None or shown.script is None or len(shown.script) > SCRIPT:
        return None
    return {"language": shown.language, "rule": shown.rule, "whole": shown.script}


def _marks(operation: str, report: Report, specifications: Specifications) -> _Marks:
    columns = [rule for rule in report["rules"] if rule["operation"] == operation]
    grid = report.get("cases", {}).get(operation, {})
    evidence: dict[str, dict[str, Mapping[str, Any]]] = {}
    for rule in columns:
        for shown in rule["evidence"]:
            if shown["kind"] == "case" and shown.get("advice") is None:
                evidence.setdefault(rule["id"], {}).setdefault(shown["case"], shown)
    return _Marks(
        rules={rule.id: rule for rule in specifications.contracts[operation].rules},
        marks={
            case: {rule["id"]: mark for rule, mark in zip(columns, line, strict=True)} for case, line in grid.items()
        },
        evidence=evidence,
        sizes={case.id: len(json.dumps(case.input)) for case in specifications.contracts[operation].cases},
    )


def _lost(case: str, subject: str, fate: str, marks: _Marks, excuses: Sequence[BoardExcuse]) -> _Lost:
    failing = [rule for rule, mark in marks.marks.get(case, {}).items() if mark == "f"]
    rules = tuple(_charged(failing, subject, fate, marks.rules))
    found = [_excuse(rule, case, marks, excuses) for rule in rules]
    excused = found[0] if found and all(found) else None
    return _Lost(fate, subject, rules, excused)


def _charged(failing: Sequence[str], subject: str, fate: str, rules: Mapping[str, Rule]) -> list[str]:
    """Return the failing rules that took a fact away: those of its subject, or of what kept all of it back."""
    if fate == _BREAKS:
        return [CONVERSION] if CONVERSION in failing else list(failing)
    known = [rules[rule] for rule in failing if rule in rules and "safe" in rules[rule].sets]
    invalid = [rule.id for rule in known if rule.subject == VALID and rule.level == "MUST"]
    if fate == _REFUSED:
        return invalid
    return [rule.id for rule in known if subject == rule.subject or subject in rule.contents] or invalid


def _excuse(rule: str, case: str, marks: _Marks, excuses: Sequence[BoardExcuse]) -> BoardExcuse | None:
    """Return why the failure of a rule in a case does not count; None where it does.

    A report has evidence of some cases of a cause alone: of the others it is what all that it has of the rule is.
    """
    own = [excuse for excuse in excuses if excuse.rule == rule]
    evidence = marks.evidence.get(rule, {})
    shown = [evidence[case]] if case in evidence else list(evidence.values())
    found = [
        next((excuse for excuse in own if excuse.words is None or excuse.words in _words_of(piece)), None)
        for piece in shown
    ]
    if found and all(found):
        return found[0]
    return next((excuse for excuse in own if excuse.words is None), None)


def _words_of(shown: Mapping[str, Any]) -> str:
    error = shown.get("error")
    return f"{shown['message']} {error['message'] if error else ''}"


def _causes(lost: Mapping[str, Sequence[_Lost]], marks: _Marks) -> Iterable[dict[str, Any]]:
    """Yield what facts are lost by: a rule, with the subjects and the situations that it costs, the most first."""
    found: dict[tuple[Any, ...], dict[str, dict[str, None]]] = {}
    for case, facts in lost.items():
        for fact in facts:
            whole = fact.fate in (_REFUSED, _BREAKS)  # all subjects go by the same cause
            key = fact.fate, fact.rules[0] if fact.rules else "", "" if whole else fact.subject, fact.excuse
            cause = found.setdefault(key, {"cases": {}, "subjects": {}})
            cause["cases"][case] = cause["subjects"][fact.subject] = None
    ordered = sorted(found.items(), key=lambda cause: (cause[0][3] is not None, -len(cause[1]["cases"]), str(cause[0])))
    for (fate, rule, _subject, excuse), cause in ordered:
        cases = list(cause["cases"])
        yield {
            "fate": fate,
            "rule": rule,
            "subjects": [subject for subject in CONTENTS if subject in cause["subjects"]],
            "situations": cases,
            **_shown(rule, cases, marks),
            **({"disputed" if excuse.disputed else "design": excuse.reason} if excuse else {}),
        }


def _shown(rule: str, cases: Sequence[str], marks: _Marks) -> dict[str, Any]:
    """Return the situation that shows a cause best: of the most frequent kind of message the one with least input."""
    evidence = marks.evidence.get(rule, {})
    alike: dict[str, list[str]] = {}
    for case in cases:
        if case in evidence:
            alike.setdefault(_NUMBER.sub("#", evidence[case]["message"])[:60], []).append(case)
    if not alike:
        title = marks.rules[rule].title if rule in marks.rules else rule
        return {"message": title}
    most = max(len(own) for own in alike.values())
    largest = next(own for own in alike.values() if len(own) == most)
    case = min(largest, key=lambda case: (marks.sizes.get(case, 0), case))
    shown = evidence[case]
    found: dict[str, Any] = {"message": one_line(shown["message"], MESSAGE), "case": case}
    if len(alike) > 1:
        found["other"] = len(alike) - 1  # kinds of messages
    if shown.get("error"):
        found["error"] = one_line(str(shown["error"]["message"]), MESSAGE)
    elif shown.get("actual") is not None:
        found["actual"] = _output(shown)
    return found


def _output(shown: Mapping[str, Any]) -> str:
    """Return what came out as JSON text; of a long one what is around the place that the message is about."""
    text = json.dumps(shown["actual"], ensure_ascii=False)
    if len(text) > OUTPUT:
        expected = expected_of(shown)
        text = clip(shown_beside(shown["actual"], expected, at=shown["at"]), OUTPUT)
    return visible(text, "")
