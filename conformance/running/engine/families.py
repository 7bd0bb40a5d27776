"""Operations that share code in a converter: what is wrong with one is wrong with the others for one cause."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from conformance.formats.operations import declared

_OF_ALL_PAIRS: Final = ("by_laws.answers", "by_laws.requests")  # the checks that all pairs of APIs share


def family(operation: str) -> Hashable:
    """Return what operations have in common that share code in a converter.

    Those of MCP's tools do, whatever they make of them; those of answers or requests do between the same two APIs.
    """
    one = declared(operation)
    if one is None:
        return operation
    checks = one.checks.replace(".flat_", ".")
    return (checks, _api(one.source), _api(one.target)) if checks in _OF_ALL_PAIRS else checks


def _api(format_: str) -> str:
    """Return the API of a format, such as that of `chat-request` and `chat-stream`."""
    return format_.partition("-")[0]
