"""The calls among items as they are written, for who makes or changes one in place; they need not be whole."""

from __future__ import annotations

from typing import Final

from conformance.base.values import JSON
from conformance.formats.responses.read import CALLS, FUNCTION_CALL, FUNCTION_RESULT, RESULTS

Object = dict[str, JSON]
_RESULT_OF: Final = {kind: result for result, kind in RESULTS.items()}
_CALL_OF: Final = {kind: call for call, (kind, _held) in CALLS.items()}


def call_item(**members: JSON) -> Object:
    """Return an item that calls a function."""
    return {"type": FUNCTION_CALL, **members}


def result_item(**members: JSON) -> Object:
    """Return an item with the result of a function."""
    return {"type": FUNCTION_RESULT, **members}


def is_function_call(item: JSON) -> bool:
    """Whether an item calls a function."""
    return isinstance(item, dict) and item.get("type") == FUNCTION_CALL


def is_function_result(item: JSON) -> bool:
    """Whether an item has the result of a function."""
    return isinstance(item, dict) and item.get("type") == FUNCTION_RESULT


def result_type(kind: str | None) -> str | None:
    """Return the type of the item with the result of a call. kind: the type of the call; None for another type."""
    return _RESULT_OF[CALLS[kind][0]] if kind in CALLS else None


def call_type(kind: str | None) -> str | None:
    """Return the type of the call that an item has the result of. kind: the type of the item; None for another type."""
    return _CALL_OF[RESULTS[kind]] if kind in RESULTS else None


def payload_member(kind: str) -> str | None:
    """Return the member of a call that the model writes. kind: the type of the call; None for another type."""
    return CALLS[kind][1] if kind in CALLS else None
