"""Certifies the reference with a changed module in it, in this process, under many answers to its choices."""

from __future__ import annotations

import ast
import sys
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

from conformance.base.observation import Description
from conformance.formats.operations import is_scripted
from conformance.rules.contracts import Contract, Specifications, load_specifications
from conformance.running.engine import Event, Listener, Options, TrialProgress
from conformance.running.engine.last_check import LastCheck
from conformance.running.engine.result import FAIL, NOT_RUN
from conformance.running.run import certify
from conformance.running.subjects.in_process import InProcessSubject
from tests.mutation.change import PACKAGE, Change
from tests.mutation.in_place import put_in_place


class Setting(NamedTuple):
    """One run: an operation, and the answers that the reference gives and that the suite knows. own: all defaults."""

    operation: str
    answers: tuple[tuple[str, str], ...]
    own: bool

    def __str__(self) -> str:
        """Name it in reports, and in the table of what fails anyway."""
        return " ".join([self.operation, *(f"{choice}={answer}" for choice, answer in self.answers)])


class Extent(NamedTuple):
    """How much each run asks."""

    examples: int = 50
    seed: int = 1


class Unchanged(NamedTuple):
    """What the reference does as it is, in one setting. fails: rules; lines: of the module, that were run."""

    fails: frozenset[str]
    lines: frozenset[int]

    def runs(self, change: Change) -> bool:
        """Whether a change can show."""
        return not change.first or not self.lines.isdisjoint(range(change.first, change.last + 1))


class Caught(Exception):
    """A rule failed that does not fail without the change."""


def settings(module: str, specifications: Specifications) -> list[Setting]:
    """Return the runs that a module's changes are judged by, the likeliest to convict first.

    Each operation whose function is made of the module: under the reference's own answers, and then under each other
    answer alone and the combinations that cases ask for. What the module itself offers comes before what uses it, an
    operation over the network last.
    """
    made_of = {name: _made_of(name) for name in specifications.contracts}
    served = [name for name, modules in made_of.items() if module in modules]
    served.sort(key=lambda name: (is_scripted(name), list(made_of[name]).index(module)))
    ways = {name: _ways(specifications.contracts[name]) for name in served}
    first = [Setting(name, ways[name][0], True) for name in served]
    return first + [Setting(name, way, False) for name in served for way in ways[name][1:]]


def _ways(contract: Contract) -> list[tuple[tuple[str, str], ...]]:
    own = contract.defaults()
    others = [{choice.name: answer} for choice in contract.choices for answer in choice.answers]
    given = [dict(expectation.given) for case in contract.cases for expectation in case.expectations]
    return list(dict.fromkeys(tuple((own | way).items()) for way in [{}, *others, *given]))


def _made_of(operation: str) -> dict[str, None]:
    """Return the modules of the reference that an operation's function is made of, the nearest first."""
    reference = import_module(PACKAGE)
    modules = {reference._MODULES[_function(operation)]: None}
    for module in (waiting := list(modules)):
        spec = find_spec(f"{PACKAGE}.{module}")
        assert spec is not None and spec.origin is not None
        for node in ast.walk(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE + "."):
                name = (node.module or "").rpartition(".")[2]
                if name not in modules:
                    modules[name] = None
                    waiting.append(name)
    return modules


def _function(operation: str) -> str:
    return operation.replace("-", "_")


def prepare(specifications: Specifications, every: list[Setting], extent: Extent) -> None:
    """Load and draw what each run needs, once, without loading the reference: children get it for nothing."""
    for setting in every:
        if not is_scripted(setting.operation):
            _certify(specifications, setting, extent, {setting.operation: _refuse})


def _refuse(_input: Any) -> Any:
    raise ValueError("this one converts nothing")


