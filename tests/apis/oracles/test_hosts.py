"""Profiles of hosts: what a host's traffic is judged by, and what each profile takes that OpenAI refuses."""

from __future__ import annotations

import pytest

from conformance.apis.oracles import AZURE, COMPATIBLE, OPENAI, PROFILES, accepts, findings_of, profile_of, refusals_of
from conformance.apis.oracles.hosts import level_for, refusing_unknown
from conformance.apis.oracles.judge import KINDS
from conformance.apis.oracles.pinned import read_api_file
from conformance.apis.oracles.table import table
from conformance.base.values import JSON

USER: JSON = {"role": "user", "content": "Hi"}
CHAT: dict[str, JSON] = {"model": "m", "messages": [USER]}
CHUNK: dict[str, JSON] = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": []}
ANSWER: dict[str, JSON] = {
    "id": "c", "object": "chat.completion", "created": 1, "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hi"}}],
}  # fmt: skip
SOUND: JSON = {"type": "input_audio", "input_audio": "AAAA"}
FILTERED: JSON = {"index": 0, "finish_reason": "content_filter"}
CALL: JSON = {"id": "c" * 41, "type": "function", "function": {"name": "f", "arguments": "{}"}}
LONG_ID: JSON = [
    USER,
    {"role": "assistant", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c" * 41, "content": "x"},
]


def without(value: dict[str, JSON], key: str) -> dict[str, JSON]:
    return {name: member for name, member in value.items() if name != key}


@pytest.mark.parametrize(
    ("host", "profile"),
    [
        ("api.openai.com", OPENAI),
        ("eu.api.openai.com", OPENAI),
        ("api.anthropic.com", "anthropic"),
        ("acme.openai.azure.com", AZURE),
        ("api.groq.com", COMPATIBLE),
        ("api.x.ai", COMPATIBLE),
        ("api.mistral.ai", COMPATIBLE),
        ("localhost", COMPATIBLE),
        ("127.0.0.1", COMPATIBLE),
        ("", COMPATIBLE),
        ("gateway.example", COMPATIBLE),
        ("api.openai.com.example", COMPATIBLE),
    ],
)
def test_a_host_has_a_profile(host: str, profile: str) -> None:
    assert profile_of(host) == profile


def test_only_hosts_that_are_not_known_take_the_profile_that_is_given() -> None:
    assert [profile_of(host, OPENAI) for host in ("", "gateway.example")] == [OPENAI, OPENAI]
    assert [profile_of(host, OPENAI) for host in ("api.groq.com", "acme.openai.azure.com")] == [COMPATIBLE, AZURE]


# kind, value, and the profiles that accept it
CASES: list[tuple[str, JSON, tuple[str, ...]]] = [
    ("chat-request", CHAT, PROFILES),
    ("chat-request", without(CHAT, "model"), (AZURE, COMPATIBLE)),
    ("chat-request", {**CHAT, "keep_alive": "5m"}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "messages": [{**USER, "images": []}]}, PROFILES),
    ("chat-request", {**CHAT, "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi", "cache": 1}]}]},
     PROFILES),
    ("chat-request", {**CHAT, "reasoning_effort": "default"}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "tools": [{"type": "live_search"}]}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "messages": LONG_ID}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "stop": list("abcde")}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "max_tokens": 9, "max_completion_tokens": 9}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "model": None}, (AZURE,)),
    ("chat-request", {**CHAT, "tools": [{"function": {"name": "f", "parameters": {}}}]}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "tool_choice": "auto"}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": "u"}]}]},
     (COMPATIBLE,)),
    ("chat-request", {**CHAT, "messages": [{"role": "user", "content": [{"type": "video_url", "video_url": {}}]}]},
     (COMPATIBLE,)),
    ("chat-request", {**CHAT, "messages": [USER, {"role": "assistant", "content": "Hi", "tool_calls": []}]},
     (COMPATIBLE,)),
    ("chat-request", {**CHAT, "messages": [{"role": "robot", "content": "Hi"}]}, ()),
    ("chat-request", {**CHAT, "tools": [{"type": "function"}]}, ()),
    ("chat-request", {**CHAT, "messages": [{"role": "tool", "tool_call_id": "c", "content": "Hi"}]}, ()),
    ("chat-request", without(CHAT, "messages"), ()),
    ("responses-request", {"model": "m", "input": "Hi", "top_k": 4}, (COMPATIBLE,)),
    ("responses-request", {"model": "m", "input": [{"type": "message", "role": "user"}]}, ()),
    ("chat-request", {**CHAT, "messages": [{"role": "user", "content": [SOUND]}]}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "response_format": {"type": "json_schema", "schema": {}}}, (COMPATIBLE,)),
    ("chat-request", {**CHAT, "response_format": {"type": "json_schema", "json_schema": {"schema": {}}}},
     (COMPATIBLE,)),
    ("chat-request", {**CHAT, "logprobs": 1}, (COMPATIBLE,)),
    ("chat-chunk", CHUNK, PROFILES),
    ("chat-chunk", {**CHUNK, "object": ""}, (AZURE, COMPATIBLE)),
    ("chat-chunk", {**CHUNK, "choices": [FILTERED]}, (AZURE, COMPATIBLE)),
    ("chat-chunk", without(CHUNK, "created"), (COMPATIBLE,)),
    ("chat-response", {**ANSWER, "choices": [FILTERED]}, (AZURE, COMPATIBLE)),
    ("chat-response", {**ANSWER, "id": None, "service_tier": "on_demand"}, (COMPATIBLE,)),
    ("chat-chunk", {**CHUNK, "choices": [{"index": 0, "delta": {"content": [{"type": "thinking"}]}}]}, (COMPATIBLE,)),
    ("chat-response", {**ANSWER, "choices": "none"}, ()),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "value", "accepting"), CASES)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_takes_what_its_hosts_take(kind: str, value: JSON, accepting: tuple[str, ...], profile: str) -> None:
    assert accepts(kind, value, profile) == (profile in accepting)
    assert (refusals_of(kind, value, profile) == ()) == (profile in accepting)


