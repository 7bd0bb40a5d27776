"""What a reader does not take stays beside its fact, and is put back where it was."""

from __future__ import annotations

from conformance.formats.cursor import Bare, ObjectCursor, Pen, put
from conformance.formats.model.fact import Fact, Other


def read(value, *names: str) -> Fact:
    node = ObjectCursor(value, (), "x")
    for name in names:
        node.take(name)
    return Fact(**node.fact)


def test_what_nobody_takes_comes_back_where_it_was() -> None:
    node = ObjectCursor({"a": 1, "b": {"c": 2, "d": 3}}, (), "x")
    written = {"a": node.take("a"), "b": {"c": node.child("b").take("c")}}
    fact = Fact(**node.fact)
    assert [(other.place, other.value) for other in fact.others] == [(("b", "d"), 3)]
    assert fact.at == ((), ("a",), ("b", "c"))
    assert Pen("x").beside(fact, written) == {"a": 1, "b": {"c": 2, "d": 3}}


def test_a_value_that_is_no_object_comes_back_whole() -> None:
    for value in ("text", 5, None, [1]):
        assert Pen("x").beside(read(value, "a"), {"a": 1}) == value


def test_a_member_that_is_no_object_stays_with_its_holder() -> None:
    node = ObjectCursor({"a": 5}, (), "x")
    assert Fact(**node.apart("a").fact).others == ()
    assert node.child("a").take("b") is None
    assert [item.value for item in node.rest()] == [5]


def test_what_is_beside_a_fact_of_another_format_is_lost() -> None:
    fact, pen = read({"a": 1}), Pen("y")
    assert pen.beside(fact, {}) == {}
    assert pen.lost == list(fact.others)


def test_a_word_is_read_only_where_its_meaning_is_known() -> None:
    table = {"user": "u"}
    assert ObjectCursor({"role": "user"}, (), "x").look_up("role", table) == "u"
    for value in ("other", 5, [], {}):
        node = ObjectCursor({"role": value}, (), "x")
        assert node.look_up("role", table) is None
        assert [item.value for item in node.rest()] == [value]


def test_either_spelling_is_read_and_the_other_one_stays() -> None:
    node = ObjectCursor({"finish_reason": 1, "topK": 2, "top_k": 3}, (), "x", is_snake=True)
    assert (node.take("finishReason"), node.take("topK")) == (1, 2)
    assert [item.word for item in node.rest()] == ["top_k"]


def test_a_member_is_put_in_place_of_what_is_no_object() -> None:
    holder = {"a": 5}
    put(holder, ("a", "b"), 1)
    assert holder == {"a": {"b": 1}}


def test_an_other_of_a_whole_value_has_no_place() -> None:
    assert ObjectCursor(5, ("a",), "x").other("part") == Other(format="x", word="part", value=5, at=(("a",), ("a",)))


def test_the_members_of_an_other_have_pointers_of_their_own() -> None:
    assert ObjectCursor({"a": 1}, (0,), "x").other().at == ((0,), (0,), (0, "a"))


def test_a_bare_object_keeps_neither_pointers_of_members_nor_a_rest() -> None:
    node = Bare({"a": 1, "b": 2, "c": True}, ("x",), "x")
    assert (node.take("a", int), node.take("b", str), node.take("c", int)) == (1, None, None)
    assert Fact(**node.fact) == Fact(at=(("x",),))
