"""certify --baseline, --markdown, --sarif and --github, by the whole command."""

from __future__ import annotations

import json
import sys

import pytest

from tests.commands.conftest import ACME, KEEPS_DEFAULTS

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE = "mcp-tool-to-chat-tool"
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


def test_a_subject_cannot_speak_to_github(run, here):
    (here / "acme.py").write_text('name = "x\\n::error::planted ##[error]planted"\n' + KEEPS_DEFAULTS.replace(
        "def convert", "def mcp_tool_to_chat_tool"), "utf-8")  # fmt: skip
    done = run("certify", "acme.py", *CASES, "--github")
    lines = done.out.splitlines()
    resume = lines.index(lines[0].replace("stop-commands::", "") + "::")
    assert not any(line.startswith("::error::") for line in lines)
    assert any("##[error]" in line for line in lines[:resume])  # while commands are stopped
    assert all(line.startswith("::error ") for line in lines[resume + 1 :])
