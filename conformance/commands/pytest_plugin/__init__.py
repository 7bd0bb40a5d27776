"""The pytest plugin: operations as test items, with a failure for each defect.

    pytest --conformance-subject package.module:object

or, in a test module,

    @pytest.mark.conformance("mcp-tool-to-chat-tool")
    def test_convert(conformance):
        conformance.check(convert)

Every pytest run imports this module. It must cost nothing where it is not used: all else is imported late.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import pytest

from conformance.commands.pytest_plugin.names import (
    DEFAULT_EXAMPLES,
    DEFECT,
    FIXTURE,
    MARK,
    RULE,
    RULE_FIXTURE,
    TIME_LIMIT,
    NotPassed,
    names_subject,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from conformance.commands.pytest_plugin.check import Conformance


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("conformance", "conformance of converters between LLM tool and message formats")
    group.addoption(
        "--conformance-subject",
        metavar="SUBJECT",
        help="add an item for each operation of this converter: package.module:object, a file, or a name that "
        "`conformance subjects` lists",
    )
    group.addoption(
        "--conformance-bind",
        action="append",
        default=[],
        metavar="OPERATION=PATH",
        help="add an item for the operation of one function: OPERATION=package.module:function (repeatable)",
    )
    group.addoption(
        "--conformance-operation",
        dest="conformance_contract",
        action="append",
        default=[],
        metavar="OPERATION",
        help="only this operation of the subject (repeatable)",
    )
    # Its earlier name.
    group.addoption("--conformance-contract", dest="conformance_contract", action="append", help=argparse.SUPPRESS)
    by = f"what there is a failed test for: each `{DEFECT}` of an operation (default) or each `{RULE}`"
    group.addoption("--conformance-by", metavar="WHAT", help=by)
    parser.addini("conformance_by", by, default=DEFECT)
    group.addoption("--conformance-requirements", metavar="SET", help="only the rules of this set, by its levels")
    group.addoption(
        "--conformance-seed",
        metavar="N",
        help="what generated examples are drawn from (the same in every run, so that a run differs from the last by "
        "your change alone), or `random`",
    )
    group.addoption(
        "--conformance-max-examples", metavar="N", help=f"generated examples an operation ({DEFAULT_EXAMPLES})"
    )
    group.addoption(
        "--conformance-time-limit",
        metavar="S",
        help=f"seconds after which an operation is asked nothing more; its rules are not run then ({TIME_LIMIT:g})",
    )
    group.addoption(
        "--conformance-expected-failures",
        metavar="FILE",
        help="failures you know of, in TOML: [[failure]] operation, rule, reason; strict xfail",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, and read the options where there are any."""
    config.addinivalue_line(
        "markers",
        f"{MARK}(*operations, by=None, requirements=None, seed=None, max_examples=None, choices=None, "
        f"expected_failures=None): one item for each of the operations; the test takes {FIXTURE}",
    )
    if names_subject(config) or config.getoption("conformance_seed"):
        from conformance.commands.pytest_plugin.session import configure

        configure(config)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make the items of a test that asks for an operation or a rule."""
    for fixture in (FIXTURE, RULE_FIXTURE):
        if fixture in metafunc.fixturenames:
            from conformance.commands.pytest_plugin.check import parametrize

            parametrize(metafunc, fixture)


@pytest.fixture
def conformance(request: pytest.FixtureRequest) -> Iterator[Conformance]:
    """One operation; `check(converter)` fails for each defect of the converter."""
    from conformance.commands.pytest_plugin.check import given_to
    from conformance.commands.pytest_plugin.reporting import report_further

    given = given_to(request)
    yield given
    report_further(request.node, given.further)


@pytest.fixture
def conformance_rule(request: pytest.FixtureRequest) -> Conformance:
    """One rule of one operation; `check(converter)` fails where the converter breaks it."""
    from conformance.commands.pytest_plugin.check import given_to

    return given_to(request)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Iterator[None]:
    """Let a failure speak for itself, wherever it was raised."""
    outcome: Any = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, NotPassed):
        from conformance.commands.pytest_plugin.reporting import say

        error = call.excinfo.value
        say(outcome.get_result(), str(error), error.summary, error.title)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Let the workers of pytest-xdist draw the same examples."""
    if node.config.getoption("conformance_seed"):
        from conformance.commands.pytest_plugin.session import hand_on

        hand_on(node)
