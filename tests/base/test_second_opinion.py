"""What a JSON Schema validator alone says against a subject is charged only where a second validator agrees."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.base import second_opinion
from conformance.base.second_opinion import Inconsistent
from conformance.commands import main as command
from conformance.formats.json_schema import is_valid_schema
from conformance.reference import chat_tools_to_responses_tools
from conformance.rules.checks.meaning import disagreement
from tests.running.engine.certifying import certified, verdicts

FLAT = "chat-tools-to-responses-tools"
WRONG = {"model": "m", "messages": [{"role": "user", "content": 5}]}
OPEN, CLOSED = {"type": "object"}, {"type": "object", "additionalProperties": False}


def text_for_parameters(tools: Any) -> Any:
    """Return tools whose parameters are no schema."""
    return [{**tool, "parameters": "none"} for tool in chat_tools_to_responses_tools(tools)]


@pytest.fixture
def disagreeing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second validator that accepts everything."""
    monkeypatch.setattr(second_opinion, "_accepts", lambda _schema, _value: True)
    monkeypatch.setattr(second_opinion, "_is_schema", lambda _schema: True)


@pytest.mark.expensive("two validators judge a whole run")
def test_two_validators_that_agree_change_nothing() -> None:
    before = refusals_of("chat-request", WRONG)
    with second_opinion.second_opinion():
        assert refusals_of("chat-request", WRONG) == before != ()
        assert not is_valid_schema({"type": "no type"})
        assert disagreement(OPEN, CLOSED) is not None
    assert "API-1" in failing(certified({FLAT: text_for_parameters}, FLAT, max_examples=3, shrink=False))


def failing(result: Any) -> set[str]:
    return {rule for rule, verdict in verdicts(result).items() if verdict == "fail"}


def test_each_verdict_of_the_first_validator_needs_the_second(disagreeing: None) -> None:
    for ask in (
        lambda: refusals_of("chat-request", WRONG),
        lambda: is_valid_schema({"type": "no type"}),
        lambda: disagreement(OPEN, CLOSED),
    ):
        ask()  # nothing is asked while a run is judged
        with (
            pytest.raises(Inconsistent, match="jsonschema-rs and jsonschema disagree"),
            second_opinion.second_opinion(),
        ):
            ask()


def test_a_value_that_the_second_validator_cannot_read_is_charged() -> None:
    deep: Any = 5
    for _level in range(5000):
        deep = {"a": deep}
    with second_opinion.second_opinion():
        second_opinion.confirm_refused({"$ref": "https://example.com/nowhere"}, 1, "a schema")
        second_opinion.confirm_refused({"pattern": "\\p{L}"}, "5", "a schema")
        second_opinion.confirm_refused({"additionalProperties": {"$ref": "#"}, "type": "object"}, deep, "a schema")


def test_a_disagreement_leaves_the_failure_out_and_the_run_incomplete(disagreeing: None) -> None:
    result = certified({FLAT: text_for_parameters}, FLAT, rules=("API-1",), max_examples=3, shrink=False)
    (entry,) = result.rules
    assert (entry.verdict, entry.evidence) == ("not-run", [])
    (inconsistency,) = result.inconsistencies
    assert entry.reason == f"{inconsistency} This is the suite's own fault; please report it."
    assert not result.complete and not result.conforms


@pytest.mark.parametrize(("rules", "status"), [(("API-1",), 3), (("API-1", "TR-3"), 1)])
def test_the_command_ends_with_3_unless_something_else_fails(
    rules: tuple[str, ...],
    status: int,
    disagreeing: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Any,
) -> None:
    monkeypatch.chdir(tmp_path)
    subject = ("--bind", f"{FLAT}=tests.base.test_second_opinion:text_for_parameters", "--in-process", "--jobs", "1")
    chosen = [word for rule in rules for word in ("--rule", rule)]
    assert command.main(["certify", *subject, "--seed", "1", "--max-examples", "3", "--quiet", *chosen]) == status
    err = capsys.readouterr().err
    assert (err.count("\n"), "please report it" in err) == ((1, True) if status == 3 else (0, False))


def test_a_second_opinion_inside_another_does_not_end_it() -> None:
    with second_opinion.second_opinion():
        with second_opinion.second_opinion():
            pass
        with pytest.raises(second_opinion.Inconsistent):
            second_opinion.confirm_invalid({"type": "object"})
