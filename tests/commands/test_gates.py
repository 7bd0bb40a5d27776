"""certify --baseline, --markdown, --sarif and --github, by the whole command."""

from __future__ import annotations

import json
import re
import sys

import pytest

from tests.commands.conftest import ACME, KEEPS_DEFAULTS

SINGLE = "mcp-tool-to-chat-tool"
OTHER = "chat-tools-to-responses-tools"  # which the subject does not offer
CASES = ("--max-examples", "0")
MENDED = "from conformance.reference import mcp_tool_to_chat_tool as convert\n"


@pytest.fixture
def acme(here):
    """Writes the subject: the sound one, or the one with a defect."""

    def write(*, broken: bool) -> None:
        (here / "acme.py").write_text(KEEPS_DEFAULTS if broken else MENDED, "utf-8")

    return write


@pytest.fixture
def certify(run):
    def certify_acme(*arguments: str, **variables: str):
        return run("certify", *ACME, *CASES, *arguments, **variables)

    return certify_acme


@pytest.fixture(scope="module")
def sound_report(run_in, tmp_path_factory):
    """The report of the sound subject."""
    folder = tmp_path_factory.mktemp("baseline")
    (folder / "acme.py").write_text(MENDED, "utf-8")
    assert run_in(folder, "certify", *ACME, *CASES, "--json", "baseline.json").status == 0
    return (folder / "baseline.json").read_text("utf-8")


@pytest.fixture
def baseline(here, sound_report):
    """That report in this test's folder; gives the arguments that name it."""
    (here / "baseline.json").write_text(sound_report, "utf-8")
    return "--baseline", "baseline.json"


def test_no_worse_than_the_baseline(certify, acme, baseline):
    acme(broken=False)
    done = certify(*baseline)
    assert (done.status, done.err) == (0, "")
    assert re.search(r"^Compared with baseline.json: No regression, 0 rules newly pass, .*\.$", done.out, re.MULTILINE)


def test_a_regression_is_reported_and_decides(certify, acme, baseline):
    acme(broken=True)
    done = certify(*baseline)
    assert (done.status, done.err) == (1, "")
    assert "Regressions:\n  FAIL " in done.out
    assert done.out.splitlines()[-1].startswith("Compared with baseline.json: ")


def test_the_baseline_is_read_before_the_report_replaces_it(certify, acme):
    acme(broken=False)
    certify()
    acme(broken=True)
    done = certify("--baseline", "reports/report.json", "--quiet")
    assert (done.status, len(done.out.splitlines())) == (1, 2)
    assert re.match(r"Compared with reports/report.json: \d+ regressions, ", done.out.splitlines()[1])


@pytest.mark.expensive("certifies a converter")
def test_what_failed_in_the_baseline_still_does_not_conform(certify, acme):
    acme(broken=True)
    certify("--json", "baseline.json")
    done = certify("--baseline", "baseline.json")
    assert done.status == 1
    assert "No regression" in done.out


# Answers by the protocol; `shown` is what it tells of its argument besides.
TELLING = """
import json, sys
from conformance.reference import mcp_tool_to_chat_tool

for line in sys.stdin:
    asked = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    if asked["method"] == "describe":
        answer["result"] = {"protocol": 1, "name": "acme", "version": "1", "operations": ["mcp-tool-to-chat-tool"]}
    else:
        given = asked["params"]["input"]
        shown = {"input_after": given}
        try:
            output = mcp_tool_to_chat_tool(given)
            answer["result"] = {"output": output, "shares": False, "kept": False, "diagnostics": [], **shown}
        except Exception as error:
            answer["error"] = {"code": -32000, "message": str(error), "data": {"diagnostics": [], **shown}}
    print(json.dumps(answer), flush=True)
"""


@pytest.mark.expensive("certifies a converter")
def test_a_subject_that_conforms_and_hides_what_was_seen_is_worse(run, here):
    """Conformity alone would let it through."""
    subject = ("certify", "--command", f"{sys.executable} acme.py", *CASES)
    (here / "acme.py").write_text(TELLING, "utf-8")
    assert run(*subject, "--json", "baseline.json").status == 0
    (here / "acme.py").write_text(TELLING.replace('{"input_after": given}', "{}"), "utf-8")
    assert run(*subject).status == 0
    done = run(*subject, "--baseline", "baseline.json")
    assert done.status == 1
    assert "Regressions:\n  not-observable MCP-4 (MUST)" in done.out


