"""From the name of a subject, as users write it, to its configuration."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace

from conformance.apis.oracles import OPENAI
from conformance.base.errors import UsageError, did_you_mean
from conformance.running.project.find import find_project
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.foreign_files import runner_of
from conformance.running.subjects.javascript import is_javascript, javascript_config
from conformance.running.subjects.named import (
    ADAPTER,
    GATEWAYS,
    NODE_ADAPTER,
    library_names,
    library_of,
    library_programs,
    library_without,
    program_command,
)
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig, interpreter_of
from conformance.running.subjects.reference import REFERENCE, ReferenceConfig
from conformance.running.subjects.started_gateway import StartedGatewayConfig
from conformance.running.subjects.tables import config_of_table
from conformance.running.subjects.wire import WireConfig


def config_of_name(name: str, given: PythonConfig) -> SubjectConfig:
    """Return the configuration of a subject.

    name: `reference`, a library of the catalogue, a subject that the project defines, an import path, or a file of
    Python or JavaScript. given: what else the arguments say. Raises UsageError for a name that is none of these, and
    for arguments that contradict it.
    """
    if not name.strip():
        raise UsageError(
            "The SUBJECT argument is empty.", "Is a variable unset? `reference` names the built-in subject."
        )
    if name == REFERENCE:
        if given.interpreter:
            raise UsageError("--python cannot be combined with the reference.", "Name a subject of yours.")
        return ReferenceConfig(
            operations=given.operations,
            choices=given.choices,
            without=given.without,
            env=given.env,
            limits=given.limits,
        )
    libraries = library_names()
    if name in libraries:
        return _of_library(name, given)
    project = find_project()
    tables = project.subjects if project is not None else {}
    if project is not None and name in tables:
        return config_of_table(name, tables[name], given, project.folder)
    if is_javascript(name):
        return javascript_config(replace(given, path=name))
    if ":" not in name and not name.endswith(".py"):
        raise UsageError(f"Unknown subject {name!r}.", _hint(name, [REFERENCE, *libraries, *tables]))
    return replace(given, path=name)


def _hint(name: str, known: list[str]) -> str:
    """Return what a name that is no subject's was probably meant to be."""
    if runner := runner_of(name):
        return f"A program that speaks the protocol is named by --command: --command {shlex.quote(runner.command)}."
    near = did_you_mean(name, known)
    meant = near if near.startswith("Did") else "`conformance subjects` lists those that have a name."
    return f"{meant} Or give an import path, package.module:object."


def _of_library(name: str, given: PythonConfig) -> SubjectConfig:
    """Raises UsageError for arguments that its kind does not take."""
    (path,) = library_programs(name)
    table = library_of(name, given.operations)
    without = (*library_without(name), *given.without)
    if os.path.basename(path) == ADAPTER:
        return replace(given, path=path, without=without)
    if given.in_process or (given.interpreter and not path.endswith(".py")):
        raise UsageError(
            f"{name} is reached by {os.path.basename(path)}, which takes no --in-process"
            + ("." if path.endswith(".py") else " and no --python."),
            f"`conformance subjects` prints the command for {name}.",
        )
    command = program_command(path, interpreter_of(given.interpreter))
    if os.path.basename(path) in GATEWAYS:
        gateway = table["gateway"]
        return StartedGatewayConfig(
            command=command,
            api=gateway["from"],
            model=gateway.get("model"),
            headers=gateway.get("headers", {}),
            profile=gateway.get("host", OPENAI),
            choices=given.choices,
            without=without,
            env=given.env,
            limits=given.limits,
        )
    kind = ProcessConfig if os.path.basename(path) == NODE_ADAPTER else WireConfig
    return kind(command=command, choices=given.choices, without=without, env=given.env, limits=given.limits)
