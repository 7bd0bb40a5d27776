"""The file of the witnesses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from tests.suite.selftest import banks, witness_file
from tests.suite.selftest.witness import Value, Witness
from tests.suite.selftest.witness_file import Key, read_witnesses, witnesses_text

KNOWN: dict[Key, Witness] = {
    ("tool-loop", "forgets"): Witness(cases=("one", "two")),
    ("tool-loop", "remembers"): Witness(inputs=("case one", Value(value={"a": [1, None]}), "generated 3")),
    ("mcp-tool-to-chat-tool", "slow"): Witness(whole="everything"),
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of witnesses that the package has."""
    monkeypatch.setattr(banks, "__file__", str(tmp_path / "__init__.py"))
    return tmp_path / "witness.json"


def test_what_is_written_is_read(file: Path) -> None:
    file.write_text(witnesses_text(KNOWN), "utf-8")
    assert read_witnesses() == KNOWN


def test_each_witness_is_a_line(file: Path) -> None:
    lines = witnesses_text(KNOWN).splitlines()
    assert '   "forgets": {"cases": ["one", "two"]},' in lines
    assert list(json.loads(witnesses_text(KNOWN))["operations"]) == ["mcp-tool-to-chat-tool", "tool-loop"]


@pytest.mark.parametrize("text", [None, "{", "[]", '{"operations": {"a": {"b": {"inputs": [{}]}}}}'])
def test_a_file_that_cannot_be_read_is_an_error_that_names_the_command(file: Path, text: str | None) -> None:
    if text is not None:
        file.write_text(text, "utf-8")
    with pytest.raises(UsageError, match="is not a file of witnesses") as error:
        read_witnesses()
    assert f"python -m tests.suite selftest --witness {witness_file.PLACE}" in str(error.value.hint)


def test_the_place_in_a_checkout_is_where_the_package_has_it() -> None:
    assert (Path(banks.__file__).parent / "witness.json").samefile(Path(__file__).parents[2] / witness_file.PLACE)
