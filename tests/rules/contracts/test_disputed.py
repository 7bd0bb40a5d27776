"""Disputed points of the APIs: the suite's own, and mistakes in the file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.disputed import FILE, load_disputes
from tests.rules.contracts.conftest import SPECS

SPECIFICATIONS = load_specifications()


@pytest.fixture
def own_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the file and its schema in a folder of specifications."""
    (tmp_path / "api").mkdir()
    for name in (FILE, "disputed.schema.json", "sources.yaml"):
        shutil.copy(SPECS / name, tmp_path / name)
    monkeypatch.setenv("CONFORMANCE_SPECS", str(tmp_path))
    return tmp_path / FILE


def test_the_suites_own_points_name_what_exists() -> None:
    disputes = load_disputes(SPECIFICATIONS)
    assert len(disputes) > 15
    assert all(dispute.api_rules or dispute.contracts for dispute in disputes)
    assert all(dispute.refusal for dispute in disputes)


def test_specifications_without_the_file_have_no_points(own_copy: Path) -> None:
    own_copy.unlink()
    assert load_disputes(SPECIFICATIONS) == ()


@pytest.mark.parametrize(
    ("was", "now", "problem"),
    [
        ("id: responses-name-65", "id: chat-names-twice", r"api/disputed.yaml: the id chat-names-twice is used twice."),
        ("[tool-name-length, ", "[tool-name-lenght, ", r"specs/api/rules.json has no rule tool-name-lenght"),
        ("tools unsafe-names", "tools unsafe-nmaes", r"responses-name-65: .* has no rule or choice unsafe-nmaes."),
        ("[mcp-tools-to-responses-tools unsafe", "[mcp-tool unsafe", r"responses-name-65: mcp-tool has no contract."),
        ("assumed: accepted", "assumed: maybe", r"api/disputed.yaml, /disputed/0/assumed \(responses-name-65\): "),
        ("      max_output_tokens: 16\n", "", r"\(responses-name-65\): .*max_output_tokens"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_in_one_line(own_copy: Path, was: str, now: str, problem: str) -> None:
    text = own_copy.read_text("utf-8")
    own_copy.write_text(text.replace(was, now, 1), "utf-8")
    with pytest.raises(UsageError, match=problem) as raised:
        load_disputes(SPECIFICATIONS)
    assert "\n" not in raised.value.message
