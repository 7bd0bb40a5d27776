"""The laws of streams, and of the ids of items."""

from __future__ import annotations

from conformance.formats.model.reading import GrammarError
from conformance.rules.laws import streams
from tests.rules.laws.samples import answer, breaches, call, text


def test_what_breaks_the_grammar_is_found_by_its_kind() -> None:
    source = answer(text("Hi"))
    disorder = (GrammarError("no-end", (), "no event ends the stream"), GrammarError("index", (3,), "wanted 0, got 1"))
    assert breaches(streams.grammar, source, source, is_stream=True) == []
    assert breaches(streams.grammar, source, source, is_stream=True, disorder=disorder) == [
        ("stream/no-end", "no-end"),
        ("stream/index", "index"),
    ]
    assert breaches(streams.grammar, source, source) == []


def test_items_have_ids_of_their_own() -> None:
    source = answer(text("Hi"), call("call_1"), id="chat_1")

    def found(*ids: str) -> list[tuple[str, str]]:
        return breaches(streams.ids, source, answer(text("Hi"), call("call_1"), ids=ids, id="resp_1"))

    assert found("msg_1", "fc_1") == []
    assert found() == []
    assert found("msg_1", "msg_1") == [("own/id", "id-twice")]
    for taken in ("chat_1", "resp_1", "call_1"):
        assert found(taken, "fc_1") == [("own/id", "id-of-another")]


def test_an_item_may_have_the_id_of_the_message_that_it_was() -> None:
    source, made = answer(text("Hi"), id="msg_1"), answer(text("Hi"), ids=("msg_1",), id="resp_1")
    assert breaches(streams.ids, source, made) == []
    assert breaches(streams.ids, source, answer(text("Hi"), ids=("msg_1",), id="msg_1")) == [
        ("own/id", "id-of-another")
    ]
