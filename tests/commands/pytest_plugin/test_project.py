"""The file of a project says what no option and no mark of pytest says."""

from __future__ import annotations

import pytest

from conformance.commands.pytest_plugin import runs
from conformance.commands.pytest_plugin.settings import Settings
from conformance.rules.contracts import load_specifications
from conformance.running.subjects.in_process import InProcessSubject
from tests.commands.pytest_plugin.conftest import SINGLE
from tests.running.engine.building import described

pytestmark = pytest.mark.usefixtures("few_cases")

DEFECT = f"--conformance-bind={SINGLE}=keeps_defaults:convert"
FILE = f"""
requirements = "safe"
seed = 5
max-examples = 0
without = ["usage"]
[subjects.ours]
bind = {{{SINGLE} = "keeps_defaults:convert"}}
expected-failures = "known.toml"
requirements = "documents"
"""
KNOWN = "".join(
    f'[[failure]]\noperation = "{SINGLE}"\nrule = "{rule}"\nreason = "known to us"\n' for rule in ("MCP-2", "MCP-2a")
)
TEST = """
import pytest
import keeps_defaults

@pytest.mark.conformance("mcp-tool-to-chat-tool"{more})
def test_convert(conformance_rule):
    conformance_rule.check(keeps_defaults.convert)
"""


@pytest.fixture
def settled(project):
    """A project with a file."""
    (project.path / "conformance.toml").write_text(FILE, "utf-8")
    (project.path / "known.toml").write_text(KNOWN, "utf-8")
    return project


def test_a_marked_test_takes_the_settings_and_the_mark_overrides_them(run, settled):
    settled.makepyfile(test_rules=TEST.format(more=""))
    (settled.path / "conformance.toml").write_text(f'expected-failures = "known.toml"\n{FILE}', "utf-8")
    found = run("-k", "MCP-2 or API-5").verdicts
    assert "test_convert[API-5]" in found  # of safe
    assert "test_convert[MCP-2]" not in found
    settled.makepyfile(test_rules=TEST.format(more=', requirements="documents"'))
    assert run("-k", "MCP-2").verdicts["test_convert[MCP-2]"] == "XFAIL"


def test_what_is_said_of_the_project_is_not_said_of_the_reference(run, settled):
    (settled.path / "conformance.toml").write_text('requirements = "documents"\nmax-examples = 0\n'
                                                   'expected-failures = "known.toml"\n', "utf-8")  # fmt: skip
    done = run(
        "--conformance-subject=reference", f"--conformance-contract={SINGLE}", "--conformance-by=rule", "-k", "MCP-2"
    )
    assert done.verdicts["MCP-2"] == "PASSED"


def test_a_mistake_in_the_file_is_one_line(run, settled):
    (settled.path / "conformance.toml").write_text("requirements = 'saef'\n", "utf-8")
    done = run(DEFECT)
    assert done.status == 4
    said = "conformance.toml: requirements: Unknown requirement set 'saef'. Did you mean safe?"
    assert said in done.out
    settled.makepyfile(test_rules=TEST.format(more=""))
    assert said in run().out


def test_what_the_project_lacks_is_not_asked_where_it_is_about_the_converter(monkeypatch: pytest.MonkeyPatch) -> None:
    operation, lacking = "tool-definition-to-provider-tool", []
    monkeypatch.setattr(runs, "certify", lambda _known, _subject, options: lacking.append(options.without) or Judged)
    for offered in (operation, SINGLE):
        subject = InProcessSubject({offered: print}, described(offered))
        runs.Runs(subject, load_specifications(), Settings(without=("google", "usage")))._run(offered)
    assert lacking == [("google",), ()]


class Judged:
    interrupted = False
    rules = ()
