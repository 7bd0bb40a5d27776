"""Gateways: what goes in on one side is held against what comes out on the other, in both directions."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.apis.emulator import Emulator
from conformance.base.errors import SubjectError, UsageError
from conformance.base.extras import install_command
from conformance.base.observation import ConversionRequest, Outcome
from conformance.rules.contracts.observable import load_reached
from conformance.running.engine import Options, RunResult
from conformance.running.engine.ledger import Kind
from conformance.running.run import certify
from conformance.running.subjects.base import Limits
from conformance.running.subjects.gateway import OPERATIONS, GatewaySubject
from conformance.running.subjects.gateway_routes import PASSAGES
from conformance.running.subjects.http_client import address_of
from tests.running.engine.certifying import evidence_text, specifications, verdicts
from tests.running.subjects.scripts.gateway import Served, gateway

TO_CHAT, TO_INPUT = "responses-input-to-chat-messages", "chat-messages-to-responses-input"
TO_FLAT, TO_MESSAGE = "chat-tools-to-responses-tools", "responses-output-to-chat-message"
REQUEST, FLAT_REQUEST = "chat-request-to-responses-request", "responses-request-to-chat-request"
RESPONSE = "responses-response-to-chat-response"
TO_NESTED = "responses-tools-to-chat-tools"
STREAM = "responses-stream-to-chat-stream"
OF_ANTHROPIC, OF_ANTHROPIC_EVENTS = "anthropic-response-to-chat-response", "anthropic-stream-to-chat-stream"
RESPONSES_AS_EVENTS = "responses-stream-to-anthropic-stream"
AS_RESPONSE, AS_EVENTS = "anthropic-response-to-responses-response", "anthropic-stream-to-responses-stream"
AS_ANTHROPIC, AS_ANTHROPIC_EVENTS = "chat-response-to-anthropic-response", "chat-stream-to-anthropic-stream"
ANTHROPIC_REQUEST = "anthropic-request-to-chat-request"
GEMINI_REQUEST = "gemini-request-to-chat-request"
OF_GEMINI, OF_GEMINI_STREAM = "gemini-response-to-chat-response", "gemini-stream-to-chat-stream"
AS_GEMINI, AS_GEMINI_STREAM = "chat-response-to-gemini-response", "chat-stream-to-gemini-stream"
TO_RESPONSE, TO_EVENTS = "chat-response-to-responses-response", "chat-stream-to-responses-stream"
# What a gateway does wrong in a part, it does wrong in the whole.
GROUPS = (
    {TO_INPUT, TO_FLAT, REQUEST},
    {TO_MESSAGE, RESPONSE, STREAM},
    {TO_CHAT, FLAT_REQUEST, TO_NESTED},
    {"chat-response-to-tool-calls", TO_RESPONSE, TO_EVENTS},
)
# Of each API offered, small operations of two groups: one of them is of another group than what a defect is about.
ELSEWHERE = {"responses": {TO_NESTED, "chat-response-to-tool-calls"}, "chat": {TO_FLAT, TO_MESSAGE}}
WAYS = {"responses": "responses:chat", "chat": "chat:responses"}
UNKNOWN = "unknown_member"
NO_ANSWER = (UNKNOWN, "nested_tools")  # the API refuses the request, or those with tools
HELLO = [{"role": "user", "content": "Hello."}]

Through = Callable[..., GatewaySubject]


@pytest.fixture
def through() -> Iterator[Through]:
    """Starts a gateway that offers an API and asks by one, with a defect; gives it as a subject."""
    servers: list[Served] = []
    subjects: list[GatewaySubject] = []

    def make(way: str, defect: str = "", upstream: str | None = None, **more: Any) -> GatewaySubject:
        server = gateway(WAYS.get(way, way), "", defect)
        servers.append(server)
        subjects.append(GatewaySubject(address_of(f"http://127.0.0.1:{server.server_address[1]}"), **more))
        server.upstream = upstream or subjects[-1].listen()
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return subjects[-1]

    yield make
    for subject in subjects:
        subject.close()
    for server in servers:
        server.shutdown()
        server.server_close()


def passing(way: str) -> set[str]:
    api, _, asked = WAYS.get(way, way).partition(":")
    return {name for name in OPERATIONS[api] if PASSAGES[name].asked == asked}


def judged(subject: GatewaySubject, examples: int = 0, **more: Any) -> RunResult:
    return certify(specifications(), subject, Options(max_examples=examples, seed=1, shrink=False, **more))


def of_rules(operation: str, rules: set[str]) -> dict[str, Any]:
    """Options of a run of an operation that asks the cases of some rules."""
    cases = specifications().contracts[operation].cases
    own = tuple(case.id for case in cases if not rules.isdisjoint(case.rules)) or None
    return {"operations": (operation,), "cases": own, "repeat": False, "shapes": False}


def asked(subject: GatewaySubject, operation: str, *inputs: Any) -> list[Outcome]:
    return [
        outcome
        for _request, outcome in subject.ask(
            ConversionRequest(key=None, operation=operation, input=input_) for input_ in inputs
        )
    ]


@pytest.mark.parametrize(
    "way",
    [
        "responses",
        "chat",
        "anthropic:chat",
        "anthropic:responses",
        "chat:anthropic",
        "responses:anthropic",
        "gemini:chat",
        "chat:gemini",
        "gemini:anthropic",
        "anthropic:gemini",
        "gemini:responses",
        "responses:gemini",
    ],
)
@pytest.mark.expensive("certifies gateways")
def test_a_sound_gateway_conforms_each_way(through: Through, way: str) -> None:
    result = judged(through(way), examples=2)
    failing = [entry.rule.id for entry in result.rules if entry.verdict == "fail"]
    assert result.conforms, evidence_text(result, *failing)
    assert set(result.subject.operations) == passing(way)
    assert result.subject.adapter == "gateway"
    assert "pass" in verdicts(result).values() and "not-run" not in verdicts(result).values()


@pytest.mark.parametrize(
    ("api", "defect", "rules"),
    [
        ("responses", "no_instructions", {(TO_CHAT, "INP-6"), (FLAT_REQUEST, "R2C-1")}),
        ("responses", "nested_tools", {(TO_NESTED, "RTC-1"), (FLAT_REQUEST, "R2C-2")}),
        ("responses", "last_call_only", {("chat-response-to-tool-calls", "CALL-11")}),
        ("responses", UNKNOWN, {("chat-response-to-tool-calls", "CONV-1")}),
        ("chat", "strict_everywhere", {(TO_FLAT, "API-3"), (REQUEST, "C2R-2")}),
        ("chat", "nested_tools", {(TO_FLAT, "INV-1")}),
        ("chat", "no_calls", {(TO_MESSAGE, "OUT-2"), (RESPONSE, "RCR-2")}),
        ("chat", UNKNOWN, {(TO_MESSAGE, "CONV-1"), (REQUEST, "C2R-13")}),
    ],
)
@pytest.mark.expensive("certifies gateways")
def test_a_defect_is_charged_to_its_rules(through: Through, api: str, defect: str, rules: set[tuple[str, str]]) -> None:
    operations = {operation for operation, _rule in rules}
    chosen = tuple(operations | ELSEWHERE[api])
    result = judged(through(api, defect), operations=chosen, repeat=False, shapes=False)
    failing = {(entry.operation, entry.rule.id) for entry in result.rules if entry.verdict == "fail" and entry.counts}
    assert rules <= failing
    (own,) = [group for group in GROUPS if operations & group] if defect != UNKNOWN else [passing(api)]
    # A request that the API refuses has no answer.
    assert {operation for operation, rule in failing if rule != "CONV-1" or defect not in NO_ANSWER} <= own, failing


@pytest.mark.parametrize(
    ("operation", "defect", "rules"),
    [
        (TO_RESPONSE, "last_call_only", {"KEEP-2"}),
        (TO_RESPONSE, "no_custom_calls", {"KEEP-3"}),
        (TO_EVENTS, "numbers_with_gaps", {"STREAM-4"}),
        (TO_EVENTS, "completes_what_broke_off", {"END-2"}),
    ],
)
def test_a_defect_of_what_a_responses_client_gets_is_found(
    through: Through, operation: str, defect: str, rules: set[str]
) -> None:
    result = judged(through("responses", defect), 10, **of_rules(operation, rules))
    assert rules <= {entry.rule.id for entry in result.rules if entry.verdict == "fail" and entry.counts}


@pytest.mark.parametrize(
    ("operation", "defect", "rules"),
    [
        (ANTHROPIC_REQUEST, "no_instructions", {"ASK-4"}),
        (ANTHROPIC_REQUEST, "strict_everywhere", {"ASK-11"}),
        (ANTHROPIC_REQUEST, UNKNOWN, {"API-1"}),
        (AS_ANTHROPIC, "always_ends_its_turn", {"END-1"}),
        (AS_ANTHROPIC, "input_as_text", {"KEEP-2"}),
        (AS_ANTHROPIC, "counts_the_cache_twice", {"USE-1"}),
        (AS_ANTHROPIC_EVENTS, "completes_what_broke_off", {"END-2"}),
        (RESPONSES_AS_EVENTS, "events_end_the_turn", {"END-1"}),
        (OF_ANTHROPIC, "no_calls", {"KEEP-2"}),
        (OF_ANTHROPIC_EVENTS, "first_call_only", {"KEEP-2"}),
        (OF_ANTHROPIC_EVENTS, "ends_what_broke_off", {"END-2"}),
        (AS_RESPONSE, "last_call_only", {"KEEP-2"}),
        (AS_RESPONSE, "no_custom_calls", {"KEEP-3"}),
        (AS_EVENTS, "numbers_with_gaps", {"STREAM-4"}),
        (AS_EVENTS, "ends_what_broke_off", {"END-2"}),
        (GEMINI_REQUEST, "no_instructions", {"ASK-4"}),
        (GEMINI_REQUEST, UNKNOWN, {"API-1"}),
        (AS_GEMINI, "args_as_text", {"KEEP-2"}),
        (AS_GEMINI_STREAM, "last_response_only", {"KEEP-1"}),
        (AS_GEMINI_STREAM, "completes_what_broke_off", {"END-2"}),
        (OF_GEMINI, "no_calls", {"KEEP-2"}),
        (OF_GEMINI_STREAM, "first_call_only", {"KEEP-2"}),
    ],
)
def test_a_defect_between_openai_and_another_api_is_found(
    through: Through, operation: str, defect: str, rules: set[str]
) -> None:
    passage = PASSAGES[operation]
    result = judged(through(f"{passage.api}:{passage.asked}", defect), **of_rules(operation, rules))
    assert rules <= {entry.rule.id for entry in result.rules if entry.verdict == "fail" and entry.counts}


@pytest.mark.parametrize("way", ["anthropic:chat", "gemini:responses", "responses:anthropic", "chat:gemini"])
def test_a_gateway_that_drops_every_stream_does_not_conform(through: Through, way: str) -> None:
    streams = next(name for name in passing(way) if "-stream-to-" in name)
    result = judged(through(way, "nothing_of_a_stream"), operations=(streams,), repeat=False, shapes=False)
    assert not result.conforms
    assert "FORM-1" in {entry.rule.id for entry in result.rules if entry.verdict == "fail" and entry.counts}
    # So it is where its own rules alone are asked.
    result = judged(through(way, "nothing_of_a_stream"), operations=("gateway-service",), cases=("stream",))
    assert [entry.rule.id for entry in result.rules if entry.verdict == "fail"] == ["GATE-7"]


@pytest.mark.parametrize(
    ("defect", "operation"),
    [("not_a_number", OF_ANTHROPIC), ("infinite_in_a_stream", OF_ANTHROPIC_EVENTS)],
)
def test_a_number_that_json_does_not_have_breaks_each_set(through: Through, defect: str, operation: str) -> None:
    case = next(iter(specifications().contracts[operation].cases)).id
    result = judged(through("chat:anthropic", defect), operations=(operation,), cases=(case,))
    (entry,) = (entry for entry in result.rules if entry.rule.id == "ALL-1")
    assert (entry.verdict, entry.rule.sets) == ("fail", ("safe", "documents", "robust"))
    assert not result.conforms


@pytest.mark.parametrize("way", ["anthropic:chat", "chat:anthropic", "chat:responses", "gemini:chat"])
def test_a_gateway_may_repeat_the_model_that_it_was_asked_for(through: Through, way: str) -> None:
    answers = tuple(name for name in passing(way) if name.endswith("-response"))
    result = judged(through(way, "repeats_the_model"), operations=answers, repeat=False, shapes=False)
    assert result.conforms and result.rules


def test_what_shows_of_each_operation_is_decided() -> None:
    assert set(load_reached("gateway")) == set(PASSAGES)


def test_each_operation_is_read_where_it_shows(through: Through) -> None:
    tool = {"type": "function", "function": {"name": "a", "description": "A.", "parameters": {"type": "object"}}}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}]}
    subject = through("chat")
    subject.describe()
    (flat,) = asked(subject, TO_FLAT, [tool])
    assert [item["name"] for item in flat.output] == ["a"]
    (none,) = asked(subject, TO_FLAT, [])
    assert none.output == []
    (items,) = asked(subject, TO_INPUT, HELLO)
    assert [item["role"] for item in items.output["input"]] == ["user"]
    (whole,) = asked(subject, REQUEST, {"model": "m", "messages": HELLO, "max_tokens": 20, "store": True})
    assert (whole.output["max_output_tokens"], whole.output["store"]) == (20, True)
    (message,) = asked(subject, TO_MESSAGE, [said])
    assert message.output["content"] == "Yes."
    (messages,) = asked(through("responses"), TO_CHAT, {"input": "Hello.", "instructions": "Be brief."})
    assert [item["role"] for item in messages.output] == ["system", "user"]


def test_a_gateway_may_drop_the_connection_where_the_stream_behind_it_broke_off(through: Through) -> None:
    delta = {"index": 0, "delta": {"content": "Hi"}, "finish_reason": None}
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [delta]}
    subject = through("responses", "drops_the_connection")
    subject.describe()
    (cut,) = asked(subject, TO_EVENTS, {"chunks": [chunk]})
    assert cut.refusal is not None and cut.refusal.message.startswith("the gateway broke its answer off: ")
    assert subject.faults == 0
    response = {"id": "r", "object": "response", "model": "m", "status": "in_progress", "output": []}
    subject = through("anthropic:responses", "drops_the_connection")
    subject.describe()
    (cut,) = asked(subject, RESPONSES_AS_EVENTS, [{"type": "response.created", "response": response}])
    assert cut.refusal is not None and cut.refusal.message.startswith("the gateway broke its answer off: ")


def test_a_client_asks_for_the_model_of_the_first_chunk_that_names_one() -> None:
    first = {"id": "", "object": "", "created": 0, "model": "", "choices": []}  # Azure's
    chunks = [first, first | {"model": "gpt-5"}]
    assert PASSAGES["chat-stream-to-anthropic-stream"].body(chunks)["model"] == "gpt-5"


def test_what_the_gateway_refuses_is_a_refusal_with_its_words(through: Through) -> None:
    (refused,) = asked(through("chat"), TO_INPUT, [{"role": "nobody", "content": "Hello."}])
    assert refused.refusal is not None and refused.refusal.message.startswith("400: MessageError")


def test_one_that_asks_somebody_else_is_reported_whom_to_ask(through: Through) -> None:
    with Emulator() as somebody:
        elsewhere = somebody.open("chat", ["Hi."] * 5)
        subject = through("responses", upstream=elsewhere)
        with pytest.raises(SubjectError, match="does not translate for the API at http") as refused:
            subject.describe()
    assert "--gateway-port" in str(refused.value)


def test_the_api_it_offers_may_be_named(through: Through) -> None:
    with pytest.raises(SubjectError, match="POST /responses was answered with status 404"):
        through("chat", api="responses").describe()
    assert set(through("chat", api="chat").describe().operations) == passing("chat")


def test_an_api_whose_first_request_fails_is_judged(through: Through) -> None:
    subject = through("responses", "fails_first")
    described = subject.describe()
    assert set(described.operations) == passing("responses")
    assert set(described.not_covered) == set(PASSAGES) - passing("responses") and not described.lost
    assert subject.faults == 1


def test_an_api_that_fails_at_every_attempt_leaves_the_run_incomplete(through: Through) -> None:
    operations = (TO_NESTED, *OPERATIONS["chat"])
    result = judged(through("responses", "loses_the_other"), operations=operations, repeat=False, shapes=False)
    assert not result.complete and not result.conforms
    reasons = result.ledger.totals(kind=Kind.OPERATION).open
    assert reasons == {
        "POST /messages was answered with status 503 and asked nothing of it": len(OPERATIONS["anthropic"]),
        "POST /chat/completions was answered with status 503 and asked nothing of it": len(OPERATIONS["chat"]),
        "POST /models/MODEL:generateContent was answered with status 503 and asked nothing of it": len(
            OPERATIONS["gemini"]
        ),
    }


def test_without_what_reads_streams_the_run_is_incomplete(through: Through, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.running.subjects.gateway.find_spec", lambda name: None)
    subject = through("responses", api="responses")
    why = f"streams need httpx2, which is not installed: {install_command()}"
    described = subject.describe()
    assert described.unjudged == {TO_EVENTS: why}
    assert TO_EVENTS not in described.operations
    result = judged(subject, operations=(TO_NESTED, TO_EVENTS), repeat=False, shapes=False)
    assert (result.complete, result.conforms, result.faults) == (False, False, 0)
    assert result.ledger.totals(kind=Kind.OPERATION).open == {why: 1}
    # A run of other operations is whole without it, and there is none of it alone.
    assert judged(subject, operations=(TO_NESTED,), repeat=False, shapes=False).conforms
    with pytest.raises(UsageError, match=f"{TO_EVENTS} cannot be judged: streams need httpx2"):
        judged(subject, operations=(TO_EVENTS,))


def test_a_port_that_is_used_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"Nothing can listen on port {port}: .*--gateway-port"):
            GatewaySubject(address_of("http://127.0.0.1:9"), port=port).describe()


def test_one_that_is_not_there_is_reported_and_one_that_went_away_is_a_fault(through: Through) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        away = GatewaySubject(address_of(f"http://127.0.0.1:{free.getsockname()[1]}"), Limits(patience=1.5))
        with pytest.raises(SubjectError, match="Nothing listens"):
            away.describe()
        outcomes = asked(away, TO_INPUT, *[HELLO] * 4)
        away.close()
    kinds = [outcome.fault.kind if outcome.fault else None for outcome in outcomes]
    assert kinds == ["exit", "exit", "given-up", "given-up"]
    assert away.faults == 2


def test_a_gateway_that_never_answers_is_a_hang() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        subject = GatewaySubject(address_of(url), Limits(start_timeout=0.3, timeout=0.3))
        with pytest.raises(SubjectError, match=r"no whole answer within 0\.3 s"):
            subject.describe()
        (hang,) = asked(subject, TO_INPUT, HELLO)
        subject.close()
    assert hang.fault is not None and hang.fault.kind == "hang"
