"""What a stream takes."""

from __future__ import annotations

import io
import os

import pytest

from conformance.results.screen import COLUMNS, LEAST, columns_of, takes_colours


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "variables", "takes"),
    [
        (Screen, {"TERM": "xterm"}, True),
        (Screen, {"TERM": "dumb"}, False),
        (Screen, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Screen, {"TERM": "xterm", "NO_COLOR": ""}, True),
        (Screen, {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        (Screen, {"TERM": "xterm", "FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (io.StringIO, {"TERM": "xterm"}, False),
        (io.StringIO, {"FORCE_COLOR": "1"}, True),
        (io.StringIO, {"FORCE_COLOR": ""}, False),
    ],
)
def test_colours_are_for_who_sees_them_or_asks(
    monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO], variables: dict[str, str], takes: bool
) -> None:
    for name in ("TERM", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert takes_colours(stream()) is takes


@pytest.mark.parametrize(("said", "columns"), [("60", 60), ("5", LEAST), (None, COLUMNS)])
def test_a_screen_has_columns_and_a_pipe_has_none(
    monkeypatch: pytest.MonkeyPatch, said: str | None, columns: int
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if said is not None:
        monkeypatch.setenv("COLUMNS", said)
    monkeypatch.setattr("os.get_terminal_size", lambda *_args: os.terminal_size((0, 0)))
    assert columns_of(Screen()) == columns
    assert columns_of(io.StringIO()) is None