def unchanged(module: str, every: list[Setting], extent: Extent) -> dict[Setting, Unchanged]:
    """Return what the reference does as it is, by setting. Loads the reference: for a child."""
    specifications = load_specifications()
    found = import_module(f"{PACKAGE}.{module}").__file__
    done = {}
    for setting in every:
        functions = _functions(specifications, setting)
        lines: set[int] = set()
        sys.settrace(partial(_trace, found, lines))
        try:
            fails = _certify(specifications, setting, extent, functions)
        finally:
            sys.settrace(None)
        done[setting] = Unchanged(frozenset(fails), frozenset(lines))
    return done


def _trace(file: str, lines: set[int], frame: FrameType, _event: str, _value: object) -> Any:
    if frame.f_code.co_filename != file:
        return None

    def line(frame: FrameType, _event: str, _value: object) -> Any:
        lines.add(frame.f_lineno)
        return line

    lines.add(frame.f_lineno)
    return line


def convict(module: str, text: str, known: Mapping[Setting, Unchanged], extent: Extent) -> str | None:
    """Return what convicts a changed module; None where nothing does. Replaces the module: for a child.

    known: the settings in which the change can show. The cases are asked in all of them; after that generated examples,
    under other answers than the reference's own only where the change stands behind those.
    """
    specifications = load_specifications()
    try:
        put_in_place(f"{PACKAGE}.{module}", text)
        functions = {setting: _functions(specifications, setting) for setting in known}
    except Exception as error:
        return f"it does not load: {type(error).__name__}: {error}"
    own = [setting for setting in known if setting.own]
    stages = [(setting, extent._replace(examples=0)) for setting in known]
    stages += [(setting, extent) for setting in own or known]
    for setting, asked in stages:
        before = known[setting].fails
        try:
            stop = _stopping_at_the_first(before)
            fails = _certify(specifications, setting, asked, functions[setting], (stop,)) - before
        except Caught as rule:
            fails = {str(rule)}
        if fails:
            return f"{min(fails)} ({setting})"
    return None


def _functions(specifications: Specifications, setting: Setting) -> dict[str, Callable[[Any], Any]]:
    """Return the functions of all operations: a run of one also asks others, for the laws that join them.

    Own answers are not named, so that the defaults of the keyword arguments are judged too.
    """
    reference = import_module(PACKAGE)
    defaults = specifications.contracts[setting.operation].defaults()
    other = {choice: answer for choice, answer in setting.answers if answer != defaults[choice]}
    functions: dict[str, Callable[[Any], Any]] = {}
    for name, contract in specifications.contracts.items():
        named = {
            choice.name.replace("-", "_"): other[choice.name] for choice in contract.choices if choice.name in other
        }
        functions[name] = partial(getattr(reference, _function(name)), **named)
    return functions


def _certify(
    specifications: Specifications,
    setting: Setting,
    extent: Extent,
    functions: Mapping[str, Callable[[Any], Any]],
    listeners: tuple[Listener, ...] = (),
) -> set[str]:
    """Return the rules that failed or were not run."""
    description = Description(
        name="changed",
        version=None,
        language="python",
        adapter="in-process",
        operations=tuple(functions),
        choices={},
        exact_numbers=True,
    )
    # The clock of the process: what is timed must not hang on what else the machine does.
    subject = InProcessSubject(functions, description, clock=time.process_time)
    options = Options(
        operations=(setting.operation,),
        choices=dict(setting.answers),
        max_examples=extent.examples,
        seed=extent.seed,
        shrink=False,
    )
    # The reference cannot confirm a failure: it is what is changed, and must not be loaded before.
    with patch.object(LastCheck, "confirm"):
        result = certify(specifications, subject, options, listeners)
    fails = {entry.rule.id for entry in result.rules if entry.verdict in (FAIL, NOT_RUN)}
    return fails if result.complete else fails | {"(the run is not complete)"}


def _stopping_at_the_first(known: Collection[str]) -> Listener:
    def stop(event: Event) -> None:
        for rule in event.failing if isinstance(event, TrialProgress) else ():
            if rule not in known:
                raise Caught(rule)

    return stop
