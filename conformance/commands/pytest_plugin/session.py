"""Items for a subject that the command line names."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from conformance.base.errors import ConformanceError, UsageError
from conformance.base.redact import Redactor
from conformance.commands.pytest_plugin.names import DEFECT, MARK, RuleFailed, RuleNotRun, names_subject
from conformance.commands.pytest_plugin.outcomes import ItemOutcome
from conformance.commands.pytest_plugin.project import with_project
from conformance.commands.pytest_plugin.reporting import report_further
from conformance.commands.pytest_plugin.runs import Runs
from conformance.commands.pytest_plugin.settings import Settings, from_options, seed_of
from conformance.commands.subject import check_operations, named_values
from conformance.results.plain import header
from conformance.results.text import one_line
from conformance.rules.contracts import load_specifications
from conformance.running.engine import ExpectedEntry
from conformance.running.engine.expected import failure_of, unmatched
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.lookup import config_of_name
from conformance.running.subjects.python import PythonConfig


def configure(config: pytest.Config) -> None:
    """Read the options. Raises pytest.UsageError for a mistake in them."""
    try:
        seed = seed_of(config)
        plugin = SubjectItems(config) if names_subject(config) else Seed(seed)
        config.pluginmanager.register(plugin, "conformance session")
    except ConformanceError as error:
        raise pytest.UsageError(one_line(Redactor().text(str(error)))) from None


def hand_on(node: Any) -> None:
    """Pass the seed to a worker of pytest-xdist."""
    node.workerinput["conformance_seed"] = str(seed_of(node.config))


class Seed:
    """Reports the seed of the examples of marked tests, if the user chose one."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def pytest_report_header(self) -> str:
        """Return the line."""
        return f"conformance: seed {self._seed}"


class SubjectItems:
    """The subject that options name, and its items."""

    def __init__(self, config: pytest.Config) -> None:
        self._specifications = load_specifications()
        operations = tuple(self._specifications.contracts)
        self._contracts = config.getoption("conformance_contract")
        check_operations(self._contracts, operations, "--conformance-operation")
        name: str | None = config.getoption("conformance_subject")
        bind = _bound(config, operations)
        stated = with_project(from_options(config, self._specifications), config, self._specifications, name)
        given = PythonConfig(
            operations=operations, bind=bind, env=python_path(config), choices=stated.choices, without=stated.without
        )
        found = _subject_config(name, bind, given)
        self._settings = replace(stated, choices=found.choices, without=found.without)
        self._name = name or ", ".join(bind.values())
        reproduce = command(bind, [name] if name else [], python_path(config), self._settings)
        self._runs = Runs(found.open(), self._specifications, self._settings, reproduce)
        config.add_cleanup(self._runs.close)

    def pytest_report_header(self) -> str:
        """Say what is judged, and by what."""
        settings = self._settings
        required = str(settings.requirements) if settings.requirements else "every MUST"
        drawn = f"seed {settings.seed}, {settings.max_examples} examples an operation"
        return f"conformance: {one_line(self._name)}, {required}, by {settings.by}, {drawn}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the items, before other plugins select among all of them."""
        name = f"conformance {self._name}"
        node: pytest.Collector = SubjectNode.from_parent(session, name=name, nodeid=name)
        for item in self._items(node):
            session.ihook.pytest_itemcollected(item=item)
            items.append(item)

    def _items(self, node: pytest.Collector) -> Iterator[pytest.Item]:
        try:
            description = self._runs.describe()
        except ConformanceError as error:
            redactor = Redactor()
            log = "".join(f"\n  log: {one_line(text)}" for text in redactor.lines(getattr(error, "log", ()))[-5:])
            yield Problem.from_parent(node, name="describe", message=f"{one_line(redactor.text(str(error)))}{log}")
            return
        offered = [name for name in self._specifications.contracts if name in description.operations]
        chosen = [name for name in offered if not self._contracts or name in self._contracts]
        if not chosen:
            message = f"{header(description)} offers none of the operations; it offers: {', '.join(offered) or 'none'}"
            yield Problem.from_parent(node, name="operations", message=one_line(message))
        known = {(name, rule.id) for name in offered for rule in self._specifications.contracts[name].rules}
        for gone in unmatched(self._settings.entries, known):
            failure = failure_of(gone, self._settings.entries)
            what = f"{failure.rule} of {failure.operation}"
            message = f"{what} is expected to fail and is not a rule of this subject ({failure.reason})"
            yield Problem.from_parent(
                node, name=f"expected {failure.operation} {failure.rule}", message=one_line(message)
            )
        for operation in chosen:
            rules = self._settings.rules(self._specifications.contracts[operation])
            if self._settings.by == DEFECT:
                if rules:
                    yield OperationItem.from_parent(node, name=operation, runs=self._runs)
                continue
            parent: pytest.Collector = SubjectNode.from_parent(node, name=operation)
            for rule in rules:
                item = RuleItem.from_parent(parent, name=rule.id, runs=self._runs, operation=operation)
                expected = self._settings.expected(operation, rule.id)
                if expected:
                    item.add_marker(expected_failure(expected))
                yield item


