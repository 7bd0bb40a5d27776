"""The environments of libraries: what they hold is locked once, and each machine makes them from the lock."""

from __future__ import annotations

from conformance.field.rows import Task
from conformance.field.survey.catalogue import PYTHON, Library
from conformance.field.survey.model import Environment, Lock
from conformance.field.survey.npm import NPM, node_environment, node_lock
from conformance.field.survey.pypi import python_environment, python_lock


def lock_of(library: Library, task: Task, kept: str) -> Lock:
    """Return what is installed to judge a library at a version. kept: the folder of environments. Raises Failed."""
    if library.language == PYTHON:
        return python_lock(task.packages, library.needs, task.before)
    return node_lock(task.packages, library.needs, task.before, kept)


def environment_of(lock: Lock, kept: str) -> Environment:
    """Return the environment with what is locked, made now or kept from before.

    Raises Failed, and UsageError on a machine that cannot make it as the one that locked it.
    """
    return node_environment(lock, kept) if lock.installer == NPM else python_environment(lock, kept)
