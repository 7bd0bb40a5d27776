"""conformance demo: the first minute."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.mark.expensive("certifies two converters")
def test_a_bug_is_found_and_the_reference_gets_its_certificate(run, here: Path) -> None:
    done = run("demo")
    assert (done.status, done.err) == (0, "")
    assert "D1 MCP-2 at output.function.parameters.properties." in done.out
    assert "sample does not conform: " in done.out
    assert "reference conforms: " in done.out
    assert "certificate.json (PASSED)" in done.out
    assert (here / "reports" / "reference" / "certificate.json").is_file()
    ignored = (here / "reports" / ".gitignore").read_text("utf-8").splitlines()
    assert {"report.json", "report.html", "junit.xml", "evidence/", ".gitignore"} < set(ignored)
    again = run("repeat", "D1")
    assert (again.status, "D1 MCP-2" in again.out) == (1, True)
