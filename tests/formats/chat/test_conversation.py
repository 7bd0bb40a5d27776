"""What messages owe, what is optional, and what is broken."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.chat import conversation as known
from conformance.formats.chat.conversation import read_conversation
from conformance.formats.chat.namespaces import is_cut
from conformance.formats.facts import TEXT
from tests.rules.checks.letters.responses_input.samples import calling, result, said


@pytest.mark.parametrize(
    ("message", "what"),
    [
        (None, known.NO_MESSAGE),
        ({"role": "user"}, known.NO_CONTENT),
        (said([]), known.NO_CONTENT),
        (said([{"type": "text"}]), known.NO_PART),
        (said([{"type": "refusal", "refusal": "no"}]), known.ODD_PLACE),
        ({"role": "assistant", "tool_calls": [{"id": "a"}]}, known.NO_CALL),
        ({"role": "assistant", "tool_calls": [{"id": "a", "function": {"arguments": "{}"}}]}, known.NAMELESS),
        ({"role": "assistant", "function_call": {"name": "f"}}, known.LEGACY),
        ({"role": "tool", "content": "ok"}, known.NO_ID),
        ({"role": "tool", "tool_call_id": "a"}, known.NO_RESULT),
    ],
)
def test_what_no_rule_converts_is_named(message: Any, what: str) -> None:
    assert (0, what) in read_conversation([message]).broken


def test_an_empty_text_is_required_of_the_user_alone() -> None:
    assert [fact.is_optional for fact in read_conversation([said(""), said("", "assistant")]).facts] == [False, True]
    beside = read_conversation([calling("a", content="")])
    assert not any(fact.kind == TEXT for fact in beside.facts)


def test_results_directly_follow_their_calls() -> None:
    assert read_conversation([calling("a"), result("a")]).is_well_paired
    assert not read_conversation([calling("a"), said("b"), result("a")]).is_well_paired
    assert not read_conversation([calling("a")]).is_well_paired
    assert read_conversation([calling("a"), said("b"), result("a")]).strays == {2}


def test_a_long_name_behind_its_namespace_may_lose_what_is_in_front_of_it() -> None:
    name = "a_name_that_has_exactly_as_many_characters_as_the_chat_api_takes"
    assert is_cut(f"{name[-59:]}_2", "get_time", name)
    assert is_cut(f"me__{name[:60]}"[-64:], "get_time", name[:60])
    assert not is_cut(f"another{name[-52:]}", "get_time", name)
    assert not is_cut(name[:50], "get_time", name[:50])
