"""Which calls and results a request carries where neither has an id: name and order tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from conformance.formats.model.conversation import MODEL, USER, Arguments, Call, Result, Turn
from conformance.formats.model.talk import FlatConversation
from conformance.rules.laws.exchanges import exchanges


@dataclass(frozen=True)
class Made:
    id: str
    name: str


def talk(*said: tuple[str, str | None, str]) -> FlatConversation:
    """Return what a request says: of each a kind, an id and a name."""
    turns = []
    for number, (kind, id_, name) in enumerate(said):
        at = (("contents", number),)
        call = Call(id=id_, name=name, arguments=Arguments(value={}), at=at)
        fact = call if kind == "call" else Result(id=id_, name=name, content=(), at=at)
        turns.append(Turn(speaker=MODEL if kind == "call" else USER, says=(fact,)))
    return FlatConversation.of_turns(turns)


def paired(came: FlatConversation, *owed: Made, earlier: dict[str, int] | None = None) -> list[tuple[int, int]]:
    found = exchanges(came, [(0, made) for made in owed], earlier=Counter(earlier or {}))
    return [
        (
            -1 if exchange.said is None else exchange.said.number,
            -1 if exchange.result is None else exchange.result.number,
        )
        for exchange in found
    ]


CALL, RESULT = ("call", None, "f"), ("result", None, "f")
NAMELESS, IDENTIFIED = Made("", "f"), Made("a", "f")


def test_name_and_order_tell_where_there_is_no_id() -> None:
    came = talk(CALL, ("call", None, "g"), CALL, RESULT, ("result", None, "g"), RESULT)
    assert paired(came, NAMELESS, Made("", "g"), NAMELESS) == [(0, 3), (1, 4), (2, 5)]


def test_an_id_tells_first_and_another_one_is_of_another_call() -> None:
    assert paired(talk(("call", "b", "f"), ("call", "a", "f"), ("result", "a", "f")), IDENTIFIED) == [(1, 2)]
    assert paired(talk(("call", "b", "f"), ("result", "b", "f")), IDENTIFIED) == [(-1, -1)]
    assert paired(talk(("call", "a", "f"), RESULT), IDENTIFIED) == [(0, 1)]
    assert paired(talk(("call", "own", "f"), ("result", "own", "f")), NAMELESS) == [(0, 1)]


def test_calls_that_were_made_before_are_the_first_of_their_name() -> None:
    assert paired(talk(CALL, RESULT, CALL, RESULT), NAMELESS, earlier={"f": 1}) == [(2, 3)]
    (exchange,) = exchanges(talk(CALL, RESULT, CALL, RESULT), [(0, NAMELESS)], earlier=Counter({"f": 1}))
    assert not exchange.is_twice
    (exchange,) = exchanges(talk(CALL, RESULT, RESULT), [(0, NAMELESS)], earlier=Counter())
    assert exchange.is_twice


def test_names_tell_nothing_where_each_call_has_its_id() -> None:
    (exchange,) = exchanges(talk(CALL, RESULT), [(0, IDENTIFIED)])
    assert exchange.said is exchange.result is None
