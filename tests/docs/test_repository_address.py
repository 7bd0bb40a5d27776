"""The address of the repository is written once; the pages that people copy it from have the same, and the version."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest

from conformance import __version__
from tests.docs.commands import ROOT

SCRIPT = ROOT / "docs" / "_ext" / "repository_address.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("repository_address", SCRIPT)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_every_page_has_the_address_and_the_version(script: ModuleType) -> None:
    stale = [path for path in script.pages() if script.rewritten(path.read_text("utf-8")) != path.read_text("utf-8")]
    assert stale == [], "run: python docs/_ext/repository_address.py"


@pytest.mark.expensive("reads every file")
def test_nothing_spells_the_address_in_another_way(script: ModuleType) -> None:
    owner = re.escape(script.repository().partition("/")[0])
    for path in script.pages():
        text = path.read_text("utf-8")
        # What remains of the owner after the forms that the script writes.
        left = re.sub(rf"github\.com/{owner}/|(?<=uses: ){owner}/|(?<=repository: ){owner}/", "", text)
        assert re.findall(rf"\b{owner}/", left) == [], path
    code = [path for path in (ROOT / "conformance").rglob("*.py") if script.repository() in path.read_text("utf-8")]
    assert code == []


def test_the_action_the_hook_and_the_sample_are_rewritten(script: ModuleType) -> None:
    before = (
        "  - uses: someone/conformance@v0.0.9\n  - repo: https://github.com/someone/conformance\n    rev: v0.0.9\n"
        "          repository: someone/conformance\n          ref: v0.0.9\n  - uses: actions/checkout@v4\n"
    )
    address, tag = script.repository(), f"v{__version__}"
    assert script.rewritten(before) == (
        f"  - uses: {address}@{tag}\n  - repo: https://github.com/{address}\n    rev: {tag}\n"
        f"          repository: {address}\n          ref: {tag}\n  - uses: actions/checkout@v4\n"
    )
