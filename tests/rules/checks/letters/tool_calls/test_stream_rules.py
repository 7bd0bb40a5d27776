from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from tests.rules.checks.letters.tool_calls.samples import (
    ADDED,
    ARGUMENTS,
    DELTA,
    HALF,
    STREAM,
    call,
    charged,
    failed,
    item,
    result,
    stream,
)


def test_what_the_response_holds_and_what_it_lacks_are_two_rules() -> None:
    assert charged(STREAM, stream(item()), result(call(), done=True)) == set()
    assert charged(STREAM, stream(item()), result(done=True)) == {"CALL-8"}
    assert charged(STREAM, stream(before=(ADDED, DELTA | {"delta": ARGUMENTS})), result(done=True)) == {"CALL-12"}
    reported = stream(item(), before=(ADDED, DELTA | {"delta": ARGUMENTS}))
    assert charged(STREAM, reported, result(call(arguments=None), done=True)) == {"CALL-12"}
    assert charged(STREAM, reported, result(call(), done=False)) == {"CALL-8"}
    assert charged(STREAM, stream(usage={"output_tokens": 1}), result(done=True)) == {"CALL-8", "CALL-17"}
    assert charged(STREAM, stream(usage={"output_tokens": 1}), result(done=True, usage={"tokens": 1})) == set()
    large, near = {"output_tokens": 2**53 + 1}, {"output_tokens": 2.0**53}
    assert "CALL-8" not in charged(STREAM, stream(usage=large), result(done=True, usage=near))


def test_mixed_deltas_are_a_rule_of_their_own() -> None:
    deltas = [(1, '{"a":'), (2, '{"b":'), (1, "1}"), (2, "2}")]
    added = [ADDED | {"output_index": n, "item": item(n, arguments="", status="in_progress")} for n in (1, 2)]
    pieces = [DELTA | {"item_id": f"fc_{n}", "output_index": n, "delta": delta} for n, delta in deltas]
    given = stream(before=(*added, *pieces))
    right = result(call(1, arguments={"a": 1}), call(2, arguments={"b": 2}), done=True)
    swapped = result(call(1, arguments={"b": 2}), call(2, arguments={"a": 1}), done=True)
    assert charged(STREAM, given, right) == set()
    assert charged(STREAM, given, swapped) == {"CALL-14"}
    assert charged(STREAM, given, result(call(1, arguments={}), call(2, arguments={}), done=True)) == {"CALL-12"}


@pytest.mark.parametrize(
    ("output", "rules"),
    [
        ({"content": "", "done": False}, set()),
        ({"content": ""}, set()),
        (result(call(arguments=None), done=False), set()),
        (result(done=True), {"CALL-10"}),
        (result(call(arguments={}), done=False), {"CALL-10"}),
        (result(call(arguments={"city": "Par"}), done=False), {"CALL-15"}),
        (failed(), {"CONV-1"}),
    ],
)
def test_half_a_call_is_no_call(output: Any, rules: set[str]) -> None:
    assert charged(STREAM, list(HALF), output) == rules


@pytest.mark.parametrize(
    ("content", "rules"),
    [
        *((content, set()) for content in ("Good day", "Good", "Good dayYes", "GoodYes", "Yes", "", "G")),
        *((content, {"CALL-18"}) for content in ("Goodday", "day", "Good  day", "YesGood day", "Good day [cut]")),
    ],
)
def test_of_a_stream_that_broke_off_the_text_is_what_came(content: str, rules: set[str]) -> None:
    said = [(0, "Good"), (0, " "), (0, "day"), (1, "Yes")]
    added = [ADDED | {"output_index": n, "item": {"type": "message", "id": f"msg_{n}"}} for n in (0, 1)]
    event = {"type": "response.output_text.delta", "content_index": 0}
    given = added + [event | {"item_id": f"msg_{n}", "output_index": n, "delta": delta} for n, delta in said]
    assert charged(STREAM, given, result(done=False, content=content)) == rules


@pytest.mark.parametrize("output", [None, [], "done"])
def test_what_is_no_result_has_no_end(output: Any) -> None:
    assert charged(STREAM, stream(item()), Outcome(output=output)) == {"CALL-8"}
