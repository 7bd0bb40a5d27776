"""What a survey makes of a report."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

from conformance.field.rows import FoundFact
from conformance.field.survey.catalogue import Library
from conformance.field.survey.judging import run_in, without_folder, without_results
from conformance.field.survey.model import Environment
from conformance.field.survey.publishing import OVER_HTTP, publishing
from tests.field.pages.building import make_defect

FITS, UNFIT = "mcp-tool-to-chat-tool", "chat-tools-to-responses-tools"


def report(**verdicts):
    """A report with so many verdicts of each operation."""
    return {
        "rules": [
            {"operation": operation, "verdict": verdict}
            for operation, counts in verdicts.items()
            for verdict, number in counts.items()
            for _rule in range(number)
        ]
    }


def test_an_operation_that_hardly_ever_gives_a_result_may_have_an_unfit_adapter():
    found = report(**{FITS: {"pass": 12, "fail": 9, "not-run": 3}, UNFIT: {"pass": 4, "fail": 1, "not-run": 15}})
    assert without_results(found) == {UNFIT}


def test_no_settings_of_a_project_hold_for_a_library(monkeypatch, tmp_path):
    """An environment may lie in the folder of one."""
    environment = Environment(folder=str(tmp_path), path=None, interpreter=None, lock="", installed=())
    seen = []
    monkeypatch.setattr("conformance.field.survey.programs.run", lambda _words, **given: seen.append(given["env"]))
    run_in(environment, ["conformance"])
    assert seen[0]["CONFORMANCE_CONFIG"] == ""


def test_where_an_environment_lies_is_not_published() -> None:
    fact = FoundFact("mcp-tool-to-chat-tool", "MCP-2", 3, "no module in /home/me/env")
    found = make_defect(
        message="failed in /home/me/env", actual='File "/home/me/env/lib/x.py"', script="print(1)", facts=(fact,)
    )
    shown = without_folder(found, "/home/me/env")
    assert (shown.message, shown.actual) == ("failed in ENVIRONMENT", 'File "ENVIRONMENT/lib/x.py"')
    assert [fact.message for fact in shown.facts] == ["no module in ENVIRONMENT"]
    assert (shown.input, shown.script) == (found.input, "print(1)")


def test_a_gateway_has_no_script_and_says_how_its_defect_is_repeated(tidy: Library) -> None:
    environment = Environment(folder=".", path=None, interpreter="python", lock="", installed=())
    gateway = replace(tidy, program="/catalogue/tidy/gateway.py")
    with publishing(gateway, environment) as publish:
        assert publish(make_defect(script=None), Mock()).unpublished == OVER_HTTP
