"""Declared names of tools through the whole command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

LIST = "mcp-tools-to-chat-tools"
CONVERTER = """
from conformance.reference import mcp_tools_to_chat_tools as convert

name = "acme"
choices = {"mcp-tools-to-chat-tools": CHOICES}

def mcp_tools_to_chat_tools(tools):
    found = convert(tools)
    for number, tool in enumerate(found):
        CHANGE
    return found
"""
PREFIX = 'tool["function"]["name"] = "srv-" + tool["function"]["name"]'


def certified(run: Any, here: Path, *arguments: str, change: str = PREFIX, choices: str = "{}") -> Any:
    (here / "acme.py").write_text(CONVERTER.replace("CHANGE", change).replace("CHOICES", choices), "utf-8")
    return run("certify", "acme.py", "--max-examples", "0", "--report-dir", "reports", "-v", *arguments)


def messages(here: Path) -> dict[str, list[str]]:
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    return {
        rule["id"]: [shown["message"] for shown in rule["evidence"]]
        for rule in report["rules"]
        if rule["verdict"] == "fail"
    }


@pytest.mark.parametrize(
    ("arguments", "choices"),
    [(("--choice", "names=prefix:srv-"), "{}"), ((), '{"names": "prefix:srv-"}')],
    ids=["by the user", "by the subject"],
)
def test_a_declared_prefix_is_expected_of_every_name(run, here, arguments: tuple[str, ...], choices: str) -> None:
    ran = certified(run, here, *arguments, choices=choices)
    assert ran.status == 0, ran.out + ran.err
    assert "names prefix:srv- (stated)" in ran.out


def test_a_prefix_that_is_not_declared_is_a_changed_name(run, here) -> None:
    assert certified(run, here, "--rule", "MCP-1").status == 1
    assert any(element.startswith("name: wanted ") and "srv-" in element for element in messages(here)["MCP-1"])


def test_a_name_without_the_declared_prefix_is_charged_and_the_answer_is_named(run, here) -> None:
    ran = certified(run, here, "--choice", "names=prefix:srv-", "--rule", "MCP-1", change="pass")
    assert ran.status == 1, ran.out + ran.err
    assert any('wanted "srv-' in element for element in messages(here)["MCP-1"])
    assert "with names=prefix:srv- (stated); override with --choice names=given" in ran.out


@pytest.mark.expensive("certifies a converter")
def test_a_declared_map_replaces_some_names(run, here) -> None:
    change = 'tool["function"]["name"] = {"read_file": "read"}.get(tool["function"]["name"], tool["function"]["name"])'
    ran = certified(run, here, "--choice", 'names=map:{"read_file": "read"}', change=change)
    assert ran.status == 0, ran.out + ran.err


@pytest.mark.parametrize(
    ("arguments", "choices"),
    [(("--choice", 'names=map:{"a": "c", "b": "c"}'), "{}"), ((), """{"names": 'map:{"a": "c", "b": "c"}'}""")],
    ids=["by the user", "by the subject"],
)
def test_a_declared_map_that_is_not_one_to_one_is_one_line(run, here, arguments: tuple[str, ...], choices: str) -> None:
    ran = certified(run, here, *arguments, choices=choices)
    assert ran.status == 2
    assert ran.err.splitlines() == [
        "conformance: names gives 'a' and 'b' the one name 'c'. "
        "Give every tool a name of its own that no other tool of the source has."
    ]


def test_names_are_no_choice_where_no_operation_converts_tools(run, here) -> None:
    ran = run("certify", "reference", "--operation", "responses-output-to-tool-calls", "--choice", "names=prefix:srv-")
    assert ran.status == 2
    assert "Unknown choice 'names'" in ran.err
