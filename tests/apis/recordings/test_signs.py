"""A file that cannot be read is a recording if it has traffic or an answer of an API in it."""

from __future__ import annotations

import json

import pytest

from conformance.apis.recordings.read import holds_an_answer, looks_recorded

ANSWER = {"out": json.dumps({"object": "chat.completion", "choices": []})}


@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        ("a.json", b'{"interactions": [', True),
        ("a.yaml", b"uri: https://a.example/v1/messages", True),
        ("a.json", b'{"stop_reason": "end_turn"', True),
        ("a.yaml.gz", b"?", True),
        ("package.json", b'{"name": "chat"', False),
    ],
)
def test_traffic_and_answers_are_signs_of_a_recording(name: str, data: bytes, found: bool) -> None:
    assert looks_recorded(name, data) is found


def test_an_answer_in_a_text_is_an_answer_and_an_example_of_openapi_is_none() -> None:
    assert holds_an_answer(ANSWER, json.dumps(ANSWER).encode())
    assert not holds_an_answer({"openapi": "3.1.0", **ANSWER}, json.dumps(ANSWER).encode())
    assert not holds_an_answer({"object": "response.format"}, b'{"object": "response.format"}')
