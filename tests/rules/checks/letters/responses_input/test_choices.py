"""Which answers to the choices an observation shows."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.responses_input.samples import (
    PROBE,
    RESULTS,
    SYSTEM,
    USE,
    assistant,
    call,
    calling,
    charged,
    input_part,
    output,
    result,
    said,
    user,
)
from tests.suite.selftest.banks.responses_input import MESSAGES


def test_while_a_choice_is_unknown_each_answer_is_fine_and_two_are_not() -> None:
    given = [calling("a", "b"), result("a"), result("b")]
    calls = [call("a"), call("b")]
    as_parts = [user({"type": "tool_result", "tool_use_id": i, "content": "ok"}) for i in "ab"]
    as_texts = [user(f"Tool result for {i}: ok") for i in "ab"]
    assert charged(given, [*calls, output("a"), output("b")], {}) == set()
    assert charged(given, [*calls, *as_parts], {}) == set()
    assert charged(given, [assistant("Called function: look, Called function: look"), *as_texts], {}) == set()
    assert "MSG-4" in charged(given, [*calls, output("a"), as_texts[1]], {})


@pytest.mark.parametrize(
    ("choice", "given", "outcome", "answer"),
    [
        ("tool-turns", PROBE, [call("a"), call("b"), output("a"), output("b")], "items"),
        ("tool-turns", PROBE, [user("Tool result for a: ok"), user("Tool result for b: ok")], "text"),
        ("tool-turns", PROBE, [output("a"), user("Tool result for b: ok")], None),
        ("tool-turns", PROBE, PROBE, None),
        ("tool-turns", PROBE, Outcome(refusal=Refusal("no")), None),
        ("tool-turns", PROBE, [user(RESULTS[0]), user(RESULTS[1])], "parts"),
        ("group-tool-results", PROBE, [user(RESULTS[0]), user(RESULTS[1])], "separate"),
        ("group-tool-results", PROBE, [user(*RESULTS)], "grouped"),
        ("group-tool-results", PROBE, [output("a"), output("b")], None),
        ("inline-tools", [said([USE], "assistant")], [call("a")], "items"),
        ("inline-tools", [said([USE], "assistant")], [assistant(USE)], "parts"),
        ("system-placement", SYSTEM, {"input": [user("U")], "instructions": "S"}, "instructions"),
        ("system-placement", SYSTEM, [{"role": "system", "content": [input_part("S")]}, user("U")], "input"),
        ("system-placement", SYSTEM, [user("U")], None),
        ("system-placement", SYSTEM, [user("S"), user("U")], None),
    ],
)  # fmt: skip
def test_answers_are_read(choice: str, given: Any, outcome: Any, answer: str | None) -> None:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome)
    assert (
        family(MESSAGES).readers[choice](view_of(Trial(operation=MESSAGES, input=given, outcome=outcome, choices={})))
        == answer
    )