@pytest.mark.expensive("certifies a converter")
def test_a_narrowed_run_is_compared_by_what_it_judged(certify, acme, baseline):
    acme(broken=False)
    for narrowing in (("--rule", "MCP-3"), ("--case", "required-order"), ("--origin", "field")):
        done = certify(*narrowing, *baseline, "--quiet")
        assert (done.status, "No regression, 0 rules newly pass" in done.out) == (0, True), narrowing


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("--baseline", "nowhere.json"), "--baseline nowhere.json cannot be read"),
        (("--baseline", "acme.py"), "--baseline acme.py is not JSON"),
        (("--markdown", "."), ". cannot be written: it is a folder. Choose another place with --markdown."),
        (("--sarif", "acme.py/x"), "acme.py is not a folder. Choose another place with --sarif."),
    ],
)
def test_a_mistake_ends_before_anything_is_run(certify, acme, here, arguments, reported):
    acme(broken=False)
    done = certify(*arguments)
    assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert reported in done.err
    assert not (here / "reports").exists()


def test_markdown_and_sarif_are_written_and_named(certify, acme, here):
    acme(broken=True)
    done = certify("--markdown", "reported/summary.md", "--sarif", "reported/acme.sarif")
    assert done.status == 1
    assert done.out.splitlines()[-1].endswith("reported/summary.md, reported/acme.sarif")
    assert (here / "reported" / "summary.md").read_text("utf-8").startswith("## ❌ `acme:convert` does not conform")
    (run_,) = json.loads((here / "reported" / "acme.sarif").read_text("utf-8"))["runs"]
    failing = [result for result in run_["results"] if result["ruleId"] == f"{SINGLE}/MCP-2"]
    place = failing[0]["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("acme.py", 4)


def test_for_github(certify, acme, here):
    acme(broken=True)
    (here / "known.toml").write_text(
        f'[[failure]]\noperation = "{SINGLE}"\nrule = "MCP-2"\nreason = "known"\n\n'
        f'[[failure]]\noperation = "{OTHER}"\nrule = "TR-1"\nreason = "gone"\n',
        "utf-8",
    )
    given = ("--expected-failures", "known.toml", "--github")
    done = certify(*given, GITHUB_STEP_SUMMARY=str(here / "summary.md"))
    lines = done.out.splitlines()
    assert done.status == 1
    resume = lines[0].replace("stop-commands::", "") + "::"
    assert lines[0].startswith("::stop-commands::")
    commands = lines[lines.index(resume) + 1 :]
    assert commands
    assert all(line.startswith("::error ") for line in commands)
    assert not any("MCP-2 " in line for line in commands)
    assert any(line.startswith("::error file=acme.py,line=4,title=D1 MCP-2a ") for line in commands)
    assert f"::error file=known.toml,line=6,title=Expected failure TR-1 of {OTHER}::" in done.out
    assert "`TR-1` of" in (here / "summary.md").read_text("utf-8")


def test_a_subject_cannot_speak_to_github(run, here):
    (here / "acme.py").write_text('name = "x\\n::error::planted ##[error]planted"\n' + KEEPS_DEFAULTS.replace(
        "def convert", "def mcp_tool_to_chat_tool"), "utf-8")  # fmt: skip
    done = run("certify", "acme.py", *CASES, "--github")
    lines = done.out.splitlines()
    resume = lines.index(lines[0].replace("stop-commands::", "") + "::")
    assert not any(line.startswith("::error::") for line in lines)
    assert any("##[error]" in line for line in lines[:resume])  # while commands are stopped
    assert all(line.startswith("::error ") for line in lines[resume + 1 :])


def test_expected_failures_that_match_nothing_are_in_junit(certify, acme, here):
    acme(broken=False)
    (here / "known.toml").write_text(f'[[failure]]\noperation = "{OTHER}"\nrule = "TR-1"\nreason = "gone"\n', "utf-8")
    assert certify("--expected-failures", "known.toml").status == 1
    text = (here / "reports" / "junit.xml").read_text("utf-8")
    assert f'name="TR-1 of {OTHER}"' in text
