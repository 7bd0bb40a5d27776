"""From the name of a subject, as users write it, to its configuration."""

from __future__ import annotations

from dataclasses import replace

from conformance.errors import UsageError, did_you_mean
from conformance.subjects.base import SubjectConfig
from conformance.subjects.named import adapter_names, adapter_path
from conformance.subjects.python import PythonConfig
from conformance.subjects.reference import REFERENCE, ReferenceConfig
from conformance.subjects.tables import config_of_table, subject_tables


def config_of_name(name: str, given: PythonConfig) -> SubjectConfig:
    """Return the configuration of a subject.

    name: `reference`, a library that has an adapter, a subject that this folder defines, or an import path. given: what
    else the arguments say. Raises UsageError for a name that is none of these, and for arguments that contradict it.
    """
    if not name.strip():
        raise UsageError(
            "The SUBJECT argument is empty.", "Is a variable unset? `reference` names the built-in subject."
        )
    if name == REFERENCE:
        if given.interpreter:
            raise UsageError("--python cannot be combined with the reference.", "Name a subject of yours.")
        return ReferenceConfig(operations=given.operations, choices=given.choices, env=given.env, limits=given.limits)
    adapters = adapter_names()
    if name in adapters:
        return replace(given, path=adapter_path(name))
    tables = subject_tables()
    if name in tables:
        return config_of_table(name, tables[name], given)
    if ":" not in name and not name.endswith(".py"):
        hint = did_you_mean(name, [REFERENCE, *adapters, *tables])
        raise UsageError(f"Unknown subject {name!r}.", f"{hint} Or give an import path, package.module:object.")
    return replace(given, path=name)
