"""Each operation of the suite is in a direction, or a piece of one."""

from __future__ import annotations

from conformance.field.board.directions import DIRECTIONS, PIECES, SHOWN, SOURCES, TARGETS
from conformance.formats.operations import OPERATIONS


def test_every_operation_is_shown_and_no_other() -> None:
    assert set(SHOWN) == {operation.name for operation in OPERATIONS}


def test_a_direction_has_a_source_a_target_and_a_key_of_its_own() -> None:
    keys = [direction.key for direction in DIRECTIONS]
    assert len(keys) == len(set(keys))
    assert all(key[0] in SOURCES and key[1] in TARGETS for key in keys)
    assert PIECES.keys() <= set(keys)


def test_a_client_of_one_api_and_a_model_of_another_need_three_parts() -> None:
    (found,) = (direction for direction in DIRECTIONS if direction.key == "rg")
    assert found.short == "Responses→Gemini"
    assert [part.operations for part in found.parts] == [
        ("responses-request-to-gemini-request",),
        ("gemini-response-to-responses-response",),
        ("gemini-stream-to-responses-stream",),
    ]
