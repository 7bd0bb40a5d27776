"""What a fact says of itself."""

from __future__ import annotations

from conformance.formats.facts import CALL, RESULT, WireItem, is_filled, word


def test_calls_and_results_name_their_members() -> None:
    call = WireItem(kind=CALL, entry=0, at=(0,), source={}, value=("call_1", "f", "{}"))
    result = WireItem(kind=RESULT, entry=1, at=(1,), source={}, value=("call_1", "ok"))
    assert (call.id, call.name, call.payload) == ("call_1", "f", "{}")
    assert (result.id, result.payload) == ("call_1", "ok")


def test_only_texts_count_as_words() -> None:
    assert word({"type": "text"}) == "text"
    assert word({"type": 1}) is word({}) is word("text") is None
    assert is_filled("a") and not is_filled("") and not is_filled(None)
