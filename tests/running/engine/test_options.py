"""The options of a run are values that cannot change while it goes on."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from conformance.running.engine.options import Options


def test_options_are_named_and_do_not_change() -> None:
    options = Options(seed=5)
    with pytest.raises(TypeError):
        Options(("mcp-tool-to-chat-tool",))  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        options.seed = 6  # type: ignore[misc]
    assert replace(options, max_examples=3) == Options(seed=5, max_examples=3)


def test_two_runs_do_not_share_their_inputs() -> None:
    assert Options().inputs is not Options().inputs
