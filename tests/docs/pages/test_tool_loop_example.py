"""What docs/tool-loop.md prints, and the loop that it links to, work when they are copied."""

import json
import os
import re
from pathlib import Path

import pytest

from conformance.rules.checks.by_laws.tool_loop.view import is_loop
from tests.command import run_here

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "tool-loop.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    folder = tmp_path_factory.mktemp("acme")
    (folder / "acme").mkdir()
    (folder / "acme" / "loop.py").write_text((DOCS / "samples" / "loop.py").read_text("utf-8"), "utf-8")
    done = run_here(folder, ("certify", "--bind", "tool-loop=acme.loop:tool_loop", "--seed", "1"), os.environ)
    assert done.status == 0, done
    return json.loads((folder / "reports" / "report.json").read_text(encoding="utf-8"))


def test_the_loop_conforms_on_every_rule(certified):
    verdicts = {entry["id"]: entry["verdict"] for entry in certified["rules"]}
    assert verdicts.pop("ALL-10") == "not-applicable"  # it declares nothing that it does not have
    of_anthropic = ("LOOP-11", "LOOP-11a", "LOOP-12", "LOOP-12a", "LOOP-13", "LOOP-14", "LOOP-15")
    assert {verdicts.pop(rule) for rule in of_anthropic} == {"not-applicable"}
    assert set(verdicts.values()) == {"pass"}


def test_it_was_judged_by_one_api_and_so_shows_no_tool_turns(certified):
    assert certified["choices"]["tool-loop"] == {}


def test_the_planned_input_is_one():
    given, planned = (json.loads(block) for block in blocks("json"))
    assert is_loop(planned)
    assert given.keys() - {"base_url"} == planned.keys() - {"script"}


def test_the_scripted_api_is_used_as_printed():
    seen = {}
    exec(compile(blocks("python")[0], str(PAGE), "exec"), seen)
    assert seen["requests"] == ()
