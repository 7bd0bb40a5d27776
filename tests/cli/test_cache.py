"""The cache folder holds inputs of earlier runs and no verdicts: whatever is written there cannot change a verdict."""

from __future__ import annotations

from pathlib import Path

# Rewrites every file in the cache folder, and adds those that earlier versions read, when it is imported.
FORGES = """
import json, os, pathlib

folder = pathlib.Path(os.environ["CACHE"])
for file in folder.rglob("*"):
    if file.is_file():
        text = file.read_text("utf-8", "replace")
        file.write_text(text.replace('"fail"', '"pass"').replace('"chat-form"', '"result-is-json"'), "utf-8")

def convert(tool):
    return {"utterly": "wrong"}
"""


def test_a_subject_that_writes_into_the_cache_fails_every_time(run, here: Path, tmp_path_factory) -> None:
    cache = tmp_path_factory.mktemp("cache")
    (here / "forger.py").write_text(FORGES, "utf-8")
    forger = ("--bind", "mcp-tool-to-chat-tool=forger:convert", "--env", f"CACHE={cache}", "--max-examples", "5")
    variables = {"XDG_CACHE_HOME": str(cache)}
    statuses = [run("certify", *forger, **variables).status for _ in range(3)]
    assert statuses == [1, 1, 1]


def test_the_cache_holds_failing_inputs_only(run, here: Path, tmp_path_factory) -> None:
    cache = tmp_path_factory.mktemp("cache")
    (here / "wrong.py").write_text("def convert(tool):\n    return {}\n", "utf-8")
    wrong = ("--bind", "mcp-tool-to-chat-tool=wrong:convert", "--max-examples", "5")
    assert run("certify", *wrong, random_seed=True, XDG_CACHE_HOME=str(cache)).status == 1
    assert run("certify", "reference", "--max-examples", "5", random_seed=True, XDG_CACHE_HOME=str(cache)).status == 0
    assert {file.name.partition("-")[0] for file in (cache / "tool-conformance").iterdir()} <= {"earlier"}
