"""Rules in a user's own test: the mark names operations, the fixture gives a rule, the test names the converter."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from conformance.base.errors import ALL_OPERATIONS, ConformanceError, UsageError, did_you_mean
from conformance.base.observation import Description
from conformance.base.redact import Redactor
from conformance.commands.pytest_plugin.names import FIXTURE, MARK, RULE, RULE_FIXTURE
from conformance.commands.pytest_plugin.outcomes import ItemOutcome
from conformance.commands.pytest_plugin.project import with_project
from conformance.commands.pytest_plugin.runs import Runs
from conformance.commands.pytest_plugin.session import command, expected_failure, python_path
from conformance.commands.pytest_plugin.settings import Settings, from_options, with_mark
from conformance.results.text import one_line
from conformance.rules.contracts import Rule, Specifications, load_specifications
from conformance.running.subjects.base import Subject
from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.lookup import config_of_name
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.worker import conformance_worker as worker

FORM = f'Write @pytest.mark.{MARK}("mcp-tool-to-chat-tool"), the operations that the test is about.'
ARGUMENTS = ("by", "requirements", "seed", "max_examples", "choices", "expected_failures")  # of the mark, by keyword


class _Asked(NamedTuple):
    """What the fixture of one item is given. rule: None for all of the operation's."""

    operation: str
    rule: Rule | None
    settings: Settings
    specifications: Specifications


class Conformance:
    """One operation, to hold a converter against. operation: its name. further: what is to be reported besides."""

    def __init__(self, asked: _Asked, item: pytest.Item, runs: dict[tuple[str, str], Runs]) -> None:
        self.operation = asked.operation
        self.further: Iterable[ItemOutcome] = ()
        self._asked = asked
        self._item = item
        self._runs = runs

    def __repr__(self) -> str:
        return f"<{self.operation}>"

    def check(self, converter: Any) -> None:
        """Fail where the converter breaks a rule.

        converter: a function of the operation, an object or mapping that offers it, both called in this process; or a
        text, the import path of a function or a name that `conformance subjects` lists, run in a process of its own.
        The first item of a test's operation that comes here runs the operation with this converter; the others of the
        same test share the result. Raises RuleFailed, and RuleNotRun if the run failed; a verdict that is
        neither pass nor failure skips the item.
        """
        __tracebackhide__ = True
        key = _test_of(self._item), self.operation
        runs = self._runs.get(key)
        if runs is None:
            runs = self._runs[key] = self._open(converter)
            self._item.config.add_cleanup(runs.close)
        rule = None if self._asked.rule is None else self._asked.rule.id
        first, *self.further = runs.outcomes(self.operation, rule, self._item.nodeid)
        first.conclude()

    def _open(self, converter: Any) -> Runs:
        asked, reproduce = self._asked, None
        try:
            if isinstance(converter, str):
                subject, settings, reproduce = _elsewhere(converter, asked, self._item.config)
                return Runs(subject, asked.specifications, settings, reproduce)
            return Runs(_here(converter, asked), asked.specifications, asked.settings)
        except ConformanceError as error:
            pytest.fail(one_line(Redactor().text(str(error))), pytrace=False)


class ConformanceRule(Conformance):
    """One rule of one operation. id, title, level, text: as in `conformance explain`."""

    def __init__(self, asked: _Asked, item: pytest.Item, runs: dict[tuple[str, str], Runs]) -> None:
        super().__init__(asked, item, runs)
        assert asked.rule is not None
        self.id = asked.rule.id
        self.title = asked.rule.title
        self.level = asked.rule.level
        self.text = asked.rule.text

    def __repr__(self) -> str:
        return f"<{self.id} of {self.operation}>"


def _elsewhere(path: str, asked: _Asked, config: pytest.Config) -> tuple[Subject, Settings, str]:
    is_path = ":" in path
    env = python_path(config)
    bind = {asked.operation: path} if is_path else {}
    python = PythonConfig(operations=tuple(asked.specifications.contracts), bind=bind, env=env)
    found = python if is_path else config_of_name(path, python)
    without = tuple(dict.fromkeys((*found.without, *asked.settings.without)))
    settings = replace(asked.settings, choices={**found.choices, **asked.settings.choices}, without=without)
    return found.open(), settings, command(bind, [] if is_path else [path], env, settings)


