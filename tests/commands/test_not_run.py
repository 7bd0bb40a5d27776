"""A rule that was not run: a MUST decides against the subject, a SHOULD never decides; every report says the same."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from conformance.formats.operations import operations

OPERATION = "chat-tools-to-responses-tools"
REFUSES = "def convert(tools):\n    raise ValueError('not today')\n"
BIND = ("--bind", f"{OPERATION}=refuses:convert")
# Of a subject that refuses everything, ERR-4 passes, TR-2 (MUST) and ALL-5 (SHOULD) are not run.
PASSES, MUST, SHOULD = "ERR-4", "TR-2", "ALL-5"
WHY = (
    "no conversion that should have reached it returned a result: the call failed on an input that must convert: "
    "not today (ValueError)"
)


@pytest.fixture
def certify(run, here):
    """Certifies that subject by some rules."""
    (here / "refuses.py").write_text(REFUSES, "utf-8")

    def certify_by(*rules: str):
        words = [word for rule in rules for word in ("--rule", rule)]
        return run("certify", *BIND, "--max-examples", "0", *words, "--report-dir", "r", "--markdown", "r/summary.md")

    return certify_by


def junit(here: Path) -> dict[str, tuple[str, str]]:
    """The outcome of each rule in junit.xml, and its message."""
    cases = ElementTree.parse(here / "r" / "junit.xml").iter("testcase")
    return {case.get("name", "").split()[0]: (case[0].tag, case[0].get("message", "")) for case in cases if len(case)}


@pytest.fixture
def under_pytest(pytester, monkeypatch, environment):
    """What the pytest plugin makes of some rules of that subject."""
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)
    # Other plugins take longer to import than all that is run here.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", environment["XDG_CACHE_HOME"])
    monkeypatch.setenv("COLUMNS", "200")
    pytester.makepyfile(refuses=REFUSES)

    def ran(rules: str) -> tuple[int, str]:
        only = (
            f"--conformance-bind={OPERATION}=refuses:convert",
            "--conformance-max-examples=0",
            "--conformance-by=rule",
            "-k",
            rules,
        )
        done = pytester.runpytest_inprocess("-p", "conformance", *only, "-rs", "-p", "no:cacheprovider")
        return int(done.ret), "\n".join(done.outlines)

    return ran


def test_a_should_rule_decides_nothing(certify, here, under_pytest):
    done = certify(PASSES, SHOULD)
    assert (done.status, done.err) == (0, "")
    assert "refuses:convert conforms" in done.out
    assert f"Limits: 1 of {len(operations())} operations, 1 SHOULD rule not run." in done.out
    assert junit(here) == {SHOULD: ("skipped", f"not-run: {WHY}")}
    assert f"`{SHOULD}` (SHOULD) of `{OPERATION}`. Reason: " in (here / "r" / "summary.md").read_text("utf-8")
    status, out = under_pytest(f"{PASSES} or {SHOULD}")
    assert (status, f"{SHOULD} is SHOULD and was not run: {WHY}" in out) == (0, True)
    assert "1 passed, 1 skipped" in out


@pytest.mark.expensive("certifies a converter")
def test_a_must_rule_decides(certify, here, under_pytest):
    done = certify(PASSES, MUST)
    assert (done.status, done.err) == (1, "")
    assert f"Not run: {MUST} of {OPERATION}: {WHY}." in done.out
    assert junit(here) == {MUST: ("error", WHY)}
    assert "### Not run" in (here / "r" / "summary.md").read_text("utf-8")
    status, out = under_pytest(f"{PASSES} or {MUST}")
    assert (status, f"{MUST} was not run: {WHY}" in out) == (1, True)


def test_a_must_rule_decides_alone_too(certify, here):
    done = certify(MUST)
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines()[-2].startswith(
        "refuses:convert does not conform: 0 MUST rules pass, 0 fail, 1 not run"
    )
    assert json.loads((here / "r" / "report.json").read_text("utf-8"))["summary"]["conforms"] is False


def test_a_should_rule_alone_leaves_nothing_judged(certify, here):
    done = certify(SHOULD)
    assert done.status == 2
    assert f"Nothing was judged: {SHOULD} was not run: {WHY}. Widen --rule" in done.err
    assert not (here / "r" / "report.json").exists()
