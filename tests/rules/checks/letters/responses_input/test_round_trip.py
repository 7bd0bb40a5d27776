"""The way to items and back."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome
from tests.rules.checks.letters.responses_input.samples import (
    AS_PARTS,
    assistant,
    call,
    calling,
    judged,
    output,
    result,
    said,
    user,
)


def test_the_way_back_is_judged_where_the_conversation_is_plain() -> None:
    given = [said("S", "system"), said("Go"), calling("a", content="I look."), result("a"), said("There.", "assistant")]
    there = {
        "input": [user("Go"), assistant("I look."), call("a"), output("a"), assistant("There.")],
        "instructions": "S",
    }

    def back(*messages: Any) -> Any:
        return judged(given, there, chained=Outcome(output=list(messages))).get("LAW-2")

    assert back(*given) == ()
    split = [said("I look.", "assistant"), calling("a", content="")]
    assert back(said([{"type": "text", "text": "S"}], "developer"), given[1], *split, *given[3:]) == ()
    assert [failure.kind for failure in back(*given[:-1])] == ["came-back-less"]
    assert [failure.kind for failure in back(*given[:2], calling("a"), *given[3:])] == ["came-back-changed"]
    assert "LAW-2" not in judged([*given, said("x", name="alice")], there, chained=Outcome(output=[]))
    assert "LAW-2" not in judged(given, there, AS_PARTS, chained=Outcome(output=[]))


def test_blank_system_texts_come_back_in_any_joint() -> None:
    given = [said("S", "system"), said(" ", "system"), said("Go")]
    there = {"input": [user("Go")], "instructions": "S\n\n "}
    back = Outcome(output=[said("S\n\n ", "system"), said("Go")])
    assert judged(given, there, chained=back)["LAW-2"] == ()
