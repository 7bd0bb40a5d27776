"""The tables of all operations."""

from __future__ import annotations

import pytest

from conformance.contracts import load_specifications
from conformance.contracts.records import Excuse, load_coverage
from conformance.coverage.table import rows_of, table_of
from conformance.engine import Options
from conformance.generate import OPERATIONS

RECORDS = load_coverage()


def test_every_operation_has_a_table():
    assert set(RECORDS) == set(OPERATIONS)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_rows_are_some_hundred_and_each_has_its_own_name(operation):
    assert 100 < len(rows_of(RECORDS[operation])) < 800


def test_an_excuse_counts_for_rows_that_nothing_covers():
    contract = load_specifications().contracts["chat-messages-to-responses-input"]
    useful = Excuse(("messages/developer/content: only *",), "A reason.")
    idle = (Excuse(("messages/user: occurs",), "It is covered."), Excuse(("messages/critic: *",), "No such row."))
    record = RECORDS[contract.operation]._replace(excused=(useful, *idle))
    table = table_of(contract, record, Options(max_examples=0))
    assert table.excuses == {"messages/developer/content: only blanks": "A reason."}
    assert table.idle == idle
    assert set(table.uncovered) == {row for row in table.rows if row not in table.cases} - set(table.excuses)
