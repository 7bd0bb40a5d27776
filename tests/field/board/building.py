"""Builders of boards: reports of a few cases of real operations, with fates that the tests state."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from conformance.field.board import board_of, entry_of
from conformance.field.board.entry import Entry, Known
from conformance.field.rows import FoundDefect
from conformance.rules.contracts import Specifications, load_specifications
from conformance.rules.contracts.contents import CONTENTS
from tests.field.pages.building import make_defect, make_row

REQUEST, ANSWER, STREAM = (
    "anthropic-request-to-chat-request",
    "chat-response-to-anthropic-response",
    "chat-stream-to-anthropic-stream",
)
WHOLE = (REQUEST, ANSWER, STREAM)
SCRIPT = "import json\nfrom acorn import convert\n\ngiven = {given!r}\nprint(json.dumps(convert(given), indent=1))\n"
Facts = Mapping[str, str]  # by subject, the fate


@cache
def specifications() -> Specifications:
    """The suite's own."""
    return load_specifications()


def cases_of(operation: str, number: int) -> list[str]:
    """The ids of the first real cases of an operation."""
    return [case.id for case in specifications().contracts[operation].cases if case.standing is None][:number]


def failing_of(operation: str, subject: str, fate: str) -> str:
    """A rule that takes facts of a subject away."""
    if fate == "b":
        return "CONV-1"
    wanted = "valid" if fate == "r" else subject
    rules = [rule for rule in specifications().contracts[operation].rules if "safe" in rule.sets]
    own = [rule for rule in rules if rule.subject == wanted and (wanted != "valid" or rule.level == "MUST")]
    return next((rule.id for rule in [*own, *rules] if wanted in (rule.subject, *rule.contents)), rules[0].id)


def make_report(facts: Mapping[str, Sequence[Facts]], *, message: str = "it did not arrive", **shown: Any) -> Any:
    """A report. facts: by operation, those of its first cases."""
    rules, cases, fates = [], {}, {}
    for operation, of_cases in facts.items():
        names = cases_of(operation, len(of_cases))
        failing = {
            name: {failing_of(operation, subject, fate) for subject, fate in own.items() if fate not in "as"}
            for name, own in zip(names, of_cases, strict=True)
        }
        known = [rule.id for rule in specifications().contracts[operation].rules]
        fates[operation] = {
            name: "".join(own.get(subject, "-") for subject in CONTENTS)
            for name, own in zip(names, of_cases, strict=True)
        }
        cases[operation] = {name: "".join("f" if rule in failing[name] else "p" for rule in known) for name in names}
        for rule in known:
            evidence = [_evidence(name, message, shown) for name in names if rule in failing[name]]
            rules.append({"operation": operation, "id": rule, "evidence": evidence})
    return {"rules": rules, "cases": cases, "fates": fates}


def _evidence(case: str, message: str, shown: Mapping[str, Any]) -> dict[str, Any]:
    made = {"kind": "case", "case": case, "message": message, "at": "/output", "actual": {"a": 1}, "error": None}
    return made | {"expected": None} | dict(shown)


def make_known(**changes: Any) -> Known:
    """What the catalogue says of a converter."""
    made: dict[str, Any] = {
        "package": "acorn-llm",
        "kind": "library",
        "language": "python",
        "reached": {REQUEST: "acorn.convert"},
    }
    return Known(**made | changes)


def make_script(operation: str, given: Any = 1, **changes: Any) -> FoundDefect:
    """A published defect of an operation, with a script."""
    return make_defect("ASK-2", operation, script=SCRIPT.format(given=given), input=json.dumps(given), **changes)


def make_entry(
    library: str = "acorn",
    version: str = "2.0.0",
    facts: Mapping[str, Sequence[Facts]] | None = None,
    *,
    known: Known | None = None,
    report: Mapping[str, Any] | None = None,
    **row: Any,
) -> Entry:
    """The entry of a version; of facts that all arrive, if none are given."""
    given = facts if facts is not None else {operation: [{"text": "a", "tools": "a"}] * 6 for operation in WHOLE}
    found = make_row(library, version, rules={}, **row)
    return entry_of(found, report or make_report(given), known or make_known(), specifications())


def make_board(*entries: Entry, **more: Any) -> dict[str, Any]:
    """The board of some entries."""
    return board_of(entries, specifications(), **more)


def make_whole_board(*, hostile: str = "") -> dict[str, Any]:
    """A board of several converters, with every fate: a library, an older version of it, a gateway, and one in part."""
    mixed = [
        {"text": "a", "images": "l", "tools": "a", "reported": "s", "files": "a"},
        {"text": "a", "images": "a", "tools": "c", "reported": "l", "files": "l"},
        {"text": "r", "tools": "r", "results": "r"},
        {"text": "b", "calls": "b"},
        {"text": "a", "system": "a", "results": "a", "calls": "a"},
        {"text": "a", "system": "l", "results": "a", "calls": "a"},
    ]
    facts = dict.fromkeys(WHOLE, mixed)
    text = hostile or "the image did not arrive"
    report = make_report(facts, message=text, actual={"role": text})
    return make_board(
        make_entry("acorn", "2.0.0", report=report, defects=[make_script(REQUEST, {"model": "m"})]),
        make_entry("acorn", "1.0.0", released="2026-08-14"),
        make_entry("birch", "0.4.1", known=make_known(kind="gateway", language="javascript"), report=report),
        make_entry("cedar", "7.1.0", {REQUEST: [{"text": "a", "tools": "a"}] * 6}),
        make_entry("dogwood", "1.0.0", {REQUEST: [{"text": "b", "tools": "b"}] * 6}),
        make_entry("reference", "0.1.0", known=make_known(kind="reference", reached={})),
        unjudged=[{"library": "elm", "version": "3.0.0", "reason": hostile or "no version fits Python 3.11"}],
    )
