"""certify --expected-failures: what is excused, and what an entry must not outlive."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE = "mcp-tool-to-chat-tool"


def entry(rule: str, operation: str = SINGLE, reason: str = "known to us") -> str:
    return f'[[failure]]\noperation = "{operation}"\nrule = "{rule}"\nreason = "{reason}"\n'


def several(operations: str, rules: str) -> str:
    """An entry with lists. Their texts are the middles of the arrays."""
    return f'[[failure]]\noperation = ["{operations}"]\nrule = ["{rules}"]\nreason = "known to us"\n'


@pytest.fixture
def certify(run, here, keeps_defaults):
    """Certifies a subject that fails some rules; `expected` is the text of the file."""

    def certify_with(expected: str, *arguments: str):
        (here / "expected.toml").write_text(expected, "utf-8")
        given = ("--expected-failures", "expected.toml", "--max-examples", "0")
        return run("certify", *keeps_defaults, *given, *arguments)

    return certify_with


def verdicts(here: Path) -> dict[str, tuple[str, str | None]]:
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    return {rule["id"]: (rule["verdict"], rule.get("reason")) for rule in report["rules"]}


@pytest.mark.parametrize(
    ("cause", "status", "verdict"),
    [
        ('"default-kept at default"', 0, "expected-failure"),
        ('["default-kept at default", "default-added at default"]', 0, "expected-failure"),
        ('"default-kept at *"', 0, "expected-failure"),
        ('"default-lost at default"', 1, "fail"),
        ('"default-kept at items"', 1, "fail"),
    ],
)
def test_an_entry_excuses_its_causes_and_no_other(certify, here, failing, cause, status, verdict):
    others = several(SINGLE, '", "'.join(rule for rule in failing if rule != "MCP-2"))
    done = certify(f"{entry('MCP-2')}cause = {cause}\n{others}", "--quiet")
    assert (done.status, verdicts(here)["MCP-2"][0]) == (status, verdict)


# Keeps the defaults, and loses the titles of properties in one file.
TWO = """
import os

def convert(tool):
    schema = tool["inputSchema"]
    made = {"type": "function", "function": {"name": tool["name"], "parameters": schema}}
    made["function"]["description"] = tool.get("description", tool.get("title", tool["name"]))
    own = {name: dict(one) if isinstance(one, dict) else one for name, one in schema.get("properties", {}).items()}
    for one in own.values():
        if isinstance(one, dict) and os.path.exists("loses-titles"):
            one.pop("title", None)
        if isinstance(one, dict) and os.path.exists("adds-types"):
            one.setdefault("$comment", "a property")
    if "properties" in schema:
        made["function"]["parameters"] = {**schema, "properties": own}
    return made
"""


@pytest.mark.expensive("certifies a converter five times")
def test_a_new_defect_of_a_rule_fails_the_gate_beside_a_known_one(run, here):
    (here / "two.py").write_text(TWO, "utf-8")
    (here / "adds-types").touch()
    given = ("--bind", f"{SINGLE}=two:convert", "--expected-failures", "known.toml", "--max-examples", "5")
    assert run("certify", *given, "--update-expected").status == 1
    path = here / "known.toml"
    path.write_text(path.read_text("utf-8").replace('reason = ""', 'reason = "known to us"'), "utf-8")
    assert 'cause = "keyword-added at $comment"' in path.read_text("utf-8")
    done = run("certify", *given)
    assert (done.status, done.err, verdicts(here)["MCP-3"][0]) == (0, "", "expected-failure")
    (here / "reports" / "report.json").rename(here / "base.json")

    (here / "loses-titles").touch()
    done = run("certify", *given, "--baseline", "base.json")
    assert (done.status, verdicts(here)["MCP-3"][0]) == (1, "fail")
    assert re.search(r'D1 MCP-3 at output\S+title: "title" is lost here', done.out)
    assert '"$comment" was added' not in done.out.partition("Compared with")[0]
    assert "it fails for a further cause: keyword-lost at title" in done.out
    assert "1 regression" in done.out
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    (rule,) = (rule for rule in report["rules"] if rule["id"] == "MCP-3")
    assert rule["causes"] == ["keyword-added at $comment", "keyword-lost at title"]
    assert "it also fails as expected, which is left out (known to us)" in rule["reason"]

    assert run("certify", *given, "--update-expected").status == 1
    written = path.read_text("utf-8")
    assert written.count("[[failure]]") == path.read_text("utf-8").count("cause = ")
    assert written.endswith('rule = "MCP-3"\ncause = "keyword-lost at title"\nreason = ""\n')

    # Once one of two causes no longer fails, its entry is to be deleted, whatever the rule fails for otherwise.
    path.write_text(written.replace('reason = ""', 'reason = "titles"'), "utf-8")
    (here / "adds-types").unlink()
    done = run("certify", *given)
    assert (done.status, verdicts(here)["MCP-3"][0]) == (1, "unexpected-pass")
    assert "nothing fails now; delete the entry (known to us), or give --update-expected" in done.out
