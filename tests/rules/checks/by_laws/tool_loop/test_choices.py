from typing import Any

import pytest

from conformance.rules.checks.by_laws.tool_loop.choices import read_tool_turns
from conformance.rules.checks.by_laws.tool_loop.view import ToolLoop
from conformance.rules.checks.registry import view_of
from tests.rules.checks.by_laws.tool_loop.samples import DONE, ONE, body, call, result, trial

PART = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "pong"}]}


@pytest.mark.parametrize(("items", "answer"), [((call(1), result(1)), "items"), ((call(1), PART), "parts"), ((), None)])
def test_the_form_of_a_result_is_the_answer_to_tool_turns(items: Any, answer: str | None) -> None:
    view = view_of(trial(ONE, DONE, (body(), body(*items)), {}))
    assert isinstance(view, ToolLoop)
    assert read_tool_turns(view) == answer
