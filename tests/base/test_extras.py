"""The advice about installing an extra is a command that works where the suite was installed from."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import metadata, util
from pathlib import Path
from typing import Any

import pytest

from conformance.base import extras
from conformance.base.extras import install_command, requirement

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"""(?:install_command\(|importing_server\("[^"]+", )["'](\w+)["']\)""")
MCP = ["mcp<3,>=2.3"]  # what the extra of this name installs


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (None, MCP),
        (
            {"url": "https://example.com/a.whl", "archive_info": {}},
            ["tool-conformance[mcp] @ https://example.com/a.whl"],
        ),
        (
            {"url": "https://example.com/a.git", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}},
            ["tool-conformance[mcp] @ git+https://example.com/a.git@c0ffee"],
        ),
        ({"url": "file:///gone/a.whl", "archive_info": {}}, MCP),
        ({"url": "file:///gone", "dir_info": {}}, MCP),
    ],
)
def test_what_is_installed_is_named_by_where_the_suite_came_from(origin: dict[str, Any], words: list[str]) -> None:
    assert requirement("mcp", origin) == words


def test_without_an_extra_what_every_installation_has_is_named() -> None:
    names = {re.split("[<>=]", element)[0] for element in requirement("", None)}
    assert {"httpx2", "msgspec", "rich"} <= names
    assert names.isdisjoint({"mcp", "schemathesis"})


def test_of_an_extra_that_names_others_the_packages_are_listed() -> None:
    assert requirement("survey", None) == [*MCP, *requirement("emulate", None)]


def test_a_checkout_is_named_by_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout = tmp_path / "a checkout"
    checkout.mkdir()
    origin = {"url": checkout.as_uri(), "dir_info": {}}
    assert requirement("mcp", origin) == [f"{checkout}[mcp]"]
    assert requirement("mcp", {**origin, "dir_info": {"editable": True}}) == ["-e", f"{checkout}[mcp]"]
    monkeypatch.chdir(checkout)
    assert requirement("mcp", origin) == [".[mcp]"]


def test_a_wheel_that_is_still_there_is_named_by_its_file(tmp_path: Path) -> None:
    wheel = tmp_path / "a.whl"
    wheel.touch()
    named = requirement("mcp", {"url": wheel.as_uri(), "archive_info": {}})
    assert named == [f"tool-conformance[mcp] @ {wheel.as_uri()}"]


def test_a_suite_that_is_not_installed_is_named_by_its_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    monkeypatch.chdir("/")
    assert f"{ROOT}[mcp]" in install_command("mcp")


@pytest.mark.parametrize(
    ("has_pip", "on_the_path", "words"),
    [
        (True, True, "pip install "),
        (True, False, f"{sys.executable} -m pip install "),
        (False, True, f"uv pip install --python {sys.executable} "),
    ],
)
def test_the_command_installs_into_the_python_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_pip: bool, on_the_path: bool, words: str
) -> None:
    bin = tmp_path / "bin"
    bin.mkdir()
    for name in ("pip", "python"):
        (bin / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(bin))
    monkeypatch.setattr(util, "find_spec", lambda name: object() if has_pip else None)
    if on_the_path and has_pip:
        monkeypatch.setattr(sys, "executable", str(bin / "python"))
    assert install_command("mcp").startswith(words)


def test_each_extra_that_a_message_names_exists() -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert known["name"] == extras.DISTRIBUTION
    sources = [path.read_text("utf-8") for path in (ROOT / "conformance").rglob("*.py")]
    named = {name for text in sources for name in NAMED.findall(text)}
    assert {"mcp", "sign", "recordings", "emulate", "serve"} <= named <= known["optional-dependencies"].keys()
