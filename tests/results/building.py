"""Builders of reports in the format of specs/report.schema.json."""

from __future__ import annotations

import random
from typing import Any

Built = dict[str, Any]

VERDICTS = (
    "pass",
    "fail",
    "expected-failure",
    "unexpected-pass",
    "not-applicable",
    "not-observable",
    "not-run",
)
# Everything a subject could put into a text to leave its place: markup, an end of script, an entity, template
# syntax, terminal escapes, bidi controls, a lone surrogate, a noncharacter, NUL, the end of CDATA.
HOSTILE = (
    "<img src=http://evil.example/x onerror=alert(1)></script><script>alert(1)</script>\"' &amp; {{ 7*7 }} "
    "{% raw %} \x1b[31m\x1b]0;title\x07 \u202eabc\u2066 \ud800 \ufffe \x00\x9b ]]> <!-- --> url(http://evil.example)"
)


def make_evidence(**changes: Any) -> Built:
    """One piece of evidence: the wrong strict of a flat tool."""
    function = {"name": "get_weather", "description": "Weather", "strict": True}
    return {
        "kind": "case",
        "case": "flat-basic",
        "input": [{"type": "function", "function": function}],
        "expected": [{"type": "function", "name": "get_weather", "strict": True}],
        "actual": [{"type": "function", "name": "get_weather", "strict": False}],
        "error": None,
        "diagnostics": None,
        "at": "/output/0/strict",
        "message": "strict is false, the source says true",
        "reproduce": "conformance certify acme --rule TR-4 --case flat-basic",
    } | changes


def make_rule(**changes: Any) -> Built:
    """One rule that passed."""
    return {
        "operation": "chat-tools-to-responses-tools",
        "id": "TR-4",
        "level": "MUST",
        "origin": "document",
        "sets": ["documents"],
        "title": "A boolean strict is kept",
        "source": "S0, TR-4",
        "verdict": "pass",
        "cases_run": 12,
        "examples_run": 100,
        "evidence": [],
    } | changes


def make_defect(number: int = 1, **changes: Any) -> Built:
    """A defect of the rule of `make_rule`."""
    return {
        "id": f"D{number}",
        "decides": True,
        "sets": ["safe", "documents"],
        "inputs": 3,
        "rules": [{"operation": "chat-tools-to-responses-tools", "rule": "TR-4", "inputs": 3, "evidence": [0]}],
        "also_breaks": [],
        "shown": {"operation": "chat-tools-to-responses-tools", "rule": "TR-4", "evidence": 0},
    } | changes


def make_losses(path: str = "description") -> Built:
    """The account of one operation: fields that arrive, change and are lost, and two that come of nothing."""
    numbers = {"kept": 0, "renamed": 0, "changed": 0, "dropped": 0, "became": {}}
    changed = {"renamed": 3, "changed": 1_234, "became": {f"{path}.a": 1_200, f"{path}.b": 30, "c": 4, "d": 3}}
    return {
        "inputs": 30,
        "fields": [
            numbers | {"field": "*", "dropped": 2},
            numbers | {"field": f"*.{path}", "kept": 8, "dropped": 2, "empty": 2, "became": {f"*.{path}": 8}},
            numbers | {"field": "*.inputSchema", **changed, "went": {"default": 7}, "came": {path: 2}},
            numbers | {"field": "*.title", "dropped": 9, "empty": 4},
        ],
        "defaulted": [{"field": "*.type", "number": 30, "values": ['"function"']}],
        "invented": [{"field": f"*.{path}", "number": 3, "values": ['"A tool"', path]}],
    }


def make_report(*rules: Built, **changes: Any) -> Built:
    """A report over `rules`, its counts and verdict taken from them; `run` changes keys of the run."""
    counts = {
        level: {
            verdict: sum((rule["level"], rule["verdict"]) == (level, verdict) for rule in rules) for verdict in VERDICTS
        }
        for level in ("MUST", "SHOULD")
    }
    failed = {"operation": "one-to-one", "rule": "A-1"}
    must = counts["MUST"]
    broken = must["fail"] or must["not-run"] or must["unexpected-pass"] or counts["SHOULD"]["unexpected-pass"]
    run = {
        "started": "2025-11-21T21:55:03Z",
        "seconds": 4.25,
        "seed": 20251121,
        "max_examples": 100,
        "requirements": "every MUST",
        "complete": True,
        "faults": 0,
        "platform": "Linux x86_64",
    }
    return {
        "format": 2,
        "sets": [
            {"name": "safe", "verdict": "conforms", "rules": 2, "failed": []},
            {
                "name": "documents",
                "verdict": "fails",
                "rules": 3,
                "failed": [{"operation": "one-to-one", "rule": "A-1"}],
            },
            {"name": "robust", "verdict": "not-judged", "rules": 0, "failed": []},
            {"name": "all", "verdict": "fails", "rules": 4, "failed": [failed]},
        ],
        "suite": {"version": "0.1.0", "specs_digest": "sha256:" + "4f" * 32},
        "subject": {"name": "acme-converter", "version": "1.2.3", "language": None, "adapter": "process"},
        "choices": {},
        "summary": {"conforms": not broken, **counts},
        "rules": list(rules),
        **changes,
        "run": run | changes.get("run", {}),
    }


