"""Values of Anthropic and Gemini, of the samples and recorded ones, are read whole and come back; no reader fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.base.values import JSON
from conformance.formats.model.fact import Fact
from conformance.formats.model.growth import CUT, WHOLE
from tests.formats.anthropic import samples as anthropic
from tests.formats.gemini import samples as gemini
from tests.formats.mutations import Place, is_deep, mutated
from tests.formats.recorded import (
    ANSWER,
    FOLDERS,
    REASON,
    REQUEST,
    STREAM,
    astray,
    changes,
    comes_back,
    recorded,
    repeated,
    unread,
)  # fmt: skip
from tests.formats.samples import module
from tests.formats.test_readers_never_raise import drawn

APIS: dict[str, ModuleType] = {"anthropic": anthropic, "gemini": gemini}
WHOLES = [(api, form) for api in APIS for form in (REQUEST, ANSWER)]
EVERY_API = pytest.mark.parametrize("api", APIS)
of_recordings = pytest.mark.skipif(not FOLDERS, reason=REASON)


def samples(api: str, form: str) -> dict[str, JSON]:
    held: dict[str, JSON] = {REQUEST: APIS[api].REQUESTS, ANSWER: APIS[api].ANSWERS, STREAM: APIS[api].STREAMS}[form]
    return held


def read(api: str, form: str, value: JSON) -> Any:
    return module(api, "stream" if form == STREAM else "read").__dict__[f"read_{form}"](value)


def back(compare: Any, api: str, form: str, value: JSON, fact: Fact) -> list[Any]:
    """Return what is different after a value was written again, without objects that say nothing."""
    write, normal = module(api, "write").__dict__[f"write_{form}"], module(api, "equal").normal
    return [
        element
        for element in compare(value, fact, write, normal, form, api)
        if not isinstance(element, tuple) or element[1] != {}
    ]


def recordings(api: str, form: str) -> Iterator[tuple[JSON, str]]:
    return ((value, where) for own, value, where in recorded(api) if own == form)


@pytest.mark.parametrize(
    ("api", "form", "name"), [(api, form, name) for api, form in WHOLES for name in samples(api, form)]
)
def test_a_value_comes_back(api: str, form: str, name: str) -> None:
    value = samples(api, form)[name]
    fact = read(api, form, value)
    assert unread(value, fact) == astray(value, fact) == []
    assert back(comes_back, api, form, value, fact) == []


@pytest.mark.parametrize(("api", "form"), WHOLES)
def test_any_value_is_read_whole_and_comes_back(api: str, form: str) -> None:
    @drawn
    @given(mutated(st.sampled_from([*samples(api, form).values()])))
    def check(value: JSON) -> None:
        fact = read(api, form, value)
        if not is_deep(value):
            assert unread(value, fact) == astray(value, fact) == []
            assert back(changes, api, form, value, fact) == []

    check()


@EVERY_API
def test_any_stream_is_read_and_its_pointers_lead_to_its_events(api: str) -> None:
    def is_astray(value: JSON) -> bool:
        growth = read(api, STREAM, value)
        return not is_deep(value) and astray(value, growth.answer, *growth.others) != []

    @drawn
    @given(mutated(st.sampled_from([*samples(api, STREAM).values()])))
    def check(value: JSON) -> None:
        assert not is_astray(value if isinstance(value, list) else [value])

    check()
    assert not any(map(is_astray, samples(api, STREAM).values()))


@EVERY_API
def test_no_beginning_of_a_stream_is_whole(api: str) -> None:
    for name, events in samples(api, STREAM).items():
        assert isinstance(events, list)
        if "error" not in name and (api == "gemini" or events[-1]["type"] == "message_stop"):  # type: ignore[index, call-overload]
            assert {read(api, STREAM, events[:length]).ended for length in range(len(events))} == {CUT}, name
            assert read(api, STREAM, events).ended == WHOLE, name


@of_recordings
@EVERY_API
def test_recorded_requests_and_answers_come_back_with_nothing_unread(api: str) -> None:
    wrong: list[Any] = []
    for form in (REQUEST, ANSWER):
        found = list(recordings(api, form))
        assert len(found) > 20
        for value, where in found:
            fact = read(api, form, value)
            wrong += [(where, "unread", at) for at in unread(value, fact)]
            wrong += [(where, "pointer", at) for at in astray(value, fact)]
            wrong += [(where, element) for element in back(comes_back, api, form, value, fact)]
    assert wrong == []


def is_said_again(api: str, at: Place, events: Any) -> bool:
    """Whether a value of an event says which event it is, or nothing, or what a later event says again."""
    if api == "gemini":
        if at[1] == "usageMetadata":
            return any("usageMetadata" in event for event in events[at[0] + 1 :])
        return at[-1] == "groundingMetadata"  # an empty one
    last = max(number for number, event in enumerate(events) if event["type"] == "message_delta")
    begins = {("type",), ("index",), ("delta", "type"), ("content_block", "citations")}
    return at[1:] in begins or (at[1:3] == ("message", "usage") and at[3] in events[last].get("usage", {}))


@of_recordings
@EVERY_API
def test_recorded_streams_are_read_whole(api: str) -> None:
    found, wrong = list(recordings(api, STREAM)), []
    assert len(found) > 3
    for value, where in found:
        growth = read(api, STREAM, value)
        facts = (growth.answer, *growth.others)
        wrong += [(where, at) for at in unread(value, *facts) if not is_said_again(api, at, value)]
        wrong += [(where, at) for at in astray(value, *facts)]
        assert (growth.ended, growth.open, growth.others) == (WHOLE, (), ()), where
        assert api == "gemini" or growth.is_marked, where
        assert isinstance(value, list)
        for length in {0, len(value) // 3, len(value) // 2, *range(max(0, len(value) - 3), len(value))}:
            assert read(api, STREAM, value[:length]).ended != WHOLE, (where, length)
    assert wrong == []


@of_recordings
@EVERY_API
def test_a_recorded_answer_says_what_the_next_request_repeats(api: str) -> None:
    """Clients may add a call of their own after it, and keep a seal elsewhere."""
    answers = {
        ANSWER: lambda value: read(api, ANSWER, value), STREAM: lambda events: read(api, STREAM, events).answer,
    }  # fmt: skip
    count: Counter[str] = Counter()
    for form, where, made, again in repeated(api, answers, module(api, "read").read_request):
        count[form] += 1
        assert again[: len(made)] == made, where
    assert (count[ANSWER] > 20, count[STREAM] > 1) == (True, True)
