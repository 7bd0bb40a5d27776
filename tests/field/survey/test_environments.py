"""Environments are made from a lock, once for what they hold, whole or not at all."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from conformance.base.errors import UsageError
from conformance.field.survey import npm, programs, pypi, storage
from conformance.field.survey.environments import environment_of
from conformance.field.survey.programs import ProgramFailed
from conformance.field.survey.pypi import python_lock

NEEDS = ">=3.8"


def test_an_environment_is_made_once(catalogue, tmp_path, monkeypatch):
    folder = str(tmp_path / "kept")
    lock = python_lock(["tidy==1.2.0"], NEEDS, "2026-03-12")
    assert "released before 2026-03-12" in lock.text
    first = environment_of(lock, folder)
    assert (first.installed, first.lock) == (("tidy==1.2.0",), lock.text)
    monkeypatch.setattr(pypi, "complete", lambda kept, key, _make: os.path.join(kept, key))
    assert environment_of(lock, folder) == first


def test_what_cannot_be_locked_makes_no_environment_and_says_why(catalogue):
    with pytest.raises(ProgramFailed, match=r"Because tidy==1\.1\.0 needs what nobody has"):
        python_lock(["tidy==1.1.0"], NEEDS, None)


def test_what_is_locked_for_another_machine_is_not_installed(catalogue, tmp_path):
    lock = replace(python_lock(["tidy==1.2.0"], NEEDS, None), made_for="Plan9 mips with Python 3.2")
    with pytest.raises(UsageError, match=r"locked for Plan9 mips with Python 3\.2, and this machine is "):
        environment_of(lock, str(tmp_path))


def test_a_worker_needs_the_installer_that_locked(catalogue, tmp_path, monkeypatch):
    lock = python_lock(["tidy==1.2.0"], NEEDS, None)
    monkeypatch.setattr(programs, "uv", lambda: None)
    with pytest.raises(UsageError, match="locked by uv, which this machine lacks"):
        environment_of(lock, str(tmp_path))
    assert python_lock(["tidy==1.2.0"], NEEDS, "2026-03-12").text == "tidy==1.2.0\n"


def test_an_environment_that_was_interrupted_does_not_count(tmp_path):
    def interrupted(folder):
        with open(os.path.join(folder, "half"), "w", encoding="utf-8"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        storage.complete(str(tmp_path), "key", interrupted)
    assert os.listdir(tmp_path) == []


def test_what_a_killed_process_was_making_is_removed(tmp_path):
    for name in ("key", "key.7-abcd.part"):
        (tmp_path / name).mkdir()
    storage.remove_unfinished(str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == ["key", "key.7-abcd.part"]
    storage.remove_unfinished(str(tmp_path), older=-1)
    assert os.listdir(tmp_path) == ["key"]


def test_another_python_is_needed(catalogue):
    with pytest.raises(ProgramFailed, match=r"it needs Python >=99, and this is 3\."):
        python_lock(["tidy==1.2.0"], ">=99", None)


@pytest.mark.parametrize(("version", "needs", "enough"), [("20.1.0", ">=22", False), ("22.13.1", ">=22.13", True)])
def test_a_node_is_new_enough(version, needs, enough):
    assert npm.is_enough(version, needs) is enough


def test_packages_of_a_lock_of_npm_are_named():
    packages = {
        "": {"name": "x"},
        "node_modules/@scope/a": {"version": "2.0.0"},
        "node_modules/b": {"version": "1.0.0"},
        "node_modules/b/node_modules/c": {"version": "3.0.0"},
    }
    assert npm.installed_of(packages) == ["@scope/a@2.0.0", "b@1.0.0", "c@3.0.0"]
