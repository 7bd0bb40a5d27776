"""Defects come in the order of harm, by what a rule is about and how it fails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.rules.checks.findings import Failure
from conformance.running.engine.harm import Harm
from tests.running.engine.test_defects import failing, of

REQUEST, ANSWER = "chat-request-to-anthropic-request", "chat-response-to-responses-response"


@pytest.mark.parametrize(
    ("subject", "kind", "at", "about", "harm"),
    [
        ("calls", "call-lost", "/input/messages/1", "", Harm.CONTENT),
        ("added", "said-added", "/output/messages/1", "", Harm.CONTENT),
        ("reported", "silent", "/input/messages/1/content/0", "image", Harm.CONTENT),
        ("thinking", "thought-aloud", "/output/messages/1", "", Harm.CONTENT),
        ("none", "refused", "/input", "", Harm.FAILS),
        ("valid", "refused: role", "/output/messages/1/role", "", Harm.FAILS),
        ("settings", "setting-changed", "/output/stop", "", Harm.WRONG_MEMBER),
        ("added", "setting-added", "/output/temperature", "", Harm.WRONG_MEMBER),
        ("settings", "setting-lost", "/input/stop", "", Harm.LOST_MEMBER),
        ("reported", "silent", "/input/top_k", "", Harm.LOST_MEMBER),
        ("thinking", "silent", "/input/messages/1/content/0", "", Harm.LOST_MEMBER),
        ("none", "input-changed", "/input/messages", "", Harm.CONTENT),
        ("none", "again-differs", "/output", "", Harm.FORM),
    ],
)
def test_what_a_rule_is_about_and_how_it_fails_say_how_much_harm_is_done(
    subject: str, kind: str, at: str, about: str, harm: Harm
) -> None:
    entry = failing("A-1", Failure(kind, at, "it is wrong", about=about), operation=REQUEST)
    entry.rule = replace(entry.rule, subject=subject)
    assert [element.harm for element in of(entry)] == [harm]


def test_a_member_that_an_answer_lacks_is_a_matter_of_form() -> None:
    missing = Failure("refused: schema", "/output/created_at", "it is missing", about="missing")
    assert [element.harm for element in of(failing("API-1", missing, operation=ANSWER))] == [Harm.FORM]


def test_the_worst_comes_first_whatever_shows_on_more_inputs() -> None:
    lost = failing("A-1", Failure("setting-lost", "/input/stop", "it is lost"), operation=REQUEST, inputs=(1, 2, 3))
    call = failing("A-2", Failure("call-lost", "/input/messages/1", "it is lost"), operation=REQUEST, inputs=(4,))
    lost.rule, call.rule = replace(lost.rule, subject="settings"), replace(call.rule, subject="calls")
    assert [element.rules[0].rule for element in of(lost, call)] == ["A-2", "A-1"]