def _here(converter: Any, asked: _Asked) -> Subject:
    functions: Mapping[str, Any]
    is_type = isinstance(converter, type)
    if callable(converter) and not is_type and not hasattr(converter, asked.operation.replace("-", "_")):
        functions = {asked.operation: converter}
    else:
        functions = worker.offered(converter() if is_type else converter, tuple(asked.specifications.contracts))
    if asked.operation not in functions:
        name = asked.operation.replace("-", "_")
        raise UsageError(
            f"The converter offers no {asked.operation}.", f"Give a function, or an object that has {name}."
        )
    name = getattr(converter, "__qualname__", None) or getattr(converter, "__name__", None) or type(converter).__name__
    version = getattr(converter, "version", None)
    choices = getattr(converter, "choices", None)
    description = Description(
        name=name,
        version=version if isinstance(version, str) else None,
        language=None,
        adapter="in-process",
        operations=tuple(functions),
        choices=choices if isinstance(choices, dict) else {},
        exact_numbers=True,
    )
    return InProcessSubject(functions, description)


def _test_of(item: pytest.Item) -> str:
    """Return what is one for all the rules of a test: its id without parameters, and the places of its others."""
    places: Mapping[str, int] = item.callspec.indices  # type: ignore[attr-defined]
    others = sorted((name, place) for name, place in places.items() if name not in (FIXTURE, RULE_FIXTURE))
    return f"{item.nodeid.partition('[')[0]} {others}"


_RUNS = pytest.StashKey[dict[tuple[str, str], "Runs"]]()


def given_to(request: pytest.FixtureRequest) -> Conformance:
    """Return what the fixture gives to an item."""
    runs = request.config.stash.setdefault(_RUNS, {})
    assert isinstance(request.node, pytest.Item)
    asked: _Asked = request.param
    return (Conformance if asked.rule is None else ConformanceRule)(asked, request.node, runs)


def parametrize(metafunc: pytest.Metafunc, fixture: str) -> None:
    """Give a test an item for each operation that its mark names, or for each of their rules."""
    try:
        specifications = load_specifications()
        operations, settings = _asked_by(metafunc, fixture, specifications)
        items = _items(operations, settings, specifications)
    except (ConformanceError, TypeError) as error:
        message = f"{os.path.relpath(metafunc.module.__file__ or '')}, {metafunc.function.__name__}: {error}"
        raise pytest.Collector.CollectError(one_line(message)) from None
    metafunc.parametrize(fixture, items, indirect=True)


def _asked_by(
    metafunc: pytest.Metafunc, fixture: str, specifications: Specifications
) -> tuple[tuple[str, ...], Settings]:
    mark = metafunc.definition.get_closest_marker(MARK)
    if mark is None:
        raise UsageError(f"{fixture} needs a mark.", FORM)
    operations: tuple[str, ...] = mark.args
    for name in mark.kwargs:
        if name not in ARGUMENTS:
            raise UsageError(f"The mark {MARK} has no argument {name!r}.", did_you_mean(name, ARGUMENTS))
    if not operations:
        raise UsageError("The mark names no operation.", FORM)
    for operation in operations:
        if operation not in specifications.contracts:
            raise UsageError(
                f"Unknown operation {operation!r}.",
                did_you_mean(str(operation), specifications.contracts) or ALL_OPERATIONS,
            )
    settings = with_project(from_options(metafunc.config, specifications), metafunc.config, specifications)
    given = {**dict.fromkeys(ARGUMENTS), **mark.kwargs}
    settings = with_mark(settings, given, metafunc.config, specifications)
    # A test that asks for a rule gets one.
    return operations, replace(settings, by=RULE) if fixture == RULE_FIXTURE else settings


def _items(operations: tuple[str, ...], settings: Settings, specifications: Specifications) -> list[Any]:
    if settings.by != RULE:
        return [pytest.param(_Asked(name, None, settings, specifications), id=name) for name in operations]
    items = []
    for operation in operations:
        for rule in settings.rules(specifications.contracts[operation]):
            expected = settings.expected(operation, rule.id)
            marks = [expected_failure(expected)] if expected else []
            name = rule.id if len(operations) == 1 else f"{operation}-{rule.id}"
            items.append(pytest.param(_Asked(operation, rule, settings, specifications), id=name, marks=marks))
    return items
