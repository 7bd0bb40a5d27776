"""The likely cause of a defect, from what the planted defects of the self-test do."""

from __future__ import annotations

import json

import pytest

TOOLS = "chat-tools-to-responses-tools"
DROPS_STRICT = """
def convert(tools):
    found = []
    for tool in tools:
        function = tool["function"]
        found.append({"type": "function", **{key: function[key] for key in ("name", "description")}})
        found[-1]["parameters"] = function.get("parameters")
        if "strict" in function:
            found[-1]["strict"] = function["strict"]
    return found
"""


@pytest.fixture
def report(run, here):
    (here / "acme.py").write_text(DROPS_STRICT, "utf-8")
    done = run("certify", "--bind", f"{TOOLS}=acme:convert", "--max-examples", "0", "--seed", "1", "-v")
    assert done.status == 1
    return done, here / "reports"


def test_a_defect_names_the_planted_one_that_does_the_same(report):
    done, folder = report
    (found,) = [
        defect
        for defect in json.loads((folder / "report.json").read_text("utf-8"))["defects"]
        if defect.get("behaves_like", {}).get("words") == "absent parameters null"
    ]
    assert [rule["rule"] for rule in found["rules"]] == ["TR-6", "INV-2"]
    after = done.out[done.out.index(f"{found['id']} breaks ") :].splitlines()
    assert after[1].startswith("    like      absent parameters null (a planted defect; ")
    assert "<dt>Behaves like</dt><dd>absent parameters null (a planted defect;" in (folder / "report.html").read_text(
        "utf-8"
    )
