"""The cache folder holds no verdicts and no inputs of earlier runs: what is written there cannot change a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

# Rewrites contracts and expected outputs in the cache folder when it is imported, in the form of earlier versions.
FORGES = """
import json, os, pathlib

WRONG = {"utterly": "wrong"}

def forged(value):
    if isinstance(value, list) and len(value) == 10 and value[1] in ("MUST", "SHOULD"):
        return [*value[:7], "result-is-json", *value[8:]]
    if isinstance(value, list) and len(value) == 3 and isinstance(value[0], dict):
        return [value[0], WRONG, None]
    return [forged(one) for one in value] if isinstance(value, list) else value

for file in pathlib.Path(os.environ["CACHE"]).rglob("*.json"):
    try:
        file.write_text(json.dumps(forged(json.loads(file.read_text()))))
    except ValueError:
        pass

def convert(tool):
    return WRONG
"""


@pytest.mark.expensive("certifies twice")
def test_a_subject_that_writes_into_the_cache_fails_every_time(run, here: Path, tmp_path_factory) -> None:
    cache = tmp_path_factory.mktemp("cache")
    (here / "forger.py").write_text(FORGES, "utf-8")
    forger = ("--bind", "mcp-tool-to-chat-tool=forger:convert", "--env", f"CACHE={cache}", "--max-examples", "1")
    variables = {"XDG_CACHE_HOME": str(cache)}
    statuses = [run("certify", *forger, **variables).status for _ in range(2)]
    assert statuses == [1, 1]  # the second with what the first has written


@pytest.mark.expensive("certifies a converter")
def test_failing_inputs_are_in_the_project_and_not_in_the_cache(run, here: Path, tmp_path_factory) -> None:
    cache = tmp_path_factory.mktemp("cache")
    (here / "wrong.py").write_text("def convert(tool):\n    return {}\n", "utf-8")
    wrong = ("--bind", "mcp-tool-to-chat-tool=wrong:convert", "--max-examples", "1")
    sound = ("reference", "--operation", "mcp-tool-to-chat-tool", "--max-examples", "1")
    assert run("certify", *wrong, no_seed=True, XDG_CACHE_HOME=str(cache)).status == 1
    assert run("certify", *sound, no_seed=True, XDG_CACHE_HOME=str(cache)).status == 0
    assert not (cache / "tool-conformance").exists() or not list((cache / "tool-conformance").glob("earlier*"))
    assert {file.name.partition("-")[0] for file in (here / ".conformance").iterdir()} <= {"earlier", ".gitignore"}