def test_what_only_other_hosts_take_is_a_warning_in_the_words_of_the_refusal() -> None:
    value: JSON = {**CHAT, "keep_alive": "5m"}
    (refused,), (warned,) = findings_of("chat-request", value), findings_of("chat-request", value, profile=COMPATIBLE)
    assert (refused.level, warned.level, warned.message) == ("refused", "warning", refused.message)


def test_what_a_profile_drops_is_not_said() -> None:
    assert findings_of("chat-request", without(CHAT, "model"), profile=AZURE) == []


def test_the_rules_that_a_profile_names_exist() -> None:
    entries = [entry for entries in read_api_file("hosts.json")["profiles"].values() for entry in entries]
    assert all(set(entry["kinds"]) <= set(KINDS) and entry["level"] in ("warning", "dropped") for entry in entries)
    named = {rule.id for rule in table().rules.values() for kind in rule.kinds
             if level_for(COMPATIBLE, kind, "", rule.id) == "warning"}  # fmt: skip
    assert {"call-id-length", "number-range", "strict-closed", "item-id-twice"} <= named
    assert {"tools-count", "tool-calls-count", "stop-count", "limits-both", "user-length"} <= named
    assert "tool-calls-unanswered" in named and "tool-name-pattern" not in named


def test_hosts_that_refuse_unknown_members_of_messages_are_known() -> None:
    hosts = read_api_file("hosts.json")
    assert [element["host"] for element in hosts["refusing"] if element["host"] in hosts["hosts"]] == [
        "api.groq.com",
        "api.mistral.ai",
    ]
    assert refusing_unknown("/messages/0/annotations") == ["api.groq.com", "api.mistral.ai"]
    assert refusing_unknown("/tools/0/function/type") == ["api.mistral.ai"]


def test_a_profile_that_is_none_is_an_error() -> None:
    with pytest.raises(KeyError):
        refusals_of("chat-request", {**CHAT, "keep_alive": "5m"}, "groq")
