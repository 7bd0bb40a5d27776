"""What the host of a model wants back as it said it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from conformance.formats.anthropic.read import read_answer
from conformance.formats.model.talk import FlatConversation
from conformance.formats.requests import read_conversation
from conformance.rules.laws.given_back import STEPS, THOUGHTS, Says, kept_facts, paused
from conformance.rules.laws.law import Breach

THOUGHT: Any = {"type": "thinking", "thinking": "First a.", "signature": "c2lnbmVk"}
HIDDEN: Any = {"type": "redacted_thinking", "data": "aGlkZGVu"}
SAID: Any = {"type": "text", "text": "I look."}
SEARCH: Any = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "owls"}}
RESULT: Any = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "pong"}]}


def call(number: int) -> Any:
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "ping", "input": {}}


def says(*blocks: Any) -> Says:
    return read_answer({"content": list(blocks)}).candidates[0].turns[0].says


def came(*messages: Any) -> FlatConversation:
    talk = read_conversation("anthropic", {"messages": [{"role": "user", "content": "Ping?"}, *messages]}).talk
    assert talk is not None
    return talk


def thoughts(answers: Sequence[Says], came: FlatConversation) -> list[Breach]:
    return list(kept_facts(answers, came, THOUGHTS))


def model(*blocks: Any) -> Any:
    return {"role": "assistant", "content": list(blocks)}


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        ((THOUGHT, SAID, call(1)), []),
        ((THOUGHT, call(1)), []),  # that the text is lost is another rule's
        (({**THOUGHT, "cache_control": None}, SAID, call(1)), []),
        ((SAID, call(1)), ["thoughts-lost"]),
        (({**THOUGHT, "thinking": "First"}, SAID, call(1)), ["thoughts-changed", "thoughts-lost"]),
        (({**THOUGHT, "signature": "b3RoZXI="}, SAID, call(1)), ["thoughts-changed", "thoughts-lost"]),
        ((SAID, THOUGHT, call(1)), ["thoughts-moved"]),
        ((SAID, call(1), THOUGHT), ["thoughts-moved"]),
        ((THOUGHT, HIDDEN, SAID, call(1)), ["thoughts-changed"]),
    ],
)
def test_thoughts_go_back_as_they_were_in_their_place(answer: tuple[Any, ...], kinds: list[str]) -> None:
    found = thoughts([says(THOUGHT, SAID, call(1))], came(model(*answer), RESULT))
    assert [finding.kind for finding in found] == kinds


def test_thoughts_of_earlier_answers_may_be_left_out_and_not_changed() -> None:
    answers = [says(THOUGHT, call(1)), says(HIDDEN, call(2))]
    later = model(HIDDEN, call(2))
    assert list(thoughts(answers, came(model(call(1)), RESULT, later))) == []
    assert list(thoughts(answers, came(model(THOUGHT, call(1)), RESULT, later))) == []
    changed = list(thoughts(answers, came(model({**THOUGHT, "thinking": "No."}, call(1)), RESULT, later)))
    assert [change.kind for change in changed] == ["thoughts-changed"]


def test_thoughts_between_calls_stay_between_them() -> None:
    answer = (THOUGHT, call(1), HIDDEN, call(2))
    assert list(thoughts([says(*answer)], came(model(*answer)))) == []
    moved = list(thoughts([says(*answer)], came(model(THOUGHT, HIDDEN, call(1), call(2)))))
    assert [element.kind for element in moved] == ["thoughts-moved"]


WORDLESS: Any = {"type": "thinking", "thinking": "", "signature": "d29yZGxlc3M="}


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        ((THOUGHT, WORDLESS, HIDDEN, call(1)), []),
        ((THOUGHT, HIDDEN, call(1)), ["thoughts-lost"]),
        ((THOUGHT, HIDDEN, WORDLESS, call(1)), ["thoughts-moved"] * 2),
        ((THOUGHT, THOUGHT, WORDLESS, HIDDEN, call(1)), ["thoughts-repeated"]),
        (({**WORDLESS, "thinking": "First a."}, HIDDEN, call(1)), ["thoughts-changed", *["thoughts-lost"] * 2]),
    ],
)
def test_thoughts_behind_each_other_keep_their_order_and_number(answer: tuple[Any, ...], kinds: list[str]) -> None:
    found = thoughts([says(THOUGHT, WORDLESS, HIDDEN, call(1))], came(model(*answer), RESULT))
    assert [finding.kind for finding in found] == kinds


def test_an_equal_thought_of_an_earlier_answer_is_another_one() -> None:
    answers = [says(HIDDEN, call(1)), says(SAID, HIDDEN, call(2))]
    messages = [model(HIDDEN, call(1)), RESULT, model(SAID, HIDDEN, call(2))]
    assert list(thoughts(answers, came(*messages))) == []
    assert list(thoughts(answers, came(model(call(1)), *messages[1:]))) == []
    moved = thoughts(answers, came(*messages[:2], model(HIDDEN, SAID, call(2))))
    assert [element.kind for element in moved] == ["thoughts-moved"]


def test_thoughts_without_a_seal_are_nobodys_matter() -> None:
    plain = {"type": "thinking", "thinking": "Hm."}
    assert list(thoughts([says(plain, call(1))], came(model(call(1)), RESULT))) == []


@pytest.mark.parametrize(
    ("messages", "is_given_back"),
    [
        ((model(SAID, SEARCH),), True),
        ((model(SAID), model({**SEARCH, "cache_control": {"type": "ephemeral"}})), True),
        ((model(SAID, SEARCH), {"role": "user", "content": "Go on."}), True),  # who says that is another rule's
        ((model(SAID),), False),
        ((model(SAID, {**SEARCH, "input": {}}),), False),
        ((model(SEARCH, SAID),), False),
        ((), False),
    ],
)
def test_a_paused_answer_goes_back_as_it_was(messages: tuple[Any, ...], is_given_back: bool) -> None:
    found = [element.kind for element in paused(says(SAID, SEARCH), came(*messages))]
    assert found == ([] if is_given_back else ["pause-changed"])


FOUND: Any = {
    "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1",
    "content": [{"type": "web_search_result", "url": "https://example.org/", "title": "A", "encrypted_content": "Eq"}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        ((SAID, SEARCH, FOUND, call(1)), []),
        ((SEARCH, FOUND, call(1)), []),  # that the text is lost is another rule's
        ((SAID, SEARCH, {**FOUND, "cache_control": None}, call(1)), []),
        ((SAID, call(1)), ["steps-lost", "steps-lost"]),
        ((SAID, SEARCH, call(1)), ["steps-lost"]),
        ((SAID, SEARCH, {**FOUND, "content": []}, call(1)), ["steps-changed", "steps-lost"]),
        ((SEARCH, FOUND, SAID, call(1)), ["steps-moved", "steps-moved"]),
        ((SAID, FOUND, SEARCH, call(1)), ["steps-moved", "steps-moved"]),
        ((SAID, SEARCH, FOUND, SEARCH, FOUND, call(1)), ["steps-repeated", "steps-repeated"]),
    ],
)
def test_steps_of_the_host_go_back_as_they_were_in_their_place(answer: tuple[Any, ...], kinds: list[str]) -> None:
    found = kept_facts([says(SAID, SEARCH, FOUND, call(1))], came(model(*answer), RESULT), STEPS)
    assert [finding.kind for finding in found] == kinds


def test_steps_of_earlier_answers_may_be_left_out() -> None:
    answers = [says(SEARCH, FOUND, call(1)), says(call(2))]
    assert list(kept_facts(answers, came(model(call(1)), RESULT, model(call(2))), STEPS)) == []
