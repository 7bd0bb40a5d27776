"""SDKs over the wire: what a driver sends is the observation, and however it behaves the run ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.base.errors import SubjectError
from conformance.base.observation import NOT_COVERED, ConversionRequest, Outcome
from conformance.running.engine import Options, RunResult
from conformance.running.engine.ledger import Kind
from conformance.running.run import certify
from conformance.running.subjects.base import Limits
from conformance.running.subjects.conversations import CANARY, KEY, LOOP, calls_answered, probe
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.process_table import processes
from conformance.running.subjects.wire import WireSubject
from tests.running.engine.certifying import evidence_text, specifications, verdicts

SCRIPTS = Path(__file__).parent / "scripts"
TO_CHAT, TO_RESPONSES = "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools"
TO_ANTHROPIC = "mcp-tools-to-anthropic-tools"
SILENCE = 2.0  # seconds: short for a test, and long for a driver that is awake
TOOL = {"name": "ping", "description": "Pings.", "inputSchema": {"type": "object", "properties": {}}}

Driven = Callable[..., WireSubject]


@pytest.fixture
def driven() -> Iterator[Driven]:
    """Makes subjects of driver.py; closed at the end. Words go to the script."""
    made = []

    def make(*moods: str, timeout: float = 30.0, **more: Any) -> WireSubject:
        command = [sys.executable, str(SCRIPTS / "driver.py"), *moods]
        made.append(WireSubject(command, clean_environment(), Limits(timeout=timeout, **more)))
        return made[-1]

    yield make
    for subject in made:
        subject.close()


def judged(subject: WireSubject, *operations: str, examples: int = 0, **more: Any) -> RunResult:
    options = Options(operations=operations or None, max_examples=examples, seed=1, **more)
    return certify(specifications(), subject, options)


def asked(subject: WireSubject, operation: str, *inputs: Any) -> list[Outcome]:
    return [
        outcome
        for _request, outcome in subject.ask(
            ConversionRequest(key=None, operation=operation, input=input_) for input_ in inputs
        )
    ]


def failed(result: RunResult) -> set[str]:
    return {rule for rule, verdict in verdicts(result).items() if verdict == "fail"}


@pytest.mark.expensive("certifies over the wire")
def test_a_sound_driver_conforms_and_what_does_not_show_is_reported(driven: Driven) -> None:
    result = judged(driven(), examples=5)
    assert result.conforms, evidence_text(result, *failed(result))
    assert set(result.subject.operations) == {TO_CHAT, TO_RESPONSES, LOOP}
    assert (result.subject.name, result.subject.version, result.subject.adapter) == ("driver", "1", "wire")
    seen = {(entry.operation, entry.rule.id): entry for entry in result.rules}
    for key in ((TO_CHAT, "MCP-1"), (TO_CHAT, "API-2"), (TO_RESPONSES, "M2R-1c"), (LOOP, "LOOP-3"), (LOOP, "LOOP-8")):
        assert seen[key].verdict == "pass"
    assert seen[TO_CHAT, "MCP-4"].verdict == "not-observable"
    assert "own process" in str(seen[TO_CHAT, "MCP-4"].reason)
    assert not {entry.verdict for entry in result.rules if entry.counts} & {"fail", "not-run"}


@pytest.mark.parametrize(
    ("mood", "operation", "rule"),
    [
        ("drops-required", TO_CHAT, "MCP-3"),
        ("drops-required", TO_RESPONSES, "M2R-1b"),
        ("strict", TO_CHAT, "MCP-8a"),
        ("strict", TO_RESPONSES, "M2R-1c"),
        ("doubles-a-tool", TO_CHAT, "MCP-5"),
        ("doubles-a-tool", TO_RESPONSES, "M2R-1"),
        ("loses-a-result", LOOP, "LOOP-5"),
        ("one-round", LOOP, "LOOP-4"),
        ("leaks-its-environment", LOOP, "LOOP-8"),
        ("leaks-conversations", LOOP, "LOOP-8"),
    ],
)
def test_a_broken_driver_is_convicted_by_the_rule_it_breaks(
    driven: Driven, mood: str, operation: str, rule: str
) -> None:
    cases = [case.id for case in specifications().contracts[operation].cases if rule in case.rules]
    result = judged(driven(mood), operation, cases=tuple(cases) or None, shrink=False)
    assert rule in failed(result), evidence_text(result, *verdicts(result))


@pytest.mark.expensive("certifies over the wire")
def test_the_api_calls_tools_by_the_names_that_a_driver_is_stated_to_give_them(driven: Driven) -> None:
    result = judged(driven("prefixes-names"), TO_CHAT, TO_RESPONSES, LOOP, choices={"names": "prefix:srv_"}, examples=3)
    assert result.conforms, evidence_text(result, *failed(result))
    assert verdicts(result)["LOOP-3"] == "pass"


def test_names_that_are_not_stated_are_changed_names(driven: Driven) -> None:
    assert "LOOP-1" in failed(judged(driven("prefixes-names"), LOOP, shrink=False))


def test_whether_a_driver_follows_up_a_call_does_not_depend_on_the_names_it_gives(driven: Driven) -> None:
    assert LOOP in driven("prefixes-names", "ends-at-an-unknown-tool").describe().operations


@pytest.mark.expensive("certifies over the wire")
def test_a_generated_example_is_made_small_within_a_few_conversations(driven: Driven) -> None:
    options: dict[str, Any] = {"examples": 4, "rules": ("MCP-3",)}
    whole = judged(driven("drops-required"), TO_CHAT, shrink=False, **options)
    small = judged(driven("drops-required"), TO_CHAT, **options)
    (before,), (after,) = (
        [shown for entry in result.rules for shown in entry.evidence if shown.case is None][:1]
        for result in (whole, small)
    )
    assert (after.kind, after.at.split("/")[-1]) == (before.kind, before.at.split("/")[-1])
    assert len(str(after.input)) < len(str(before.input)) / 2


def test_a_loop_that_never_follows_up_is_no_loop(driven: Driven) -> None:
    assert LOOP not in driven("asks-once").describe().operations


def test_one_api_is_enough(driven: Driven) -> None:
    subject = driven("chat-only")
    assert subject.describe().operations == (TO_CHAT, LOOP)
    (outcome,) = asked(subject, LOOP, probe("responses"))
    assert outcome.fault is not None and outcome.fault.kind == NOT_COVERED
    result = judged(subject, LOOP)
    assert result.complete and "not-run" not in verdicts(result).values()
    assert "the driver does not call the API responses" in result.ledger.totals(operation=LOOP).excused


def test_a_driver_may_lead_loops_by_anthropics_api_alone() -> None:
    subject = WireSubject([sys.executable, str(SCRIPTS / "anthropic_driver.py")], clean_environment())
    try:
        assert subject.describe().operations == (TO_ANTHROPIC, LOOP)
        result = judged(subject, LOOP)
        assert result.conforms, evidence_text(result, *failed(result))
        passed = {rule for rule, verdict in verdicts(result).items() if verdict == "pass"}
        assert {"LOOP-1", "LOOP-3", "LOOP-12", "LOOP-13", "LOOP-14", "LOOP-15"} <= passed
    finally:
        subject.close()


def test_a_driver_may_know_geminis_api_alone() -> None:
    subject = WireSubject([sys.executable, str(SCRIPTS / "gemini_driver.py")], clean_environment())
    try:
        described = subject.describe()
        (outcome,) = asked(subject, "mcp-tools-to-gemini-tools", [TOOL])
    finally:
        subject.close()
    assert (described.name, described.operations) == ("gemini-driver", ("mcp-tools-to-gemini-tools",))
    declared = {"name": TOOL["name"], "description": TOOL["description"], "parametersJsonSchema": TOOL["inputSchema"]}
    assert outcome.output == [{"functionDeclarations": [declared]}]


def test_a_driver_that_asks_anthropics_api_once_is_asked_for_no_loop() -> None:
    subject = WireSubject([sys.executable, str(SCRIPTS / "anthropic_driver.py"), "once"], clean_environment())
    try:
        described = subject.describe()
        assert (described.operations, set(described.not_covered)) == ((TO_ANTHROPIC,), {TO_CHAT, TO_RESPONSES})
        (outcome,) = asked(subject, LOOP, probe("anthropic"))
        assert outcome.fault is not None and outcome.fault.kind == NOT_COVERED
    finally:
        subject.close()


def test_an_api_whose_first_conversation_fails_is_judged(driven: Driven) -> None:
    subject = driven("fails-first", "drops-required")
    assert set(subject.describe().operations) == {TO_CHAT, TO_RESPONSES, LOOP}
    assert subject.faults == 1
    assert "M2R-1b" in failed(judged(subject, TO_RESPONSES))


def test_an_api_that_is_lost_leaves_the_run_incomplete(driven: Driven) -> None:
    result = judged(driven("loses-responses"), TO_CHAT)
    assert not result.complete and not result.conforms
    (reason,) = result.ledger.totals(kind=Kind.OPERATION).open
    assert reason == "API responses: it ended with the error 'NotImplementedError: there is no such API here'"
    assert result.faults >= 3


def test_the_driver_gets_an_address_and_a_key_and_none_of_ours(driven: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-somebody")
    subject = driven("leaks-its-environment")
    subject.describe()
    (outcome,) = asked(subject, LOOP, probe("chat"))
    sent = str(outcome.requests)
    assert KEY in sent and CANARY in sent and "sk-of-somebody" not in sent


def test_a_loop_shows_its_requests_and_the_calls_that_have_a_result(driven: Driven) -> None:
    subject = driven()
    subject.describe()
    (outcome,) = asked(subject, LOOP, probe("responses"))
    assert outcome.output == {
        "answer": "It is sunny in Paris.",
        "calls": [{"id": "call_1", "name": "get_weather", "arguments": {}}],
    }
    assert [request["answer"] for request in outcome.requests or ()] == [0, 1]


def test_arguments_that_are_none_are_reported_as_none() -> None:
    call = {"id": "call_1", "function": {"name": "ping", "arguments": '{"a": '}}
    body = {"messages": [{"role": "tool", "tool_call_id": "call_1", "content": "?"}]}
    seen = [{"path": "", "body": None, "answer": 0}, {"path": "", "body": body, "answer": 1}]
    script = [{"tool_calls": [call]}, "Done."]
    assert calls_answered("chat", script, seen) == [{"id": "call_1", "name": "ping", "arguments": None}]


# However it behaves.


def test_a_driver_may_end_after_each_conversation(driven: Driven) -> None:
    subject = driven("ends-after-each")
    subject.describe()
    outcomes = asked(subject, TO_CHAT, [TOOL], [], [TOOL, {**TOOL, "name": "pong"}])
    assert [len(outcome.output) for outcome in outcomes] == [1, 0, 2]
    assert subject.faults == 0


def test_one_that_dies_now_and_then_is_started_again(driven: Driven) -> None:
    subject = driven("dies-at-every-third")
    subject.describe()  # two conversations
    outcomes = asked(subject, LOOP, *[probe("chat")] * 6)
    assert [outcome.fault.kind if outcome.fault else None for outcome in outcomes] == [
        None,
        "exit",
        *[None] * 3,
        "exit",
    ]
    assert outcomes[1].fault is not None and outcomes[1].fault.log == ("out of luck",)
    assert subject.faults == 2


def test_one_that_hangs_later_loses_its_conversation_only(driven: Driven) -> None:
    subject = driven("hangs-later", timeout=SILENCE)
    subject.describe()
    outcomes = asked(subject, LOOP, *[probe("chat")] * 3)
    assert [outcome.fault.kind if outcome.fault else None for outcome in outcomes] == [None, "hang", None]
    assert subject.faults == 1


def test_nothing_more_is_asked_when_too_much_time_is_lost(driven: Driven) -> None:
    subject = driven("hangs-later", timeout=SILENCE, patience=SILENCE / 2)
    subject.describe()
    outcomes = asked(subject, LOOP, *[probe("chat")] * 4)
    assert [outcome.fault.kind if outcome.fault else None for outcome in outcomes] == [
        None,
        "hang",
        "given-up",
        "given-up",
    ]


@pytest.mark.parametrize(
    ("moods", "message"),
    [
        (("asks-nobody",), "it answered, and sent no request to OPENAI_BASE_URL"),
        (("other-route",), "it asked POST /v1/engines"),
        (("hangs",), "the driver gave no answer and sent no request for 0.5 s"),
        (("talks",), "the driver wrote 'Let me think.', which is not a JSON object"),
    ],
)
def test_a_driver_that_is_none_is_reported_in_a_line(driven: Driven, moods: tuple[str, ...], message: str) -> None:
    subject = driven(*moods, start_timeout=0.5 if "hangs" in moods else 30.0)
    with pytest.raises(SubjectError, match=message.replace("(", r"\(")) as refused:
        subject.describe()
    assert "\n" not in str(refused.value)


def test_a_command_that_ends_at_once_is_reported_with_its_log() -> None:
    subject = WireSubject([sys.executable, "-c", "import nothing_like_it"], {"PATH": os.environ["PATH"]})
    with pytest.raises(SubjectError, match="exited with status 1 before it answered") as refused:
        subject.describe()
    subject.close()
    assert "ModuleNotFoundError" in refused.value.log[-1]


def test_nothing_is_left_when_it_is_closed(
    driven: Driven, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: Callable[[int], bool]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    subject = driven("leaves-a-child")
    child = int(subject.describe().version or 0)
    assert len(list(tmp_path.iterdir())) == 1 and any(process.pid == child for process in processes())
    subject.close()
    assert list(tmp_path.iterdir()) == [] and ended(child)


def test_what_a_driver_started_ends_with_it(driven: Driven, ended: Callable[[int], bool]) -> None:
    subject = driven("leaves-a-child", "talks")
    with pytest.raises(SubjectError) as refused:
        subject.describe()
    assert ended(int(refused.value.log[0]))
