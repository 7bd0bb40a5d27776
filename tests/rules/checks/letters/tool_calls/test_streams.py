from __future__ import annotations

from tests.rules.checks.letters.tool_calls.samples import (
    ADDED,
    ARGUMENTS,
    DELTA,
    STREAM,
    call,
    charged,
    item,
    result,
    stream,
)


def test_events_whose_items_cannot_be_distinguished_accuse_nobody() -> None:
    rotating = [
        {**DELTA, "item_id": f"other_{n}", "delta": piece} for n, piece in enumerate((ARGUMENTS[:5], ARGUMENTS[5:]))
    ]
    for output in (result(call(), done=True), result(call(arguments={}), done=True), result(done=True)):
        assert charged(STREAM, stream(before=(ADDED, *rotating)), output) == set()


def test_an_item_that_says_two_things_may_be_read_as_either() -> None:
    given = stream(item(arguments=""), before=(ADDED, DELTA | {"delta": ARGUMENTS}))
    for arguments in ({}, {"city": "Paris"}):
        assert charged(STREAM, given, result(call(arguments=arguments), done=True)) == set()


def test_the_halves_of_a_character_in_two_deltas_are_that_character() -> None:
    deltas = [DELTA | {"delta": piece} for piece in ('{"city": "\ud83d', '\ude42"}')]
    given = stream(item(arguments='{"city": "🙂"}'), before=(ADDED, *deltas))
    for city, charges in (("🙂", set()), ("\ud83d\ude42", set()), ("Rome", {"CALL-3"})):
        assert charged(STREAM, given, result(call(arguments={"city": city}), done=True)) == charges
