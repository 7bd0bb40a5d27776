"""A parsed result: the text of an answer, its calls with decoded arguments, and how it ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.model.conversation import FUNCTION

CONTENT: Final = "content"
CALLS: Final = "tool_calls"
FINISH: Final = "finish_reason"
ASKS: Final = "tool_calls"  # the finish_reason of an answer that has calls


def read_calls(result: JSON) -> list[dict[str, Any]] | None:
    """Return the calls of a result, none where it has null or no such member; None of what is no result."""
    held = result.get(CALLS) if isinstance(result, dict) else None
    calls = [] if isinstance(result, dict) and held is None else held
    return calls if isinstance(calls, list) and all(isinstance(call, dict) for call in calls) else None


def beside_calls(result: dict[str, JSON], *others: str) -> dict[str, JSON]:
    """Return the members of a result but its text, its calls, and others."""
    return {key: value for key, value in result.items() if key not in (CONTENT, CALLS, *others)}


def with_calls(result: dict[str, JSON], change: Callable[[JSON], JSON]) -> dict[str, JSON]:
    """Return the result with each of its calls changed."""
    calls = [change(call) for call in result.get(CALLS) or ()]
    return result | ({CALLS: calls} if calls else {})


def calls_at(*path: str | int) -> tuple[str | int, ...]:
    """Return the path of the calls of a result, or of something in them."""
    return (CALLS, *path)


def write_result(*, content: str, calls: list[JSON], finish: JSON) -> dict[str, JSON]:
    """Write a result. finish: the reason where no call was parsed."""
    return {CONTENT: content, CALLS: calls, FINISH: ASKS if calls else finish}


def write_call(*, id_: JSON, name: JSON, arguments: JSON, raw: JSON, as_text: bool) -> JSON:
    """Write a call. as_text: it keeps the text of its arguments alone. Malformed arguments are None."""
    call = {"id": id_, "type": FUNCTION, "name": name, "arguments": arguments, "index": None}
    if arguments is None or as_text:
        call["arguments_raw"] = raw
    return {key: value for key, value in call.items() if key != "arguments" or not as_text}
