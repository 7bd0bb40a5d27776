"""A thousand malformed answers: each costs its own case at most. Nothing hangs, nothing raises."""

from __future__ import annotations

import io
import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from conformance.base.errors import SubjectError
from conformance.base.observation import ConversionRequest, Fault, Outcome, Refusal
from conformance.results import html, junit
from conformance.results.document import document, to_json
from conformance.results.plain import Plain
from conformance.running.engine import Options
from conformance.running.run import certify
from conformance.running.subjects.answers import NotAnAnswer, Sent, description_of, read_answer, read_description
from conformance.running.subjects.base import Limits
from conformance.running.subjects.process import ProcessSubject
from tests.running.engine.certifying import specifications
from tests.running.subjects.malformed import MalformedChild, Time, malformed

COUNT = 1_000
SEED = 20_261_122
SINGLE = "mcp-tool-to-chat-tool"


def right(number: int) -> dict[str, Any]:
    more = {"input_after": [number], "shares": False, "diagnostics": [{"level": "warning", "message": "left out"}]}
    return {"jsonrpc": "2.0", "id": number, "result": {"output": {"n": number}, **more}}


def test_a_line_is_an_outcome_or_no_answer() -> None:
    random = Random(SEED)
    came: Counter[str] = Counter()
    for number in range(1, COUNT + 1):
        out = {number: Sent(ConversionRequest(key=number, operation="echo", input=[number]), b"[%d]" % number, 0.0)}
        for line in malformed(random, right(number)).split(b"\n"):
            if not line.strip():
                continue
            try:
                reported, outcome = read_answer(line, out, 0.0, 1.0)
            except NotAnAnswer as problem:
                came["no answer"] += 1
                assert type(problem.number) is int
                assert 0 < len(str(problem)) < 2_000
                continue
            assert reported == number
            assert type(outcome) is Outcome
            came[of_kind(outcome)] += 1
            json.dumps(outcome.output if of_kind(outcome) == "output" else None, allow_nan=False)
    assert min(came[kind] for kind in ("no answer", "output", "refusal", "not json")) > 5


def of_kind(outcome: Outcome) -> str:
    kinds: dict[str, type] = {"refusal": Refusal, "fault": Fault}
    for name, kind in kinds.items():
        if isinstance(getattr(outcome, name), kind):
            return name
    return "not json" if outcome.not_json is not None else "output"


def test_a_description_is_one_or_an_error_in_one_line() -> None:
    random = Random(SEED)
    described = {"protocol": 1, "name": "n", "version": "1", "operations": [SINGLE], "choices": {SINGLE: {"a": "b"}}}
    read = 0
    for _number in range(COUNT):
        for line in malformed(random, {"jsonrpc": "2.0", "id": 0, "result": described}).split(b"\n"):
            try:
                answer = read_description(line)
                description = description_of(answer.get("result"), "process", None)
            except (NotAnAnswer, SubjectError) as problem:
                assert 0 < len(str(problem)) < 2_000
                continue
            assert type(description.name) is str
            assert all(type(operation) is str for operation in description.operations)
            read += 1
    assert read > 100


@pytest.fixture
def subject(monkeypatch) -> ProcessSubject:
    """A process that answers malformed, in memory and without time going by."""
    random, time = Random(SEED), Time()
    monkeypatch.setattr("conformance.running.subjects.process.time", time)
    for limit in ("MOST", "INPUTS", "MOST_WITHOUT_ANSWER"):  # no operation is given up
        monkeypatch.setattr(f"conformance.running.subjects.silences.{limit}", 1_000_000)
    monkeypatch.setattr(
        "conformance.running.subjects.supervised.Child", lambda *_words: MalformedChild(random, time, [SINGLE, "echo"])
    )
    return ProcessSubject(["malformed"], {}, Limits(patience=1e9, memory=None))


@pytest.mark.expensive("asks a service and a process many times")
def test_each_request_has_one_outcome(subject) -> None:
    asked = [ConversionRequest(key=number, operation="echo", input={"n": number}) for number in range(COUNT)]
    outcomes = list(subject.ask(asked))
    assert sorted(request.key for request, _outcome in outcomes) == list(range(COUNT))
    kinds = Counter(outcome.fault.kind if outcome.fault else of_kind(outcome) for _request, outcome in outcomes)
    assert min(kinds[kind] for kind in ("output", "garbage", "exit", "refusal", "not json")) > 5
    assert subject.faults > 100


@pytest.mark.expensive("gives malformed answers to all that is asked")
def test_a_run_of_nothing_but_malformed_answers_ends_with_its_reports(subject) -> None:
    reported = io.StringIO()
    plain = Plain(reported)
    result = certify(specifications(), subject, Options(max_examples=30, seed=SEED), [plain])
    plain.end(result, {})
    report = document(result)
    assert result.complete
    assert not result.conforms
    assert result.faults > 100
    assert json.loads(to_json(report))["summary"]["conforms"] is False
    page = html.render(report)
    assert "<script>alert" not in page
    assert "\x1b" not in page + reported.getvalue() + junit.render(report).decode()
