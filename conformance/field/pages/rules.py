"""The page of an operation's rules, and the matrix of all rules by library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.field.pages.page import render
from conformance.field.pages.site import MATRIX, Site, anchors, library_file, rules_file, short
from conformance.field.pages.verdicts import LEVEL
from conformance.field.pages.versions import LibraryHistory
from conformance.field.rows import SurveyRow
from conformance.results.html.listing import Filter, Pick
from conformance.results.html.page import anchor_of
from conformance.results.html.verdicts import LEVELS, SIGNS, WORDS, tone
from conformance.results.text import counted, prose
from conformance.running.engine.result import FAIL, PASS

ANY = "any library"  # of the filter


def render_rules(site: Site, operation: str) -> str:
    """Return the page of an operation: each of its rules, who preserves it and who does not."""
    rows = _offering(site, operation)
    rules = [_rule(site, operation, rule, rows) for rule in _rule_ids(site, operation, rows)]
    names = tuple(short(history.name) for history, _row in rows)
    return render(
        site,
        "rules",
        title=short(operation),
        here=rules_file(operation),
        filter=Filter(
            picks=(
                Pick(name="level", label="Level", options=LEVELS),
                Pick(name="fails", label="Fails in", options=(ANY, *names)),
            ),
            one="rule",
            many="rules",
            hint="An id, a title or a library",
        ),
        operation=short(operation),
        lead=f"{counted(len(rules), 'rule')}, and the newest judged version of "
        f"{counted(len(rows), 'library', 'libraries')}.",
        rules=rules,
    )


def render_matrix(site: Site) -> str:
    """Return the page of all rules by library, operation by operation."""
    tables = [_table(site, operation) for operation in site.operations]
    names = tuple(short(history.name) for history in site.histories if history.latest)
    return render(
        site,
        "matrix",
        title="Rules by library",
        here=MATRIX,
        filter=Filter(
            picks=(
                Pick(name="operation", label="Operation", options=tuple(map(short, site.operations))),
                Pick(name="fails", label="Fails in", options=(ANY, *names)),
                Pick(name="level", label="Level", options=LEVELS),
            ),
            one="rule",
            many="rules",
            hint="An id or a title",
        ),
        tables=tables,
    )


def _offering(site: Site, operation: str) -> list[tuple[LibraryHistory, SurveyRow]]:
    return [
        (history, history.latest) for history in site.histories if history.latest and operation in history.latest.rules
    ]


def _rule_ids(site: Site, operation: str, rows: list[tuple[LibraryHistory, SurveyRow]]) -> list[str]:
    """The rules in the specifications' order, then those that only the rows have."""
    return list(dict.fromkeys([*site.rules.get(operation, {}), *(r for _h, row in rows for r in row.rules[operation])]))


def _rule(site: Site, operation: str, rule: str, rows: list[tuple[LibraryHistory, SurveyRow]]) -> dict[str, Any]:
    known = site.rule(operation, rule)
    level = known.level if known else ""
    verdicts = [(history, row, row.rules[operation].get(rule)) for history, row in rows]
    failing = [(history, row) for history, row, verdict in verdicts if verdict == FAIL]
    return {
        "id": short(rule),
        "anchor": anchor_of(rule),
        "level": level,
        "known": known is not None,
        "title": prose(known.title) if known else [],
        "text": prose(known.text) if known else [],
        "failing": [_failing(history, row, operation, rule, level) for history, row in failing],
        "holding": [_chip(history, row) for history, row, verdict in verdicts if verdict == PASS],
        "others": [
            (WORDS.get(verdict, short(verdict)), _chip(history, row))
            for history, row, verdict in verdicts
            if verdict is not None and verdict not in (FAIL, PASS)
        ],
        "fails": _names([history for history, _row in failing]),
    }


def _names(failing: list[LibraryHistory]) -> list[str]:
    """Return what the filter finds a rule under that these libraries fail."""
    return [ANY, *(short(history.name) for history in failing)] if failing else []


def _chip(history: LibraryHistory, row: SurveyRow) -> dict[str, str]:
    return {
        "name": short(history.name),
        "version": short(row.task.version),
        "link": library_file(history.name),
    }


def _failing(history: LibraryHistory, row: SurveyRow, operation: str, rule: str, level: str) -> dict[str, Any]:
    link, is_design = _defect(row, operation, rule)
    chip = _chip(history, row)
    return chip | {
        "link": f"{chip['link']}#{link}" if link else chip["link"],
        "design": is_design,
        "tone": "soft" if is_design else tone(FAIL, level or LEVEL),
    }


def _defect(row: SurveyRow, operation: str, rule: str) -> tuple[str, bool]:
    """Return the anchor of the published defect that breaks a rule, and whether it is by design; "" for none."""
    published = row.published
    found = [
        (anchor, defect.design is not None)
        for defect, anchor in zip(published, anchors(published), strict=True)
        if (defect.operation, defect.rule) == (operation, rule)
        or any(two[:2] == (operation, rule) for two in defect.rules)
    ]
    return min(found, key=lambda pair: pair[1], default=("", False))


def _table(site: Site, operation: str) -> dict[str, Any]:
    rows = _offering(site, operation)
    rules = _rule_ids(site, operation, rows)
    return {
        "operation": short(operation),
        "link": rules_file(operation),
        "gist": f"{counted(len(rules), 'rule')}, {counted(len(rows), 'library', 'libraries')}",
        "libraries": [_chip(history, row) for history, row in rows],
        "rules": [_line(site, operation, rule, rows) for rule in rules],
    }


def _line(site: Site, operation: str, rule: str, rows: list[tuple[LibraryHistory, SurveyRow]]) -> dict[str, Any]:
    known = site.rule(operation, rule)
    level = known.level if known else ""
    return {
        "id": short(rule),
        "title": prose(known.title) if known else [],
        "level": level,
        "link": f"{rules_file(operation)}#{anchor_of(rule)}",
        "fails": _names([history for history, row in rows if row.rules[operation].get(rule) == FAIL]),
        "cells": [_cell(history, row, operation, rule, level or LEVEL) for history, row in rows],
    }


def _cell(history: LibraryHistory, row: SurveyRow, operation: str, rule: str, level: str) -> Mapping[str, str]:
    verdict = row.rules[operation].get(rule)
    if verdict is None:
        return {"tone": "none", "sign": "·", "word": "not judged", "link": ""}
    name = f"{WORDS.get(verdict, short(verdict))}: {short(history.name)}"
    if verdict != FAIL:
        return {"tone": tone(verdict, level), "sign": SIGNS.get(verdict, "?"), "word": name, "link": ""}
    failing = _failing(history, row, operation, rule, level)
    word = f"by design: {short(history.name)}" if failing["design"] else name
    return {
        "tone": failing["tone"],
        "sign": "~" if failing["design"] else SIGNS[FAIL],
        "word": word,
        "link": failing["link"],
    }
