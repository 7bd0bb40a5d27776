"""The judging of the reference with inputs of many seeds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from conformance import reference
from conformance.running.subjects.base import Subject
from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.reference import ReferenceConfig
from tests import reference_seeds
from tests.reference_seeds import Task, judged, main, seeds_of, tasks

MESSAGE = "mcp-result-to-tool-message"
STREAM, ANSWER = "anthropic-stream-to-tool-calls", "anthropic-response-to-tool-calls"
Functions = dict[str, Callable[[Any], Any]]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Functions], None]]:
    """Put other functions in the place of some of the reference's."""

    def used(functions: Functions) -> None:
        def opened(operations: tuple[str, ...]) -> Subject:
            own = {
                operation: functions.get(operation, getattr(reference, operation.replace("-", "_")))
                for operation in operations
            }
            described = ReferenceConfig(operations=operations).open().describe()
            return InProcessSubject(own, replace(described, adapter="in-process"))

        monkeypatch.setattr(reference_seeds, "opened", opened)

    reference_seeds.bench.cache_clear()
    yield used
    reference_seeds.bench.cache_clear()


def broken(given: Any) -> Any:
    """The reference; but a long text is lost."""
    result: Any = reference.mcp_result_to_tool_message(given)
    return {**result, "content": ""} if len(json.dumps(result)) > 300 else result


def test_nothing_is_wrong_with_the_reference() -> None:
    found = judged(Task(MESSAGE, range(1, 4), 20))
    assert found.judged
    assert (found.aside, found.contradictions) == (frozenset(), ())


def test_what_a_rule_objects_to_is_set_aside_and_shown_by_a_smaller_input(
    use: Callable[[Functions], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    use({MESSAGE: broken})
    given = ["--operation", MESSAGE, "--first-seed", "3", "--seeds", "2", "--examples", "40", "--jobs", "1"]
    assert main([*given, "--keep", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    (file, *_others) = sorted(tmp_path.glob("*.json"))
    rule = file.name.split(".")[1]
    assert f"{MESSAGE} {rule} seed " in out
    assert f"conformance certify reference --operation {MESSAGE} --input {file}" in out
    shown = json.loads(file.read_text("utf-8"))
    assert broken(shown)["content"] == ""
    found = judged(Task(MESSAGE, range(3, 5), 40))
    assert len(json.dumps(shown)) < min(len(json.dumps(contradiction.input)) for contradiction in found.contradictions)
    (row,) = [line for line in out.splitlines() if line.startswith(f"{MESSAGE}  2 ")]
    assert f"  {len(found.aside)}  " in row
    assert rule in row.split()


def test_a_check_that_raises_sets_its_input_aside(
    use: Callable[[Functions], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def raises(_view: object) -> None:
        raise KeyError("text")

    use({})
    first, *others = reference_seeds.bench(MESSAGE)._judge._checks.all
    monkeypatch.setattr(reference_seeds.bench(MESSAGE)._judge._checks, "all", [(first[0], raises), *others])
    found = judged(Task(MESSAGE, range(1, 2), 5))
    (contradiction,) = found.contradictions
    assert found.aside == found.judged
    assert (contradiction.seed, contradiction.objection.rule) == (1, first[0].id)
    assert "raised KeyError" in contradiction.objection.message


def test_laws_between_operations_are_judged(use: Callable[[Functions], None]) -> None:
    use({ANSWER: lambda given: {**reference.anthropic_response_to_tool_calls(given), "tool_calls": []}})
    found = judged(Task(STREAM, range(1, 2), 20))
    assert {contradiction.objection.rule for contradiction in found.contradictions} == {"LAW-8"}


def test_an_input_that_comes_again_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = reference_seeds.draw_examples(MESSAGE, 5, 1)
    monkeypatch.setattr(reference_seeds, "draw_examples", lambda *_given: drawn)
    tally = reference_seeds.Tally()
    for task in tasks([MESSAGE], range(7), 5):
        tally.take(judged(task))
    assert tally.row(MESSAGE) == (MESSAGE, "7", "5 of 35", "0", "-")


def test_each_day_has_seeds_of_its_own() -> None:
    days = [seeds_of(date(2026, 12, day)) for day in (1, 2, 3)]
    assert len({seed for day in days for seed in day}) == sum(map(len, days))
    assert days[1].start == days[0].stop


def test_the_seeds_of_today_are_named_so_that_they_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference_seeds, "seeds_of", lambda _day: range(8, 10))
    assert main(["--today", "--operation", MESSAGE, "--examples", "5", "--jobs", "1"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].endswith("python -m tests.reference_seeds --first-seed 8 --seeds 2 --examples 5")
    assert [line.split()[:4] for line in out[1:]] == [
        ["operation", "seeds", "inputs", "set"], [MESSAGE, "2", "10", "0"],
    ]  # fmt: skip


def test_two_processes_find_what_one_finds(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--operation", MESSAGE, "--seeds", "6", "--examples", "5"]
    tables = []
    for jobs in ("1", "2"):
        assert main([*given, "--jobs", jobs]) == 0
        tables.append(capsys.readouterr().out)
    assert tables[0] == tables[1]
