"""The same run every time: a fixed seed, another one that is given, or one that is drawn and printed."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.arguments.common import RANDOM, seed, seed_of
from conformance.running.project.keys import DEFAULT_SEED
from tests.commands.conftest import ACME, KEEPS_DEFAULTS

TIMES = ("started", "seconds", "check_seconds")
WRONG = ("certify", *ACME, "--max-examples", "3")


def report_of(folder: Path) -> dict[str, Any]:
    """A report without what differs from run to run: when it was, and what it took."""
    report: dict[str, Any] = json.loads((folder / "reports" / "report.json").read_text("utf-8"))
    for name in TIMES:
        del report["run"][name]
    return report


def test_the_seed_of_a_run() -> None:
    assert [seed_of(None), seed_of(7), seed(RANDOM), seed("0")] == [DEFAULT_SEED, 7, RANDOM, 0]
    assert seed_of(RANDOM) != seed_of(RANDOM)


@pytest.mark.parametrize("text", ["-1", "1.5", "any", ""])
def test_a_seed_is_a_whole_number_or_random(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is not a whole number of 0 or more, or random"):
        seed(text)


@pytest.mark.expensive("certifies twice")
def test_two_runs_without_a_seed_on_two_machines_give_one_report(run_in: Any, tmp_path: Path) -> None:
    reports = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "acme.py").write_text(KEEPS_DEFAULTS, "utf-8")
        variables = {"HOME": str(folder / "home"), "XDG_CACHE_HOME": str(folder / "cache")}
        assert run_in(folder, *WRONG, no_seed=True, **variables).status == 1
        reports.append(report_of(folder))
    assert reports[0]["run"]["seed"] == DEFAULT_SEED
    assert reports[0] == reports[1]


def test_a_drawn_seed_is_printed_and_gives_the_same_run_again(run: Any, here: Path) -> None:
    (here / "acme.py").write_text(KEEPS_DEFAULTS, "utf-8")
    drawn = run(*WRONG, "--seed", "random", "--no-earlier")
    first = report_of(here)
    assert f"(seed {first['run']['seed']}, " in drawn.out
    run(*WRONG, "--seed", str(first["run"]["seed"]))
    assert report_of(here) == first


@pytest.mark.expensive("certifies three times")
def test_a_run_says_how_many_inputs_of_earlier_runs_it_asked_and_which_fail(run: Any, here: Path) -> None:
    # Only what no worked case shows is kept.
    kept = "    if tool['name'] not in NAMES:\n        return reference(tool)\n"
    (here / "acme.py").write_text(
        "from conformance.reference import mcp_tool_to_chat_tool as reference\n"
        "NAMES = ('browser_dom', 'create_issue', 'list-models', 'Run2', 'x')\n"
        + KEEPS_DEFAULTS.replace("def convert(tool):\n", f"def convert(tool):\n{kept}"),
        "utf-8",
    )
    asked = ("certify", *ACME)
    assert run(*asked, no_seed=True).status == 1
    again = run(*asked, "--max-examples", "1", no_seed=True)
    assert again.status == 1
    (line,) = (line for line in again.out.splitlines() if line.startswith("Earlier: "))
    assert "that failed in earlier runs" in line
    earlier = report_of(here)["earlier"]
    assert [case["operation"] for case in earlier] == ["mcp-tool-to-chat-tool"]
    assert 0 < earlier[0]["failing"] <= earlier[0]["asked"]
    assert "MCP-2" in earlier[0]["rules"]
    assert run(*asked, "--max-examples", "1", "--no-earlier", no_seed=True).status == 0
