"""chat-request-to-responses-request: every choice, what is reported, and recorded requests."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import harvest
from conformance.reference import RequestError
from conformance.reference import chat_request_to_responses_request as convert

FOLDER = Path(__file__).parents[2].parent / "shared" / "recordings"
OPERATION = "chat-request-to-responses-request"


def request(**more: Any) -> dict[str, Any]:
    return {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], **more}


def test_store_is_written_or_omitted_with_a_report(caplog: pytest.LogCaptureFixture) -> None:
    assert convert(request())["store"] is False
    assert not caplog.records
    assert "store" not in convert(request(), store_when_absent="omit")
    assert "store" in caplog.text
    assert convert(request(store=True), store_when_absent="omit")["store"] is True


def test_what_responses_does_not_have_is_reported_or_refused(caplog: pytest.LogCaptureFixture) -> None:
    assert "seed" not in convert(request(seed=7, n=1, stop=None))
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "seed" in caplog.text
    with pytest.raises(RequestError, match="seed"):
        convert(request(seed=7), unsupported_members="refuse")


def test_an_unknown_member_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    assert "x_vendor" not in convert(request(x_vendor=1))
    assert "x_vendor" in caplog.text


def test_a_small_limit_is_raised_or_refused(caplog: pytest.LogCaptureFixture) -> None:
    assert convert(request(max_tokens=5))["max_output_tokens"] == 16
    assert "max_tokens" in caplog.text
    with pytest.raises(RequestError, match="max_completion_tokens"):
        convert(request(max_tokens=800, max_completion_tokens=5), small_limits="refuse")


def test_a_choice_without_its_tool_goes(caplog: pytest.LogCaptureFixture) -> None:
    made = convert(request(tool_choice={"type": "function", "function": {"name": "gone"}}))
    assert "tool_choice" not in made
    assert "gone" in caplog.text


@pytest.mark.parametrize("given", [None, 7, [], {}, {"messages": "Hello"}, request(tools={})])
def test_what_is_no_request_is_an_error(given: Any) -> None:
    with pytest.raises(RequestError):
        convert(given)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no ../shared/recordings")
def test_recorded_requests_convert_and_are_accepted() -> None:
    inputs = harvest(read_folder(str(FOLDER)).interactions).inputs[OPERATION]
    assert len(inputs) > 5
    found = [refusal for input_ in inputs for refusal in refusals_of("responses-request", convert(input_))]
    assert [
        finding for finding in found if "input_audio" not in finding.message
    ] == []  # Responses has no part for audio
