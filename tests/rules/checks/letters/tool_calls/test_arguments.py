from __future__ import annotations

import pytest

from conformance.rules.checks.letters.tool_calls.arguments import is_cut, read_arguments


@pytest.mark.parametrize("text", ['{"a": 1', '{"a": "b', '{"a": [1', "{", '{"a": "}"'])
def test_what_is_cut(text: str) -> None:
    assert is_cut(text) and read_arguments(text).legal == (None,)


@pytest.mark.parametrize("text", ["{}", "[1", "{a: 1}", '{"a": "b"} {', "", '{"a": "{"}'])
def test_what_is_not_cut(text: str) -> None:
    assert not is_cut(text) or text.endswith(" {")
