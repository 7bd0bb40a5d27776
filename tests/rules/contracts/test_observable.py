"""specs/observable/: rules of an operation are judged, or left out with a reason."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from conformance.base.errors import UsageError
from conformance.base.files import specs_folder
from conformance.base.observation import REACHED_THROUGH
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.files import read_text
from conformance.rules.contracts.observable import FOLDER, load_reached
from conformance.rules.contracts.yaml_core import read_yaml


def names() -> list[str]:
    return sorted(name.removesuffix(".yaml") for name in os.listdir(os.path.join(specs_folder(), FOLDER)))


def test_each_way_that_shows_a_part_has_its_file() -> None:
    assert set(names()) == REACHED_THROUGH
    assert {read_yaml(read_text(f"{FOLDER}/{name}.yaml"), name)["adapter"] for name in names()} == REACHED_THROUGH


@pytest.mark.parametrize("adapter", names())
def test_each_listed_rule_exists_and_is_listed_once(adapter: str) -> None:
    contracts = load_specifications().contracts
    document = read_yaml(read_text(f"{FOLDER}/{adapter}.yaml"), adapter)
    for operation, entry in document["operations"].items():
        groups = [entry["judged"], *(group["rules"] for group in entry["left_out"])]
        listed = Counter(rule for group in groups for rule in group)
        assert set(listed) <= {rule.id for rule in contracts[operation].rules}, operation
        assert max(listed.values()) == 1, operation


def test_what_is_left_out_has_its_reason() -> None:
    seen = load_reached("wire")["mcp-tools-to-chat-tools"]
    assert "MCP-4" not in seen.judged
    assert seen.left_out["MCP-4"] == "Whether objects are shared shows in the converter's own process only"


def test_a_mistake_in_a_chosen_folder_is_its_owners(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("specs")
    (folder / FOLDER).mkdir()
    (folder / "observable.schema.json").write_text(read_text("observable.schema.json"), "utf-8")
    (folder / "sources.yaml").write_text("", "utf-8")
    (folder / FOLDER / "wire.yaml").write_text("adapter: wire\ntitle: A\noperations: {an-operation: {}}\n", "utf-8")
    monkeypatch.setenv("CONFORMANCE_SPECS", str(folder))
    with pytest.raises(UsageError, match=r"observable/wire.yaml, /operations/an-operation"):
        load_reached("wire")
