"""What a format or an operation still lacks: rows of tables, rules of cases, planted defects, inputs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from random import Random
from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.exchange_parts import answer_format, answer_in
from conformance.formats.exchanges import ANSWERS
from conformance.formats.form import FORMS
from conformance.formats.kinds import NATIVE
from conformance.formats.model.fact import Fact, facts_in
from conformance.formats.operations import operations, source_format
from conformance.formats.whole_requests import REQUESTS
from conformance.inputs.choices import Dealing
from conformance.inputs.operations import inputs_of
from conformance.rules.contracts import Contract, load_specifications
from tests.formats.carried import half_of, written
from tests.formats.probes import PROBES, asked
from tests.suite.selftest.banks import all_banks

# Formats that have all that there is for one, to which others are held.
COMPLETE: Final = ("chat", "responses", "anthropic", "gemini")
# Where tables are; what needs an SDK to be imported, or a command line, has none.
_PACKAGES: Final = (
    "conformance.formats", "conformance.apis", "conformance.inputs", "conformance.rules", "conformance.running.engine",
    "conformance.running.drift", "tests.suite",
)  # fmt: skip
_DRAWN: Final = 400  # inputs of each operation
# By format, native kinds that no input needs, and why.
_EXCUSED: Final = {
    "anthropic": {
        "setting/servers": "only the API's beta takes it",
        "setting/editing": "only the API's beta takes it",
        "tool/later": "such a tool comes with one of the host, which searches and whose steps no other host has",
    },
}
# Rows that a format needs not, and why.
_EXCUSED_ROWS: Final = {
    ("conformance.apis.input_validity.loops._PREFIXES", "chat"): "its answers are looked for where `choices` are",
    ("tests.suite.selftest.banks.lawful._NEVER", "responses-response"): "it has a place for all that is planted",
    ("tests.suite.selftest.banks.lawful._NEVER_TO", "responses-response"): "it has a place for all that is planted",
    ("tests.suite.selftest.banks.lawful._NEVER_TO", "responses-stream"): "it has a place for all that is planted",
}
_WORDS: Final = ("kind", "mode", "speaker")  # members of facts whose words tell facts apart, beside names of settings


def lacks_of_format(format: str) -> Iterator[str]:
    """Yield what a format lacks, in words."""
    for table, name in missing_rows(format):
        yield f"{table} has no row {name}"
    for kind in facts_without_inputs(format) if format in FORMS else ():
        yield f"conformance.formats.{format}.form says that {kind} is native, and no input has it"


def lacks_of_operation(contract: Contract) -> Iterator[str]:
    """Yield what an operation lacks, in words."""
    for case in contract.cases:
        if not case.rules:
            yield f"the case {case.id} names no rule"
    broken = {rule for mutant in all_banks().mutants if mutant.operation == contract.operation for rule in mutant.rules}
    for choice in contract.choices:
        if choice.rule not in broken:
            yield f"no planted defect breaks {choice.rule}, the rule of the choice {choice.name}"


# Tables.


def missing_rows(format: str) -> list[tuple[str, str]]:
    """Return the tables that have rows for all other formats and none for this one, with the names of the rows."""
    return [
        (where, f"{format}{suffix}")
        for where, table in sorted(tables().items())
        for suffix in _suffixes()
        if all(f"{other}{suffix}" in table for other in COMPLETE if other != format)
        if f"{format}{suffix}" not in table and (where, f"{format}{suffix}") not in _EXCUSED_ROWS
    ]


@cache
def _suffixes() -> tuple[str, ...]:
    """Return what the names of values have behind that of their format, "" for the format itself."""
    found = {name.removeprefix(other) for other in COMPLETE for name in _names() if name.startswith(f"{other}-")}
    return ("", *sorted(suffix for suffix in found if all(f"{other}{suffix}" in _names() for other in COMPLETE)))


@cache
def _names() -> frozenset[str]:
    formats = {name for operation in operations().values() for name in (operation.source, operation.target)}
    return frozenset({*FORMS, *formats, *ANSWERS, *REQUESTS})


@cache
def tables() -> Mapping[str, Mapping[str, Any]]:
    """Return the tables of modules whose keys are names of formats, or of their values, by where they are."""
    found: dict[str, Mapping[str, Any]] = {}
    for package in _PACKAGES:
        root = import_module(package)
        for module in (root, *(import_module(each.name) for each in walk_packages(root.__path__, f"{package}."))):
            for name, value in vars(module).items():
                is_table = isinstance(value, Mapping) and value and all(key in _names() for key in value)
                if is_table and re.search(rf"^{name}\b[^\n]* = ", inspect.getsource(module), re.MULTILINE):
                    found[f"{module.__name__}.{name}"] = value
    return found


# Facts.


def facts_without_inputs(format: str) -> list[str]:
    """Return the kinds that a format carries natively, and that no case and no drawn input from it has."""
    said = {half: _said_in(format, half) for half in ("request", "answer")}
    return [
        kind
        for kind, how in FORMS[format].entries.items()
        if how == NATIVE
        and kind not in _EXCUSED.get(format, {})
        and not any(_own(format, kind) <= each for each in said[half_of(PROBES[kind].fact)])
    ]


@cache
def _own(format: str, kind: str) -> frozenset[str]:
    """Return what the probe of a kind says in a format that a plain value does not."""
    fact = PROBES[kind].fact
    half = half_of(fact)
    usual = [PROBES["text/text"].fact, asked()] if half == "request" else [PROBES["end/done"].fact]
    marks = _marks_in(format, half, fact)
    return marks.difference(*(_marks_in(format, half, each) for each in usual)) or marks


def _marks_in(format: str, half: str, fact: Fact) -> frozenset[str]:
    return _marks(_read(format, half, written(format, fact)))


def _read(format: str, half: str, value: JSON) -> Fact:
    read: Fact = getattr(import_module(f"conformance.formats.{format}.read"), f"read_{half}")(value)
    return read


@cache
def _said_in(format: str, half: str) -> frozenset[frozenset[str]]:
    """Return what each input from a format says: of the cases of its operations, and of drawn ones."""
    wanted = f"{format}-{'request' if half == 'request' else 'response'}"
    found: set[frozenset[str]] = set()
    for name, contract in load_specifications().contracts.items():
        source = source_format(name)
        if answer_format(source) == wanted:
            choices, inputs = Dealing(Random(1)), inputs_of(name)
            given = [*(case.input for case in contract.cases), *(inputs.make(choices) for _ in range(_DRAWN))]
            found |= {_marks(_read(format, half, answer_in(source, value))) for value in given}
    return frozenset(found)


def _marks(fact: Fact) -> frozenset[str]:
    """Return which members the facts of a value have, and the words of those that tell them apart."""
    found = set()
    for each in facts_in(fact):
        kind = type(each).__name__
        for field in fields(each):
            value = getattr(each, field.name)
            usual = field.default_factory() if field.default_factory is not MISSING else field.default
            if (
                field.name in ("at", "others", "spelled", "form", "is_apart", "is_inline", "is_list", "word")
                or value in (None, "", ())
                or value == usual
            ):
                continue
            found.add(f"{kind}.{field.name}")
            if isinstance(value, str) and (field.name in _WORDS or (kind, field.name) == ("Setting", "name")):
                found.add(f"{kind}.{field.name}={value}")
    return frozenset(found)
