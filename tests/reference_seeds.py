"""Judges the reference with generated inputs of many seeds: `python -m tests.reference_seeds`.

Each input is drawn, converted and judged once, in this process and a second one: without the stations that follow the
judging of a run, and without cases, which are the same for each seed. An input is set aside if a rule objects to what
the reference makes of it, or if a check raises: a run would charge nothing for it, and see nothing on it. Each is a
contradiction of a rule, a generator and the reference, of which one is wrong. Exit status 1 where there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from conformance.apis.input_validity import REAL
from conformance.base.values import JSON
from conformance.inputs.examples import draw_examples
from conformance.rules.contracts import Contract, load_specifications
from conformance.running.engine.ask import ask_all
from conformance.running.engine.chains import Asked, ask_chains, offered_chains
from conformance.running.engine.choices import find_choices
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.plan import Planned, plan_inputs
from conformance.running.engine.port import Port
from conformance.running.engine.scripted import scripted
from conformance.running.engine.sets import ALL, decides, deciding_standing
from conformance.running.engine.shrink import shrink
from conformance.running.subjects.base import Subject
from conformance.running.subjects.reference import ReferenceConfig

SEEDS, EXAMPLES = 200, 100
SEEDS_OF_A_DAY = 8  # about two minutes on two cores
AT_ONCE = 5  # seeds that a process is given
MOST_ASKED = 200  # smaller inputs of a contradiction


class Objection(NamedTuple):
    """What is wrong with what the reference makes of an input. kind: the same for the same contradiction."""

    rule: str
    kind: str
    message: str


class Contradiction(NamedTuple):
    """An objection, and an input on which it is raised."""

    operation: str
    seed: int
    objection: Objection
    input: JSON

    @property
    def key(self) -> tuple[str, str, str]:
        """What several inputs may show."""
        return self.operation, self.objection.rule, self.objection.kind


class Task(NamedTuple):
    """What one process is given."""

    operation: str
    seeds: range
    examples: int


class Found(NamedTuple):
    """What was found in a task. judged, aside: digests of the inputs. contradictions: of each the smallest input."""

    task: Task
    judged: frozenset[bytes]
    aside: frozenset[bytes]
    contradictions: tuple[Contradiction, ...]


class Bench:
    """The reference, behind a local API where it talks to one, and the judge of one operation."""

    def __init__(self, contract: Contract, offered: Sequence[str], reference: Subject) -> None:
        self.contract = contract
        self._port = Port(scripted(reference, offered), offered)
        choices = find_choices(contract, self._port, {}, exact_numbers=True)
        self._judge = Judge(contract, contract.rules, choices.known, report=lambda _fault: None)
        self._chains = offered_chains([contract], offered)

    def objections(self, values: Sequence[JSON]) -> Iterator[tuple[Planned, list[Objection]]]:
        """Yield each input with what is wrong with its conversion."""
        judges = {self.contract.operation: self._judge}
        asked: list[Asked] = []
        for planned, trial in ask_all(self._port, plan_inputs(self.contract, values), judges, self._port.offered):
            asked.append((planned, trial))
            yield planned, list(self._firm(planned, self._judge.judge(trial)))
        for ask_chain in ask_chains(self._port, asked, self._chains) if self._chains else ():
            if ask_chain.outcome is not None:
                trial = replace(ask_chain.trial, chained=ask_chain.outcome)
                yield ask_chain.planned, list(self._firm(ask_chain.planned, self._judge.judge_chained(trial)))

    def _firm(self, planned: Planned, judgement: Judgement) -> Iterator[Objection]:
        """Yield the objections that a run would charge, and the faults of the suite."""
        rules = {rule.id: rule for rule in self.contract.rules}
        for rule, failure in judgement.failures:
            if not self._judge.is_advice(failure):
                standing = deciding_standing(planned.standing.kind, failure.kind, self.contract.counts_as)
                if decides(standing, ALL, rules[rule].sets):
                    yield Objection(rule, failure.kind, failure.message)
        for fault in judgement.own_faults:
            yield Objection(fault.rule, fault.kind, str(fault))

    def smallest(self, found: Contradiction) -> JSON:
        """Return a smaller input that shows the same; a real one stays real."""
        kept = Planned(found.operation, found.input).standing.kind

        def still_fails(candidates: Sequence[JSON]) -> int | None:
            for number, candidate in enumerate(candidates):
                for planned, objections in self.objections([candidate]):
                    is_same = any(each[:2] == found.objection[:2] for each in objections)
                    if is_same and (kept != REAL or planned.standing.kind == REAL):
                        return number
            return None

        return shrink(found.input, still_fails, max_asked=MOST_ASKED)


def opened(operations: tuple[str, ...]) -> Subject:
    """Return the reference."""
    return ReferenceConfig(operations=operations).open()


@cache
def bench(operation: str) -> Bench:
    """Return the bench of an operation, which this process keeps until it ends."""
    specifications = load_specifications()
    offered = tuple(specifications.contracts)
    return Bench(specifications.contracts[operation], offered, opened(offered))


def judged(task: Task) -> Found:
    """Judge the inputs of some seeds, each input once."""
    found: dict[bytes, JSON] = {}
    aside: set[bytes] = set()
    smallest: dict[tuple[str, str, str], Contradiction] = {}
    for seed in task.seeds:
        new = {}
        for example in draw_examples(task.operation, task.examples, seed):
            if (digest := digest_of(example.value)) not in found:
                new[digest] = example.value
        found |= new
        for planned, objections in bench(task.operation).objections(list(new.values())):
            if objections:
                aside.add(digest_of(planned.input))
            for objection in objections:
                keep_smallest(smallest, Contradiction(task.operation, seed, objection, planned.input))
    return Found(task, frozenset(found), frozenset(aside), tuple(smallest.values()))


def keep_smallest(known: dict[tuple[str, str, str], Contradiction], contradiction: Contradiction) -> None:
    """Keep of each contradiction the one with the smallest input, and of equal ones the first seed."""
    other = known.get(contradiction.key)
    if other is None or (_size(contradiction.input), contradiction.seed) < (_size(other.input), other.seed):
        known[contradiction.key] = contradiction


def _size(value: JSON) -> int:
    return len(json.dumps(value))


def digest_of(value: JSON) -> bytes:
    """Return what an input is known by; equal inputs have the same."""
    return blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=8).digest()


@dataclass(slots=True)
class Tally:
    """What was found in the tasks of one operation until now."""

    seeds: int = 0
    drawn: int = 0
    judged: set[bytes] = field(default_factory=set)
    aside: set[bytes] = field(default_factory=set)
    smallest: dict[tuple[str, str, str], Contradiction] = field(default_factory=dict)

    def take(self, found: Found) -> None:
        """Add what was found in a task."""
        self.seeds += len(found.task.seeds)
        self.drawn += len(found.task.seeds) * found.task.examples
        self.judged |= found.judged
        self.aside |= found.aside
        for contradiction in found.contradictions:
            keep_smallest(self.smallest, contradiction)

    def row(self, operation: str) -> tuple[str, ...]:
        """Return the operation's row of the table."""
        rules = Counter(rule for _operation, rule, _kind in self.smallest)
        inputs = f"{len(self.judged):,}" + (f" of {self.drawn:,}" if len(self.judged) < self.drawn else "")
        return operation, f"{self.seeds}", inputs, f"{len(self.aside):,}", " ".join(sorted(rules)) or "-"


