"""The pytest plugin: the rules as test items.

    pytest --conformance-subject package.module:object

or, in a test module,

    @pytest.mark.conformance("mcp-tool-to-chat-tool")
    def test_convert(conformance_rule):
        conformance_rule.check(convert)

Every pytest run imports this module. It must cost nothing where it is not used: all else is imported late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from conformance.pytest_plugin.names import DEFAULT_EXAMPLES, DEFAULT_SEED, FIXTURE, MARK, TIME_LIMIT, names_subject

if TYPE_CHECKING:
    from typing import Any

    from conformance.pytest_plugin.check import ConformanceRule


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("conformance", "conformance of converters between LLM tool and message formats")
    group.addoption(
        "--conformance-subject",
        metavar="SUBJECT",
        help="add an item for each rule of this converter: package.module:object, a file, or a name that "
        "`conformance subjects` lists",
    )
    group.addoption(
        "--conformance-bind",
        action="append",
        default=[],
        metavar="OPERATION=PATH",
        help="add an item for each rule of one function: OPERATION=package.module:function (repeatable)",
    )
    group.addoption(
        "--conformance-contract",
        action="append",
        default=[],
        metavar="OPERATION",
        help="only this operation of the subject (repeatable)",
    )
    group.addoption("--conformance-requirements", metavar="SET", help="only the rules of this set, by its levels")
    group.addoption(
        "--conformance-seed",
        metavar="N",
        help=f"what generated examples are drawn from ({DEFAULT_SEED}, so that a run differs from the last by your "
        "change alone), or `random`",
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
        f"{MARK}(*operations, requirements=None, seed=None, max_examples=None, choices=None, expected_failures=None): "
        f"one item for each rule of the operations; the test takes {FIXTURE}",
    )
    if names_subject(config) or config.getoption("conformance_seed"):
        from conformance.pytest_plugin.session import configure

        configure(config)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make an item for each rule of a test that asks for one."""
    if FIXTURE in metafunc.fixturenames:
        from conformance.pytest_plugin.check import parametrize

        parametrize(metafunc)


@pytest.fixture
def conformance_rule(request: pytest.FixtureRequest) -> ConformanceRule:
    """One rule of one operation; `check(converter)` fails where the converter breaks it."""
    from conformance.pytest_plugin.check import rule_of

    return rule_of(request)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Let the workers of pytest-xdist draw the same examples."""
    if node.config.getoption("conformance_seed"):
        from conformance.pytest_plugin.session import hand_on

        hand_on(node)
