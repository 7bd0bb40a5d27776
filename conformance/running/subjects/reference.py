"""The reference converters as a subject."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from conformance import __version__, reference
from conformance.base.observation import Description
from conformance.running.subjects.base import Subject, SubjectConfig
from conformance.running.subjects.in_process import InProcessSubject

REFERENCE = "reference"  # its name


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceConfig(SubjectConfig):
    """The built-in reference. operations: the operations that it offers, as far as it implements them."""

    operations: tuple[str, ...]

    @property
    def has_copies(self) -> bool:
        """Whether each opening starts a subject of its own."""
        return True

    def open(self) -> Subject:
        """Return the reference, which runs inside this process."""
        functions = ReferenceFunctions(self.operations)
        return InProcessSubject(
            functions,
            Description(
                name=REFERENCE,
                version=__version__,
                language=f"python {sys.version_info[0]}.{sys.version_info[1]}",
                adapter=REFERENCE,
                operations=tuple(functions),
                choices={},
                exact_numbers=True,
            ),
        )


class ReferenceFunctions(Mapping[str, Any]):
    """The reference converters of some operations, each imported when it is called for the first time."""

    def __init__(self, operations: Iterable[str]) -> None:
        self._names = {
            operation: name for operation in operations if (name := operation.replace("-", "_")) in reference.__all__
        }

    def __getitem__(self, operation: str) -> Any:
        return getattr(reference, self._names[operation])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
