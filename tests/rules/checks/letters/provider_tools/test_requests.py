from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.registry import family
from tests.rules.checks.letters.provider_tools.samples import CHAT, GOOGLE, OPERATION, REFUSED, charged, request, tool


@pytest.mark.parametrize(
    "given", [None, [], {}, {"provider": GOOGLE}, {"provider": [], "definition": {}}, request(None)]
)
def test_what_is_no_request_gives_nothing(given: Any) -> None:
    assert charged(given, REFUSED) == charged(given, None) == set()
    assert charged(given, tool(CHAT)) == {"ALL-7"}


def test_what_is_no_request_is_as_sound_as_another_of_its_type() -> None:
    as_sound = family(OPERATION).as_sound
    assert as_sound(0, 1)
    assert not as_sound(0, {"definition": 1})
