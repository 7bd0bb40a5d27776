"""The tables of all operations."""

from __future__ import annotations

import json
import os

import pytest

from conformance.inputs import OPERATIONS
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.files import read_text
from conformance.rules.contracts.load import INPUTS
from conformance.rules.contracts.records import Excuse, load_coverage
from conformance.rules.contracts.yaml_core import read_yaml
from conformance.running.engine import Options
from tests.suite.coverage.table import covered_rows, rows_of, table_of

RECORDS = load_coverage()
WRITE = "write specs/inputs.yaml again: python -m tests.fixed_inputs"


def test_every_operation_has_a_table():
    assert set(RECORDS) == set(OPERATIONS)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_operation_has_some_hundred_rows_and_more_where_pairs_have_them(operation):
    assert 100 < len(rows_of(RECORDS[operation])) < 4000


def test_an_excuse_counts_for_rows_that_nothing_covers():
    contract = load_specifications().contracts["chat-messages-to-responses-input"]
    useful = Excuse(("messages/developer/content: only *",), "A reason.")
    idle = (Excuse(("messages/user: occurs",), "It is covered."), Excuse(("messages/critic: *",), "No such row."))
    record = RECORDS[contract.operation]._replace(excused=(useful, *idle))
    table = table_of(contract, record, Options(max_examples=0))
    assert table.excuses == {"messages/developer/content: only blanks": "A reason."}
    assert table.idle == idle
    assert set(table.uncovered) == {row for row in table.rows if row not in table.cases} - set(table.excuses)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_input_of_every_seed_covers_the_rows_that_it_is_there_for(operation):
    entries = read_yaml(read_text(INPUTS), INPUTS)["inputs"].get(operation, ())
    for entry in entries:
        lost = set(entry["covers"]) - covered_rows(RECORDS[operation], json.loads(entry["input"]))
        assert lost == set(), WRITE


@pytest.mark.expensive("counts every place of every input of a default run")
@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_default_run_covers_every_row_that_is_not_excused(operation):
    contract = load_specifications().contracts[operation]
    table = table_of(contract, RECORDS[operation], Options(seed=1))
    assert (table.uncovered, table.idle) == ((), ()), WRITE


@pytest.mark.skipif("CONFORMANCE_COVERAGE_SEEDS" not in os.environ, reason="tox -e coverage")
@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_row_is_covered_with_each_seed(operation):
    contract, seeds = load_specifications().contracts[operation], int(os.environ.get("CONFORMANCE_COVERAGE_SEEDS", "0"))
    tables = (table_of(contract, RECORDS[operation], Options(seed=seed)) for seed in range(1, seeds + 1))
    assert {row for table in tables for row in table.uncovered} == set(), WRITE
