"""What a task installs, and on what its result depends."""

from __future__ import annotations

from conformance.field.survey.catalogue import libraries_named
from conformance.field.survey.releases import Release
from conformance.field.survey.tasks import task_of

OLD = Release(version="1.0.0", day="2026-01-10")


def test_the_pinned_version_is_installed_as_the_table_says(tidy):
    task = task_of(tidy, Release(version="1.2.0", day="2026-03-10"), max_examples=5)
    assert (task.packages, task.before) == (("tidy==1.2.0", "other[more]==2.5.1"), None)


def test_another_version_is_installed_with_what_was_the_newest_then(tidy):
    task = task_of(tidy, Release(version="1.1.0", day="2026-02-10"), max_examples=5)
    assert (task.packages, task.before) == (("tidy==1.1.0", "other[more]<3"), "2026-02-12")


def test_a_version_that_needs_another_package_older_gets_it(tidy):
    assert task_of(tidy, OLD, max_examples=5).packages == ("tidy==1.0.0", "other[more]<2")


def test_the_digest_depends_on_version_examples_and_adapter(tidy, catalogue):
    digests = [
        task_of(tidy, OLD, max_examples=5).digest,
        task_of(tidy, OLD, max_examples=6).digest,
        task_of(tidy, Release(version="1.2.1", day="2026-01-10"), max_examples=5).digest,
    ]
    with open(catalogue / "tidy" / "adapter.py", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    (changed,) = libraries_named(["tidy"])
    digests.append(task_of(changed, OLD, max_examples=5).digest)
    assert len(set(digests)) == 4
    assert task_of(changed, OLD, max_examples=5).digest == digests[3]
