"""What a certificate knows of a subject: the code that importing it loads, or the files that a command names."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.base.errors import ConformanceError
from conformance.base.observation import Description
from conformance.running.subjects.base import Limits
from conformance.running.subjects.gateway import GatewayConfig
from conformance.running.subjects.identity import code_of, digest_of, identity_of
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.reference import ReferenceConfig
from conformance.running.subjects.wire import WireConfig

BIND = {"mcp-tool-to-chat-tool": "acme.tools:convert"}


def works(interpreter: str) -> bool:
    return subprocess.run([interpreter, "-c", ""], capture_output=True, check=False).returncode == 0


OLD = [name for name in ("python3.8", "python3.9") if shutil.which(name) and works(name)]


@pytest.fixture
def acme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that uses the standard library, a neighbour, and a part of a namespace."""
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "__init__.py").write_text("", "utf-8")
    (tmp_path / "acme" / "tools.py").write_text(
        "import json, neighbour\nfrom shared import part\n\ndef convert(tool):\n    return json.loads(tool)\n", "utf-8"
    )
    (tmp_path / "neighbour.py").write_text("", "utf-8")
    (tmp_path / "unused.py").write_text("", "utf-8")
    (tmp_path / "shared" / "part").mkdir(parents=True)
    (tmp_path / "shared" / "part" / "__init__.py").write_text("", "utf-8")
    (tmp_path / "shared" / "of_others.py").write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "acme"


def python(**settings: object) -> PythonConfig:
    return PythonConfig(operations=tuple(BIND), bind=BIND, **settings)  # type: ignore[arg-type]


def code(**settings: object) -> dict[str, str]:
    return {element.name: element.sha256 for element in code_of(python(**settings))}


def test_it_is_what_importing_loads_outside_the_standard_library(acme):
    assert list(code()) == ["acme", "neighbour", "shared.part"]


@pytest.mark.parametrize("change", ["tools.py", "data.json", "inner/more.py"])
def test_each_file_of_a_package_counts(acme, change):
    before = code()
    (acme / "inner").mkdir()
    with (acme / change).open("a", encoding="utf-8") as file:
        file.write("\n")
    after = code()
    assert {name for name in before if before[name] != after[name]} == {"acme"}


def test_a_name_counts_too(acme):
    (acme / "data.json").write_text("1", "utf-8")
    before = code()
    (acme / "data.json").rename(acme / "other.json")
    assert code() != before


def test_what_python_and_tools_leave_behind_does_not_count(acme):
    before = code()
    for folder in ("__pycache__", ".cache"):
        (acme / folder).mkdir(exist_ok=True)
        (acme / folder / "made.txt").write_text("made", "utf-8")
    (acme / "tools.pyc").write_text("made", "utf-8")
    assert code() == before


def test_an_installed_package_has_its_version(acme):
    import yaml

    (acme / "tools.py").write_text("import yaml\n\ndef convert(tool):\n    return tool\n", "utf-8")
    reported = {element.name: element.version for element in code_of(python())}
    assert (reported["yaml"], reported["acme"]) == (yaml.__version__, None)


@pytest.mark.skipif(not OLD, reason="no Python 3.8 or 3.9 here")
def test_another_interpreter_shows_the_same(acme):
    assert code(interpreter=OLD[0]) == code()


def test_prints_and_threads_of_the_subject_are_nothing_to_us(acme):
    (acme / "tools.py").write_text(
        "import threading, time\nprint('{}')\n"
        "threading.Thread(target=time.sleep, args=(3600,)).start()\n\ndef convert(tool):\n    return tool\n",
        "utf-8",
    )
    assert list(code()) == ["acme"]


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("raise RuntimeError('no')", "importing acme.tools failed: RuntimeError: no"),
        ("import os; os._exit(4)", "its interpreter ended"),
        ("import time; time.sleep(3600)", "importing it took over 0.5 seconds"),
    ],
    ids=["raises", "exits", "hangs"],
)
def test_a_subject_that_cannot_be_imported_is_reported(acme, text, reported):
    (acme / "tools.py").write_text(text, "utf-8")
    with pytest.raises(ConformanceError, match=reported):
        code_of(python(limits=Limits(start_timeout=0.5 if "sleep" in text else 60.0)))


def test_a_command_is_the_files_that_it_names(acme):
    (acme / "serve.py").write_text("", "utf-8")
    before = code_of(ProcessConfig(command=f"{sys.executable} {acme / 'serve.py'} --port 0"))
    assert sorted(element.name for element in before) == sorted([Path(sys.executable).name, "serve.py"])
    (acme / "serve.py").write_text("# changed", "utf-8")
    assert code_of(ProcessConfig(command=f"{sys.executable} {acme / 'serve.py'} --port 0")) != before


def test_a_driver_is_the_files_that_it_names_and_of_a_gateway_nothing_is_seen(acme):
    (acme / "driver.py").write_text("", "utf-8")
    found = code_of(WireConfig(command=f"{sys.executable} {acme / 'driver.py'}"))
    assert "driver.py" in [finding.name for finding in found]
    assert code_of(GatewayConfig(url="http://127.0.0.1:1/v1")) == ()


def test_the_reference_is_its_package():
    (element,) = code_of(ReferenceConfig(operations=("tool-loop",)))
    assert (element.name, element.files > 10) == ("conformance.reference", True)


def test_the_digest_is_over_all_that_is_reported():
    description = Description(
        name="acme", version="1", language="python 3.11", adapter="python", operations=("b", "a"), choices={}
    )
    reported = identity_of(description, ()).as_data()
    assert reported["operations"] == ["a", "b"]
    assert digest_of(reported) == digest_of(identity_of(replace(description, adapter="in-process"), ()).as_data())
    for change in ({"name": "acme2"}, {"version": None}, {"language": "python 3.12"}, {"operations": ("a",)}):
        assert digest_of(identity_of(replace(description, **change), ()).as_data()) != digest_of(reported)


def test_a_subject_of_another_folder_is_read_there(acme, monkeypatch):
    from_its_own, script = code(), acme / "tools.py"
    (command,) = code_of(ProcessConfig(command=f"python {script}"))[:1]
    (acme.parent / "in").mkdir()
    monkeypatch.chdir(acme.parent / "in")
    assert code(folder="..") == from_its_own
    assert command in code_of(ProcessConfig(command="python acme/tools.py", folder=".."))
