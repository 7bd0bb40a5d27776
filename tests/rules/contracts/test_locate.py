"""Where rules and cases are: FILE:LINE that an editor opens."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.locate import case_location, contract_location

SINGLE, LIST = "one-to-one", "many-to-many"


def test_a_rule_is_found_in_its_contract_the_single_forms_and_the_common_file(specs: Path) -> None:
    assert contract_location(SINGLE, "A-2") == f"{specs}/{SINGLE}/contract.yaml:17"
    assert contract_location(LIST, "A-1") == f"{specs}/{SINGLE}/contract.yaml:16"
    assert contract_location(SINGLE, "ALL-2") == f"{specs}/every-operation.yaml:6"


def test_a_case_is_found_in_block_and_flow_style(specs: Path) -> None:
    assert case_location(SINGLE, "first") == f"{specs}/{SINGLE}/cases/some.yaml:3"
    assert case_location(LIST, "second") == f"{specs}/{SINGLE}/cases/some.yaml:4"


def test_an_example_of_a_rule_is_found_where_the_rule_is(specs: Path) -> None:
    path = specs / SINGLE / "contract.yaml"
    path.write_text(path.read_text("utf-8") + "    examples:\n      - id: an-example\n", "utf-8")
    assert case_location(SINGLE, "an-example").startswith(f"{path}:")


def test_an_unknown_name_gives_the_file_alone(specs: Path) -> None:
    assert contract_location(SINGLE, "A-9") == f"{specs}/{SINGLE}/contract.yaml"


def test_a_path_is_relative_to_the_current_folder(specs: Path, monkeypatch) -> None:
    monkeypatch.chdir(specs.parent)
    assert case_location(SINGLE, "first") == os.path.join("specs", SINGLE, "cases", "some.yaml:3")


@pytest.mark.expensive("reads every file of the specifications")
def test_every_rule_and_case_of_the_suite_is_found() -> None:
    for operation, contract in load_specifications().contracts.items():
        places = [contract_location(operation, rule.id) for rule in contract.rules]
        places += [contract_location(operation, freedom.id) for freedom in contract.free]
        places += [case_location(operation, case.id) for case in contract.cases]
        assert [place for place in places if not place.rpartition(":")[2].isdigit()] == []
