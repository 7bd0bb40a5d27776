from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.rules.checks.registry import family
from tests.rules.checks.letters.provider_tools.samples import (
    CHAT,
    CITY,
    FLAT,
    GWDG,
    OPERATION,
    REFUSED,
    charged,
    request,
    tool,
    view,
)


@pytest.mark.parametrize("provider", [FLAT, CHAT, GWDG])
def test_the_form_of_one_api_is_not_the_other_s(provider: str) -> None:
    assert charged(request(provider), tool(provider)) == set()
    other = tool(CHAT if provider == FLAT else FLAT)
    assert ("PRV-1" if provider == FLAT else "PRV-2") in charged(request(provider), other)
    assert charged(request(provider), REFUSED) == {"CONV-1"}


@pytest.mark.parametrize(
    ("provider", "said", "answers", "legal", "illegal"),
    [
        (FLAT, True, {}, (True, ABSENT, None), (False,)),
        (FLAT, True, {"strict_in_flat": "keep"}, (True,), (ABSENT, False)),
        (FLAT, True, {"strict_in_flat": "omit"}, (ABSENT,), (True,)),
        (FLAT, ABSENT, {"strict_in_flat": "keep"}, (False, ABSENT), (True,)),
        (FLAT, ABSENT, {"strict_in_flat": "omit"}, (ABSENT,), (False, True)),
        (CHAT, True, {"strict_in_chat": "keep"}, (True,), (ABSENT, None, False)),
        (CHAT, False, {"strict_in_chat": "keep"}, (False, ABSENT, None), (True,)),
        (GWDG, False, {"strict_in_chat": "drop"}, (ABSENT,), (False,)),
        (CHAT, ABSENT, {}, (ABSENT, False, None), (True,)),
    ],
)
def test_strict_is_what_its_choice_says(provider: str, said: Any, answers: Any, legal: Any, illegal: Any) -> None:
    rule = "PRV-1a" if provider == FLAT else "PRV-2"
    given = request(provider, CITY, strict=said)
    for strict in legal:
        assert rule not in charged(given, tool(provider, strict=strict), **answers)
    for strict in illegal:
        assert rule in charged(given, tool(provider, strict=strict), **answers)


def test_an_absent_strict_is_advice_beside_the_document() -> None:
    check = family(OPERATION).checks["strict-stays-off"]
    assert "API-3" not in charged(request(FLAT), tool(FLAT))
    assert check(view(request(FLAT, strict=True), tool(FLAT))) is None
    assert check(view(request(CHAT), tool(CHAT))) is None
    assert "API-3" in charged(request(FLAT), tool(FLAT, strict=True))


def test_a_strict_definition_does_not_become_one_that_is_not() -> None:
    assert "PRV-1" in charged(request(FLAT, strict=True), tool(FLAT, strict=False))
    assert "PRV-1" not in charged(request(FLAT, strict=True), tool(FLAT))


def test_parameters_stay_but_for_empty_properties() -> None:
    bare, added = {"type": "object"}, {"type": "object", "properties": {}}
    assert charged(request(CHAT, bare), tool(CHAT, added)) == set()
    assert charged(request(CHAT, bare), tool(CHAT, {"type": "object", "properties": {"x": {}}})) >= {"PRV-5"}
    assert charged(request(CHAT), tool(CHAT, {**CITY, "additionalProperties": False})) == {"PRV-5", "LAW-4"}
