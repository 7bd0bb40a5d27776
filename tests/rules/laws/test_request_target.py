"""What a target takes is asked with the smallest request that has it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conformance.formats.model.request import AnswerFormat, Request
from conformance.rules.laws.request_target import RequestTarget
from tests.rules.laws.request_samples import PICTURE, TOOL_F, call, setting


@pytest.mark.parametrize(
    ("ask", "speakers"),
    [
        (lambda target: target.takes_blanks, ["user"]),
        (lambda target: target.takes_media(PICTURE), ["user"]),
        (lambda target: target.takes_last("{"), ["user", "assistant"]),
        (lambda target: target.takes_call(call("a")), ["user", "assistant", "tool"]),
        (lambda target: target.takes_split_turns, ["user", "assistant", "assistant", "tool"]),
        (lambda target: target.takes_setting("seed", 1, "m"), ["user"]),
        (lambda target: target.takes_tool(TOOL_F), ["user"]),
        (lambda target: target.takes_format(AnswerFormat(kind="schema")), ["user"]),
    ],
)
def test_a_question_is_a_request_with_no_more_than_is_asked_about(
    ask: Callable[[RequestTarget], bool], speakers: list[str]
) -> None:
    asked: list[Request] = []

    def takes(request: Request) -> bool:
        asked.append(request)
        return False

    assert ask(RequestTarget(takes=takes)) is False
    assert [[turn.speaker for turn in element.conversation.turns] for element in asked] == [speakers]
    assert ask(RequestTarget()) is True


def test_a_setting_is_asked_about_for_the_model_of_the_request() -> None:
    def takes(request: Request) -> bool:
        return [(other_setting.name, other_setting.value) for other_setting in request.settings] == [
            ("model", "m"),
            ("seed", 1),
        ]

    assert RequestTarget(takes=takes).takes_setting("seed", 1, "m")
    assert not RequestTarget(takes=takes).takes_settings(setting("seed", 1))