HEAD = ("operation", "seeds", "inputs", "set aside", "rules")


def table(rows: Iterable[tuple[str, ...]]) -> str:
    """Return rows below a head, in columns."""
    listed = [HEAD, *rows]
    widths = [max(len(row[place]) for row in listed) for place in range(len(HEAD))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in listed
    )


def tasks(operations: Iterable[str], seeds: range, examples: int) -> list[Task]:
    """Return what is to be done, by operation."""
    parts = [seeds[begin : begin + AT_ONCE] for begin in range(0, len(seeds), AT_ONCE)]
    return [Task(operation, part, examples) for operation in operations for part in parts]


def results(listed: Sequence[Task], jobs: int) -> Iterator[Found]:
    """Yield what is found in each task, as soon as it is there."""
    if jobs == 1:
        yield from map(judged, listed)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting: list[Future[Found]] = [pool.submit(judged, element) for element in listed]
        yield from (item.result() for item in as_completed(waiting))


def seeds_of(day: date) -> range:
    """Return the seeds of a day, which no other day has."""
    return range(day.toordinal() * SEEDS_OF_A_DAY, (day.toordinal() + 1) * SEEDS_OF_A_DAY)


def line_of(contradiction: Contradiction, keep: Path | None, names: Counter[str]) -> str:
    """Return the line of a contradiction, whose input is in it or in a file of a folder. names: of the files so far."""
    text = json.dumps(contradiction.input)
    if keep is not None:
        name = f"{contradiction.operation}.{contradiction.objection.rule}"
        names[name] += 1
        file = keep / f"{name}{f'.{names[name]}' if names[name] > 1 else ''}.json"
        keep.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n", "utf-8")
        text = f"repeat: conformance certify reference --operation {contradiction.operation} --input {file}"
    what = f"{contradiction.operation} {contradiction.objection.rule} seed {contradiction.seed}"
    return f"{what}: {contradiction.objection.message} | {text}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the reference; print a table, and a line for each contradiction."""
    given = _parsed(arguments)
    names = tuple(load_specifications().contracts)
    seeds = range(given.first_seed, given.first_seed + given.seeds)
    if given.today:
        seeds = seeds_of(datetime.now(UTC).date())
    again = f"--first-seed {seeds.start} --seeds {len(seeds)} --examples {given.examples}"
    print(f"seeds {seeds.start} to {seeds.stop - 1}, again: python -m tests.reference_seeds {again}", flush=True)
    listed = tasks(given.operation or names, seeds, given.examples)
    left = Counter(element.operation for element in listed)
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    begun = time.monotonic()
    for found in results(listed, given.jobs):
        operation = found.task.operation
        tallies[operation].take(found)
        left[operation] -= 1
        if not left[operation]:
            row = tallies[operation].row(operation)
            print(
                f"{time.monotonic() - begun:5.0f} s  {operation}: {row[2]} inputs, {row[3]} set aside", file=sys.stderr
            )
    contradictions = [element for name in left for element in tallies[name].smallest.values()]
    written: Counter[str] = Counter()
    for contradiction in contradictions:
        print(
            line_of(
                contradiction._replace(input=bench(contradiction.operation).smallest(contradiction)),
                given.keep,
                written,
            ),
            flush=True,
        )
    print(table(tallies[name].row(name) for name in left))
    return 1 if contradictions else 0


def _parsed(arguments: Sequence[str] | None) -> Any:
    parser = argparse.ArgumentParser(prog="python -m tests.reference_seeds", description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how many (default: %(default)s)")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="inputs of a seed (default: %(default)s)")
    parser.add_argument("--today", action="store_true", help=f"{SEEDS_OF_A_DAY} seeds that no other day has, in UTC")
    parser.add_argument(
        "--operation", action="append", metavar="OPERATION", choices=tuple(load_specifications().contracts)
    )
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the input of each contradiction into a folder")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