def make_hostile_report() -> Built:
    """A report with HOSTILE in every text that the format leaves free."""
    crash = {"kind": "exit", "type": HOSTILE, "message": HOSTILE, "log": [HOSTILE]}
    pieces = [
        make_evidence(
            case=HOSTILE,
            input={HOSTILE: [HOSTILE]},
            expected=[HOSTILE, 1],
            actual=[HOSTILE, 2],
            diagnostics=[{"level": HOSTILE, "message": HOSTILE}, {HOSTILE: HOSTILE}],
            at=f"/output/{HOSTILE}",
            message=HOSTILE,
            reproduce=HOSTILE,
        ),
        make_evidence(
            actual=None,
            error=crash,
            given={"kind": "tool", "name": HOSTILE, "server": HOSTILE},
            reduced={"input": {HOSTILE: HOSTILE}, "at": f"/input/{HOSTILE}"},
        ),
    ]
    return make_report(
        *(
            make_rule(
                operation=HOSTILE,
                id=f"{HOSTILE}{level}{verdict}",
                title=HOSTILE,
                source=HOSTILE,
                reason=HOSTILE,
                level=level,
                verdict=verdict,
                evidence=pieces,
            )
            for verdict in VERDICTS
            for level in ("MUST", "SHOULD")
        ),
        suite={"version": HOSTILE, "specs_digest": "sha256:" + "4f" * 32},
        subject=dict.fromkeys(("name", "version", "language", "adapter"), HOSTILE),
        run={
            **dict.fromkeys(("started", "requirements", "platform"), HOSTILE),
            "check_seconds": {HOSTILE: {HOSTILE: 1e9, f"{HOSTILE}MUSTpass": 1.5}},
        },
        choices={HOSTILE: {HOSTILE: {"answer": HOSTILE, "found": "probed"}}},
        cases={HOSTILE: {HOSTILE: "pfau-" * 9, "short": "f"}, "no such operation": {HOSTILE: "p"}},
        losses={HOSTILE: make_losses(HOSTILE)},
        given=[
            {
                "operation": HOSTILE,
                "kind": kind,
                "name": HOSTILE,
                "server": HOSTILE,
                "verdict": "refused",
                "reason": HOSTILE,
                "standing": {"kind": "malformed", "reasons": [dict.fromkeys(("at", "message", "rule"), HOSTILE)]},
                "rules": [HOSTILE],
                "advice": [dict.fromkeys(("rule", "at", "message"), HOSTILE)],
            }
            for kind in ("input", "tool", "recording")
        ],
        live={
            "against": HOSTILE,
            "model": HOSTILE,
            "left_out": {HOSTILE: 1},
            "stopped": HOSTILE,
            "answers": [
                {
                    "operation": HOSTILE,
                    "case": HOSTILE,
                    "request": {HOSTILE: HOSTILE},
                    "refused": HOSTILE,
                    "foreseen": [],
                    "agree": False,
                }
            ],
        },
    )


def make_large_report(rules: int = 100_000, operations: int = 100, seed: int = 1) -> Built:
    """A report of many rules of different ids, titles and counts; one in a hundred fails, with evidence."""
    draw = random.Random(seed)
    words = ("tool", "call", "schema", "strict", "default", "item", "result", "name", "order", "text", "part", "union")

    def one(number: int) -> Built:
        fails = draw.random() < 0.01
        pieces = [make_evidence(message=f"wrong in {draw.choice(words)} {number}", case=None, kind="example")]
        return make_rule(
            operation=f"operation-{number * operations // rules:03}",
            id=f"R-{number}",
            level=draw.choice(("MUST", "MUST", "SHOULD")),
            origin=draw.choice(("document", "api", "field")),
            title=f"The {draw.choice(words)} keeps its {draw.choice(words)} {draw.choice(words)}",
            source=f"S{draw.randrange(5)}, {draw.randrange(90)}",
            verdict="fail" if fails else draw.choices(("pass", "not-applicable", "not-observable"), (97, 2, 1))[0],
            cases_run=draw.randrange(40),
            examples_run=100 + draw.randrange(20),
            evidence=pieces if fails else [],
        )

    return make_report(*map(one, range(rules)))
