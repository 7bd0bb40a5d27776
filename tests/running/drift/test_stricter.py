"""Where a schema or a rule refuses what an API took or sent."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import KINDS, OPENAI, profile_of
from conformance.apis.recordings import Interaction, read_folder
from conformance.running.drift.model import State, Stricter
from conformance.running.drift.replay import parts_of
from conformance.running.drift.states import pinned_state
from conformance.running.drift.stricter import stricter

RECORDINGS = Path(__file__).parents[3].parent / "shared" / "recordings"
OF_ANTHROPIC = RECORDINGS.with_name("recordings-anthropic-gemini")
REQUEST = "responses-request"
USER = {"role": "user", "content": "Hi"}


def took(request: Mapping[str, Any], status: int = 200, host: str = "api.openai.com") -> Interaction:
    answer: Any = {"error": {}}
    return Interaction(
        file="a.yaml", number=0, api="responses", host=host, request=dict(request), status=status, answer=answer
    )


def found(*interactions: Interaction, state: State | None = None) -> list[tuple[str, str, str, bool, int]]:
    places = stricter(interactions, state or pinned_state(), [REQUEST])
    return [(place.at, place.what, place.by, place.taken, place.values) for place in places]


def test_what_the_schema_accepts_is_not_listed() -> None:
    assert found(took({"model": "m", "input": [USER]})) == []


@pytest.mark.parametrize(
    ("request_", "at", "what"),
    [
        ({"model": "m", "input": [USER], "flavour": 1}, "/flavour", "is unknown"),
        ({"model": "m", "input": [USER], "truncation": "never"}, "/truncation", 'is "never"'),
        ({"model": "m", "input": [USER], "store": "yes"}, "/store", "is string, not boolean or null"),
        ({"model": "m", "input": [{"type": "function_call", "name": "f"}]}, "/input/*/call_id", "is missing"),
    ],
)
def test_a_member_a_value_a_type_and_an_absence_are_named(request_: dict[str, Any], at: str, what: str) -> None:
    assert (at, what) in {finding[:2] for finding in found(took(request_))}


def test_one_place_in_several_requests_is_listed_once_with_its_first_recording() -> None:
    places = stricter(
        [took({"model": "m", "input": [USER], "flavour": number}) for number in (1, 2)], pinned_state(), [REQUEST]
    )
    assert places == (
        Stricter(
            kind=REQUEST, at="/flavour", what="is unknown", by="schema", taken=False, values=2,
            example="a.yaml, interaction 0, request",
        ),
    )  # fmt: skip


def test_what_a_relaxation_covers_is_taken() -> None:
    part = {"type": "input_image", "image_url": "https://example.com/cat.png"}
    answered = took({"model": "m", "input": [{"role": "user", "content": [part]}]})
    assert found(answered) == [("/input/*/content/*/detail", "is missing", "schema", True, 1)]


def test_a_rule_that_refuses_recorded_traffic_is_named() -> None:
    waits = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    ((at, _what, rule, taken, values),) = found(took({"model": "m", "input": [waits]}))
    assert (at, rule, taken, values) == ("/input/*", "call-unanswered", False, 1)


def test_refused_requests_and_those_of_other_hosts_say_nothing() -> None:
    request = {"model": "m", "input": [USER], "flavour": 1}
    assert found(took(request, status=400), took(request, host="api.groq.com")) == []


@pytest.mark.skipif(not RECORDINGS.is_dir(), reason="there is no ../shared/recordings")
def test_the_suite_takes_what_was_recorded_although_the_published_schemas_do_not() -> None:
    own = [
        interaction
        for interaction in read_folder(str(RECORDINGS)).interactions
        if profile_of(interaction.host, OPENAI) == OPENAI
    ]
    places = stricter(own, pinned_state(), [kind for kind in KINDS if kind.startswith(("chat", "responses"))])
    assert places
    assert [place for place in places if not place.taken] == []


@pytest.mark.skipif(not OF_ANTHROPIC.is_dir(), reason=f"there is no ../shared/{OF_ANTHROPIC.name}")
@pytest.mark.expensive("derives published types")
def test_the_suite_takes_what_anthropic_took_although_the_published_types_do_not() -> None:
    places = stricter(read_folder(str(OF_ANTHROPIC)).interactions, pinned_state(), KINDS)
    assert {(place.kind, place.at) for place in places} >= {
        ("anthropic-request", "/temperature"),
        ("anthropic-event", "/type"),
    }
    assert [place for place in places if not place.taken] == []


def test_an_error_in_the_middle_of_a_stream_is_no_event_of_it() -> None:
    events = ({"type": "ping"}, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
    broken = Interaction(
        file="a.yaml", number=0, api="anthropic", host="api.anthropic.com", request={}, status=200, events=events
    )
    assert [(part.kind, part.place) for part in parts_of(broken)] == [
        ("anthropic-request", "a.yaml, interaction 0, request"),
        ("anthropic-event", "a.yaml, interaction 0, event 0"),
    ]
