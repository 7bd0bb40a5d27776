from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.letters.tool_calls.samples import (
    ARGUMENTS,
    OUTPUT,
    STREAM,
    UNFINISHED,
    call,
    charged,
    item,
    response,
    result,
    stream,
)


@pytest.mark.parametrize("beside", [UNFINISHED, {"type": "function_call", "arguments": ARGUMENTS}])
def test_a_call_under_another_id_is_that_call(beside: Any) -> None:
    # Not the one beside it, which need not arrive.
    assert charged(OUTPUT, response(item(id="a"), beside), result(call(id="a"))) == {"CALL-2"}
    assert charged(STREAM, stream(beside, item(id="a")), result(call(id="a"), done=True)) == {"CALL-2"}


def test_a_call_that_is_twice_is_not_another_one() -> None:
    # The one before may arrive or not: nothing says that it is complete.
    before = {"type": "response.output_item.done", "item": {"type": "function_call", "id": "fc_2", "name": "look"}}
    whole = item(arguments=None)
    twice = result(call(arguments={}), call(arguments={}), done=True)
    assert charged(STREAM, stream(whole, before=(before,)), twice) == {"CALL-11"}


def test_a_call_that_came_under_two_other_ids_is_not_lost() -> None:
    found = charged(OUTPUT, response(item()), result(call(id="a"), call(id="b")))
    assert found == {"CALL-1", "CALL-2"}
