"""The loop of a conversation with tools through the reference, as it was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from conformance.commands.roundtrips.cassettes import LOCAL_API, as_differences
from conformance.commands.roundtrips.client import Client
from conformance.commands.roundtrips.converter import Converter
from conformance.commands.roundtrips.loop import ANSWERED, REFUSED, converse
from conformance.commands.roundtrips.parties import reference
from conformance.commands.roundtrips.record import Endpoint, connected, note, recorded_in, recording
from conformance.commands.roundtrips.redaction import LOCAL
from conformance.commands.roundtrips.scenarios import RESPONSES, Scenario
from conformance.rules.contracts import Specifications
from tests.commands.roundtrips.conftest import CASSETTES, RECORDED, file_name

IDS = [file_name(*element) for element in RECORDED]


@pytest.fixture
def converter(recorded: tuple[Scenario, str], specifications: Specifications) -> Iterator[Converter]:
    with closing(reference(specifications, recorded[1])) as subject, closing(reference(specifications)) as lender:
        yield Converter(subject, lender)


@pytest.fixture
def client(recorded: tuple[Scenario, str], place: Endpoint, record_mode: str) -> Iterator[Client]:
    """A client of the API that is recorded; of an address that nobody has, where a recording is played."""
    if record_mode != "none":
        with connected(place, recorded[0].conversation.script()) as talking:
            yield talking
        return
    talking = Client(LOCAL, "none")
    yield talking
    talking.close()


@pytest.mark.vcr
@pytest.mark.block_network
@pytest.mark.parametrize("recorded", RECORDED, ids=IDS, indirect=True)
def test_a_conversation_ends_as_recorded(vcr, recorded, converter, client, place, record_mode):
    scenario, answer = recorded
    with as_differences(vcr):
        outcome = converse(scenario, converter, client, place.model)
    made = scenario.conversation.calls
    if place.base_url is not None:  # what the real API says is its own
        assert outcome.kind == (REFUSED if scenario.api == RESPONSES and answer == "parts" else ANSWERED), outcome
    elif scenario.api == RESPONSES and answer == "parts":
        assert (outcome.kind, outcome.status, outcome.code) == (REFUSED, 400, "invalid_value")
        assert outcome.text == (
            "Invalid value: 'tool_result'. Supported values are: 'input_text', 'input_image', and 'input_file'."
        )
        assert outcome.calls == made[0]
    else:
        assert (outcome.kind, outcome.requests) == (ANSWERED, len(made) + 1)
        assert outcome.calls == tuple(call for calls in made for call in calls)
        assert outcome.text == scenario.conversation.answer
    assert not converter.lent
    if record_mode != "none":
        note(vcr, recording(scenario, outcome, place, "reference", answer if scenario.api == RESPONSES else None))
    assert vcr.play_count == (outcome.requests if record_mode == "none" else 0)


@pytest.mark.parametrize(("scenario", "answer"), RECORDED, ids=IDS)
def test_a_recording_says_what_it_was_recorded_against(scenario, answer):
    reported = recorded_in(str(CASSETTES / f"{file_name(scenario, answer)}.yaml"))
    assert reported is not None
    assert (reported.scenario, reported.subject, reported.against) == (scenario, "reference", LOCAL_API)
    assert reported.tool_turns == (answer if scenario.api == RESPONSES else None)


def test_there_is_no_other_recording():
    assert {path.name for path in CASSETTES.glob("*.yaml")} == {f"{file_name(*element)}.yaml" for element in RECORDED}


@pytest.mark.parametrize("path", sorted(CASSETTES.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_recording_holds_no_key_and_no_address(path: Path):
    text = path.read_text("utf-8").lower()
    for word in ("authorization", "bearer", "cookie", "127.0.0.1", "user-agent", "openai-organization"):
        assert word not in text
