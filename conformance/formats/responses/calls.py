"""The calls among items as they are written, for who makes or changes one in place; they need not be whole."""

from __future__ import annotations

from typing import Final

from conformance.base.values import JSON
from conformance.formats.responses.read import CALLS, FUNCTION_CALL, FUNCTION_RESULT, RESULTS

Object = dict[str, JSON]
_RESULT_OF: Final = {kind: result for result, kind in RESULTS.items()}
RESULT_TYPES: Final = {call: _RESULT_OF[kind] for call, (kind, _held) in CALLS.items()}  # by the type of the call


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
