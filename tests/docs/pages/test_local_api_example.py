"""What docs/local-api.md prints works when it is copied."""

import re
from pathlib import Path

import pytest

from conformance.apis.emulator.scripts import script_of
from conformance.rules.contracts.yaml_core import read_yaml

PAGE = (Path(__file__).parents[3] / "docs" / "local-api.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return found


def test_the_script_is_one():
    script = script_of(read_yaml(block("yaml"), "local-api.md"), "local-api.md")
    assert [len(answer.calls) for answer in script.answers] == [0, 2, 1, 0]
    assert [answer.cut is not None for answer in script.answers] == [False, False, False, True]


def test_the_test_passes():
    pytest.importorskip("openai")
    names: dict = {}
    exec(compile(block("python"), "local-api.md", "exec"), names)
    assert names["captured"].api == "responses"
