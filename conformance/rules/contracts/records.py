"""Data beside the contracts: the sections of each document, and bugs that were reported against converters.

Only the commands that show them read them: nothing here changes a verdict.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from conformance.base.errors import UsageError
from conformance.base.files import specs_folder
from conformance.base.values import JSON
from conformance.formats.operations import operations, source_format
from conformance.rules.contracts.files import attributed, read_schema, read_text


class DocumentSection(NamedTuple):
    """A section of a document, as rules name it.

    heading: the document's own heading. states: whether it requires anything. excluded: why no rule covers it.
    """

    name: str
    heading: str
    states: bool = True
    excluded: str | None = None

    def covered_by(self, named: str) -> bool:
        """Whether what a rule names is this section or a part of it."""
        return named == self.name or named.startswith(f"{self.name}:")


class Caught(NamedTuple):
    """The case that shows a reported bug, and the rule that convicts a converter that has it."""

    operation: str
    rule: str
    case: str


class Report(NamedTuple):
    """A bug that was reported of a converter: caught by a case, or excluded for a reason."""

    link: str
    what: str
    caught: Caught | None = None
    excluded: str | None = None


class ReportedKind(NamedTuple):
    """The reports on one kind of converter."""

    kind: str
    title: str
    reports: tuple[Report, ...]


class Excuse(NamedTuple):
    """Rows of a coverage table that need no input, by patterns, and why."""

    rows: tuple[str, ...]
    reason: str


class CoverageRecord(NamedTuple):
    """Which places of its source format an operation reads.

    reads: the variants whose members have rows; None for all. unread: members of which only presence has rows. members:
    by patterns of paths, the members that have rows there; elsewhere all have. is_own: whether a file of the operation
    says so, so that an excuse that excuses nothing is a mistake in it.
    """

    operation: str
    reads: frozenset[str] | None
    unread: frozenset[str]
    members: tuple[tuple[str, tuple[str, ...]], ...]
    excused: tuple[Excuse, ...]
    is_own: bool = True


def load_coverage() -> Mapping[str, CoverageRecord]:
    """Return what each operation reads, by its name. Raises as load_specifications does.

    An operation without a record reads what the first one from the same format does.
    """
    own = {data["operation"]: _coverage(data) for data in _records("coverage", "operation")}
    of_source = {source_format(name): record for name, record in reversed(own.items())}
    others = {
        name: of_source[operation.source]._replace(operation=name, is_own=False)
        for name, operation in operations().items()
        if name not in own and operation.source in of_source
    }
    return dict(sorted({**own, **others}.items()))


def load_sections() -> Mapping[str, tuple[DocumentSection, ...]]:
    """Return the sections of each document by its key. Raises as load_specifications does."""
    return {
        document["document"]: tuple(_section(entry) for entry in document["sections"])
        for document in _records("sections", "document")
    }


def load_reported() -> tuple[ReportedKind, ...]:
    """Return the reported bugs by kind. Raises as load_specifications does."""
    return tuple(
        ReportedKind(document["kind"], document["title"], tuple(_report(entry) for entry in document["reports"]))
        for document in _records("reported", "kind")
    )


def _coverage(data: JSON) -> CoverageRecord:
    return CoverageRecord(
        operation=data["operation"],
        reads=frozenset(data["reads"]) if "reads" in data else None,
        unread=frozenset(data.get("unread", ())),
        members=tuple((path, tuple(names)) for path, names in data.get("members", {}).items()),
        excused=tuple(Excuse(tuple(entry["rows"]), entry["reason"]) for entry in data.get("excused", ())),
    )


def _section(data: JSON) -> DocumentSection:
    name = data["section"]
    return DocumentSection(name, data.get("heading", name), "states" not in data, data.get("excluded"))


def _report(data: JSON) -> Report:
    caught = data.get("caught")
    return Report(data["link"], data["what"], Caught(**caught) if caught else None, data.get("excluded"))


def _records(folder: str, key: str) -> list[JSON]:
    """Return the data of each file in a folder of specs/, validated by the folder's schema; `key` names the file."""
    try:
        return list(_read(folder, key))
    except UsageError as error:
        raise attributed(error) from None


def _read(folder: str, key: str) -> Iterator[JSON]:
    try:
        names = sorted(os.listdir(os.path.join(specs_folder(), folder)))
    except FileNotFoundError:
        return
    # Imported here: most starts read no record.
    from conformance.rules.contracts.shape import check_shape
    from conformance.rules.contracts.yaml_core import read_yaml

    schema = f"{folder}.schema.json"
    schemas = {schema: read_schema(schema)}
    for name in names:
        if not name.endswith(".yaml"):
            continue
        path = f"{folder}/{name}"
        data = read_yaml(read_text(path), path)
        check_shape(data, path, schemas)
        if f"{data[key]}.yaml" != name:
            raise UsageError(f"{path}: {key} is {data[key]!r}.", f"In this file it is {name.removesuffix('.yaml')!r}.")
        yield data
