"""Certifies the reference with many seeds, each with other examples: `python -m tests.reference_seeds FIRST LAST`.

Exit status 1 where a run fails, is not whole, or withholds a charge, with what the run says.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial

from conformance import reference
from conformance.contracts import load_specifications
from conformance.engine import Options, RunResult
from conformance.selftest.running import certify_functions


def problems(seed: int, operations: tuple[str, ...], first: int) -> list[str]:
    """Return what is wrong in the run of one seed.

    operations: those to certify; empty for all. first: the seed that gets the cases and the deep and wide inputs too,
    which are the same for all.
    """
    specifications = load_specifications()
    names = operations or tuple(specifications.contracts)
    if seed != first:
        contracts = {name: replace(contract, cases=()) for name, contract in specifications.contracts.items()}
        specifications = replace(specifications, contracts=contracts)
    functions = {name: getattr(reference, name.replace("-", "_")) for name in names}
    options = Options(operations=names, seed=seed, shapes=seed == first)
    return list(_problems(certify_functions(specifications, functions, options)))


def _problems(result: RunResult) -> Iterator[str]:
    yield from result.inconsistencies
    if not result.complete:
        yield "the run is not whole"
    for entry in result.rules:
        for one in entry.evidence:
            yield f"{entry.operation} {entry.rule.id} ({entry.level}): {one.message} ({one.input!r})"


def main() -> int:
    """Certify the reference with each seed; print the seeds that show a problem."""
    parser = argparse.ArgumentParser(prog="python -m tests.reference_seeds", description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--operation", action="append", default=[], metavar="OPERATION")
    given = parser.parse_args()
    seeds, failed = range(given.first, given.last + 1), 0
    with ProcessPoolExecutor(given.jobs) as pool:
        found = pool.map(partial(problems, operations=tuple(given.operation), first=given.first), seeds)
        for seed, lines in zip(seeds, found, strict=True):
            failed += bool(lines)
            for line in lines:
                print(f"seed {seed}: {line}", flush=True)
            if seed % 50 == 0:
                print(f"judged up to seed {seed}", file=sys.stderr)
    print(f"{len(seeds) - failed} of {len(seeds)} seeds show no problem")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
