"""Writes specs/inputs.yaml, the inputs that every seed has: `python -m tests.fixed_inputs`.

A run draws its inputs by a seed, so a row of `python -m tests.suite coverage` may be missing from those of some seeds.
For each row that the inputs of one of these seeds lack, the file gets a small input that covers it. The command is for
changes of generators, cases or rows. It takes about half a minute of CPU for each seed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from conformance.apis.input_validity import standing_of
from conformance.base.values import JSON
from conformance.inputs import OPERATIONS
from conformance.inputs.examples import draw_examples
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.load import INPUTS
from conformance.rules.contracts.records import CoverageRecord, load_coverage
from conformance.rules.contracts.yaml_core import read_yaml
from conformance.running.engine import Options
from conformance.running.engine.shrink import shrink
from tests.reference_seeds import bench
from tests.suite.coverage.table import covered_rows, table_of

Entry: TypeAlias = tuple[list[str], JSON]
FILE = Path(__file__).parents[1] / "specs" / INPUTS
SEEDS, EXAMPLES = 12, 100
MOST_ASKED = 400  # smaller inputs of one that covers rows
HEAD = """\
# Inputs that a run has with every seed: each covers rows that the drawn inputs of some seeds do not cover.
# Written by `python -m tests.fixed_inputs`; write none by hand.
"""


def missed_rows(operation: str, seeds: range) -> list[str]:
    """Return the rows that neither cases nor the drawn inputs of one of some seeds cover, in the order of the table."""
    contract, record = replace(load_specifications().contracts[operation], inputs=()), load_coverage()[operation]
    tables = [table_of(contract, record, Options(seed=seed, max_examples=EXAMPLES)) for seed in seeds]
    missed = {row for table in tables for row in table.uncovered}
    return [row for row in tables[0].rows if row in missed]


def inputs_that_cover(record: CoverageRecord, rows: Sequence[str], seeds: range) -> Iterator[Entry]:
    """Yield small inputs, each with the rows that it covers, until each row has one that an input can have."""
    drawn = [example.value for seed in seeds for example in draw_examples(record.operation, EXAMPLES, seed)]
    covering = [(value, found) for value in drawn if (found := covered_rows(record, value).intersection(rows))]
    left = dict.fromkeys(rows)
    while left:
        row = next(iter(left))
        values = [(value, found & left.keys()) for value, found in covering if row in found]
        if not values:
            del left[row]
            continue
        value, found = min(values, key=lambda value: len(json.dumps(value[0])))
        yield [rest for rest in left if rest in found], smallest(record, value, found)
        left = {rest: None for rest in left if rest not in found}


def smallest(record: CoverageRecord, value: JSON, rows: set[str]) -> JSON:
    """Return a smaller input of the same standing with the same rows, which the reference converts rightly."""
    kept = standing_of(record.operation, value).kind
    judge = bench(record.operation)

    def still_covers(candidates: Sequence[JSON]) -> int | None:
        for number, candidate in enumerate(candidates):
            is_alike = standing_of(record.operation, candidate).kind == kept and rows <= covered_rows(record, candidate)
            if is_alike and not any(objections for _planned, objections in judge.objections([candidate])):
                return number
        return None

    return shrink(value, still_covers, max_asked=MOST_ASKED)


class Found(NamedTuple):
    """What was found for an operation. entries: inputs with the rows that they cover. open: rows that none covers."""

    entries: list[Entry]
    open: list[str]


def found_for(operation: str, seeds: range) -> Found:
    """Return what the file has for an operation."""
    rows = missed_rows(operation, seeds)
    entries = list(inputs_that_cover(load_coverage()[operation], rows, seeds)) if rows else []
    covered = {row for own, _input in entries for row in own}
    return Found(entries, [row for row in rows if row not in covered])


def text_of(found: Mapping[str, Sequence[Entry]]) -> str:
    """Return the text of the file."""
    lines = [HEAD + "inputs:" + ("" if any(found.values()) else " {}")]
    for operation, entries in found.items():
        lines += [f"  {operation}:"] if entries else []
        for rows, value in entries:
            lines += ["    - covers:", *(f"        - {json.dumps(row)}" for row in rows)]
            lines.append(f"      input: {json.dumps(json.dumps(value))}")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file. Returns 1 where no input covers a row: a generator or an excuse is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.fixed_inputs", description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how many, from 1 on (default: %(default)s)")
    parser.add_argument("--operation", action="append", metavar="OPERATION", choices=OPERATIONS)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    given = parser.parse_args(arguments)
    operations = given.operation or OPERATIONS
    find = partial(found_for, seeds=range(1, given.seeds + 1))
    if given.jobs == 1:
        found = {operation: find(operation) for operation in operations}
    else:
        with ProcessPoolExecutor(given.jobs) as pool:
            found = dict(zip(operations, pool.map(find, operations), strict=True))
    kept = read_yaml(FILE.read_text("utf-8"), FILE.name)["inputs"]
    others = {
        element: [(entry["covers"], json.loads(entry["input"])) for entry in kept[element]]
        for element in kept
        if element not in found
    }
    made = {
        operation: found[operation].entries if operation in found else others.get(operation, [])
        for operation in OPERATIONS
    }
    FILE.write_text(text_of(made), encoding="utf-8")
    for operation, value in found.items():
        print(f"{operation}: {len(value.entries)} inputs for {sum(len(rows) for rows, _input in value.entries)} rows")
        for row in value.open:
            print(f"  no input covers {row}")
    return int(any(finding.open for finding in found.values()))


if __name__ == "__main__":
    sys.exit(main())
