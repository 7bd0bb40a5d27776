"""What is written of converters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.rules.checks import findings, registry
from conformance.rules.contracts import load_specifications
from conformance.running.run import certify
from conformance.running.subjects.lookup import config_of_name
from conformance.running.subjects.python import PythonConfig
from tests.suite.selftest.banks import load_banks
from tests.verdicts.changed import judge_changed
from tests.verdicts.comparison import compare
from tests.verdicts.converters import converters
from tests.verdicts.stored import Stored, Storing, description_data, stored_in, write_stored

OPERATION = "mcp-tool-to-chat-tool"
SPECIFICATIONS = load_specifications()


def judged(name: str, outcomes: Path | None = None) -> Any:
    (converter,) = [
        converter for converter in converters(SPECIFICATIONS, [OPERATION], 0, outcomes) if converter.name == name
    ]
    return converter.judged()


def test_a_defect_is_recorded_with_its_trials() -> None:
    data = judged(f"{OPERATION}:property_default_gone on its witness")
    assert data["rules"][f"{OPERATION} MCP-2b"]["verdict"] == "fail"
    assert any(isinstance(trial["rules"].get("MCP-2b"), list) for trial in data["trials"].values())
    assert data["values"].keys() >= {trial["input"] for trial in data["trials"].values()}


def test_twice_gives_the_same_and_a_change_of_a_check_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"{OPERATION}:property_default_gone on its witness"
    before = judged(name)
    assert compare({name: before}, {name: judged(name)}).differences == []
    family = registry.family(OPERATION)
    (rule,) = [rule for rule in SPECIFICATIONS.contracts[OPERATION].rules if rule.id == "MCP-2b"]
    monkeypatch.setitem(family.checks, rule.check, lambda view: findings.OK)  # type: ignore[index]
    compared = compare({name: before}, {name: judged(name)})
    assert {difference.what for difference in compared.differences if difference.kind == "trial"} == {"MCP-2b"}


@pytest.mark.expensive("changes the outputs of an operation twice")
def test_changed_outputs_are_the_same_each_time_and_break_rules() -> None:
    sounds = load_banks((OPERATION,)).sounds[:1]
    first, again = (judge_changed(SPECIFICATIONS, sounds, 0) for _ in range(2))
    assert first == again
    assert any(isinstance(said, list) for trial in first["trials"].values() for said in trial["rules"].values())
    assert {key.split(maxsplit=1)[1] for key in first["trials"]} >= {"as it came", "without reports", "changed 5"}


def test_what_a_library_answered_gives_its_verdicts_again(tmp_path: Path) -> None:
    config = config_of_name("reference", PythonConfig(operations=tuple(SPECIFICATIONS.contracts)))
    subject = Storing(config.open())
    stored = Stored(
        name="a-library",
        operation=OPERATION,
        seed=1,
        max_examples=0,
        description=description_data(subject.describe()),
        calls=subject.calls,
    )
    result = certify(SPECIFICATIONS, subject, stored.options)
    write_stored(tmp_path, stored)
    data = judged(f"{OPERATION}:a-library (library)", tmp_path)
    assert data["not stored"] == 0
    assert {name: rule["verdict"] for name, rule in data["rules"].items()} == {
        f"{OPERATION} {rule.rule.id}": rule.verdict for rule in result.rules
    }
    assert list(stored_in(tmp_path, ["tool-loop"])) == []
