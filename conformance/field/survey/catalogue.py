"""The libraries of the catalogue, as a survey installs and runs them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from conformance.base.errors import UsageError, did_you_mean
from conformance.rules.contracts import load_specifications
from conformance.running.subjects.named import (
    library_names,
    library_of,
    library_programs,
    library_without,
    program_files,
)

PYTHON, NODE = "python", "node"

_PYPI = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?P<extras>\[[^\]]*\])?==(?P<version>\S+)")
_NPM = re.compile(r"(?P<name>@?[^@\s]+)(?P<extras>)@(?P<version>\S+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package that a library needs, at the version of library.toml. extras: with their brackets."""

    name: str
    extras: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """What a library does on purpose. words: of the defect's message; None for any defect of the rule."""

    operation: str
    rule: str
    words: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What other packages certain versions of a library need although they do not say so, by the name of each."""

    versions: str
    requirements: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """A library. packages: its own first. needs: versions of its language. versions: those of the
    library that the program is for. without: what it does not have.
    """

    name: str
    language: str
    program: str
    packages: tuple[Package, ...]
    needs: str
    versions: str
    design: tuple[Meant, ...]
    bounds: tuple[Bound, ...]
    without: tuple[str, ...] = ()

    @property
    def adapter_digest(self) -> str:
        """The digest of the program, of what the table says is meant so, and of what the library does not have."""
        digest = hashlib.sha256()
        for path in program_files(self.program):
            with open(path, "rb") as file:
                digest.update(file.read())
        said = [self.versions, self.design, self.bounds, *([self.without] if self.without else [])]
        digest.update(repr(said).encode())
        return digest.hexdigest()


def libraries_named(names: list[str]) -> list[Library]:
    """Return libraries; all where none is named. Raises UsageError for an unknown name."""
    known = library_names()
    for name in names:
        if name not in known:
            raise UsageError(f"Unknown library {name!r}.", did_you_mean(name, known))
    return [_library(name) for name in dict.fromkeys(names or known)]


def reason_for(library: Library, operation: str, rule: str, message: str) -> str | None:
    """Return why a library does on purpose what breaks a rule; None where it says nothing of it."""
    meant = (meant for meant in library.design if (meant.operation, meant.rule) == (operation, rule))
    return next((meant.reason for meant in meant if meant.words is None or meant.words in message), None)


def _library(name: str) -> Library:
    """Raises UsageError for a requirement without one version."""
    table, (program,) = library_of(name, load_specifications().contracts), library_programs(name)
    form = _PYPI if "python" in table else _NPM
    packages = []
    for requirement in table["requirements"]:
        parts = form.fullmatch(requirement)
        if parts is None:
            raise UsageError(
                f"library.toml of {name}: requirements: {requirement!r} is not one version of a package.",
                "Write NAME==VERSION, or NAME@VERSION for a package of npm.",
            )
        packages.append(Package(name=parts["name"], extras=parts["extras"] or "", version=parts["version"]))
    return Library(
        name=name,
        language=PYTHON if form is _PYPI else NODE,
        program=os.path.abspath(program),
        packages=tuple(packages),
        needs=table["python" if form is _PYPI else "node"],
        versions=table.get("versions", ""),
        design=tuple(
            Meant(
                operation=element["operation"],
                rule=element["rule"],
                words=element.get("words"),
                reason=element["reason"],
            )
            for element in table.get("design", ())
        ),
        bounds=tuple(
            Bound(versions=bound["versions"], requirements=bound["requirements"]) for bound in table.get("bounds", ())
        ),
        without=library_without(name),
    )
