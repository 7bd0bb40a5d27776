"""The order of what the model says and calls, where a target has entries of their own for both."""

from __future__ import annotations

import pytest

from conformance.formats.model.conversation import MODEL, TOOL, USER, Text
from conformance.rules.laws import request_order as laws
from tests.rules.laws.request_samples import breaches, call, compared, request, result, says

Q, LOOK, WAIT = Text(value="q"), Text(value="Let me look."), Text(value="One moment.")
GIVEN = request(says(0, USER, Q), says(1, MODEL, LOOK, call("a"), WAIT), says(2, USER, result("a", "r")))
KEPT = (says(1, MODEL, LOOK), says(2, MODEL, call("a")), says(3, MODEL, WAIT))
BEFORE = (says(1, MODEL, LOOK), says(2, MODEL, WAIT), says(3, MODEL, call("a")))
BEHIND = (says(1, MODEL, call("a")), says(2, MODEL, LOOK), says(3, MODEL, WAIT))


@pytest.mark.parametrize(
    ("said", "in_items", "kinds"),
    [(KEPT, True, []), (BEFORE, True, ["text-moved"]), (BEHIND, True, ["text-moved"]), (BEFORE, False, [])],
)
def test_a_text_stays_before_or_behind_a_call(said: tuple[object, ...], in_items: bool, kinds: list[str]) -> None:
    made = request(says(0, USER, Q), *said, says(4, TOOL, result("a", "r")))  # type: ignore[arg-type]
    assert breaches(laws.kept_order, compared(GIVEN, made, in_items=in_items)) == kinds


def test_what_a_user_says_stays_before_a_call() -> None:
    said = [says(0, USER, Q), says(1, MODEL, call("a")), says(2, TOOL, result("a", "r"))]
    given = request(*said)
    assert breaches(laws.users, compared(given, request(*said))) == []
    moved = request(says(0, MODEL, call("a")), says(1, TOOL, result("a", "r")), says(2, USER, Q))
    assert breaches(laws.users, compared(given, moved)) == ["text-moved"]
