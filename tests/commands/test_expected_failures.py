"""certify --expected-failures: what is excused, and what an entry must not outlive."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

SINGLE = "mcp-tool-to-chat-tool"
OR_UPDATE = "or give --update-expected."


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


def test_what_fails_as_expected_does_not_decide(certify, here, failing):
    done = certify("".join(entry(rule.lower()) for rule in failing))
    assert (done.status, done.err.count("\n")) == (0, 1)  # the warning
    assert "acme:convert conforms in part: " in done.out
    assert verdicts(here)["MCP-2"] == ("expected-failure", "known to us")
    assert " 0 fail, 3 fail as expected (" in done.out


def test_one_entry_may_name_several_rules_and_operations(certify, here, failing):
    done = certify(several("mcp-tool-*", '", "'.join(failing)))
    assert done.status == 0
    assert verdicts(here)["MCP-2"] == ("expected-failure", "known to us")


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


def test_an_entry_without_a_cause_is_read_with_a_warning(certify, here, failing):
    done = certify("".join(map(entry, failing)), "--quiet")
    (line,) = done.err.splitlines()
    assert line.startswith(f"conformance: expected.toml: {len(failing)} entries have no cause (MCP-2 of {SINGLE}, ")
    assert line.endswith(
        "each excuses every defect of its rules, also a new one. `conformance certify --bind "
        f"{SINGLE}=acme:convert --expected-failures expected.toml --update-expected` writes the causes."
    )


def test_a_rule_of_an_entry_that_passes_can_go_from_it(certify, here, failing):
    done = certify(several("mcp-*", '", "'.join([*failing, "MCP-3"])))
    assert done.status == 1
    assert verdicts(here)["MCP-3"][0] == "unexpected-pass"
    assert f"MCP-3 of {SINGLE}: nothing fails now; delete MCP-3 from the entry (known to us), {OR_UPDATE}" in done.out


def test_one_failure_that_is_not_expected_decides(certify, here, failing):
    done = certify("".join(entry(rule) for rule in failing if rule != "MCP-2"))
    assert done.status == 1
    assert verdicts(here)["MCP-2"][0] == "fail"


def test_an_entry_whose_rule_passes_can_go(certify, here, failing):
    done = certify("".join(map(entry, [*failing, "MCP-3"])))
    assert done.status == 1
    assert verdicts(here)["MCP-3"][0] == "unexpected-pass"
    assert (
        f"Expected to fail: MCP-3 of {SINGLE}: nothing fails now; delete the entry (known to us), {OR_UPDATE}"
        in done.out
    )
    assert "documents: 0 of 15 rules fail, 1 expected failure to delete\n" in done.out
    assert "1 expected failure to delete" in done.out


def test_a_should_that_passes_unexpectedly_decides_too(certify, here, failing):
    done = certify("".join(map(entry, [*failing, "ALL-5"])))
    assert (done.status, verdicts(here)["ALL-5"][0]) == (1, "unexpected-pass")


def test_an_entry_that_matches_no_rule_of_the_subject_can_go(certify, here, failing):
    rule, operation = "TR-1", "chat-tools-to-responses-tools"
    done = certify("".join(map(entry, failing)) + entry(rule, operation))
    assert done.status == 1
    assert (
        f"Expected to fail: {rule} of {operation}: no such rule of this subject; delete this entry, {OR_UPDATE}"
        in done.out
    )
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert report["summary"]["conforms"] is False
    (reported,) = report["unmatched_expected_failures"]
    assert reported == {"operation": operation, "rule": rule, "reason": "known to us"}


def test_a_run_of_one_case_does_not_call_a_pass_unexpected(certify):
    done = certify(entry("MCP-2"), "--case", "required-order", "--operation", SINGLE)
    assert done.status == 0
    assert "can go" not in done.out


def test_a_run_of_one_rule_leaves_the_other_entries_alone(certify):
    done = certify(entry("MCP-2") + entry("MCP-3"), "--rule", "MCP-2")
    assert (done.status, "MCP-3" in done.out) == (0, False)


def test_what_was_not_run_is_never_excused(run, here):
    (here / "refuses.py").write_text("def convert(tool):\n    raise ValueError('no')\n", "utf-8")
    (here / "expected.toml").write_text(entry("ALL-4") + entry("MCP-3"), "utf-8")
    given = ("--expected-failures", "expected.toml", "--max-examples", "0")
    done = run("certify", "--bind", f"{SINGLE}=refuses:convert", *given)
    assert done.status == 1
    assert verdicts(here)["ALL-4"][0] == verdicts(here)["MCP-3"][0] == "not-run"
    assert "Not run: " in done.out


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("[[failure]\n", "expected.toml is not TOML"),
        ("[[failures]]\n", "the unknown key 'failures'"),
        ("failure = 1\n", "failure is not a list of tables"),
        ('[[failure]]\noperation = "a"\nrule = "b"\n', "(failure 1): reason is not a text"),
        (entry("MCP-2", reason=" "), f"expected.toml, line 4: the reason of MCP-2 of {SINGLE} is empty. Say why"),
        (
            "".join(entry(rule, reason="") for rule in ("MCP-2", "MCP-3", "MCP-7")),
            f"expected.toml, line 4: the reason of MCP-2 of {SINGLE} is empty, as in lines 8, 12. Say why",
        ),
        (entry("MCP-2") + "why = 1\n", "line 1 (failure 1): the unknown key 'why'"),
        (entry("MCP-2") + "cause = []\n", "cause is neither a text nor a list of texts"),
        (
            entry("MCP-2") + 'cause = "x"\n' + entry("MCP-2"),
            f"{SINGLE} MCP-2 is listed twice, in expected.toml, line 1",
        ),
        (
            entry("MCP-2") + entry("MCP-2") + 'cause = "x"\n',
            f"{SINGLE} MCP-2 is listed twice, in expected.toml, line 1",
        ),
        ((entry("MCP-2") + 'cause = "x"\n') * 2, f"{SINGLE} MCP-2 is listed twice, in expected.toml, line 1"),
        (entry("MCP-2") + entry("MCP-2"), f"{SINGLE} MCP-2 is listed twice, in expected.toml, line 1 (failure 1) too"),
        (entry("MCP-2") + several("*", "MCP-2"), f"line 5 (failure 2): {SINGLE} MCP-2 is listed twice"),
        (entry("MCP-2", "mcp-tool-to-chat-tol"), f"'mcp-tool-to-chat-tol' is no operation. Did you mean {SINGLE}"),
        (entry("MPC-2"), f"'MPC-2' is no rule of {SINGLE}. Did you mean MCP-2"),
        (entry("LOOP-1"), f"'LOOP-1' is no rule of {SINGLE}. conformance explain LOOP-1 lists those that have it."),
        (entry("MCP-2", "mpc-*"), "'mpc-*' matches no operation. Did you mean mcp-*?"),
        (entry("MCP-*"), "rule 'MCP-*' is a glob. Name each rule"),
        (several(f'{SINGLE}", "tool-loop', "MCP-2"), "tool-loop has no rule MCP-2. Remove tool-loop"),
        (several(f'{SINGLE}", "{SINGLE}', "MCP-2"), f"operation has '{SINGLE}' twice. Keep one."),
        ('[[failure]]\noperation = []\nrule = "MCP-2"\nreason = "x"\n', "operation is neither a text nor a list of"),
        ('[[failure]]\noperation = "*"\nrule = [1]\nreason = "x"\n', "rule is neither a text nor a list of texts"),
        (
            f'failure = [{{operation = "{SINGLE}", rule = "X", reason = "x"}}]\n',
            "expected.toml, failure 1: 'X' is no",
        ),
    ],
)
def test_a_file_with_a_mistake_is_refused(certify, here, text, reported):
    done = certify(text)
    assert done.status == 2
    assert reported in done.err
    assert len(done.err.splitlines()) == 1
    assert not (here / "reports").exists()
