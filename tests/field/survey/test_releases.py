"""The releases of a library, and which of them a survey takes."""

from __future__ import annotations

import pytest

from conformance.base.errors import UsageError
from conformance.field.survey.releases import Release, _ordered, check_versions, chosen, releases


def versions(found):
    return [finding.version for finding in found]


def test_releases_come_newest_first_without_those_to_be_tried(tidy):
    assert versions(releases(tidy)) == ["1.3.0", "1.2.1", "1.2.0", "1.1.0", "1.0.0"]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("latest", ["1.3.0"]),
        ("pinned", ["1.2.0"]),
        ("2", ["1.3.0", "1.2.1"]),
        ("3", ["1.3.0", "1.2.1", "1.1.0"]),
        ("4", ["1.3.0", "1.2.1", "1.2.0", "1.1.0"]),
        (">=1.1,<1.3", ["1.2.1", "1.2.0", "1.1.0"]),
    ],
)
def test_versions_are_chosen(tidy, words, wanted):
    assert versions(chosen(tidy, words)) == wanted


def test_a_chosen_release_has_its_day_and_a_day_before_which_the_rest_was_released(tidy):
    (release,) = chosen(tidy, "latest")
    assert (release.day, release.before) == ("2026-04-10", "2026-04-12")


def test_older_minor_versions_are_at_growing_distances(tidy, monkeypatch):
    listed = [Release(version=f"1.{minor}.0", day="2026-01-01") for minor in range(20, -1, -1)]
    monkeypatch.setattr("conformance.field.survey.releases.releases", lambda _library: listed)
    assert versions(chosen(tidy, "6")) == ["1.20.0", "1.19.0", "1.18.0", "1.16.0", "1.12.0", "1.4.0"]


def test_what_is_no_version_is_passed_over():
    assert _ordered(["created", "1.9.0", "0.0.0-canary-3", "1.10.0", "2.0.0-beta.1"]) == ["1.10.0", "1.9.0"]


@pytest.mark.parametrize("words", ["newest", "0", "~>1"])
def test_other_words_are_refused(words):
    with pytest.raises(UsageError, match="names no versions"):
        check_versions(words)
