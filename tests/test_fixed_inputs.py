"""The inputs that every seed has, as they are found and written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conformance.base.values import JSON
from conformance.rules.contracts.records import load_coverage
from conformance.rules.contracts.yaml_core import read_yaml
from tests import fixed_inputs
from tests.fixed_inputs import inputs_that_cover, main, text_of
from tests.suite.coverage.table import covered_rows

TOOL = "mcp-tool-to-chat-tool"
RECORD = load_coverage()[TOOL]
ROWS = ["tool/inputSchema: keyword prefixItems", "tool/inputSchema: keyword maxContains"]


def test_each_row_gets_a_small_input() -> None:
    found = list(inputs_that_cover(RECORD, ROWS, range(1, 3)))
    assert sorted(row for rows, _value in found for row in rows) == sorted(ROWS)
    for rows, value in found:
        assert set(rows) <= covered_rows(RECORD, value)
        assert len(json.dumps(value)) < 200


def test_a_row_that_no_input_covers_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(fixed_inputs, "FILE", tmp_path / "inputs.yaml")
    (tmp_path / "inputs.yaml").write_text(text_of({"tool-loop": [(["a row"], {})], TOOL: []}), "utf-8")
    monkeypatch.setattr(fixed_inputs, "missed_rows", lambda _operation, _seeds: [*ROWS, "tool: flies"])
    assert main(["--operation", TOOL, "--seeds", "2", "--jobs", "1"]) == 1
    assert "  no input covers tool: flies\n" in capsys.readouterr().out
    written = read_yaml((tmp_path / "inputs.yaml").read_text("utf-8"), "inputs.yaml")["inputs"]
    assert sorted(row for entry in written[TOOL] for row in entry["covers"]) == sorted(ROWS)
    assert written["tool-loop"] == [{"covers": ["a row"], "input": "{}"}]  # of other operations


def test_the_file_holds_what_yaml_would_change() -> None:
    values: list[JSON] = [{"a": 1.0, "b": 2**70, "c": "\ud83d \x01 \u2028 '\""}, [None]]
    text = text_of({"one": [(["a: row", 'a "row"'], value) for value in values], "other": []})
    written = read_yaml(text, "inputs.yaml")["inputs"]
    assert list(written) == ["one"]
    assert [entry["covers"] for entry in written["one"]] == [["a: row", 'a "row"']] * 2
    assert [repr(json.loads(entry["input"])) for entry in written["one"]] == [repr(value) for value in values]


def test_a_file_without_inputs_is_one() -> None:
    assert read_yaml(text_of({"one": []}), "inputs.yaml") == {"inputs": {}}
