"""From a name to the configuration of a subject."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.errors import UsageError
from conformance.subjects.base import Limits
from conformance.subjects.lookup import config_of_name
from conformance.subjects.named import adapter_path
from conformance.subjects.python import PythonConfig
from conformance.subjects.reference import ReferenceConfig

OPERATIONS = ("mcp-tool-to-chat-tool",)
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
    assert (config.path, config.env, config.limits.timeout) == (adapter_path("litellm"), ("C=d",), 3)


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
