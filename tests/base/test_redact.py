"""What looks like a key goes, wherever it stands; what the suite itself says, and what tools are made of, stays."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest

from conformance.base.redact import Redactor
from conformance.inputs import draw
from conformance.rules.checks.findings import versus
from tests.keys import (
    OF_THE_ENVIRONMENT,
    VALUE,
    Written,
    keys_under_a_name,
    keys_with_a_form,
    spelled,
)
from tests.running.engine.certifying import specifications

LONG = "abcDEF0123456789abcDEF0123456789abcDEF01"  # what a key is made of
KEYS = {
    "OpenAI": f"sk-proj-{LONG}",
    "OpenAI, old": f"sk-{LONG}",
    "Anthropic": f"sk-ant-api03-{LONG}",
    "GitHub": f"ghp_{LONG}",
    "GitHub, fine-grained": f"github_pat_{LONG}",
    "GitLab": f"glpat-{LONG[:20]}",
    "AWS": "AKIA" + "ABCDEFGH12345678",
    "Google": f"AIza{LONG[:35]}",
    "Google, OAuth": f"ya29.{LONG}",
    "Slack": f"xoxb-{LONG}",
    "Hugging Face": f"hf_{LONG}",
    "Groq": f"gsk_{LONG}",
    "xAI": f"xai-{LONG}",
    "Replicate": f"r8_{LONG[:37]}",
    "Perplexity": f"pplx-{LONG}",
    "Fireworks": f"fw_{LONG[:24]}",
    "NVIDIA": f"nvapi-{LONG}-_{LONG[:20]}",
    "Together": f"tgp_v1_{LONG}-_",
    "Databricks": "dapi0123456789abcdef0123456789abcdef",
    "OpenRouter": f"sk-or-v1-{LONG}",
    "npm": f"npm_{LONG}",
    "PyPI": f"pypi-{LONG}",
    "Stripe": f"sk_live_{LONG}",
    "JSON web token": f"eyJ{LONG}.{LONG}.{LONG}",
    "private key": f"-----BEGIN RSA PRIVATE KEY-----\n{LONG}\n-----END RSA PRIVATE KEY-----",
}
SAID = {
    "in a header": ("Authorization: Bearer {}", "a1b2c3d4e5f6"),
    "in a header of a command": ("curl -H 'X-Api-Key: {}' https://host", "a1b2c3d4e5"),
    "basic": ("authorization: Basic {}", "dXNlcjpwYXNzd29yZDE="),
    "in a variable": ("ACME_API_KEY={} npm start", "hunter2hunter2"),
    "in a variable of a secret": ('export AWS_SECRET_ACCESS_KEY="{}"', "wJalrXUtnFEMI/K7MDENG/bPxRfi1"),
    "as an option": ("acme --api-key {} --serve", "hunter2hunter2"),
    "as an option with =": ("acme --token={}", "hunter2hunter2"),
    "in an address": ("https://host/path?api_key={}&page=2", "hunter2hunter2"),
    "as a password of an address": ("postgres://user:{}@host/base", "p-w"),
    "in JSON": ('{{"client_secret": "{}"}}', "hunter2hunter2"),
    "in JSON inside JSON": ('{{\\"password\\": \\"{}\\"}}', "hunter2hunter2"),
}
STAYS = [
    "",
    "pplx-7b-chat-alpha and pplx-70b-online-2024-01-01, xai-org/grok-1-mini-2025, xai-grok-4-fast-reasoning-latest",
    "gsk_mixed and r8_unorm, fw_update_of_the_firmware_2025, nvapi-functions-of-a-driver, dapi_v2",
    "the keyword default goes",
    "wanted the keys in the order",
    "max_tokens=4096",
    "token: string",
    "password: the password of the user",
    "a secret is a text of at least 8 characters",
    "https://json-schema.org/draft/2020-12/schema#/$defs/key",
    "conformance certify --bind mcp-tool-to-chat-tool=acme:convert --seed 12345678 --operation mcp-tool-to-chat-tool",
    "task-sk-1234",
    "task-oriented-tools-of-2024-and-later",
    "sk-",
    "bearer of a key",
]


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_a_key_goes_wherever_it_is(key) -> None:
    redactor = Redactor()
    for text in (key, f"the key {key}.", f"KEY={key}", f"'{key}'", f"Bearer {key}", f"?key={key}&x=1", f"\n{key}\n"):
        reported = redactor.text(text)
        assert LONG[:12] not in reported
        assert key not in reported
        assert "[redacted " in reported
        assert redactor.text(reported) == reported


def test_a_key_that_a_word_runs_into_goes() -> None:
    assert Redactor().text(f"description{KEYS['OpenAI']}") == "description[redacted OpenAI key]"


@pytest.mark.parametrize(("text", "key"), SAID.values(), ids=SAID)
def test_what_is_said_to_be_a_key_goes(text, key) -> None:
    reported = Redactor().text(text.format(key))
    assert key not in reported
    assert reported.partition("[redacted ")[0] == text.format(key).partition(key)[0]
    assert reported.endswith(text.format(key).rpartition(key)[2])


@pytest.mark.parametrize("text", STAYS)
def test_what_is_no_key_stays(text) -> None:
    assert Redactor(["short"]).text(text) == text


def test_a_known_value_goes_whatever_it_looks_like() -> None:
    redactor = Redactor(["open sesame", "open sesame, please", "tiny"])
    assert redactor.text("say: open sesame, please!") == "say: [redacted value of --env]!"
    assert redactor.text("tiny") == "tiny"  # too short: it would be found everywhere


@pytest.mark.parametrize("cut", ["...", "\u2026", ".\u2026", "..\u2026", "......"])
def test_what_is_left_of_a_cut_key_goes(cut) -> None:
    redactor = Redactor(["open sesame"])
    assert redactor.text(f"got open se{cut}") == f"got [redacted value of --env]{cut}"
    assert redactor.text(f"got sk-proj-ab{cut}") == f"got [redacted key]{cut}"
    assert redactor.text(f"got on{cut}") == f"got on{cut}"


@pytest.mark.parametrize("cut", ["...", "\u2026"])
def test_what_is_left_of_a_key_without_its_beginning_goes(cut) -> None:
    redactor = Redactor(["open sesame"])
    assert redactor.text(f"got {cut}n sesame, b") == f"got {cut}[redacted value of --env], b"
    assert redactor.text(f"a{cut} b, got {cut}same") == f"a{cut} b, got {cut}[redacted value of --env]"
    assert redactor.text(f"got {cut}n sesa{cut}, b") == f"got {cut}[redacted value of --env]{cut}, b"
    assert redactor.text(f"got {cut}ame") == f"got {cut}ame"
    assert redactor.text(f"got {cut}a sesame") == f"got {cut}a sesame"


def test_a_message_that_quotes_the_end_of_a_header_holds_no_key_of_it() -> None:
    texts = [f"Cookie: sid=c2aYuGoxaHpCXMMuOy5G; theme=very-very-dark-{theme}" for theme in ("blue", "grey")]
    message = versus(*(f"{text} {'and more ' * 20}" for text in texts))
    assert "...YuGoxaHpCXMMuOy5G" in message
    assert "CXMMuOy5G" not in Redactor().knowing(texts).text(message)


@pytest.mark.parametrize("cut", ["...", "\u2026"])
def test_a_list_of_cookies_that_was_cut_is_redacted(cut) -> None:
    text = 'log: {"cookies": [{"name": "sid", "value": "c2aYuGoxaHpCXMMuOy5G", "path": "/"}]}'
    for size in (text.index("GoxaHp"), text.index("path"), text.index("]")):
        redacted = Redactor().text(f"{text[:size]}{cut}")
        assert redacted == 'log: {"cookies": [[redacted cookie]'
        redacted = Redactor().text(f"{text[:size]}{cut} got [1]")
        assert redacted == f'log: {{"cookies": [[redacted cookie]{cut} got [1]'
    text = json.dumps(text)
    assert "c2aY" not in Redactor().text(text[: text.index("path")] + cut)


def test_a_message_does_not_quote_a_cookie() -> None:
    redactor = Redactor().knowing({"cookies": [{"name": "sid", "value": "c2aYuGoxaHpCXMMuOy5G"}, 3, {"value": 1}]})
    assert redactor.text("got c2aYuGoxaHpCXMMuOy5G") == "got [redacted key]"


def test_a_value_is_redacted_at_any_depth_and_keeps_its_form() -> None:
    key = KEYS["OpenAI"]
    value = {"a": [1, 1.5, True, None, {key: [f"x {key} y"]}], "b": {"Authorization": LONG, "token_type": LONG}}
    reported = Redactor().value(value)
    assert reported == {
        "a": [1, 1.5, True, None, {"[redacted OpenAI key]": ["x [redacted OpenAI key] y"]}],
        "b": {"Authorization": "[redacted key]", "token_type": LONG},
    }
    assert value["a"][4] == {key: [f"x {key} y"]}


def test_a_schema_of_a_password_stays() -> None:
    schema = {"properties": {"password": {"type": "string"}, "api_key": {"const": "x"}}, "required": ["password"]}
    assert Redactor().value(schema) is schema


def test_what_is_nested_deeply_is_looked_through() -> None:
    deep: Any = "harmless"
    for _level in range(50_000):
        deep = [deep]
    assert Redactor().value(deep) is deep
    leaking: Any = KEYS["AWS"]
    for _level in range(50_000):
        leaking = {"a": leaking}
    assert Redactor().value(leaking).startswith("[redacted: ")


@pytest.mark.expensive("reads all cases and examples")
def test_no_case_and_no_example_looks_like_a_key() -> None:
    """What is redacted without need would hide why a rule failed."""
    redactor = Redactor()
    touched = []
    for operation, contract in specifications().contracts.items():
        for case in contract.cases:
            values = [case.input, *(expectation.output for expectation in case.expectations)]
            touched += [(operation, case.id) for value in values if redactor.value(value) is not value]
        for given in draw(operation, 60, 1, True):
            if redactor.value(given) is not given:
                touched.append((operation, json.dumps(given)[:200]))
        for rule in contract.rules:
            assert redactor.text(rule.text or "") == (rule.text or "")
    assert touched == []


# ---- every spelling ----

WITH_A_FORM = list(keys_with_a_form(random.Random(1)))
UNDER_NAMES = list(keys_under_a_name(random.Random(2)))


def is_gone(redactor: Redactor, written: Written) -> bool:
    """Whether a value holds no spelling of its key once it is redacted, and redacting it again changes nothing."""
    redacted = redactor.value(written.value)
    text = json.dumps(redacted, ensure_ascii=False)
    is_left = any(form in text for form in spelled(written.part))
    return not is_left and "[redacted " in text and redactor.value(redacted) == redacted


def test_a_key_is_redacted_in_every_spelling() -> None:
    assert [written for written in WITH_A_FORM if not is_gone(Redactor(), written)] == []


def test_what_a_name_says_is_a_key_is_redacted() -> None:
    assert [written for written in UNDER_NAMES if not is_gone(Redactor(), written)] == []


def test_a_value_of_the_environment_is_redacted_in_every_spelling() -> None:
    value = VALUE.format("pq7Rt2WvXz0LmNaB")
    named = {name: Written("", "pq7Rt2WvXz0L", write(value)) for name, write in OF_THE_ENVIRONMENT.items()}
    assert [name for name, written in named.items() if not is_gone(Redactor([value]), written)] == []


@pytest.mark.parametrize("encoded", ["dTpw", "dXNlcjpwdw==", "YTpi"])
def test_a_short_basic_credential_is_redacted(encoded) -> None:
    """Base64 of user:password is one at any length; a word is not."""
    assert Redactor().text(f"Authorization: Basic {encoded}") == "Authorization: Basic [redacted token]"
    assert Redactor().text("Basic information, basic data") == "Basic information, basic data"


def test_what_is_around_an_escaped_key_stays() -> None:
    redact = Redactor().text
    assert redact(f"a\\nghp_{LONG}\\n\\u002db") == "a\\n[redacted GitHub token]\\n\\u002db"
    assert redact(f"\x1b[31mhf_{LONG}\x1b[0m b") == "\x1b[31m[redacted Hugging Face token]\x1b[0m b"


def test_a_message_does_not_quote_what_a_value_holds_under_a_name() -> None:
    output = {
        "function": {"arguments": json.dumps({"password": "hunter2"})},
        "headers": ["Authorization", "Token s3cret"],
    }
    redactor = Redactor().knowing(output)
    assert redactor.text('/output: wanted "a", got "hunter2"') == '/output: wanted "a", got "[redacted key]"'
    assert redactor.text("got s3cret") == "got [redacted key]"
    assert Redactor().text("got hunter2") == "got hunter2"


def test_json_text_stays_json_text() -> None:
    text = json.dumps({"password": 'p4ss,"w0rd}', "page": 2})
    assert json.loads(Redactor().text(text)) == {"password": "[redacted key]", "page": 2}


def test_a_private_key_is_redacted_over_the_lines_of_a_log() -> None:
    lines = ["begin", *KEYS["private key"].splitlines(), "end"]
    assert Redactor().lines(lines) == ("begin", "[redacted private key]", "end")
    assert Redactor().lines(lines[2:]) == ("[redacted private key]", "end")  # where the log was cut before it


def test_two_keys_that_are_names_stay_two_members() -> None:
    value = {KEYS["OpenAI"]: 1, KEYS["OpenAI, old"]: 2}
    assert list(Redactor().value(value).values()) == [1, 2]


# ---- what is no key ----

KEPT: dict[str, Any] = {
    "a schema with such properties": {
        "type": "object",
        "properties": {
            "password": {"type": "string", "description": "8 to 64 characters"},
            "api_key": {"type": "string", "pattern": "^[a-z0-9]{32}$"},
            "token": {"$ref": "#/$defs/token1"},
            "secret": {"const": "x"},
            "max_tokens": {"type": "integer", "default": 4096},
            "authorization": {"enum": ["none", "oauth2"]},
            "cookies": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["password", "api_key", "user2_token", "authorization", "page2_id", "cookie", "session1_id"],
    },
    "numbers of tokens": {"max_tokens": 100_000, "token": 128_000, "usage": {"input_tokens": 1234567}},
    "tokens of paging and progress": {"nextPageToken": "CAUQAA12345", "_meta": {"progressToken": "task-12345"}},
    "a kind of token": {"token_type": "bearer2", "token": "string"},
    "identifiers": {
        "id": "call_9pw1T6bA1xq0R3mN8sK2dE4f",
        "item": "fc_68b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4",
        "task": "task-0123456789abcdef0123456789abcdef",
        "risk": "risk-assessment-2024-and-later-years",
        "uuid": "123e4567-e89b-12d3-a456-426614174000",
        "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
    "a signature of reasoning": {"signature": "EqoBCkgIARABGAIiQL8xX2Yw9AVtZ0p4Rk3D7Q1hJ2f6C5bE8uN0mP4tS6vW+/=="},
    "encrypted reasoning": {"encrypted_content": "gAAAAABp" + LONG * 2 + "sk-6886lZRp09CB1B28Im2LirqySnP6AxXQncIo"},
    "an image": {"url": "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ" * 200},
    "a text of base64": "QUtJQWFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6MDEyMzQ1Njc4OUFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFla",
    "placeholders": {
        "password": "${PASSWORD_1}",
        "api_key": "<your-api-key-1>",
        "Authorization": "Bearer <token>",
        "text": "https://{user}:{password1}@host and Authorization: Bearer $TOKEN1",
    },
    "sentences": [
        "Send the header Authorization: Bearer followed by the key of step 2.",
        "The password: at least 8 characters with 1 digit",
        "Basic usage: bearer tokens of RFC6750",
        "Cookie: a chocolate chip",
        "tool call task_sk-1 of disk-usage-report-for-2024-01",
    ],
}


@pytest.mark.parametrize("value", KEPT.values(), ids=KEPT)
def test_what_only_resembles_a_key_stays(value) -> None:
    assert Redactor().value(value) is value
    assert Redactor().text(json.dumps(value)) == json.dumps(value)


# ---- time ----

ADVERSARIAL = [
    "sk-", "sk-a", "eyJ", "eyJaaaaaaaaaa.", "a_", "token=", "api_key=1", "\\", "%25", "&#45;", "\x1b[31m",
    "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----\n", "://a:", "authorization: ", '"name": "x-',
    '"value": "', "cookie: a=b; ", "basic ", "sk-a...", "...", "--token ", "--a-", "xox", "hf_", "~1", "\u200b",
    '["a",', "ABCDEFGH", "cookies: [",
]  # fmt: skip


@pytest.mark.parametrize("piece", ADVERSARIAL)
@pytest.mark.expensive("reads texts of growing length")
def test_the_time_grows_with_the_text(piece) -> None:
    """Four times the text takes about four times as long; sixteen times would be quadratic."""
    redactor = Redactor(["aaaa-b3cret value/x", "sk-a open sesame"])
    seconds = []
    for size in (50_000, 200_000):
        text = (piece * (size // len(piece) + 1))[:size]
        took = []
        for _again in range(3):  # the least: a machine that does other work makes one of them slower
            begun = time.process_time()
            redactor.text(text)
            took.append(time.process_time() - begun)
        seconds.append(min(took))
    assert seconds[1] < 10 * max(seconds[0], 0.01)


def test_a_message_that_quotes_a_part_of_a_text_holds_no_key_of_it() -> None:
    text = 'log: {"value": "c2aYuGoxaHpCXMMuOy5G", "name": "X-Api-Key"}'
    redactor = Redactor().knowing({"description": text})
    assert "c2aYuGox" not in redactor.text(f"added: {text[:45]}...")


@pytest.mark.parametrize("token", ["\\xf0\\x9f", "bytes:\\xf0\\x9f\\x8d", "\\xe2\\x80"])
def test_a_token_of_log_probabilities_that_is_a_part_of_a_letter_is_no_key(token: str) -> None:
    value = {"token": token, "logprob": -0.5, "bytes": [240, 159]}
    assert Redactor().value(value) is value
    assert Redactor().value({"token": f"{token}k3y"}) != {"token": f"{token}k3y"}
