"""python -m tests.suite coverage: what a default run asks of each place of the source formats."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from conformance.base.errors import UsageError
from conformance.commands.layout import bold
from conformance.commands.subject import chosen_operations
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.files import attributed
from conformance.rules.contracts.records import load_coverage
from conformance.running.engine import Options
from tests.suite.coverage.table import CoverageTable, table_of

HEAD = ("ROW", "CASES", "EXAMPLES")
SEED, EXAMPLES = 1, 100


def run(parsed: argparse.Namespace) -> int:
    """Print the tables of the chosen operations, and the counts.

    Without a choice only the rows that nothing covers are printed. Raises UsageError for an unknown operation,
    SpecificationError for a reason that excuses no row.
    """
    specifications = load_specifications()
    records = {name: value for name, value in load_coverage().items() if name in specifications.contracts}
    parsed.contract = chosen_operations(parsed.contract, tuple(records))
    options = Options(
        seed=SEED if parsed.seed is None else parsed.seed,
        max_examples=EXAMPLES if parsed.max_examples is None else parsed.max_examples,
    )
    tables = [table_of(specifications.contracts[name], records[name], options) for name in parsed.contract or records]
    print(f"Inputs of a run with seed {options.seed}, {options.max_examples} examples an operation", end="\n\n")
    for table in tables:
        print("\n".join(table_lines(table, whole=bool(parsed.contract))), end="\n\n")
    print("\n".join(map(total, tables)))
    for table in tables:
        for excuse in table.idle:
            patterns = ", ".join(excuse.rows)
            mistake = UsageError(
                f"coverage/{table.operation}.yaml: no uncovered row is {patterns}.", "Remove the excuse."
            )
            raise attributed(mistake)
    return 0


def table_lines(table: CoverageTable, *, whole: bool) -> list[str]:
    """Return an operation's rows as lines. whole: also those that are covered."""
    rows: list[Sequence[str]] = [HEAD]
    for row in table.rows:
        if table.covered(row) and whole:
            rows.append((row, str(table.cases.get(row, 0)), str(table.examples.get(row, 0))))
        elif not table.covered(row):
            excuse = table.excuses.get(row)
            rows.append((row, f"excused: {excuse}" if excuse else "not covered", ""))
    width = max(len(row[0]) for row in rows)
    return [
        bold(table.operation),
        *(f"  {row:{width}}  {cases:>5}  {examples:>8}".rstrip() for row, cases, examples in rows),
    ]


def total(table: CoverageTable) -> str:
    """Return the counts of an operation."""
    by_cases, by_examples = len(table.cases), len(table.examples)
    covered = sum(map(table.covered, table.rows))
    by = f"{by_cases} by cases, {by_examples} by examples"
    rest = f"{len(table.excuses)} excused, {len(table.uncovered)} not covered"
    return f"{table.operation}: {len(table.rows)} rows, {covered} covered ({by}), {rest}"
