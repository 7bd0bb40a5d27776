"""python -m tests.suite coverage: the rows of the inputs, and what covers them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

SPECS = Path(__file__).parents[2] / "specs"
LOOP = ("coverage", "--operation", "tool-loop")
pytestmark = pytest.mark.usefixtures("suite")


def test_the_table_of_an_operation_has_every_row_with_its_counts(run):
    done = run(*LOOP, "--max-examples", "10")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("Inputs of a run with seed 1, 10 examples an operation\n\ntool-loop\n")
    assert re.search(r"^  messages/user: occurs +[1-9]\d* +[1-9]\d*$", done.out, re.MULTILINE)
    count, covered, excused, left = map(
        int,
        re.search(
            r"^tool-loop: (\d+) rows, (\d+) covered .*, (\d+) excused, (\d+) not", done.out, re.MULTILINE
        ).groups(),
    )
    assert count == covered + excused + left == len(re.findall("^  [a-z]", done.out, re.MULTILINE))


def test_a_table_without_examples_has_rows_that_nothing_covers(run):
    done = run(*LOOP, "--max-examples", "0")
    assert re.search(r"^  \S.* not covered$", done.out, re.MULTILINE)


@pytest.mark.expensive("draws the inputs of a default run")
def test_a_reason_that_excuses_no_row_is_a_mistake(run, tmp_path: Path):
    copy = tmp_path / "specs"
    shutil.copytree(SPECS, copy)
    file = copy / "coverage" / "tool-loop.yaml"
    file.write_text("operation: tool-loop\nexcused: [{rows: ['no such row'], reason: None.}]\n", "utf-8")
    done = run(*LOOP, "--max-examples", "0", CONFORMANCE_SPECS=str(copy))
    assert done.status == 2
    assert "coverage/tool-loop.yaml: no uncovered row is no such row." in done.err
