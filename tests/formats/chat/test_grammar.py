"""The grammar of chunks: one head, one role, calls that open once, one end."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.chat.grammar import disorder_of

HEAD = {"id": "c_1", "created": 1, "model": "m"}


def chunk(finish: str | None = None, index: int = 0, **delta: Any) -> dict[str, Any]:
    return {**HEAD, "choices": [{"index": index, "delta": delta, "finish_reason": finish}]}


def call(index: int, **more: Any) -> dict[str, Any]:
    return {"index": index, "id": f"call_{index}", "type": "function", "function": {"name": "f"}} | more


def kinds(*chunks: Any) -> list[str]:
    return [element.kind for element in disorder_of(list(chunks))[1]]


FIRST, LAST = chunk(role="assistant", content="Hi"), chunk("stop")


def test_a_stream_in_order_is_looked_at_for_what_it_has() -> None:
    assert disorder_of([FIRST, LAST]) == (("head", "role", "end"), ())
    assert disorder_of([chunk(role="assistant", tool_calls=[call(0)]), LAST])[0] == ("head", "role", "call", "end")
    assert disorder_of([])[0] == ("head", "end")


def test_what_is_no_list_has_no_other_disorder() -> None:
    assert [element.kind for element in disorder_of({"choices": []})[1]] == ["list/no-list"]


@pytest.mark.parametrize(
    ("chunks", "found"),
    [
        ((FIRST, {**LAST, "id": "c_2"}), "head/id"),
        ((FIRST, chunk("stop", index=1)), "head/index"),
        ((chunk(content="Hi"), LAST), "role"),
        ((FIRST, chunk("stop", role="user")), "role"),
        ((FIRST,), "end/ends"),
        ((FIRST, LAST, LAST), "end/ends"),
        ((FIRST, LAST, chunk(content="!")), "end/behind-the-end"),
    ],
)
def test_what_breaks_the_order_of_chunks_is_found(chunks: Any, found: str) -> None:
    assert kinds(*chunks) == [found]


@pytest.mark.parametrize(
    ("pieces", "found"),
    [
        (({"index": 0, "function": {"arguments": "{}"}},), []),
        ((call(1),), []),
        (({"index": 0, "id": ""},), []),
        ((call(0),), ["call/again"]),
        ((call(2),), ["call/index"]),
        ((call(1, id=None),), ["call/opening"]),
        ((call(1, type=None),), ["call/type"]),
    ],
)
def test_a_call_opens_once_in_its_place(pieces: Any, found: list[str]) -> None:
    assert kinds(chunk(role="assistant", tool_calls=[call(0)]), chunk(tool_calls=list(pieces)), LAST) == found
