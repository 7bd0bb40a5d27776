"""Choices through the whole command: what their probes prove, and what is charged under them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

OPERATION = "chat-tools-to-responses-tools"

# Converts function tools; fails on the rest, but for what DEED does with an entry that lacks something.
CONVERTER = """
HOSTED = ("code_interpreter", "image_generation", "local_shell", "mcp", "web_search")


def convert(tools):
    FIRST
    if not isinstance(tools, list):
        raise TypeError("the tools are no list")
    found = []
    for index, tool in enumerate(tools):
        if isinstance(tool, dict) and tool.get("type") in HOSTED:
            found.append(tool)
            continue
        function = tool.get("function") if isinstance(tool, dict) else None
        if not isinstance(function, dict) or tool.get("type") != "function":
            DEED
            raise ValueError(f"tools[{index}]: no object with the type function, a function and a name")
        for key, kind in (("name", str), ("description", str), ("parameters", dict)):
            if function.get(key) is not None and not isinstance(function[key], kind):
                raise ValueError(f"tools[{index}]: {key} is of the wrong type")
        if not function.get("name"):
            DEED
            raise ValueError(f"tools[{index}]: no name")
        if not function.get("description"):
            LENIENT
        strict, parameters = function.get("strict"), function.get("parameters")
        found.append({
            "type": "function",
            "name": function["name"],
            "description": function.get("description") or "",
            "strict": strict if isinstance(strict, bool) else False,
            "parameters": {"type": "object", "properties": {}} if parameters is None else parameters,
        })
    return found
"""
FAILS = 'raise ValueError(f"tools[{index}]: no description")'


def certified(
    run: Any, here: Path, *arguments: str, first: str = "pass", deed: str = "pass", lenient: str = FAILS
) -> dict[str, Any]:
    (here / "acme.py").write_text(
        CONVERTER.replace("FIRST", first).replace("DEED", deed).replace("LENIENT", lenient), "utf-8"
    )
    ran = run(
        "certify", "--bind", f"{OPERATION}=acme:convert", "--max-examples", "0", "--report-dir", "reports", *arguments
    )
    assert ran.status == 1, ran.out + ran.err
    report: dict[str, Any] = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    return report


def failing(report: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {
        rule["id"]: rule["evidence"]
        for rule in report["rules"]
        if rule["verdict"] == "fail" and rule["level"] == "MUST"
    }


def test_one_lenient_answer_does_not_make_a_converter_that_fails_one_that_filters(run, here) -> None:
    report = certified(run, here, lenient="pass")
    assert report["choices"][OPERATION]["on-invalid"] == {"answer": "raise", "found": "probed"}
    failed = failing(report)
    assert failed.keys().isdisjoint({"TR-5", "ERR-1", "ERR-3", "ERR-4", "CONV-1"})
    assert all("the call must fail on" in element["message"] for element in failed["ERR-2"])


def test_a_converter_that_always_fails_has_no_answer(run, here) -> None:
    converter = "raise ValueError('tools[0]: no object with the type function, a function and a name')"
    assert certified(run, here, first=converter)["choices"][OPERATION] == {}


def test_two_answers_fail_the_rule_of_the_choice_once(run, here) -> None:
    report = certified(run, here, deed="continue")
    assert "on-invalid" not in report["choices"][OPERATION]
    (evidence,) = failing(report)["TR-5"]
    assert evidence["message"].startswith("on-invalid has one answer for all inputs, got filter for ")
    assert " but raise for " in evidence["message"]
    assert failing(report).keys().isdisjoint({"ERR-1", "ERR-2", "ERR-3", "ERR-4"})


def test_a_failure_names_the_answer_that_decides_it(run, here) -> None:
    report = certified(run, here, "--choice", "on-invalid=filter", "--rule", "ERR-3")
    evidence = failing(report)["ERR-3"][0]
    (decided,) = evidence["judged_with"]
    assert decided == {"choice": "on-invalid", "answer": "filter", "found": "stated", "instead": ["raise"]}
    line = "with on-invalid=filter (stated); override with --choice on-invalid=raise"
    assert line not in evidence["message"]
    assert f"judged: {line}" in (here / "reports" / "junit.xml").read_text("utf-8")
    ran = run("certify", "--bind", f"{OPERATION}=acme:convert", "--max-examples", "0", "--rule", "ERR-3",
              "--choice", "on-invalid=raise")  # fmt: skip
    assert ran.status == 0, ran.out