def expected_failure(entries: Sequence[ExpectedEntry]) -> pytest.MarkDecorator:
    """Return what excuses a rule that fails, as long as it does; what was not run, or fails otherwise, stays an error.

    Of an entry that names several, one may pass: an item sees no other one.
    """
    reason = "; ".join(dict.fromkeys(entry.reason for entry in entries))
    may_pass = any(entry.is_wide or entry.rules[1:] for entry in entries)
    return pytest.mark.xfail(reason=reason, raises=RuleFailed, strict=not may_pass)


class SubjectNode(pytest.Collector):
    """The subject, and each of its operations. Its items are made elsewhere, all at once."""

    def collect(self) -> list[pytest.Item]:
        """Return nothing further."""
        return []


class _FilelessItem(pytest.Item):
    """An item that no file holds."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self.add_marker(MARK)

    def reportinfo(self) -> tuple[str, None, str]:
        """Return its place for reports."""
        top, _colons, rest = self.nodeid.partition("::")
        return top, None, rest.replace("::", " ")


class OperationItem(_FilelessItem):
    """One operation: a failure for each of its defects."""

    def __init__(self, *, runs: Runs, **named: Any) -> None:
        super().__init__(**named)
        self._runs = runs
        self._further: Iterable[ItemOutcome] = ()

    def runtest(self) -> None:
        """Run it; end with the first of its outcomes."""
        __tracebackhide__ = True
        first, *self._further = self._runs.outcomes(self.name, None, self.nodeid)
        first.conclude()

    def teardown(self) -> None:
        """Report the others: here the first one is reported, and pytest says whether it goes on."""
        further, self._further = self._further, ()
        report_further(self, further)


class RuleItem(_FilelessItem):
    """One rule of one operation."""

    def __init__(self, *, runs: Runs, operation: str, **named: Any) -> None:
        super().__init__(**named)
        self._runs = runs
        self._operation = operation

    def runtest(self) -> None:
        """Judge it: the first item of an operation runs all of it."""
        __tracebackhide__ = True
        (outcome,) = self._runs.outcomes(self._operation, self.name, self.nodeid)
        outcome.conclude()


class Problem(_FilelessItem):
    """An item that reports why items are missing."""

    def __init__(self, *, message: str, **named: Any) -> None:
        super().__init__(**named)
        self._message = message

    def runtest(self) -> None:
        """Fail."""
        __tracebackhide__ = True
        raise RuleNotRun(self._message)


def _bound(config: pytest.Config, operations: tuple[str, ...]) -> dict[str, str]:
    flag = "--conformance-bind"
    bind = named_values(config.getoption("conformance_bind"), flag, "OPERATION=package.module:function")
    check_operations(bind, operations, flag)
    return bind


def _subject_config(name: str | None, bind: Mapping[str, str], python: PythonConfig) -> SubjectConfig:
    if name is None:
        return python
    if bind:
        raise UsageError("--conformance-subject cannot be combined with --conformance-bind.", "Remove one of them.")
    return config_of_name(name, python)


def python_path(config: pytest.Config) -> tuple[str, ...]:
    """Return the variable that lets a child find what pytest's own `pythonpath` setting lets this process find."""
    folders = [os.path.relpath(path) for path in config.getini("pythonpath")]
    inherited = os.environ.get("PYTHONPATH")
    if not folders:
        return ()
    return (f"PYTHONPATH={os.pathsep.join([*folders, *([inherited] if inherited else [])])}",)


def command(bind: Mapping[str, str], words: list[str], env: tuple[str, ...], settings: Settings) -> str:
    """Return the certify command that reaches a subject. words: what names it, where nothing is bound."""
    arguments = ["conformance", "certify", *words]
    for operation, path in bind.items() if not words else ():
        arguments += ["--bind", f"{operation}={path}"]
    for entry in env:
        arguments += ["--env", entry]
    for name, answer in settings.choices.items():
        arguments += ["--choice", f"{name}={answer}"]
    if settings.requirements is not None:
        arguments += ["--requirements", settings.requirements.name.replace(" (draft)", "")]
    return shlex.join(arguments)
