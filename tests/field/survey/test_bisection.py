"""The release that brought or repaired a defect is found in few questions."""

from __future__ import annotations

import pytest

from conformance.base.errors import UsageError
from conformance.field.survey.bisection import HAS, HAS_NOT, UNKNOWN, ReleaseAnswer, bisect
from conformance.field.survey.releases import Release

NEWEST_FIRST = [Release(version=str(number)) for number in range(99, -1, -1)]


class Releases:
    """Answers by what is known of each number, and counts the questions."""

    def __init__(self, since, until=100, unknown=()):
        self.since, self.until, self.unknown, self.asked = since, until, unknown, []

    def __call__(self, release):
        number = int(release.version)
        self.asked.append(number)
        answer = HAS if self.since <= number < self.until else HAS_NOT
        return ReleaseAnswer(release=release, answer=UNKNOWN if number in self.unknown else answer)


def test_the_release_that_brought_it_is_found_in_few_questions():
    ask = Releases(since=37)
    found = bisect(NEWEST_FIRST, ask)
    assert (found.older.release.version, found.newer.release.version, found.between) == ("36", "37", ())
    assert found.newer.answer == HAS
    assert len(ask.asked) <= 9


def test_the_release_that_repaired_it_is_found():
    found = bisect(NEWEST_FIRST, Releases(since=0, until=61))
    assert (found.older.release.version, found.newer.release.version, found.newer.answer) == ("60", "61", HAS_NOT)


def test_releases_that_cannot_be_asked_are_named():
    found = bisect(NEWEST_FIRST, Releases(since=37, unknown=(0, 35, 36, 37, 99)))
    assert (found.older.release.version, found.newer.release.version) == ("34", "38")
    assert [element.version for element in found.between] == ["37", "36", "35"]


def test_releases_that_the_adapter_does_not_fit_are_asked_by_halves_too():
    ask = Releases(since=81, unknown=(*range(70), 98, 99))
    found = bisect(NEWEST_FIRST, ask)
    assert (found.older.release.version, found.newer.release.version) == ("80", "81")
    assert len(ask.asked) <= 16


def test_a_defect_that_every_release_has_was_never_brought():
    assert bisect(NEWEST_FIRST, Releases(since=0)).endswith(
        "0 and 99, has it. If it came and went, name a smaller range with --versions."
    )


def test_nothing_is_found_where_no_release_can_be_asked():
    with pytest.raises(UsageError, match="None of the releases that were tried"):
        bisect(NEWEST_FIRST, Releases(since=0, unknown=range(100)))
