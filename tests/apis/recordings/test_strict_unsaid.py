"""Recorded Responses traffic: what the API makes of a function that does not say whether it is strict.

Read are the folders that CONFORMANCE_RECORDINGS names, separated as in a PATH.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from conformance.apis.recordings import read_folder

FOLDERS = tuple(path for path in os.environ.get("CONFORMANCE_RECORDINGS", "").split(os.pathsep) if os.path.isdir(path))


def test_a_function_that_does_not_say_strict_is_strict_and_requires_every_property() -> None:
    if not functions():
        pytest.skip("no recording has a function that does not say strict")
    assert {function["strict"] for function in functions()} == {True}
    for function in functions():
        assert set(function["parameters"]["required"]) == function["parameters"]["properties"].keys()


@cache
def functions() -> tuple[Any, ...]:
    """The functions of recorded answers of which the request does not say whether they are strict."""
    return tuple(function for folder in FOLDERS for function in _functions(folder))


def _functions(folder: str) -> Iterator[Any]:
    for interaction in read_folder(folder).interactions:
        sent, answer = interaction.request, interaction.answer
        if (
            interaction.host == "api.openai.com"
            and isinstance(sent, dict)
            and isinstance(answer, dict)
            and "tools" in answer
        ):
            unsaid = {tool.get("name") for tool in sent.get("tools", ()) if "strict" not in tool}
            yield from (tool for tool in answer["tools"] if tool["type"] == "function" and tool["name"] in unsaid)
