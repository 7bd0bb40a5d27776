"""Which subject fails which rule: a table for each operation, of the rules that any subject fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.field.scoreboard.runs import JudgedRule, ReportedRun
from conformance.results.html.page import anchor_of
from conformance.results.html.verdicts import SIGNS, WORDS, tone
from conformance.results.text import counted, prose
from conformance.running.engine.result import EXPECTED_FAILURE, FAIL

FAILING = (FAIL, EXPECTED_FAILURE)
OPENED = 40  # rules; more of them are closed at first


def failing(runs: Sequence[ReportedRun], links: Sequence[str], operations: Sequence[str]) -> dict[str, Any]:
    """Return what the template shows. runs: the newest of each subject. links: to their pages."""
    tables = [entry for name in operations if (entry := _table(name, runs, links))["rules"]]
    total = sum(len(table["rules"]) for table in tables)
    return {"failing": tables, "failing_total": total, "failing_open": total <= OPENED}


def _table(operation: str, runs: Sequence[ReportedRun], links: Sequence[str]) -> dict[str, Any]:
    subjects = [number for number, run in enumerate(runs) if operation in run.operations]
    found = dict.fromkeys(key for number in subjects for key in runs[number].rules if key[0] == operation)
    rules = [
        _rule(key, [(number, runs[number], links[number]) for number in subjects])
        for key in found
        if any(_fails(runs[number].rules.get(key)) for number in subjects)
    ]
    failing_subjects = sum(
        any(key[0] == operation and _fails(rule) for key, rule in runs[number].rules.items()) for number in subjects
    )
    return {
        "operation": operation,
        "gist": f"{counted(len(rules), 'rule')}, {failing_subjects} of {counted(len(subjects), 'subject')}",
        "subjects": [(number, runs[number].name) for number in subjects],
        "rules": rules,
    }


def _rule(key: tuple[str, str], subjects: Sequence[tuple[int, ReportedRun, str]]) -> dict[str, Any]:
    anchor = anchor_of(".".join(key))
    judged = [(number, run.rules.get(key), f"{link}#{anchor}", run.name) for number, run, link in subjects]
    title, link = next((rule.title, link) for _number, rule, link, _name in judged if rule is not None and _fails(rule))
    return {
        "id": key[1],
        "title": prose(title),
        "text": f"{key[1]} {title}",
        "link": link,
        "cells": [_cell(number, rule, link, name) for number, rule, link, name in judged],
    }


def _cell(number: int, rule: JudgedRule | None, link: str, name: str) -> Mapping[str, Any]:
    if rule is None:
        return {"subject": number, "tone": "none", "sign": "·", "word": "no such rule", "link": "", "fails": False}
    word = WORDS[rule.verdict] if rule.level == "MUST" else f"SHOULD {WORDS[rule.verdict]}"
    return {
        "subject": number,
        "tone": tone(rule.verdict, rule.level),
        "sign": SIGNS[rule.verdict],
        "word": f"{word}: {name}" if _fails(rule) else word,
        "link": link if _fails(rule) else "",
        "fails": _fails(rule),
    }


def _fails(rule: JudgedRule | None) -> bool:
    return rule is not None and rule.verdict in FAILING
