"""What a run under pytest is asked to do: from options and marks."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.commands.arguments.common import seconds
from conformance.commands.expectations import older_form, read_expected_failures
from conformance.commands.pytest_plugin.names import DEFAULT_EXAMPLES, DEFECT, RULE, TIME_LIMIT
from conformance.rules.contracts import Contract, Rule, Specifications
from conformance.rules.contracts.requirements import RequirementSet, load_requirements
from conformance.running.engine import ExpectedEntry
from conformance.running.project.keys import DEFAULT_SEED


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What decides an item's verdict.

    by: DEFECT or RULE, what there is a failed item for. requirements: None for every rule. entries: the failures
    that are expected. time_limit: seconds.
    """

    by: str = DEFECT
    seed: int = DEFAULT_SEED
    max_examples: int = DEFAULT_EXAMPLES
    without: tuple[str, ...] = ()
    requirements: RequirementSet | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    entries: tuple[ExpectedEntry, ...] = ()
    time_limit: float = TIME_LIMIT

    def expected(self, operation: str, rule: str) -> list[ExpectedEntry]:
        """Return the entries that excuse a rule while it fails for their causes."""
        return [entry for entry in self.entries if entry.covers(operation, rule)]

    def rules(self, contract: Contract) -> tuple[Rule, ...]:
        """Return the rules of an operation that are asked for."""
        if self.requirements is None:
            return contract.rules
        wanted = self.requirements.levels
        return tuple(rule for rule in contract.rules if (contract.operation, rule.id) in wanted)


def from_options(config: pytest.Config, specifications: Specifications) -> Settings:
    """Return what the command line asks for. Raises UsageError that names the option."""
    return Settings(
        by=by_of(config),
        seed=seed_of(config),
        max_examples=_count(
            config.getoption("conformance_max_examples"), "--conformance-max-examples", DEFAULT_EXAMPLES
        ),
        requirements=_requirements(config.getoption("conformance_requirements"), specifications),
        entries=_entries(
            config.getoption("conformance_expected_failures"), "--conformance-expected-failures", config, specifications
        ),
        time_limit=_seconds(config.getoption("conformance_time_limit")),
    )


def with_mark(
    settings: Settings, given: Mapping[str, Any], config: pytest.Config, specifications: Specifications
) -> Settings:
    """Return the settings with what a mark says instead. Raises UsageError."""
    if given["by"] is not None and config.getoption("conformance_by") is None:
        settings = replace(settings, by=_by(given["by"], "by"))
    for name in ("seed", "max_examples"):
        if not isinstance(given[name], int | None) or isinstance(given[name], bool) or (given[name] or 0) < 0:
            raise UsageError(f"{name} is {given[name]!r}.", "Give a whole number of 0 or more.")
    if given["seed"] is not None and config.getoption("conformance_seed") is None:
        settings = replace(settings, seed=given["seed"])
    if given["max_examples"] is not None and config.getoption("conformance_max_examples") is None:
        settings = replace(settings, max_examples=given["max_examples"])
    if given["requirements"] is not None:
        settings = replace(settings, requirements=_requirements(given["requirements"], specifications))
    if given["choices"] is not None:
        settings = replace(settings, choices=dict(given["choices"]))
    if given["expected_failures"] is not None:
        entries = _entries(given["expected_failures"], "expected_failures", config, specifications)
        settings = replace(settings, entries=entries)
    return settings


def by_of(config: pytest.Config) -> str:
    """Return what items fail by, of the option or of the setting `conformance_by`. Raises UsageError."""
    option: str | None = config.getoption("conformance_by")
    return (
        _by(option, "--conformance-by")
        if option is not None
        else _by(config.getini("conformance_by"), "conformance_by")
    )


def _by(text: object, where: str) -> str:
    if text not in (DEFECT, RULE):
        raise UsageError(f"{where} is {text!r}.", f"Write {DEFECT!r} or {RULE!r}.")
    return str(text)


def seed_of(config: pytest.Config) -> int:
    """Return the seed: the controller's where this is a worker of pytest-xdist. Raises UsageError."""
    handed: Mapping[str, str] = getattr(config, "workerinput", {})
    stated = handed.get("conformance_seed") or config.getoption("conformance_seed")
    if stated == "random":
        # Drawn once: every later question gets the same answer.
        stated = config.option.conformance_seed = str(int.from_bytes(os.urandom(4), "big"))
    return _count(stated, "--conformance-seed", DEFAULT_SEED)


def _count(text: str | None, flag: str, default: int) -> int:
    if text is None:
        return default
    if not text.isdecimal():
        raise UsageError(f"{flag} {text!r} is not a whole number of 0 or more.")
    return int(text)


def _seconds(text: str | None) -> float:
    if text is None:
        return TIME_LIMIT
    try:
        return seconds(text)
    except ArgumentTypeError as error:
        raise UsageError(f"--conformance-time-limit {error}.") from None


def _requirements(name: str | None, specifications: Specifications) -> RequirementSet | None:
    if name is None:
        return None

    return load_requirements(name, specifications)


def _entries(
    path: str | None, named: str, config: pytest.Config, specifications: Specifications
) -> tuple[ExpectedEntry, ...]:
    """Read a file of expected failures; a relative path is looked for where pytest was started, then at its root.

    named: the option or argument that names it.
    """
    if path is None:
        return ()
    places = [os.path.join(base, path) for base in (config.invocation_params.dir, config.rootpath)]
    found = next(filter(os.path.exists, places), path)
    entries = read_expected_failures(found, specifications, named)
    update = f"`conformance certify SUBJECT --expected-failures {found} --update-expected`"
    if warning := older_form(found, entries, update):
        config.issue_config_time_warning(pytest.PytestWarning(warning), stacklevel=2)
    return entries
