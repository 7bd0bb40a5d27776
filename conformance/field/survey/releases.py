"""The releases of a package, as its registry lists them; the clients of the registries are pip, uv and npm."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from tempfile import TemporaryDirectory

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from conformance.base.errors import UsageError
from conformance.field.survey import programs
from conformance.field.survey.catalogue import PYTHON, Library

LATEST, PINNED = "latest", "pinned"
_LISTED = re.compile(r"^Available versions: (.*)$", re.MULTILINE)
_UPLOADED = re.compile(r"upload-time = (\d{4}-\d\d-\d\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """A version, and the day on which it was released (YYYY-MM-DD), where that is known."""

    version: str
    day: str | None = None

    @property
    def before(self) -> str | None:
        """The day before which everything was released that is installed with it."""
        return None if self.day is None else (date.fromisoformat(self.day) + timedelta(days=2)).isoformat()


def releases(library: Library) -> list[Release]:
    """Return the releases of a library's own package, newest version first, without those made to be tried.

    The days are those of npm alone: PyPI's clients print the day of one release at a time (`dated`). Raises Failed.
    """
    name = library.packages[0].name
    if library.language == PYTHON:
        return [Release(version=text) for text in _ordered(_listed_by_pip(name))]
    days: dict[str, str] = json.loads(programs.output_of(["npm", "view", name, "time", "--json"]))
    return [Release(version=text, day=days[text][:10]) for text in _ordered(list(days))]


def dated(library: Library, release: Release) -> Release:
    """Return a release with its day, where a client prints it."""
    uv = programs.uv()
    if release.day is not None or library.language != PYTHON or uv is None:
        return release
    with TemporaryDirectory() as folder:
        wanted, lock = os.path.join(folder, "wanted.txt"), os.path.join(folder, "pylock.toml")
        with open(wanted, "w", encoding="utf-8") as file:
            file.write(f"{library.packages[0].name}=={release.version}\n")
        words = [*uv, "pip", "compile", "--quiet", "--no-deps", "--format", "pylock.toml", "--python", sys.executable]
        try:
            programs.output_of([*words, wanted, "-o", lock])
        except programs.ProgramFailed:
            return release
        with open(lock, encoding="utf-8") as file:
            days = _UPLOADED.findall(file.read())
    return Release(version=release.version, day=min(days, default=None))


def chosen(library: Library, versions: str) -> list[Release]:
    """Return the releases that `--versions` names, newest first.

    versions: `latest`; `pinned`, the one of library.toml; a number N: the newest release of the newest minor version,
    and of those 1, 2, 4, 8 and so on before it, N in all, filled with other releases where there are fewer; or a range,
    such as `>=1.2,<1.4`. Raises Failed where the registry does not answer.
    """
    if versions == PINNED:
        return [Release(version=library.packages[0].version)]
    if versions != LATEST and not versions.isdecimal():
        return [dated(library, release) for release in _within(releases(library), versions)]
    number = 1 if versions == LATEST else int(versions)
    return [dated(library, release) for release in _spread(releases(library), number)]


def check_versions(versions: str) -> None:
    """Raise UsageError for what `--versions` does not take."""
    if versions in (LATEST, PINNED) or (versions.isdecimal() and int(versions) > 0):
        return
    try:
        SpecifierSet(versions)
    except InvalidSpecifier:
        raise UsageError(
            f"--versions {versions!r} names no versions.", "Write latest, pinned, a number, or a range: '>=1.2,<1.4'."
        ) from None


def _within(found: Sequence[Release], versions: str) -> list[Release]:
    wanted = SpecifierSet(versions)
    return [release for release in found if Version(release.version) in wanted]


def _spread(found: Sequence[Release], number: int) -> list[Release]:
    minors: dict[tuple[int, ...], Release] = {}
    for release in found:
        minors.setdefault(Version(release.version).release[:2], release)
    distances = [0, *(1 << exponent for exponent in range(number - 1))]
    kept = [minor for distance, minor in enumerate(minors.values()) if distance in distances]
    kept += [release for release in found if release not in kept][: number - len(kept)]
    return [release for release in found if release in kept]


def _ordered(versions: Sequence[str]) -> list[str]:
    """Newest version first: days would put a repair of an old version before the newest."""
    known: list[tuple[Version, str]] = []
    for text in versions:
        try:
            version = Version(text)
        except InvalidVersion:
            continue  # `created` and `modified` of npm, and names such as 0.0.0-canary-7
        if not version.is_prerelease:
            known.append((version, text))
    return [text for _version, text in sorted(known, reverse=True)]


def _listed_by_pip(name: str) -> list[str]:
    uv = programs.uv()
    pip = [*uv, "tool", "run", "--quiet", "pip"] if uv else [sys.executable, "-m", "pip"]
    listed = _LISTED.search(programs.output_of([*pip, "index", "versions", name, "--disable-pip-version-check"]))
    if listed is None:
        raise programs.ProgramFailed(f"pip lists no version of {name}")
    return listed[1].split(", ")
