"""Finds the release of a library that brought a defect, or repaired it, by asking each release one input."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from tempfile import TemporaryDirectory

from packaging.specifiers import SpecifierSet

from conformance.base.errors import UsageError
from conformance.field.rows import FoundDefect
from conformance.field.survey import programs
from conformance.field.survey.catalogue import Library
from conformance.field.survey.environments import environment_of, lock_of
from conformance.field.survey.judging import certify_words, reason_of, run_in
from conformance.field.survey.releases import Release, dated
from conformance.field.survey.tasks import task_of
from conformance.results.read import read_report
from conformance.results.write import write_file
from conformance.running.engine.result import FAIL, PASS

HAS, HAS_NOT, UNKNOWN = "has it", "has it not", "cannot be asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseAnswer:
    """What a release answered: HAS, HAS_NOT or UNKNOWN, with a reason."""

    release: Release
    answer: str
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bisected:
    """Two releases side by side of which one has the defect; between them are only such that cannot be asked."""

    older: ReleaseAnswer
    newer: ReleaseAnswer
    between: tuple[Release, ...]


def ask(library: Library, release: Release, defect: FoundDefect, environments: str) -> ReleaseAnswer:
    """Ask a release the defect's input. Raises Stopped."""
    if release.version not in SpecifierSet(library.versions):
        return ReleaseAnswer(
            release=release, answer=UNKNOWN, reason=f"the adapter is for the versions {library.versions}"
        )
    release = dated(library, release)
    task = task_of(library, release, max_examples=0)
    try:
        environment = environment_of(lock_of(library, task, environments), environments)
        with TemporaryDirectory() as folder:
            given = os.path.join(folder, "input.json")
            write_file(given, defect.input)
            words = certify_words(library, environment, folder)
            done = run_in(
                environment, [*words, "--operation", defect.operation, "--rule", defect.rule, "--input", given]
            )
            path = os.path.join(folder, "report.json")
            if not os.path.isfile(path):
                return ReleaseAnswer(release=release, answer=UNKNOWN, reason=reason_of(done, library))
            (verdict,) = {rule["verdict"] for rule in read_report(path)["rules"] if rule["id"] == defect.rule}
    except programs.ProgramFailed as error:
        return ReleaseAnswer(release=release, answer=UNKNOWN, reason=str(error))
    answer = {FAIL: HAS, PASS: HAS_NOT}.get(verdict, UNKNOWN)
    return ReleaseAnswer(
        release=release, answer=answer, reason=f"the rule was {verdict}" if answer == UNKNOWN else None
    )


def bisect(releases: Sequence[Release], ask_one: Callable[[Release], ReleaseAnswer]) -> Bisected | str:
    """Return where the defect came or went; a sentence where it never did. releases: newest first.

    Releases that cannot be asked are passed over: those at either end, which the adapter may not fit, and others.
    Between a release that has it and one that has it not, the one in the middle is asked: of several changes one is
    found. Raises UsageError where no release can be asked.
    """
    newest = _newest_known(releases, ask_one)
    if newest is None:
        raise UsageError("None of the releases that were tried can be asked.", "Name other ones with --versions.")
    oldest = _oldest_known(releases, newest, ask_one)
    if newest.answer == oldest.answer:
        return (
            f"Both the oldest and the newest release that can be asked, {oldest.release.version} and "
            f"{newest.release.version}, {newest.answer}. If it came and went, name a smaller range with --versions."
        )
    known = {newest.release.version: newest, oldest.release.version: oldest}
    names = [release.version for release in releases]
    high, low = names.index(newest.release.version), names.index(oldest.release.version)
    while middle := _middle(high, low, names, known):
        asked = ask_one(releases[middle])
        known[names[middle]] = asked
        if asked.answer == newest.answer:
            high = middle
        elif asked.answer == oldest.answer:
            low = middle
    return Bisected(older=known[names[low]], newer=known[names[high]], between=tuple(releases[high + 1 : low]))


def _middle(high: int, low: int, names: Sequence[str], known: dict[str, ReleaseAnswer]) -> int | None:
    """Return the place nearest to the middle between two that was not asked; None where all were."""
    open_places = [place for place in range(high + 1, low) if names[place] not in known]
    return min(open_places, key=lambda place: abs(2 * place - high - low), default=None)


def _newest_known(releases: Sequence[Release], ask_one: Callable[[Release], ReleaseAnswer]) -> ReleaseAnswer | None:
    """Ask the newest releases, with growing steps, until one can be asked."""
    places = [0, *(1 << exponent for exponent in range(len(releases).bit_length()))]
    tried = (ask_one(releases[place]) for place in places if place < len(releases))
    return next((asked for asked in tried if asked.answer != UNKNOWN), None)


def _oldest_known(
    releases: Sequence[Release], newest: ReleaseAnswer, ask_one: Callable[[Release], ReleaseAnswer]
) -> ReleaseAnswer:
    """Return the oldest release that can be asked, where all that are older cannot."""
    names = [release.version for release in releases]
    known, unknown = newest, len(releases)
    place = len(releases) - 1
    while place > names.index(known.release.version):
        asked = ask_one(releases[place])
        if asked.answer == UNKNOWN:
            unknown = place
        else:
            known = asked
        place = (names.index(known.release.version) + unknown) // 2
    return known
