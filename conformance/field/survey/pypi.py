"""Packages of PyPI: locked and installed by uv, or by pip where that is all there is."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from tempfile import TemporaryDirectory

from packaging.specifiers import SpecifierSet

from conformance.base.errors import UsageError
from conformance.field.survey import programs
from conformance.field.survey.model import TODAYS, Environment, Lock
from conformance.field.survey.programs import ProgramFailed, output_of
from conformance.field.survey.storage import complete, key_of

UV, PIP = "uv", "pip"


def python_lock(packages: Sequence[str], needs: str, before: str | None) -> Lock:
    """Return what is installed with packages of PyPI, for the Python that runs this. Raises Failed.

    packages: as pip is asked for them. needs: the Pythons that they need. before: later releases are not installed.
    """
    if platform.python_version() not in SpecifierSet(needs):
        raise ProgramFailed(f"it needs Python {needs}, and this is {platform.python_version()}")
    wanted, uv = "".join(f"{package}\n" for package in packages), programs.uv()
    if uv is None:  # release days are unknown then, and pip writes no lock that it reads
        note = f"{TODAYS}uv is not installed" if before else None
        return Lock(installer=PIP, text=wanted, made_for=_machine(), needs=needs, note=note)
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "wanted.txt")
        _write(path, wanted)
        words = [*uv, "pip", "compile", "--quiet", "--no-annotate", "--no-header", "--format", "pylock.toml"]
        words += ["--python", sys.executable, *(["--exclude-newer", before] if before else []), path]
        return Lock(installer=UV, text=output_of(words), made_for=_machine(), needs=needs)


def python_environment(lock: Lock, kept: str) -> Environment:
    """Return an environment with what is locked. kept: the folder of environments.

    Raises Failed, and UsageError on a machine that cannot make it as the one that locked it.
    """
    if lock.made_for != _machine():
        raise UsageError(f"The packages are locked for {lock.made_for}, and this machine is {_machine()}.")
    if lock.installer == PIP:
        return _by_pip(lock, kept)
    uv = programs.uv()
    if uv is None:
        raise UsageError("The packages are locked by uv, which this machine lacks.", "Install uv on every machine.")

    def make(folder: str) -> None:
        path = os.path.join(folder, "pylock.toml")
        _write(path, lock.text)
        output_of([*uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, folder])
        # Without compiled files each start of a large library takes twice as long.
        output_of([*uv, "pip", "sync", "--quiet", "--compile-bytecode", "--python", _interpreter(folder), path])

    folder = complete(kept, key_of(lock.text, platform.python_version()), make)
    listed = output_of([*uv, "pip", "freeze", "--quiet", "--python", _interpreter(folder)])
    return _environment(folder, listed, lock.text)


def _by_pip(lock: Lock, kept: str) -> Environment:
    def make(folder: str) -> None:
        output_of([sys.executable, "-m", "venv", folder])
        output_of([*_pip(folder), "install", "--quiet", *lock.text.splitlines()])

    folder = complete(kept, key_of("pip", lock.text, platform.python_version()), make)
    listed = output_of([*_pip(folder), "freeze"])
    return _environment(folder, listed, listed)


def _environment(folder: str, listed: str, lock: str) -> Environment:
    installed = tuple(listed.splitlines())
    return Environment(folder=folder, interpreter=_interpreter(folder), path=None, installed=installed, lock=lock)


def _machine() -> str:
    python = ".".join(platform.python_version_tuple()[:2])
    return f"{platform.system()} {platform.machine()} with Python {python}"


def _pip(folder: str) -> list[str]:
    return [_interpreter(folder), "-m", "pip", "--disable-pip-version-check"]


def _interpreter(folder: str) -> str:
    return os.path.join(folder, "bin", "python")


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
