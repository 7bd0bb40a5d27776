import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import conformance
from conformance.base.observation import Outcome
from conformance.formats.operations import operations
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.shared import SHARED
from conformance.rules.checks.tools.checks import TOOL_CHECKS
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import load_specifications

PACKAGES = {name: operation.checks for name, operation in operations().items()}
CONTRACTS = load_specifications().contracts
PACKAGE = Path(conformance.__file__).parent / "rules"


@pytest.mark.parametrize("operation", PACKAGES)
def test_every_rule_has_its_check_and_every_choice_its_reader(operation: str) -> None:
    own, contract = family(operation), CONTRACTS[operation]
    assert {rule.check for rule in contract.rules} <= own.checks.keys()
    assert {choice.name for choice in contract.choices} <= own.readers.keys()


@pytest.mark.parametrize("package", sorted(set(PACKAGES.values())))
def test_every_check_of_a_package_is_the_check_of_a_rule(package: str) -> None:
    of_package = [operation for operation, its in PACKAGES.items() if its == package]
    used = {rule.check for operation in of_package for rule in CONTRACTS[operation].rules}
    own = {
        name
        for operation in of_package
        for name, check in family(operation).checks.items()
        if check.__module__.startswith(f"conformance.rules.checks.{package}.")
    }
    assert own <= used


@pytest.mark.parametrize("package", sorted(set(PACKAGES.values())))
def test_every_reader_of_a_package_is_that_of_a_choice(package: str) -> None:
    of_package = [operation for operation, its in PACKAGES.items() if its == package]
    choices = {choice.name for operation in of_package for choice in CONTRACTS[operation].choices}
    assert {name for operation in of_package for name in family(operation).readers} == choices


@pytest.mark.parametrize("operation", PACKAGES)
def test_the_shared_checks_are_the_same_everywhere_but_where_a_family_has_its_own(operation: str) -> None:
    checks = family(operation).checks
    assert SHARED.keys() <= checks.keys()
    if "tool" in PACKAGES[operation] and PACKAGES[operation] not in ("letters.tool_calls", "by_laws.tool_loop"):
        assert TOOL_CHECKS.keys() <= checks.keys()


def test_an_unknown_operation_has_no_checks() -> None:
    with pytest.raises(KeyError):
        family("no-such-operation")


def test_a_trial_is_seen_through_the_view_of_its_operation() -> None:
    trial = Trial(operation="mcp-tools-to-chat-tools", input=[], outcome=Outcome(output=[]))
    assert view_of(trial).expected() == []


def _legal_answers() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield where a check names the legal answers to a choice, the choice, and the answers."""
    for folder in ("checks", "laws"):
        for file in sorted((PACKAGE / folder).rglob("*.py")):
            names = vars(
                import_module(".".join(("conformance.rules", *file.relative_to(PACKAGE).with_suffix("").parts)))
            )
            for call in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in ("answers", "answer_of"):
                    said = [arg for arg in call.args if not ast.unparse(arg).endswith("trial")]
                    if said and isinstance(said[0], ast.Constant | ast.Name):
                        try:
                            choice, *legal = eval(f"[{', '.join(map(ast.unparse, said))}]", dict(names))
                        except NameError:  # an argument of the function says which
                            continue
                        yield f"{file.name}:{call.lineno}", choice, frozenset(legal)


def test_the_answers_that_a_check_accepts_are_those_of_the_contract() -> None:
    contracts: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
    for contract in CONTRACTS.values():
        for choice in contract.choices:
            contracts[choice.name].add(frozenset(choice.answers))
    found = list(_legal_answers())
    assert len(found) > 20
    assert [(place, choice) for place, choice, legal in found if legal not in contracts[choice]] == []
