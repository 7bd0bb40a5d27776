"""Prints the CPU time of `certify reference` in two checkouts, operation by operation, and what one trial costs.

    python benchmarks/checkouts.py OLD NEW                     every operation that both have
    python benchmarks/checkouts.py OLD NEW --operation X --rounds 5

OLD and NEW are folders of checkouts, each with the package installed in its own `.venv`. User and system time count,
and those of children; the runs alternate, and the lowest of the rounds counts, which was disturbed the least.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

_SEED = "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one run costs. seconds: of CPU. trials: the items that were judged."""

    seconds: float
    trials: int


def operations_of(checkout: Path) -> list[str]:
    """Return the names of the operations of a checkout."""
    code = "from conformance.formats.operations import operations; print(*operations())"
    command = [checkout / ".venv/bin/python", "-c", code]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True).stdout.split()


def cost_of(checkout: Path, operation: str) -> Cost:
    """Certify the reference in a checkout. Raises SystemExit if it does not conform."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            checkout / ".venv/bin/python", "-m", "conformance", "certify", "reference", "--operation", operation,
            "--jobs", "1", "--seed", _SEED, "--report-dir", folder,
        ]  # fmt: skip
        # Without compiled bytecode every start would measure the compiler.
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            raise SystemExit(f"{checkout}: {operation} ended with {done.returncode}: {done.stdout}{done.stderr}")
        report = json.loads((Path(folder) / "report.json").read_text("utf-8"))
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(seconds=seconds, trials=report["ledger"]["items"]["judged"])


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--operation", action="append")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    checkouts = [given.old.resolve(), given.new.resolve()]
    names = given.operation or [name for name in operations_of(checkouts[0]) if name in operations_of(checkouts[1])]
    print(f"{'operation':36} {'CPU s':>13} {'ratio':>6}   {'trials':>11} {'ms a trial':>13} {'ratio':>6}")
    sums = [0.0, 0.0]
    for name in names:
        rounds = [[cost_of(checkout, name) for checkout in checkouts] for _ in range(given.rounds)]
        old, new = (min(side, key=lambda cost: cost.seconds) for side in zip(*rounds, strict=True))
        sums = [sums[0] + old.seconds, sums[1] + new.seconds]
        each = [cost.seconds * 1000 / cost.trials for cost in (old, new)]
        print(
            f"{name:36} {old.seconds:6.2f} {new.seconds:6.2f} {new.seconds / old.seconds:6.2f}"
            f"   {old.trials:5} {new.trials:5} {each[0]:6.2f} {each[1]:6.2f} {each[1] / each[0]:6.2f}",
            flush=True,
        )
    print(f"{'sum':36} {sums[0]:6.2f} {sums[1]:6.2f} {sums[1] / sums[0]:6.2f}")


if __name__ == "__main__":
    main()
