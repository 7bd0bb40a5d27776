"""conformance diff: two reports, by the whole command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.faults.test_jobs import SOUND

SINGLE = "mcp-tool-to-chat-tool"


@pytest.fixture(scope="module")
def reports(run_in, tmp_path_factory) -> Path:
    """A folder with the report of a sound subject, and of the same one with a defect."""
    folder = tmp_path_factory.mktemp("reports")
    broken = SOUND.replace("return out", 'out["function"]["parameters"] = dict(tool["inputSchema"])\n    return out')
    for name, text in (("good", SOUND), ("bad", broken)):
        (folder / "acme.py").write_text(text, "utf-8")
        done = run_in(folder, "certify", "acme.py", "--seed", "1", "--max-examples", "0", "--json", f"{name}.json")
        assert done.err == ""
    return folder


@pytest.mark.expensive("compares whole runs")
def test_a_regression_is_status_one(reports, run_in):
    done = run_in(reports, "diff", "good.json", "bad.json")
    assert (done.status, done.err) == (1, "")
    assert "Regressions:\n" in done.out
    assert f"  FAIL MCP-2 (MUST) {SINGLE}: " in done.out
    assert "    before     pass\n" in done.out
    assert "conformance certify acme.py" in done.out


def test_what_is_corrected_is_status_zero(reports, run_in):
    done = run_in(reports, "diff", "bad.json", "good.json")
    assert (done.status, done.err) == (0, "")
    assert "Newly passing:\n" in done.out
    assert f"  pass MCP-2 (MUST) {SINGLE}: " in done.out


def test_what_failed_before_is_no_regression(reports, run_in):
    done = run_in(reports, "diff", "bad.json", "bad.json", "--quiet")
    assert (done.status, done.err, len(done.out.splitlines())) == (0, "", 1)
    assert done.out.startswith("No regression, 0 rules newly pass, ")


def test_all_formats_are_written(reports, run_in, tmp_path):
    files = [tmp_path / "new" / name for name in ("d.md", "d.html", "d.json")]
    flags = zip(("--markdown", "--html", "--json"), map(str, files), strict=True)
    done = run_in(reports, "diff", "good.json", "bad.json", *(word for pair in flags for word in pair))
    assert done.status == 1
    assert files[0].read_text("utf-8").startswith("## ❌ ")
    assert "<h1" in files[1].read_text("utf-8")
    reported = json.loads(files[2].read_text("utf-8"))
    assert reported["regressed"] is True
    assert "MCP-2" in [regression["id"] for regression in reported["regressions"]]


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("nowhere.json", "good.json"), "nowhere.json cannot be read: No such file or directory."),
        (("good.json", "acme.py"), "acme.py is not JSON: Expecting value: line 2 column 1 (char 1)."),
        (("good.json", "cut.json"), "cut.json is not JSON: "),
        (("good.json", "bad.json", "--html", "."), ". cannot be written: it is a folder."),
    ],
)
def test_a_mistake_is_one_line(reports, run_in, arguments, reported):
    (reports / "cut.json").write_bytes((reports / "good.json").read_bytes()[:-500])
    done = run_in(reports, "diff", *arguments)
    assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert done.err.startswith(f"conformance: {reported}")
