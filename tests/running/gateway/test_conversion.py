"""What a gateway adds to the reference's conversions."""

from __future__ import annotations

from conformance.running.gateway.conversion import GatewayDirection
from tests.running.backends import HELLO


def test_model_and_stream_go_to_gemini_beside_the_body() -> None:
    made = GatewayDirection(client="chat", backend="gemini").request(HELLO["chat"] | {"stream": True})
    assert (made["model"], made["stream"]) == ("m", True)


def test_a_chat_backend_is_asked_for_the_usage_of_a_stream() -> None:
    for client in ("responses", "anthropic", "gemini"):
        given = HELLO[client] | {"model": "m"}
        direction = GatewayDirection(client=client, backend="chat")
        assert direction.request(given | {"stream": True})["stream_options"] == {"include_usage": True}
        assert "stream_options" not in direction.request(given)
