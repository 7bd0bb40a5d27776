"""The JSON Schema of a project's file: what it takes is what the command takes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema_rs
import pytest

from conformance.apis.oracles import PROFILES
from conformance.base.errors import UsageError
from conformance.base.files import specs_folder
from conformance.commands.arguments.common import MOST_JOBS, count, memory, seconds
from conformance.running.project import keys
from conformance.running.project.find import find_project
from conformance.running.project.schema import FILE, schema, text
from tests.running.project.test_find import MISTAKES, SUBJECT

VALIDATOR = jsonschema_rs.validator_for(schema())
EVERY_KEY = """
certify = ["ours"]
operations = ["tool-loop"]
requirements = "safe, robust"
host = "azure"
max-examples = 0
seed = 7
cassettes = "traffic"
expected-failures = "known.toml"
choices = {on-invalid = "raise"}
without = ["usage"]
timeout = 0.5
start-timeout = 60
time-limit = 600
memory-limit = "1.5G"
report-dir = "build/reports"
jobs = 2
"""
RIGHT = [
    "",
    EVERY_KEY,
    SUBJECT,
    f"{EVERY_KEY}{SUBJECT}",
    f"{SUBJECT}seed = 1\nrequirements = 'all'\nexpected-failures = 'a.toml'\nenv = []\n",
    "[subjects.a]\ncommand = 'x'\n[subjects.b]\nurl = 'http://127.0.0.1:1'\n[subjects.c]\nbind = {}\n",
    "memory-limit = 0\n",
]


def test_the_file_is_what_the_code_writes() -> None:
    path = Path(specs_folder(), FILE)
    assert path.read_text("utf-8") == text(), "run: python -m conformance.running.project.schema"


def test_it_is_a_schema() -> None:
    assert jsonschema_rs.meta.is_valid(json.loads(text()))


@pytest.mark.parametrize("document", RIGHT)
def test_what_the_command_takes_the_schema_takes(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("conformance.toml").write_text(document)
    assert find_project() is not None
    assert list(VALIDATOR.iter_errors(tomllib.loads(document))) == []


NO_JSON = {"seed = 1\nseed = 2\n", "seed = 2026-11-26\n"}


@pytest.mark.parametrize("document", sorted({*MISTAKES, "[subjects.a]\n", "subjects = 1\n"} - NO_JSON))
def test_what_the_command_refuses_the_schema_refuses(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("conformance.toml").write_text(document)
    with pytest.raises(UsageError):
        find_project()
    assert not VALIDATOR.is_valid(tomllib.loads(document))


def test_every_setting_has_a_description() -> None:
    properties = schema()["properties"]
    assert set(properties) == {*keys.SETTINGS, keys.SUBJECTS}
    assert all(property_["description"] for property_ in properties.values())


def test_limits_are_those_of_the_flags() -> None:
    assert (keys.HOSTS, keys.MOST_JOBS) == (PROFILES, MOST_JOBS)
    assert seconds(str(keys.LONGEST - 1)) == keys.LONGEST - 1
    assert count("0") == 0
    assert memory("99999999.99999999G") is not None
