"""Addresses, keys and headers of the API behind a gateway."""

from __future__ import annotations

import pytest

from conformance.running.gateway.backend import base_of, headers_for, key_of, passed_on, question


@pytest.mark.parametrize(
    ("url", "api", "base"),
    [
        ("http://h", "chat", "http://h/v1"),
        ("http://h/v1", "anthropic", "http://h/v1"),
        ("http://h:1/v1", "gemini", "http://h:1/v1beta"),
        ("https://h", "gemini", "https://h/v1beta"),
        (
            "https://h/v1/projects/p/locations/l/publishers/google",
            "gemini",
            "https://h/v1/projects/p/locations/l/publishers/google",
        ),
        ("http://h/openai/v1", "responses", "http://h/openai/v1"),
    ],
)
def test_the_address_of_a_backend(url: str, api: str, base: str) -> None:
    assert base_of(url, api) == base


def test_gemini_says_the_model_and_the_stream_in_its_address() -> None:
    address, sent = question("http://h", "gemini", {"model": "m", "stream": True, "contents": []})
    assert (address, sent) == ("http://h/v1beta/models/m:streamGenerateContent?alt=sse", {"contents": []})
    with pytest.raises(ValueError, match="no model"):
        question("http://h", "gemini", {"contents": []})


@pytest.mark.parametrize(
    ("headers", "query", "key"),
    [
        ({"authorization": "Bearer a"}, "", "a"),
        ({"authorization": "bearer  a "}, "", "a"),
        ({"x-api-key": "a", "authorization": "Bearer b"}, "", "a"),
        ({"x-goog-api-key": "a"}, "key=b", "a"),
        ({}, "alt=sse&key=a", "a"),
        ({"authorization": "Basic a"}, "", None),
        ({}, "", None),
    ],
)
def test_the_key_of_a_client(headers: dict[str, str], query: str, key: str | None) -> None:
    assert key_of(headers, query) == key


def test_the_key_goes_in_the_header_of_the_backend() -> None:
    assert headers_for("chat", "k", {})["authorization"] == "Bearer k"
    assert headers_for("gemini", "k", {})["x-goog-api-key"] == "k"
    anthropic = headers_for("anthropic", "k", {})
    assert (anthropic["x-api-key"], anthropic["anthropic-version"]) == ("k", "2023-06-01")
    assert "authorization" not in headers_for("chat", None, {})


def test_headers_of_the_user_replace_others_and_a_key_of_theirs_each_one() -> None:
    assert headers_for("anthropic", "k", {"Anthropic-Version": "2"})["Anthropic-Version"] == "2"
    made = headers_for("anthropic", "k", {"Authorization": "Bearer own"})
    assert (made["Authorization"], "x-api-key" in made) == ("Bearer own", False)


def test_what_is_about_one_connection_is_not_passed_on() -> None:
    given = {"Host": "a", "Connection": "close", "X-Own": "1", "Transfer-Encoding": "chunked", "x-api-key": "k"}
    assert passed_on(given, {"X-API-Key": "own"}) == {"X-Own": "1", "X-API-Key": "own"}
