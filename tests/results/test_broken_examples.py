"""The wrong halves of examples: a file beside each contract."""

from __future__ import annotations

import json

import pytest

from conformance.base.values import ABSENT, same
from conformance.results import broken_examples
from conformance.results.broken_examples import BrokenExample, broken_examples_text, read_broken_examples
from conformance.rules.contracts import load_specifications

CONTRACTS = load_specifications().contracts
KNOWN = [
    BrokenExample(rule="A-1", case="small", says="it is lost", at="/x", right=None),
    BrokenExample(rule="A-2", case="small", says="it failed", error="no"),
    BrokenExample(rule="A-3", case="small", says="it is added", at="", wrong=[1]),
]


def test_what_is_written_is_read_again(monkeypatch, tmp_path):
    monkeypatch.setattr(broken_examples, "specs_folder", lambda: str(tmp_path))
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / broken_examples.FILE).write_text(broken_examples_text(KNOWN), "utf-8")
    assert list(read_broken_examples("one").values()) == KNOWN
    assert read_broken_examples("two") == {}


def test_a_file_of_another_form_is_none(monkeypatch, tmp_path):
    monkeypatch.setattr(broken_examples, "specs_folder", lambda: str(tmp_path))
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / broken_examples.FILE).write_text(json.dumps({"examples": [1]}), "utf-8")
    assert read_broken_examples("one") == {}


@pytest.mark.parametrize("operation", list(CONTRACTS))
def test_each_published_example_is_of_a_rule_and_a_case_and_is_wrong(operation):
    contract = CONTRACTS[operation]
    cases, rules = {case.id for case in contract.cases}, {rule.id for rule in contract.rules}
    found = read_broken_examples(operation)
    assert len(found) > len(rules) / 2
    for rule, example in found.items():
        assert rule in rules
        assert example.case in cases
        assert example.says
        assert (example.right is ABSENT and example.wrong is ABSENT) or not same(example.right, example.wrong)
