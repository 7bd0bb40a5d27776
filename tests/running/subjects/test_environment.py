"""A child's environment: what programs need, what was passed, and no secret."""

from __future__ import annotations

import pytest

from conformance.base.errors import UsageError
from conformance.running.subjects.environment import clean_environment

SECRETS = [
    "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "HF_TOKEN", "DATABASE_URL",
    "SSH_AUTH_SOCK", "NPM_TOKEN", "PATH_TO_KEY", "HOME_TOKEN", "LCTOKEN", "CI", "HTTPS_PROXY", "PYTHONSTARTUP",
]  # fmt: skip


@pytest.fixture(autouse=True)
def surroundings(monkeypatch) -> None:
    for name in SECRETS:
        monkeypatch.setenv(name, "secret")
    for name in ("PATH", "HOME", "LANG", "LC_ALL", "VIRTUAL_ENV", "PYTHONPATH"):
        monkeypatch.setenv(name, f"the {name}")


def test_no_secret_is_passed() -> None:
    environment = clean_environment()
    assert not set(SECRETS) & set(environment)
    assert "secret" not in environment.values()


@pytest.mark.parametrize("name", ["PATH", "HOME", "LANG", "LC_ALL", "VIRTUAL_ENV", "PYTHONPATH"])
def test_what_programs_need_is_passed(name) -> None:
    assert clean_environment()[name] == f"the {name}"


def test_what_was_asked_for_is_passed_or_set() -> None:
    environment = clean_environment(["GITHUB_TOKEN", "MODE=fast=yes", "EMPTY=", "HOME=/elsewhere"])
    assert environment["GITHUB_TOKEN"] == "secret"
    assert environment["MODE"] == "fast=yes"
    assert environment["EMPTY"] == ""
    assert environment["HOME"] == "/elsewhere"
    assert "HF_TOKEN" not in environment


@pytest.mark.parametrize(
    ("entry", "what", "hint"),
    [
        ("NOT_SET_HERE", "--env NOT_SET_HERE: the variable is not set here.", "Set it, or write NOT_SET_HERE=VALUE."),
        ("=value", "--env '=value' names no variable.", "Write NAME or NAME=VALUE."),
        ("", "--env '' names no variable.", "Write NAME or NAME=VALUE."),
    ],
)
def test_what_cannot_be_passed(entry, what, hint) -> None:
    with pytest.raises(UsageError) as caught:
        clean_environment([entry])
    assert (caught.value.message, caught.value.hint) == (what, hint)
