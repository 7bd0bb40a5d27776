"""What a user types and what pytest answers with the plugin, whole: see ../test_approved.py, which runs the rest."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.approved import Approved, sections
from tests.command import Ran
from tests.commands.test_approved import SAMPLES, shell, shown, steps

FILE = Path(__file__).with_name("approved") / "pytest.txt"
NORMAL = (
    (r"^(platform|rootdir|plugins|cachedir|configfile|collecting|collected|hypothesis profile)\b.*\n", ""),
    (r" in \d+\.\d+s\b", ""),
    (r" +\[ *\d+%\]$", ""),
    (r"([=_])\1{4,}", r"\1\1"),
    (r"\d+(?= deselected|/\d+ tests)|(?<=/)\d+(?= tests)", "N"),
)


def asked(project: pytest.Pytester, step: str) -> Ran:
    """What pytest answers in this process. `| grep WORDS` keeps the lines that have them."""
    call, _bar, filtered = step.partition(" | ")
    warnings = ("-W", "ignore::pytest.PytestAssertRewriteWarning", "-W", "ignore::pytest.PytestWarning")
    done = project.runpytest_inprocess("-p", "conformance", "-p", "no:cacheprovider", *warnings, *shlex.split(call)[1:])
    out = "".join(f"{line}\n" for line in [*done.outlines, *done.errlines])
    for pattern, replacement in NORMAL:
        out = re.sub(pattern, replacement, out, flags=re.MULTILINE)
    if filtered:
        out = shell(filtered, project.path, {}, out).out
    return Ran(int(done.ret), out, "")


@pytest.mark.usefixtures("few_cases")
@pytest.mark.parametrize("title", [title for title in sections(FILE) if title])
def test_pytest_answers_as_approved(
    project: pytest.Pytester, approved: Approved, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Elsewhere pytest cuts the lines of its summary to the width of the terminal.
    monkeypatch.setenv("CI", "true")
    variables = {"SAMPLES": str(SAMPLES), "PYTHON": sys.executable}
    transcript = []
    for step in steps(sections(FILE)[title]):
        ran = asked(project, step) if step.startswith("pytest") else shell(step, project.path, variables)
        transcript.append(shown(step, ran, project.path))
    approved.section(FILE, title, "".join(transcript))
