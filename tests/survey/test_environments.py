"""Environments are made once for what they hold, whole or not at all."""

from __future__ import annotations

import os

import pytest

from conformance.survey import environments
from conformance.survey.environments import python_environment
from conformance.survey.programs import Failed

NEEDS = ">=3.8"


def test_an_environment_is_made_once(catalogue, tmp_path, monkeypatch):
    kept = str(tmp_path / "kept")
    first = python_environment(["tidy==1.2.0"], NEEDS, "2026-03-12", kept)
    assert first.installed == ("tidy==1.2.0",)
    assert "released before 2026-03-12" in first.lock
    monkeypatch.setattr(environments, "_complete", lambda _kept, key, _make: os.path.join(kept, key))
    assert python_environment(["tidy==1.2.0"], NEEDS, "2026-03-12", kept) == first


def test_what_fails_leaves_no_environment_and_says_why(catalogue, tmp_path):
    with pytest.raises(Failed, match=r"Because tidy==1\.1\.0 needs what nobody has"):
        python_environment(["tidy==1.1.0"], NEEDS, None, str(tmp_path / "kept"))
    assert [one for one in os.listdir(tmp_path / "kept") if one != "locks"] == []


def test_an_environment_that_was_interrupted_does_not_count(tmp_path):
    def interrupted(folder):
        with open(os.path.join(folder, "half"), "w", encoding="utf-8"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        environments._complete(str(tmp_path), "key", interrupted)
    assert os.listdir(tmp_path) == []


def test_what_a_killed_process_was_making_is_removed(tmp_path):
    for name in ("key", "key.7-abcd.part"):
        (tmp_path / name).mkdir()
    environments.remove_unfinished(str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == ["key", "key.7-abcd.part"]
    environments.remove_unfinished(str(tmp_path), older=-1)
    assert os.listdir(tmp_path) == ["key"]


def test_another_python_is_needed(catalogue, tmp_path):
    with pytest.raises(Failed, match=r"it needs Python >=99, and this is 3\."):
        python_environment(["tidy==1.2.0"], ">=99", None, str(tmp_path))


@pytest.mark.parametrize(("version", "needs", "enough"), [("20.1.0", ">=22", False), ("22.13.1", ">=22.13", True)])
def test_a_node_is_new_enough(version, needs, enough):
    assert environments._is_enough(version, needs) is enough


def test_packages_of_a_lock_of_npm_are_named():
    lock = {
        "packages": {
            "": {"name": "x"},
            "node_modules/@scope/a": {"version": "2.0.0"},
            "node_modules/b": {"version": "1.0.0"},
            "node_modules/b/node_modules/c": {"version": "3.0.0"},
        }
    }
    assert environments._installed_of(lock) == ["@scope/a@2.0.0", "b@1.0.0", "c@3.0.0"]
