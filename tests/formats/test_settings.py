"""Settings of requests: any value of one format can be written in another."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.anthropic.words import SETTINGS as ANTHROPIC
from conformance.formats.chat.read import SETTINGS as CHAT
from conformance.formats.cursor import Pen
from conformance.formats.gemini.words import SETTINGS as GEMINI
from conformance.formats.model.request import Setting
from conformance.formats.responses.read import SETTINGS as RESPONSES
from conformance.formats.settings import SettingPlace, write_settings

TABLES = {"chat": CHAT, "responses": RESPONSES, "anthropic": ANTHROPIC, "gemini": GEMINI}


@pytest.mark.parametrize("format", TABLES)
@pytest.mark.parametrize("value", [7, 2.5, True, None, "word", [7, "word"], {"a": 1}], ids=repr)
def test_a_setting_of_any_value_is_written(format: str, value: Any) -> None:
    table: tuple[SettingPlace, ...] = tuple(TABLES[format])
    settings = [Setting(name=element.name, value=value) for element in table]
    body: dict[str, Any] = {}
    write_settings(settings, table, body, Pen(format))
    assert body


def test_words_of_gemini_are_in_capitals() -> None:
    body: dict[str, Any] = {}
    settings = [Setting(name="effort", value="low"), Setting(name="modalities", value=["text", 7])]
    write_settings(settings, GEMINI, body, Pen("gemini"))
    config = {"thinkingConfig": {"thinkingLevel": "LOW"}, "responseModalities": ["TEXT", 7]}
    assert body == {"generationConfig": config}
