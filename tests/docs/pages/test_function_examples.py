"""What docs/certify-a-function.md prints works when it is copied: the function, the adapter, the tables."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.command import Ran, run_here

PAGE = Path(__file__).parents[3] / "docs" / "certify-a-function.md"
KNOWN = {"MCP-2", "MCP-2a"}  # what the page's function does wrong, as the page says


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.fixture
def project(tmp_path):
    """A project that holds what the page prints, each file where the page says it stands."""
    for code in blocks("python"):
        name = re.match(r"# (\S+)\n", code)
        assert name is not None, "a code block of the page does not say which file it is"
        (tmp_path / name[1]).parent.mkdir(exist_ok=True)
        (tmp_path / name[1]).write_text(code, encoding="utf-8")
    table, failures = blocks("toml")
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    (tmp_path / "expected-failures.toml").write_text(failures, encoding="utf-8")
    return tmp_path


def certify(project: Path, *arguments: str) -> tuple[Ran, dict]:
    done = run_here(project, ("certify", *arguments, "--max-examples", "0"), os.environ)
    report = project / "reports" / "report.json"
    assert report.is_file(), done.err
    return done, json.loads(report.read_text(encoding="utf-8"))


def with_verdict(report: dict, verdict: str) -> set[str]:
    return {entry["id"] for entry in report["rules"] if entry["verdict"] == verdict and entry["level"] == "MUST"}


def test_the_function_fails_what_the_page_says(project):
    done, report = certify(project, "--bind", "mcp-tool-to-chat-tool=acme.tools:to_chat_tool")
    assert done.status == 1, done.out + done.err
    assert with_verdict(report, "fail") == KNOWN


def test_the_defect_of_the_page_is_repeated_by_its_command(project):
    done, _report = certify(project, "--bind", "mcp-tool-to-chat-tool=acme.tools:to_chat_tool")
    again = run_here(project, ("repeat", "D1"), os.environ)
    assert again.status == 1
    title = done.out.splitlines()[0]
    assert title.startswith("D1 MCP-2 ")
    assert title in again.out.splitlines()


def test_the_adapter_is_certified_by_its_file(project):
    _done, report = certify(project, "acme/adapter.py")
    assert report["subject"]["name"] == "acme"
    assert report["choices"]["mcp-tool-to-chat-tool"]["description-when-absent"] == {
        "answer": "empty",
        "found": "stated",
    }
    assert {entry["operation"] for entry in report["rules"]} == {"mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools"}


def test_the_table_gives_it_a_name_and_known_failures_are_excused(project):
    done, report = certify(project, "acme", "--expected-failures", "expected-failures.toml")
    assert done.status == 0, done.out + done.err
    assert report["subject"]["version"] == "1.2.3"
    assert with_verdict(report, "expected-failure") == KNOWN
