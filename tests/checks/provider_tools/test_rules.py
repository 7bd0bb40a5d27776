from __future__ import annotations

from conformance.observation import Outcome, Refusal
from conformance.values import ABSENT
from tests.checks.provider_tools.samples import CHAT, charged, request, tool


def test_an_unknown_provider_is_named_beside_the_known_ones() -> None:
    known = "openai-responses, openai-chat, gwdg, anthropic, google"
    given = request("mistral")
    assert charged(given, Outcome(refusal=Refusal(f"no provider mistral, only {known}"))) == set()
    assert charged(given, Outcome(refusal=Refusal("no provider mistral"))) == {"PRV-6"}
    assert charged(given, Outcome(refusal=Refusal(f"only {known}"))) == {"PRV-6"}
    assert charged(given, None) == {"PRV-6"}
    assert charged(given, tool(CHAT)) == {"PRV-6"}
    assert charged(request("mistral", description=ABSENT), Outcome(refusal=Refusal("description"))) == set()
