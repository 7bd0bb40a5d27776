"""Which API an address asks."""

from __future__ import annotations

import pytest

from conformance.apis.emulator import ANTHROPIC, CHAT, EMULATED, GEMINI, RESPONSES
from conformance.apis.emulator.gemini import ARRAY, SSE
from conformance.apis.emulator.routes import Asked, addressed, asked_at

WHOLE = ":generateContent"


@pytest.mark.parametrize(
    ("path", "query", "asked"),
    [
        ("/v1/chat/completions", "", Asked(CHAT)),
        ("/4-token/v1/responses", "", Asked(RESPONSES)),
        ("/v1/messages", "beta=true", Asked(ANTHROPIC)),
        (f"/v1beta/models/gemini-2.5-flash{WHOLE}", "key=k", Asked(GEMINI, "gemini-2.5-flash")),
        (f"/4-token/v1/models/m{WHOLE}", "", Asked(GEMINI, "m")),
        (f"/v1beta/models/a/b:c{WHOLE}", "", Asked(GEMINI, "a/b:c")),
        (f"/v1beta/models/a%2Fb{WHOLE}", "", Asked(GEMINI, "a/b")),
        ("/v1beta/models/m:streamGenerateContent", "key=k", Asked(GEMINI, "m", ARRAY)),
        ("/v1beta/models/m:streamGenerateContent", "key=k&alt=sse", Asked(GEMINI, "m", SSE)),
        ("/v1beta/models/m:streamGenerateContent", "$alt=sse", Asked(GEMINI, "m", SSE)),
        ("/v1beta/models/m:streamGenerateContent", "default=sse", Asked(GEMINI, "m", ARRAY)),
        (f"/v1beta1/projects/p/locations/l/publishers/google/models/m{WHOLE}", "", Asked(GEMINI, "m")),
        (f"/v1beta1/publishers/google/models/m{WHOLE}", "", Asked(GEMINI, "m")),
        ("/v1beta/models/m:countTokens", "", None),
        (f"/v1beta/models/{WHOLE}", "", None),
        (f"/models/m{WHOLE}", "", None),
        ("/v1/models", "", None),
    ],
)
def test_an_address_says_which_api_is_asked(path: str, query: str, asked: Asked | None) -> None:
    assert asked_at(path, query) == asked


def test_only_gemini_has_the_model_and_the_stream_in_the_address() -> None:
    body = {"model": "models/a/b:c d", "stream": True, "contents": []}
    assert addressed(GEMINI, body) == ("/models/a/b:c%20d:streamGenerateContent?alt=sse", {"contents": []})
    assert addressed(GEMINI, {"model": "m", "stream": False}) == (f"/models/m{WHOLE}", {})
    assert addressed(CHAT, body) == ("/chat/completions", body)
    for model in (None, "", 7):
        with pytest.raises(ValueError, match="no model"):
            addressed(GEMINI, {"model": model})


def test_a_route_is_what_its_address_asks_for() -> None:
    for api in EMULATED:
        route, _body = addressed(api, {"model": "m"})
        asked = asked_at(f"/v1{route}")
        assert asked is not None and asked.api == api
    assert Asked(GEMINI, "m").request({"contents": []}) == {"contents": [], "model": "m"}
    assert Asked(GEMINI, "m").request("{") == "{"
    assert Asked(CHAT).request({}) == {}
