"""The files of the witnesses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.base.errors import UsageError
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.witness import CASES, EVERYTHING, Value, Witness
from tests.suite.selftest.witness_file import Key, read_witnesses, witness_of, witness_texts

KNOWN: dict[Key, Witness] = {
    ("tool-loop", "forgets"): Witness(cases=("one", "two")),
    ("tool-loop", "remembers"): Witness(inputs=("case one", Value(value={"a": [1, None]}), "generated 3")),
    ("mcp-tool-to-chat-tool", "slow"): Witness(whole="everything"),
}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    for operation, text in witness_texts(KNOWN).items():
        (tmp_path / f"{operation}.json").write_text(text, "utf-8")
    assert read_witnesses(tmp_path) == KNOWN


def test_an_operation_has_a_file_and_each_witness_a_line() -> None:
    texts = witness_texts(KNOWN)
    assert list(texts) == ["tool-loop", "mcp-tool-to-chat-tool"]
    assert '  "forgets": {"cases": ["one", "two"]},' in texts["tool-loop"].splitlines()
    assert list(json.loads(texts["mcp-tool-to-chat-tool"])["witnesses"]) == ["slow"]


@pytest.mark.parametrize("text", ["{", "[]", '{"witnesses": {"b": {"inputs": [{}]}}}'])
def test_a_file_that_cannot_be_read_is_an_error_that_names_the_command(tmp_path: Path, text: str) -> None:
    (tmp_path / "tool-loop.json").write_text(text, "utf-8")
    with pytest.raises(UsageError, match="is not a file of witnesses") as error:
        read_witnesses(tmp_path)
    assert error.value.hint == "Write it again: python -m tests.suite selftest --operation tool-loop --witness"


@pytest.mark.parametrize(
    ("mutant", "witness"),
    [
        ({"name": "forgets"}, KNOWN["tool-loop", "forgets"]),
        ({"name": "new"}, Witness(whole=CASES)),
        ({"name": "new", "timed": True}, Witness(whole=EVERYTHING)),
        ({"name": "new", "inputs": ([],)}, Witness(whole=EVERYTHING)),
        ({"name": "forgets", "shown_by": "a-case"}, Witness(cases=("a-case",))),
    ],
)
def test_a_defect_without_a_record_is_run_on_what_can_convict_it(mutant: dict[str, Any], witness: Witness) -> None:
    made = Mutant(operation="tool-loop", function=lambda given: given, rules=("LOOP-1",), **mutant)
    assert witness_of(made, KNOWN) == witness
