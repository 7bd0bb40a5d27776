"""python -m tests.suite lacks: what formats and operations still lack."""

from __future__ import annotations

import pytest

from tests.suite.lacks import COMPLETE

pytestmark = pytest.mark.usefixtures("suite")
OPERATION = "mcp-result-to-tool-message"


@pytest.mark.expensive("draws inputs of each operation from a format")
@pytest.mark.parametrize("format", COMPLETE)
def test_a_complete_format_lacks_nothing(run, format: str):
    done = run("lacks", "--format", format)
    assert (done.status, done.out, done.err) == (0, f"{format}: lacks nothing\n", "")


def test_a_new_format_lacks_the_rows_that_each_complete_one_has(run):
    done = run("lacks", "--format", "newest")
    assert done.status == 1
    rows = [line.split() for line in done.out.splitlines()[1:]]
    assert done.out.startswith(f"newest: lacks {len(rows)}\n")
    for where, name in (("form.FORMS", ""), ("exchanges.ANSWERS", "-stream"), ("whole_requests.REQUESTS", "-request")):
        assert [f"conformance.formats.{where}", "has", "no", "row", f"newest{name}"] in rows


def test_a_complete_operation_lacks_nothing(run):
    done = run("lacks", "--operation", OPERATION)
    assert (done.status, done.out) == (0, f"{OPERATION}: lacks nothing\n")


def test_an_unknown_operation_is_a_mistake(run):
    assert run("lacks", "--operation", "no-such").status == 2
