"""Results are kept whole, and found by everything that they depend on."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from conformance.field.rows import (
    JUDGED,
    NOT_INSTALLED,
    FoundDefect,
    FoundFact,
    SetResult,
    SurveyRow,
    Task,
    from_json,
    to_json,
)
from conformance.field.survey.judging import SurveyJudgement
from conformance.field.survey.store import Store

TASK = Task(
    library="tidy",
    version="1.2.0+local.1",
    released="2026-03-10",
    packages=("tidy==1.2.0",),
    before=None,
    max_examples=5,
    digest="a" * 64,
)
DEFECT = FoundDefect(
    id="D1",
    key="mcp-tool-to-chat-tool/MCP-3/output/*/properties/3d/enum/*",
    message="a number is lost",
    sets=("safe",),
    operation="mcp-tool-to-chat-tool",
    rule="MCP-3",
    rules=(("mcp-tool-to-chat-tool", "MCP-3", 7),),
    at="/output/12/properties/3d/enum/0",
    input='{"n": 123456789012345678901234567890}',
    expected="1",
    actual=None,
    language="python",
    facts=(FoundFact("mcp-tools-to-chat-tools", "MCP-3", 2, "another number is lost"),),
)
ROW = SurveyRow(
    task=TASK,
    suite="1.0",
    specs_digest="sha256:b",
    status=JUDGED,
    sets={"safe": SetResult(verdict="fails", rules=4, failed=(("mcp-tool-to-chat-tool", "MCP-3"),))},
    rules={"mcp-tool-to-chat-tool": {"MCP-3": "fail"}},
    defects=(DEFECT,),
    seconds={"run": 1.5},
)


@pytest.fixture
def store(tmp_path):
    return Store(str(tmp_path))


def test_a_row_is_read_as_it_was_written(store):
    assert from_json(to_json(ROW)) == ROW
    store.keep(SurveyJudgement(ROW, "lock", "{}"))
    assert store.row_of(TASK) == ROW
    assert os.path.isfile(store.report_of(TASK))
    assert store.row_of(replace(TASK, digest="b" * 64)) is None


def test_a_damaged_result_is_judged_again(store):
    store.keep(SurveyJudgement(ROW))
    path = store.report_of(TASK).replace(".report.json", ".json")
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"task": ')
    assert store.row_of(TASK) is None
    assert store.newest("tidy") == []


def test_the_newest_result_is_that_of_the_newest_version_that_was_judged(store):
    tasks = [
        replace(TASK, version=version, digest=digest * 64) for version, digest in (("1.10.0", "a"), ("1.9.0", "b"))
    ]
    rows = [replace(ROW, task=task) for task in [*tasks, replace(tasks[0], digest="c" * 64)]]
    rows.append(replace(ROW, status=NOT_INSTALLED, task=replace(TASK, version="1.11.0")))
    for number, row in enumerate(rows):
        store.keep(SurveyJudgement(row))
        os.utime(store.report_of(row.task).replace(".report.json", ".json"), (number, number))
    assert store.newest("tidy") == [rows[2], rows[0], rows[1]]


def test_times_are_no_part_of_a_result():
    assert replace(ROW, seconds={"run": 9.0}).result == ROW.result
    assert replace(ROW, defects=()).result != ROW.result
