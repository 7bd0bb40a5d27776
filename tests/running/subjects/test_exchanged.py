"""What reports show of a gateway's exchanges has no key, and a bound."""

from __future__ import annotations

from conformance.apis.emulator import SeenRequest
from conformance.running.subjects.exchanged import MOST, MOST_OF_ANSWER, asked_of, exchange_of, without_keys


def test_keys_are_variables_of_the_shell() -> None:
    headers = {"Authorization": "Bearer sk-1", "x-api-key": "sk-2", "X-Team": "secret", "Accept": "application/json"}
    assert without_keys(headers, {"X-Team": "secret"}) == {
        "Authorization": "Bearer $API_KEY", "x-api-key": "$API_KEY", "X-Team": "$X_TEAM", "Accept": "application/json"
    }  # fmt: skip


def test_bodies_are_json_where_they_are_and_bounded() -> None:
    shown = exchange_of("http://a", {}, b'{"a": 1}', 200, b"data: {}", [])
    assert (shown.body, shown.status, shown.got) == ({"a": 1}, 200, "data: {}")
    long = exchange_of("http://a", {}, b"x" * (MOST + 1), None, b"y" * (MOST_OF_ANSWER + 1), [])
    assert str(long.body).endswith(f"... ({MOST + 1:,} bytes)") and str(long.got).endswith("bytes)")
    (asked,) = asked_of([SeenRequest("/v1/messages", {"text": "x" * MOST}, 0)])
    assert asked["body"].endswith(" bytes)") and asked["path"] == "/v1/messages"
