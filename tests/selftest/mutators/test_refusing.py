"""Defects of a format in which a refusal is an end: each changes an answer of a source that refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.suite.selftest.mutators.model import Formats, Mutator
from tests.suite.selftest.mutators.refusing import MUTATORS

FORMATS = Formats(source="chat-response", target="anthropic-response")


def given(**said: Any) -> Any:
    message = {"role": "assistant", "content": None, "refusal": None, **said}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


def made(*texts: str, stop_reason: str = "refusal") -> Any:
    content = [{"type": "text", "text": text} for text in texts]
    return {"type": "message", "role": "assistant", "content": content, "stop_reason": stop_reason}


CALLED = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CALL = {"type": "tool_use", "id": "call_1", "name": "f", "input": {}}
CASES = [
    (given(tool_calls=[CALLED]), made() | {"content": [CALL]}),
    (given(refusal="No."), made("No.")),
    (given(refusal="No.", content="First, "), made("First, ", "No.")),
    (given(content="Hi."), made("Hi.", stop_reason="end_turn")),
]


@pytest.mark.parametrize("mutator", MUTATORS, ids=lambda mutator: mutator.name)
def test_each_changes_one_of_the_answers_and_no_other(mutator: Mutator) -> None:
    changed = [mutator.change(FORMATS)(source, answer) != answer for source, answer in CASES]
    assert changed.count(True) == 1
