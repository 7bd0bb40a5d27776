from __future__ import annotations

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT
from tests.rules.checks.letters.provider_tools.samples import CHAT, charged, request, tool


def test_an_unknown_provider_is_named_beside_the_known_ones() -> None:
    known = "openai-responses, openai-chat, gwdg, anthropic, google"
    given = request("mistral")
    assert charged(given, Outcome(refusal=Refusal(f"no provider mistral, only {known}"))) == set()
    assert charged(given, Outcome(refusal=Refusal("no provider mistral"))) == {"PRV-6"}
    assert charged(given, Outcome(refusal=Refusal(f"only {known}"))) == {"PRV-6"}
    assert charged(given, None) == {"PRV-6"}
    assert charged(given, tool(CHAT)) == {"PRV-6"}
    assert charged(request("mistral", description=ABSENT), Outcome(refusal=Refusal("description"))) == set()


@pytest.mark.parametrize(
    ("provider", "message"),
    [
        ("", "'' is not a supported provider. Supported providers: anthropic, bedrock, gemini, mistral, openai"),
        ("g", "g is none of Provider.OPENAI, Provider.ANTHROPIC, Provider.GOOGLE"),
        ("openai-response", "no openai-response: there are gpt, claude"),
    ],
)
def test_the_known_providers_are_listed_by_names_of_the_converter_s_own(provider: str, message: str) -> None:
    assert charged(request(provider), Outcome(refusal=Refusal(message))) == set()


@pytest.mark.parametrize("message", ["{} is unknown", "{} is unknown; use anthropic", "openai: {} is unknown"])
@pytest.mark.parametrize("provider", ["openai-response", "google/anthropic", ""])
def test_the_name_of_the_unknown_provider_is_no_list(provider: str, message: str) -> None:
    assert charged(request(provider), Outcome(refusal=Refusal(message.format(provider)))) == {"PRV-6"}
