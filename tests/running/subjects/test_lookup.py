"""From a name to the configuration of a subject."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts import load_specifications
from conformance.running.subjects.base import Limits
from conformance.running.subjects.lookup import config_of_name
from conformance.running.subjects.named import library_programs
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.reference import ReferenceConfig
from conformance.running.subjects.started_gateway import StartedGatewayConfig
from conformance.running.subjects.wire import WireConfig

OPERATIONS = tuple(load_specifications().contracts)
TABLE = """
requirements = ["acme==1.0"]
{language} = ">=3.10"
tried = ["acme 1.0"]
operations = {{ mcp-tool-to-chat-tool = "acme.convert" }}
"""
GIVEN = PythonConfig(operations=OPERATIONS, choices={"a": "b"}, env=("C=d",), limits=Limits(timeout=3))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(name: str, **more: Any) -> UsageError:
    with pytest.raises(UsageError) as caught:
        config_of_name(name, PythonConfig(operations=OPERATIONS, **more))
    assert "\n" not in str(caught.value)
    return caught.value


def test_reference_is_the_reference() -> None:
    config = config_of_name("reference", GIVEN)
    assert config == ReferenceConfig(operations=OPERATIONS, choices={"a": "b"}, env=("C=d",), limits=Limits(timeout=3))


def test_a_library_is_its_adapter() -> None:
    config = config_of_name("litellm", GIVEN)
    assert isinstance(config, PythonConfig)
    assert (config.path, config.env, config.limits.timeout) == (library_programs("litellm")[0], ("C=d",), 3)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes a catalogue of one library, acme, whose program is the given file."""

    def make(program: str) -> Path:
        path = tmp_path / "libraries" / "acme" / program
        path.parent.mkdir(parents=True)
        path.touch()
        table = TABLE.format(language="python" if program.endswith(".py") else "node")
        (path.parent / "library.toml").write_text(table)
        monkeypatch.setattr("conformance.running.subjects.named.FOLDER", str(tmp_path / "libraries"))
        return path

    return make


def test_a_driver_of_python_is_run_by_the_given_interpreter(library) -> None:
    path = library("driver.py")
    config = config_of_name("acme", replace(GIVEN, interpreter="/opt/a b/python"))
    assert isinstance(config, WireConfig)
    assert shlex.split(config.command) == ["/opt/a b/python", str(path)]
    assert (config.choices, config.env, config.limits.timeout) == ({"a": "b"}, ("C=d",), 3)


def test_a_driver_of_node_is_run_by_node(library) -> None:
    path = library("driver.mjs")
    config = config_of_name("acme", GIVEN)
    assert isinstance(config, WireConfig)
    words = shlex.split(config.command)
    assert (words[0], words[-1]) == ("node", str(path))


def test_an_adapter_of_node_is_a_process_that_speaks_the_protocol(library) -> None:
    path = library("adapter.mjs")
    config = config_of_name("acme", GIVEN)
    assert isinstance(config, ProcessConfig)
    words = shlex.split(config.command)
    assert (words[0], os.path.basename(words[-2]), words[-1]) == ("node", "serve_adapter.mjs", str(path))
    assert (config.choices, config.env, config.limits.timeout) == ({"a": "b"}, ("C=d",), 3)


def test_a_gateway_is_started_by_its_program_as_its_table_says(library) -> None:
    path = library("gateway.py")
    table = TABLE.format(language="python") + '[gateway]\nfrom = "chat"\nto = "anthropic"\nhost = "compatible"\n'
    (path.parent / "library.toml").write_text(table + 'model = "m"\nheaders = { x-a = "{api}/v1" }\n')
    config = config_of_name("acme", replace(GIVEN, interpreter="/opt/a b/python"))
    assert isinstance(config, StartedGatewayConfig)
    assert shlex.split(config.command) == ["/opt/a b/python", str(path)]
    assert (config.api, config.model, config.profile) == ("chat", "m", "compatible")
    assert (config.headers, config.env, config.limits.timeout) == ({"x-a": "{api}/v1"}, ("C=d",), 3)


@pytest.mark.parametrize(
    ("program", "given"),
    [
        ("driver.mjs", {"interpreter": "python3"}),
        ("driver.mjs", {"in_process": True}),
        ("adapter.mjs", {"interpreter": "python3"}),
        ("driver.py", {"in_process": True}),
    ],
)
def test_a_driver_takes_no_arguments_of_another_kind(library, program: str, given: dict[str, Any]) -> None:
    library(program)
    error = refused("acme", **given)
    assert program in error.message and "conformance subjects" in error.hint


@pytest.mark.parametrize("name", ["acme.tools:convert", "acme/tools.py", "acme:"])
def test_an_import_path_is_a_python_subject(name: str) -> None:
    config = config_of_name(name, GIVEN)
    assert isinstance(config, PythonConfig)
    assert (config.path, config.choices) == (name, {"a": "b"})


def test_a_table_of_this_folder_names_a_subject(folder: Path) -> None:
    (folder / "conformance.toml").write_text('[subjects.ours]\npython = "acme:x"\n')
    config = config_of_name("ours", GIVEN)
    assert isinstance(config, PythonConfig) and config.path == "acme:x"


def test_the_reference_goes_with_no_interpreter() -> None:
    assert refused("reference", interpreter="python3").message == "--python cannot be combined with the reference."


@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_is_refused(name: str) -> None:
    assert refused(name).message == "The SUBJECT argument is empty."


def test_an_unknown_name_says_what_was_probably_meant() -> None:
    error = refused("litelm")
    assert error.message == "Unknown subject 'litelm'."
    assert "litellm" in error.hint
    assert "package.module:object" in error.hint
