"""The pinned files: what they are of, that nothing was written into them by hand, and what happens to damaged ones."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import KINDS, refusals_of
from conformance.apis.oracles.derive import SOURCES, stripped
from conformance.apis.oracles.pin import pin_of, schema_digest, text_of_pin, write_pins
from conformance.apis.oracles.pinned import pin, read_api_file
from conformance.base.errors import SpecificationError, UsageError
from conformance.base.files import api_folder

ROOT = Path(__file__).parents[3]
DERIVE = ROOT / "conformance" / "apis" / "oracles" / "derive.py"
OLDEST = (3, 8)


@pytest.mark.parametrize("kind", KINDS)
def test_a_pinned_file_is_what_deriving_wrote(kind: str) -> None:
    text = (ROOT / "specs" / "api" / f"{kind}.json").read_text("utf-8")
    assert text_of_pin(json.loads(text)) == text
    assert pin(kind)["digest"] == schema_digest(pin(kind)["schema"])
    assert pin(kind)["package"] == SOURCES[kind][0]


def test_every_kind_is_derived_and_pinned() -> None:
    assert tuple(SOURCES) == KINDS
    assert {f"{kind}.json" for kind in KINDS} <= {path.name for path in (ROOT / "specs" / "api").iterdir()}


@pytest.fixture(scope="module")
def derived() -> dict[str, Any]:
    """What the packages of this environment say, asked as the packages of any other are."""
    done = subprocess.run([sys.executable, "-I", str(DERIVE)], capture_output=True, text=True, timeout=120, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.expensive("writes the schemas of whole packages anew")
def test_the_pins_are_what_the_packages_say(kind: str, derived: dict[str, Any]) -> None:
    found = derived[kind]
    try:
        installed = version(pin(kind)["package"])
    except PackageNotFoundError:
        assert "absent" in found
        pytest.skip(f"{pin(kind)['package']} is not installed")
    if installed != pin(kind)["version"]:
        pytest.skip(f"{pin(kind)['package']} is {installed} here, pinned is {pin(kind)['version']}")
    assert pin_of(found) == pin(kind)


def test_an_interpreter_without_the_packages_says_so() -> None:
    nothing = "import sys; sys.modules['pydantic'] = None; sys.argv[0] = sys.argv.pop(1);"
    run = f"{nothing} import runpy; runpy.run_path(sys.argv[0], run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-I", "-c", run, str(DERIVE), "--kind", "mcp-tool"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    reported = json.loads(done.stdout)["mcp-tool"]
    assert reported["package"] == "mcp"
    assert reported["absent"].startswith("pydantic 2 is needed: ")


def test_deriving_needs_nothing_of_the_suite_and_no_new_python() -> None:
    tree = ast.parse(DERIVE.read_text("utf-8"), feature_version=OLDEST)
    modules = {name for node in ast.walk(tree) for name in _imported(node)}
    assert modules <= {"__future__", "argparse", "importlib", "importlib.metadata", "json", "pydantic", "sys"} | {
        "typing",
        "warnings",
    }


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_stripping_takes_what_is_said_and_leaves_what_is_named_so() -> None:
    schema = {
        "title": "Tool",
        "description": "A tool.",
        "properties": {"title": {"type": "string", "title": "Title"}, "description": {"enum": ["title"]}},
        "required": ["title"],
        "$defs": {"description": {"description": "x", "const": {"description": "kept"}}},
    }
    assert stripped(schema) == {
        "properties": {"title": {"type": "string"}, "description": {"enum": ["title"]}},
        "required": ["title"],
        "$defs": {"description": {"const": {"description": "kept"}}},
    }


def test_a_kind_that_no_package_speaks_of_is_not_pinned(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"openai says nothing of chat-request: no module\. Install it, then repeat\."):
        write_pins({"chat-request": {"package": "openai", "absent": "no module"}}, str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of specifications of somebody's own."""
    (tmp_path / "sources.yaml").write_text("{}", "utf-8")
    monkeypatch.setenv("CONFORMANCE_SPECS", str(tmp_path))
    return tmp_path


def test_the_chosen_specifications_may_bring_api_files_and_need_not(specs: Path) -> None:
    assert Path(api_folder()) == ROOT / "specs" / "api"
    shutil.copytree(ROOT / "specs" / "api", specs / "api")
    assert Path(api_folder()) == specs / "api"


@pytest.mark.parametrize(
    ("text", "reported"),
    [(None, r"api/own\.json cannot be read: No such file"), ("{", r"api/own\.json is not JSON: ")],
    ids=["missing", "cut"],
)
def test_a_damaged_file_is_the_suites_own_fault(specs: Path, text: str | None, reported: str) -> None:
    (specs / "api").mkdir()
    if text is not None:
        (specs / "api" / "own.json").write_text(text, "utf-8")
    with pytest.raises(SpecificationError, match=reported):
        read_api_file("own.json")


def test_asking_loads_no_package_of_any_api() -> None:
    asked = (
        "import sys; from conformance.apis.oracles import accepts; accepts('chat-request', {});"
        "print(sorted(sys.modules.keys() & {'openai', 'mcp', 'anthropic', 'google.genai', 'pydantic'}))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
    assert refusals_of("chat-request", {}) != ()
