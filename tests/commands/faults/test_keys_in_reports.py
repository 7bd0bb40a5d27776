"""A subject that says every key in every spelling: no report, no file beside it and no printed line may hold one."""

from __future__ import annotations

import base64
import gzip
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fault_sequences import ALL_FORMS
from tests.keys import OF_THE_ENVIRONMENT, VALUE, Written, keys_under_a_name, keys_with_a_form, spelled

SINGLE, LIST = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools"
# How many of the keys are said, and in one answer. What is looked for in a text grows with the keys that it holds:
# `tox -e faults` says all of them.
EACH, CHUNK = (1, 30) if ALL_FORMS else (10, 8)
PART = "pq7Rt2WvXz0LmNaB"  # of the value of --env

# Each answer holds some of the keys. By turns it is a wrong output, an error, and the end of the process.
LEAKY = """
import itertools, json, logging, os, sys, warnings

with open(os.path.join(os.path.dirname(__file__), "keys.json"), encoding="utf-8") as file:
    CHUNKS = json.load(file)
if "ACME_TOKEN" not in os.environ:  # what it was not given, it cannot say
    CHUNKS = [[pair for pair in chunk if "{PART}" not in json.dumps(pair)] for chunk in CHUNKS[:-1]]
TURN = itertools.count()

def text_of(chunk):
    return " ".join(f"#{number}# {value if isinstance(value, str) else json.dumps(value)}" for number, value in chunk)

def convert(tool):
    turn = next(TURN)
    chunk = CHUNKS[turn % len(CHUNKS)]
    other = text_of(CHUNKS[(turn + 7) % len(CHUNKS)])
    logging.warning("%s", other)
    warnings.warn(other)
    print(other, file=sys.stderr, flush=True)
    if turn % 19 == 18:
        raise ValueError(other)
    if isinstance(tool, dict) and tool.get("name") == "set_layout":
        os._exit(3)
    if isinstance(tool, dict) and tool.get("name") == "search_notes":
        os.write(1, b'{"msg": ' + other.encode() + b"\\n")
    values = {f"#{number}#": value for number, value in chunk}
    parameters = {"type": "object", "properties": {"a": {"const": values, "default": text_of(chunk)}}}
    return {"type": "function", "function": {"name": "n", "description": text_of(chunk), "parameters": parameters}}
"""


def written_keys() -> list[Written]:
    value = VALUE.format(PART)
    known = (Written(name, PART[:12], form(value)) for name, form in OF_THE_ENVIRONMENT.items())
    return [*keys_with_a_form(random.Random(1)), *keys_under_a_name(random.Random(2)), *known]


KEYS = written_keys()[::-1][::EACH][::-1]  # with the last ones, which are those of the environment


def numbered() -> list[list[tuple[int, Any]]]:
    pairs = [(number, key.value) for number, key in enumerate(KEYS)]
    return [pairs[start : start + CHUNK] for start in range(0, len(pairs), CHUNK)]


@pytest.fixture(scope="module")
def leaked(tmp_path_factory, environment) -> Path:
    """The folder in which everything was run that prints or writes what subjects say."""
    here: Path = tmp_path_factory.mktemp("leaked")
    (here / "subject").mkdir()
    (here / "subject" / "leaky.py").write_text(LEAKY, "utf-8")
    (here / "subject" / "other.py").write_text(LEAKY.replace("next(TURN)", "next(TURN) + 1"), "utf-8")
    (here / "subject" / "keys.json").write_text(json.dumps(numbered()), "utf-8")
    (here / "test_leaky.py").write_text(
        f"import pytest\n@pytest.mark.conformance('{SINGLE}')\n"
        "def test_rule(conformance_rule):\n    conformance_rule.check('leaky:convert')\n",
        "utf-8",
    )
    given = ["--env", f"ACME_TOKEN={VALUE.format(PART)}", "--env", "PYTHONPATH=subject"]
    given += ["--max-examples", "5", "--seed", "1"]
    leaky, sound = f"{SINGLE}=leaky:convert", f"{SINGLE}=conformance.reference:mcp_tool_to_chat_tool"
    gates = (
        "--baseline sound/report.json --markdown report.md --sarif report.sarif --certificate certificate.json --github"
    )
    commands = {
        "sound": f"certify --bind {sound} --report-dir sound",
        "certify": f"certify --bind {leaky} {gates}",
        "jobs": f"certify --bind {leaky} --bind {LIST}=leaky:convert --rule MCP-1 --jobs 2 --report-dir reports-2",
        "diff-subjects": f"diff-subjects --json differences.json --a-bind={leaky} --b-bind={SINGLE}=other:convert",
    }
    commands = {name: [*words.split(), *given] for name, words in commands.items()}
    commands["diff"] = ["diff", "sound/report.json", "reports/report.json", "--html", "diff.html"]
    variables = {**environment, "GITHUB_STEP_SUMMARY": str(here / "summary.md"), "PYTHONPATH": "subject"}
    for name, words in commands.items():
        here.joinpath(f"printed {name}.txt").write_text(
            printed([sys.executable, "-m", "conformance", *words], here, variables), "utf-8"
        )
    pytest_words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "-k", "MCP-1 or CONV-1"]
    pytest_words += ["--conformance-max-examples", "5"]
    here.joinpath("printed pytest.txt").write_text(printed(pytest_words, here, variables), "utf-8")
    return here


def printed(words: list[str], here: Path, variables: dict[str, str]) -> str:
    done = subprocess.run(
        words, cwd=here, env={**os.environ, **variables}, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode in (0, 1), f"{words}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout + done.stderr


def contents(path: Path) -> Iterator[str]:
    """Yield what a file says: its text, and what is packed in it."""
    text = path.read_text("utf-8")
    yield text
    for packed in re.findall(r"H4sI[A-Za-z0-9+/=]{100,}", text):
        yield gzip.decompress(base64.b64decode(packed)).decode()


def outputs(here: Path) -> list[Path]:
    paths = (path for path in here.rglob("*") if path.is_file() and here / "subject" not in path.parents)
    return [path for path in paths if path.suffix != ".pyc"]


@pytest.mark.expensive("each form of each key goes through every report")
def test_no_output_holds_a_key(leaked) -> None:
    paths = outputs(leaked)
    names = {path.name for path in paths}
    assert {"report.json", "junit.xml", "report.html", "report.md", "report.sarif", "certificate.json"} <= names
    assert {"diff.html", "differences.json", "summary.md", "printed certify.txt", "printed pytest.txt"} <= names
    found = []
    for path in paths:
        text = "\n".join(contents(path))
        found += [(path.name, key.name) for key in KEYS if any(form in text for form in spelled(key.part))]
    assert found == []


def test_every_key_was_said_where_it_could_be_seen(leaked) -> None:
    """What never reached a report would be absent from it in any case."""
    report = (leaked / "reports" / "report.json").read_text("utf-8")
    assert [key.name for number, key in enumerate(KEYS) if f"#{number}#" not in report] == []
    assert report.count("[redacted ") > 1_000
    for name in ("junit.xml", "report.html"):
        assert "[redacted " in "\n".join(contents(leaked / "reports" / name))
    for name in ("report.md", "report.sarif", "summary.md", "differences.json", "printed certify.txt"):
        assert "[redacted " in (leaked / name).read_text("utf-8")
    assert "[redacted " in (leaked / "printed pytest.txt").read_text("utf-8")
