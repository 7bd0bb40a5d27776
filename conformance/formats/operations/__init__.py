"""The operations, each declared in a module of its own: its formats, and where its checks and inputs are.

What is known of inputs is looked up by the source. A table that lists operations by name holds what is
known of this one operation alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TypeVar

from conformance.formats.operations.model import ITSELF, Operation

__all__ = [
    "ITSELF",
    "Operation",
    "between",
    "declared",
    "is_scripted",
    "of_source",
    "operations",
    "operations_from",
    "operations_with",
    "source_format",
]

_Entry = TypeVar("_Entry")


@cache
def operations() -> Mapping[str, Operation]:
    """Return all operations by name, sorted."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    own: list[Operation] = [module.OPERATION for module in modules if hasattr(module, "OPERATION")]
    return MappingProxyType(
        {operation.name: operation for operation in sorted(own, key=lambda operation: operation.name)}
    )


def declared(name: str) -> Operation | None:
    """Return an operation; None for one that is not declared."""
    return operations().get(name)


def is_scripted(name: str) -> bool:
    """Whether the subject of an operation talks to an API."""
    operation = declared(name)
    return operation is not None and operation.scripted


def operations_with(wanted: Callable[[Operation], bool]) -> tuple[str, ...]:
    """Return the names of the operations of which something holds."""
    return tuple(name for name, operation in operations().items() if wanted(operation))


def operations_from(*sources: str) -> tuple[str, ...]:
    """Return the names of the operations whose inputs have one of some formats."""
    return operations_with(lambda operation: operation.source in sources)


def between(source: str, target: str) -> str:
    """Return the name of the operation that converts one format to another. Raises KeyError for none."""
    for name, operation in operations().items():
        if (operation.source, operation.target) == (source, target):
            return name
    raise KeyError(f"{source} to {target}")


def source_format(name: str) -> str:
    """Return the format of an operation's inputs; an empty text for one that is not declared."""
    operation = declared(name)
    return "" if operation is None else operation.source


def of_source(table: Mapping[str, _Entry], name: str) -> _Entry | None:
    """Return what a table by source format has for an operation; None where it has nothing."""
    return table.get(source_format(name))
