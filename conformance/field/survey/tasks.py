"""What a survey judges: each library at each version, and the digest of all that a result depends on."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from functools import cache

from packaging.specifiers import SpecifierSet

import conformance
from conformance import __version__
from conformance.base.errors import UsageError
from conformance.field.rows import Task
from conformance.field.survey.catalogue import PYTHON, Library, Package
from conformance.field.survey.releases import Release
from conformance.rules.contracts import load_specifications

# They show what was found, and change no result.
_SHOWING = ("commands", "results", "field", "specs")


def task_of(library: Library, release: Release, *, max_examples: int) -> Task:
    """Return the task that judges a library at a release.

    At the version of library.toml the other packages are those that it names. At another version they are what was
    the newest then, below the next major version: the program is known to work with that one alone.
    """
    own, *others = library.packages
    is_pinned = release.version == own.version
    task = Task(
        library=library.name,
        version=release.version,
        released=release.day,
        packages=(
            _exact(library, own, release.version),
            *(
                _exact(library, other, other.version) if is_pinned else _other(library, other, release.version)
                for other in others
            ),
        ),
        before=None if is_pinned else release.before,
        max_examples=max_examples,
        digest="",
    )
    return replace(task, digest=_digest_of(task, library))


def check_same_suite(suite: str) -> None:
    """Raise UsageError where this machine has another suite than the one that asks."""
    if suite != suite_digest():
        raise UsageError(
            f"This machine has another suite: {__version__}, {suite_digest()[:12]}.",
            "Install the same one on every machine.",
        )


@cache
def suite_digest() -> str:
    """Return the digest of the suite's code that judges, and of the specifications."""
    root = os.path.dirname(os.path.abspath(conformance.__file__))
    digest = hashlib.sha256(load_specifications().digest.encode())
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(text for text in folders if not (folder == root and text in _SHOWING))
        for name in sorted(files):
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    digest.update(os.path.relpath(path, root).encode() + b"\0" + file.read())
    return digest.hexdigest()


def _exact(library: Library, package: Package, version: str) -> str:
    return f"{package.name}{package.extras}{'==' if library.language == PYTHON else '@'}{version}"


def _other(library: Library, package: Package, version: str) -> str:
    """Return what of another package comes with a version: by a bound of the table, or below the next major version."""
    below = f"<{int(package.version.partition('.')[0]) + 1}"
    bounds = (
        bound.requirements.get(package.name) for bound in library.bounds if version in SpecifierSet(bound.versions)
    )
    wanted = next((bound for bound in bounds if bound), below)
    return f"{package.name}{package.extras}{'' if library.language == PYTHON else '@'}{wanted}"


def _digest_of(task: Task, library: Library) -> str:
    parts = [task.library, *task.packages, task.before or "", str(task.max_examples)]
    text = "\0".join([*parts, library.adapter_digest, suite_digest()])
    return hashlib.sha256(text.encode()).hexdigest()
