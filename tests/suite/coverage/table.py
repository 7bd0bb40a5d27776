"""The coverage table of an operation: its rows, and which inputs of a default run cover them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from conformance.apis.input_validity import MALFORMED, standing_of
from conformance.base.values import JSON
from conformance.formats.exchange_parts import answer_format
from conformance.formats.operations import source_format
from conformance.inputs import OPERATIONS
from conformance.rules.contracts import Contract
from conformance.rules.contracts.records import CoverageRecord, Excuse
from conformance.running.engine.options import Options
from conformance.running.engine.plan import excused_cases, plan_examples
from tests.suite.coverage import places, situations
from tests.suite.coverage.places import PlaceReader, SchemaPlace
from tests.suite.coverage.sources import source_of, values_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageTable:
    """How often each row of an operation is covered. cases, examples: by row, how many inputs cover it."""

    operation: str
    rows: tuple[str, ...]
    cases: Mapping[str, int]
    examples: Mapping[str, int]
    excuses: Mapping[str, str]
    idle: tuple[Excuse, ...]

    @property
    def uncovered(self) -> tuple[str, ...]:
        """The rows that no input covers and no reason excuses."""
        return tuple(row for row in self.rows if not self.covered(row) and row not in self.excuses)

    def covered(self, row: str) -> bool:
        """Whether an input covers a row."""
        return row in self.cases or row in self.examples


def table_of(contract: Contract, record: CoverageRecord, options: Options) -> CoverageTable:
    """Return the table of an operation, for a run with these options of a subject that offers all operations."""
    operation = contract.operation
    listed = rows_of(record)
    known = listed.keys()
    left_out = excused_cases(contract, options, OPERATIONS)
    cases: dict[str, int] = {}
    for case in contract.cases:
        if case.id not in left_out:
            _count(cases, known & covered_rows(record, case.input, MALFORMED if case.standing else None))
    examples: dict[str, int] = {}
    for planned in plan_examples(contract, options, exact_numbers=True):
        _count(examples, known & covered_rows(record, planned.input))
    open_rows = [row for row in listed if row not in cases and row not in examples]
    excused = {row: excuse.reason for excuse in record.excused for row in open_rows if _matches(row, excuse)}
    used = [excuse for excuse in record.excused if any(_matches(row, excuse) for row in open_rows)]
    idle = tuple(excuse for excuse in record.excused if record.is_own and excuse not in used)
    return CoverageTable(
        operation=operation, rows=tuple(listed), cases=cases, examples=examples, excuses=excused, idle=idle
    )


def rows_of(record: CoverageRecord) -> dict[str, None]:
    """Return the rows of an operation, in order."""
    listed = (row for path, place in _roots(record).items() for row in places.rows(place, path))
    return dict.fromkeys([*listed, *situations.rows(record.operation)])


def marks_of(record: CoverageRecord, given: JSON) -> Iterator[str]:
    """Yield the rows that an input covers, of those for real inputs."""
    roots = _roots(record)
    for path, value in values_of(record.operation, given):
        if path in roots:
            yield from places.marks(roots[path], path, value)
    yield from situations.marks(record.operation, given)


def covered_rows(record: CoverageRecord, given: JSON, kind: str | None = None) -> set[str]:
    """Return the rows that an input covers. kind: its standing, where a case declares one."""
    kind = kind or standing_of(record.operation, given).kind
    streams = (situations.STREAM, situations.CHAT_STREAM)
    if kind == MALFORMED and answer_format(source_format(record.operation)) not in streams:
        return set()
    return {row for row in marks_of(record, given) if kind != MALFORMED or row in situations.ANY_STANDING}


def _count(counts: dict[str, int], rows: Iterable[str]) -> None:
    for row in rows:
        counts[row] = counts.get(row, 0) + 1


def _matches(row: str, excuse: Excuse) -> bool:
    return any(fnmatchcase(row, pattern) for pattern in excuse.rows)


@cache
def _roots(record: CoverageRecord) -> Mapping[str, SchemaPlace]:
    source = source_of(record.operation)
    reader = PlaceReader(source.definitions, record.reads, record.unread, record.members)
    return {path: reader.place([schema], path) for path, schema in source.roots.items()}
