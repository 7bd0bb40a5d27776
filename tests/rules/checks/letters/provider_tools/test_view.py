from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from tests.rules.checks.letters.provider_tools.samples import ANTHROPIC, CHAT, FLAT, REFUSED, charged, request, tool


@pytest.mark.parametrize("fields", [{"description": ABSENT}, {"description": ""}, {"strict": "no"}, {"name": "a.b"}])
@pytest.mark.parametrize("provider", [FLAT, CHAT, ANTHROPIC])
def test_what_the_document_does_not_speak_of_is_free(provider: str, fields: Any) -> None:
    given = request(provider, **fields)
    assert charged(given, REFUSED) == set()
    assert charged(given, tool(provider, **fields)) == set() or "strict" in fields
    if "name" in fields:
        assert charged(given, tool(provider, name="a_b")) == set()
    elif "description" in fields:
        assert charged(given, tool(provider, description="")) == set()
