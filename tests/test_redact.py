"""What looks like a key goes, wherever it stands; what the suite itself says, and what tools are made of, stays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.generate import draw
from conformance.redact import Redactor
from tests.engine.certifying import specifications

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
    "the keyword default goes",
    "wanted the keys in the order",
    "max_tokens=4096",
    "token: string",
    "password: the password of the user",
    "a secret is a text of at least 8 characters",
    "https://json-schema.org/draft/2020-12/schema#/$defs/key",
    "conformance certify --bind mcp-tool-to-chat-tool=acme:convert --seed 12345678 --contract mcp-tool-to-chat-tool",
    "task-sk-1234",
    "task-oriented-tools-of-2024-and-later",
    "sk-",
    "bearer of a key",
]


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_a_key_goes_wherever_it_stands(key) -> None:
    redactor = Redactor()
    for text in (key, f"the key {key}.", f"KEY={key}", f"'{key}'", f"Bearer {key}", f"?key={key}&x=1", f"\n{key}\n"):
        told = redactor.text(text)
        assert LONG[:12] not in told
        assert key not in told
        assert "[redacted " in told
        assert redactor.text(told) == told


def test_a_key_that_a_word_runs_into_goes() -> None:
    assert Redactor().text(f"description{KEYS['OpenAI']}") == "description[redacted OpenAI key]"


@pytest.mark.parametrize(("text", "key"), SAID.values(), ids=SAID)
def test_what_is_said_to_be_a_key_goes(text, key) -> None:
    told = Redactor().text(text.format(key))
    assert key not in told
    assert told.partition("[redacted ")[0] == text.format(key).partition(key)[0]
    assert told.endswith(text.format(key).rpartition(key)[2])


@pytest.mark.parametrize("text", STAYS)
def test_what_is_no_key_stays(text) -> None:
    assert Redactor(["short"]).text(text) == text


def test_a_known_value_goes_whatever_it_looks_like() -> None:
    redactor = Redactor(["open sesame", "open sesame, please", "tiny"])
    assert redactor.text("say: open sesame, please!") == "say: [redacted value of --env]!"
    assert redactor.text("tiny") == "tiny"  # too short: it would be found everywhere


@pytest.mark.parametrize("cut", ["...", "\u2026"])
def test_what_is_left_of_a_cut_key_goes(cut) -> None:
    redactor = Redactor(["open sesame"])
    assert redactor.text(f"got open se{cut}") == f"got [redacted value of --env]{cut}"
    assert redactor.text(f"got sk-proj-ab{cut}") == f"got [redacted key]{cut}"
    assert redactor.text(f"got on{cut}") == f"got on{cut}"


def test_a_value_is_redacted_at_any_depth_and_keeps_its_form() -> None:
    key = KEYS["OpenAI"]
    value = {"a": [1, 1.5, True, None, {key: [f"x {key} y"]}], "b": {"Authorization": LONG, "token_type": LONG}}
    told = Redactor().value(value)
    assert told == {
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
