"""A service as a subject: whatever it does costs its own case, never another's, and never the run."""

from __future__ import annotations

import socket
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.base.errors import SubjectError
from conformance.base.observation import ConversionRequest
from conformance.base.values import ABSENT
from conformance.running.subjects import http_client, http_subject
from conformance.running.subjects.base import Limits
from conformance.running.subjects.http_client import address_of
from conformance.running.subjects.http_subject import ALONE_BYTES, IN_FLIGHT, LOST_AT_ONCE, HttpSubject
from tests.running.subjects.conftest import echoed, plain, with_deed
from tests.running.subjects.faulty_service import DEEDS, FaultyService, OneAtATime

PATIENT = 20.0  # seconds, where nothing should take long
SHORT = 0.5  # seconds, for services that hang on purpose
SILENCE = "the subject gave no whole answer within 0.5 s"


@pytest.fixture
def serve() -> Iterator[Callable[..., FaultyService]]:
    made: list[FaultyService] = []

    def make(kind: type[FaultyService] = FaultyService, **more: Any) -> FaultyService:
        made.append(kind(**more))
        return made[-1]

    yield make
    for service in made:
        service.close()


@pytest.fixture
def reach() -> Iterator[Callable[..., HttpSubject]]:
    made: list[HttpSubject] = []

    def make(service: FaultyService | str, timeout: float = PATIENT, **more: Any) -> HttpSubject:
        url = service if isinstance(service, str) else service.url
        made.append(HttpSubject(address_of(url), Limits(timeout=timeout, **more)))
        return made[-1]

    yield make
    for subject in made:
        subject.close()


# ---- a well-behaved one ----


def test_description(serve, reach):
    description = reach(serve(language="c", choices={"echo": {"a": "b"}})).describe()
    assert (description.name, description.version, description.language) == ("moody", "1", "c")
    assert (description.adapter, description.operations) == ("http", ("echo",))
    assert description.choices == {"echo": {"a": "b"}}
    assert description.exact_numbers is None


@pytest.mark.parametrize("count", [0, 1, IN_FLIGHT, 10 * IN_FLIGHT + 1])
def test_every_request_gets_its_own_answer(serve, reach, ask, count):
    subject = reach(serve())
    subject.describe()
    assert echoed(ask(subject, plain(count)), plain(count))
    assert subject.faults == 0


def test_values_arrive_exactly(serve, reach, ask):
    inputs = [
        9007199254740993, 10**40, 1.0, 1, -0.0, 1e-300, True, None, "", "é\u2028\ud800\x00\"\\", [], {},
        {"b": 1, "a": 2}, [[[]]], {"": {"": ""}},
    ]  # fmt: skip
    outcomes = ask(reach(serve()), inputs)
    assert [repr(outcome.output) for outcome in outcomes] == [repr(given) for given in inputs]


def test_connections_are_kept_and_bounded(serve, reach, ask):
    service = serve()
    subject = reach(service)
    ask(subject, plain(200))
    ask(subject, plain(200))
    assert 0 < service.connections <= IN_FLIGHT


def test_a_long_input_is_asked_alone(serve, reach, ask):
    beside = []
    out = set()
    lock = threading.Lock()

    def convert(_operation: str, given: Any) -> Any:
        with lock:
            out.add(given["n"])
            if "text" in given:
                beside.append(len(out) - 1)
        with lock:
            out.discard(given["n"])
        return given

    inputs = [{"n": number, "text": "x" * ALONE_BYTES} if number % 5 == 2 else {"n": number} for number in range(40)]
    assert echoed(ask(reach(serve(convert=convert)), inputs), inputs)
    assert beside == [0] * 8


def test_what_an_answer_leaves_out_is_not_observed(serve, reach, ask):
    (outcome,) = ask(reach(serve()), [{}])
    assert outcome.input_after is ABSENT
    assert (outcome.shares, outcome.kept, outcome.diagnostics) == (None, None, None)
    assert 0 < outcome.seconds < PATIENT


def test_an_answer_that_ends_the_connection_is_an_answer(serve, reach, ask):
    subject = reach(serve())
    outcomes = ask(subject, with_deed("last"))
    assert outcomes[4].output == "last"
    assert echoed(outcomes, with_deed("last"), but=4)
    assert subject.faults == 0


def test_proxies_of_the_environment_are_not_used(serve, reach, ask, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert echoed(ask(reach(serve()), plain(3)), plain(3))


# ---- faults ----

FAULTS = {
    "close": ("exit", "the subject closed the connection without an answer"),
    "reset": ("exit", "the subject closed the connection without an answer"),
    "half": ("exit", "the subject closed the connection in the middle of an answer"),
    "half-chunk": ("exit", "the subject closed the connection in the middle of an answer"),
    "bad-chunk": ("garbage", "cannot be read as HTTP (a chunk does not say how long it is)"),
    "no-http": ("garbage", "the subject does not speak HTTP: it answered 'SSH-2.0-OpenSSH_9.2"),
    "many-headers": ("garbage", "cannot be read as HTTP ('HTTPException: got more than 100 headers')"),
    "long-line": ("garbage", "cannot be read as HTTP ('LineTooLong"),
    "redirect": ("garbage", "302 Found, a redirect to 'http://127.0.0.1:1/elsewhere', which is not followed"),
    "html": ("garbage", "the subject answered 200 OK (text/html, wanted application/json)"),
    "no-type": ("garbage", "the subject answered 200 OK (no media type, wanted application/json)"),
    "gzipped": ("garbage", "in the encoding 'gzip', which was not asked for"),
    "no-json": ("garbage", "which is not JSON"),
    "no-utf8": ("garbage", "which is not UTF-8"),
    "empty": ("garbage", "the subject wrote '', which is not JSON"),
    "deep": ("garbage", "nested too deeply to be read"),
    "another-id": ("garbage", "which no request has that is out"),
    "no-answer": ("garbage", "neither a result with an output nor a JSON-RPC error"),
    "server-error": ("garbage", "answered 500 Internal Server Error (text/html): '<h1>Internal Server Error</h1>'"),
    "problem": ("garbage", "answered 422 Unprocessable Entity (application/problem+json): 'Unprocessable: tools[0]"),
    "result-404": ("garbage", "the subject answered 404 Not Found"),
    "negative-length": ("garbage", "cannot be read as HTTP (its Content-Length is '-1')"),
    "odd-length": ("garbage", "cannot be read as HTTP (its Content-Length is 'ten')"),
    "huge": ("garbage", "the subject's answer is longer than 16777216 bytes"),
}


@pytest.mark.parametrize("deed", FAULTS)
def test_a_fault_costs_its_own_case(serve, reach, ask, deed):
    inputs = with_deed(deed)
    subject = reach(serve())
    outcomes = ask(subject, inputs)
    kind, reported = FAULTS[deed]
    assert outcomes[4].fault.kind == kind
    assert reported in outcomes[4].fault.message
    assert "\n" not in outcomes[4].fault.message
    assert "\x1b" not in outcomes[4].fault.message
    assert echoed(outcomes, inputs, but=4)
    assert subject.faults == 1


@pytest.mark.parametrize("deed", ["silent", "drip-head", "drip-body", "drip-chunks", "endless-continue"])
def test_silence_and_dripping_end_at_the_timeout(serve, reach, ask, deed):
    inputs = with_deed(deed)
    subject = reach(serve(), timeout=SHORT)
    outcomes = ask(subject, inputs)
    assert (outcomes[4].fault.kind, outcomes[4].fault.message) == ("hang", SILENCE)
    assert echoed(outcomes, inputs, but=4)


def test_a_flood_is_not_kept(serve, reach, ask, monkeypatch):
    limit = 1 << 20
    monkeypatch.setattr(http_client, "BODY_BYTES", limit)
    inputs = with_deed("flood")
    subject = reach(serve())
    tracemalloc.start()
    try:
        outcomes = ask(subject, inputs)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert f"longer than {limit} bytes" in outcomes[4].fault.message
    assert peak < 16 * limit
    assert echoed(outcomes, inputs, but=4)


def test_every_deed_has_its_test():
    tested = {*FAULTS, "silent", "drip-head", "drip-body", "drip-chunks", "endless-continue", "flood", "last", "nan"}
    tested |= {"forged", "tail"}
    assert tested | {"refusal-500", "refusal-422", "not-offered", "twice"} == set(DEEDS)


def test_a_number_that_json_does_not_have_makes_the_answer_no_json(serve, reach, ask):
    subject = reach(serve())
    outcomes = ask(subject, with_deed("nan"))
    assert "NaN" in outcomes[4].not_json
    assert subject.faults == 0


@pytest.mark.parametrize("deed", ["refusal-500", "refusal-422"])
def test_a_refusal_is_one_under_any_status(serve, reach, ask, deed):
    outcomes = ask(reach(serve()), with_deed(deed))
    assert outcomes[4].refusal == ("no name", None)
    assert outcomes[4].fault is None


def test_method_not_found_is_the_converters_own_error(serve, reach, ask):
    subject = reach(serve())
    outcomes = ask(subject, with_deed("not-offered"))
    assert outcomes[4].fault is None
    assert outcomes[4].refusal is not None
    assert subject.faults == 0


def test_what_nobody_asked_for_is_not_taken_for_the_next_answer(serve, reach, ask, monkeypatch):
    monkeypatch.setattr(http_subject, "SECOND_CONNECTION", 0.2)
    subject = reach(serve(OneAtATime))
    subject.describe()
    inputs = with_deed("twice")
    assert echoed(ask(subject, inputs), inputs, but=4)


@pytest.mark.parametrize("deed", ["forged", "tail"])
def test_bytes_behind_an_answer_are_a_fault_and_no_answer(serve, reach, ask, deed):
    inputs = with_deed(deed)
    subject = reach(serve())
    outcomes = ask(subject, inputs)
    assert (outcomes[4].output, outcomes[4].fault) == ("own", None)
    assert echoed(outcomes, inputs, but=4)
    assert subject.faults == 1


def test_several_that_hang_at_once_are_each_reported(serve, reach, ask):
    inputs = plain(12)
    inputs[2] = inputs[3] = {"do": "silent"}
    subject = reach(serve(), timeout=SHORT)
    outcomes = ask(subject, inputs)
    assert [index for index, outcome in enumerate(outcomes) if outcome.fault] == [2, 3]
    assert {outcomes[2].fault.message, outcomes[3].fault.message} == {SILENCE}


def test_one_that_dies_on_every_third_request_is_asked_to_the_end(serve, reach, ask):
    service = serve()
    service.dies_on_every = 3
    subject = reach(service)
    inputs = plain(100)
    outcomes = ask(subject, inputs)
    died = {index for index, outcome in enumerate(outcomes) if outcome.fault}
    lost = {given["n"] for place, given in enumerate(service.asked, 1) if place % 3 == 0}
    # Of requests that are lost together each is asked again, alone; after some rounds all are asked alone.
    assert died <= lost
    assert len(lost) - len(died) <= LOST_AT_ONCE * IN_FLIGHT
    assert len(died) >= 20
    assert {outcomes[index].fault.kind for index in died} == {"exit"}
    assert len(service.asked) <= 100 + LOST_AT_ONCE * IN_FLIGHT


def test_a_server_of_one_connection_is_asked_one_at_a_time(serve, reach, ask, monkeypatch):
    monkeypatch.setattr(http_subject, "SECOND_CONNECTION", 0.2)
    service = serve(OneAtATime)
    service.dies_on_every = 3
    subject = reach(service, timeout=PATIENT)
    subject.describe()
    outcomes = ask(subject, plain(9))
    # The kept connection ends at the third request, which is asked once more; from then on each has a new connection.
    assert [index for index, outcome in enumerate(outcomes) if outcome.fault] == [4, 7]
    assert [given["n"] for given in service.asked] == [0, 1, 2, 2, *range(3, 9)]


# ---- a service that goes away ----


def test_one_that_comes_back_is_asked_on(serve, reach, ask, monkeypatch):
    service = serve()
    again = []

    def come_back(_seconds: float) -> None:
        if not again:
            again.append(FaultyService(port=port))

    port = int(service.url.rpartition(":")[2])
    monkeypatch.setattr("conformance.running.subjects.http_subject.time.sleep", come_back)

    def inputs() -> Iterator[Any]:
        for number in range(30):
            if number == 11:
                service.close()
            yield {"n": number}

    subject = reach(service)
    try:
        outcomes = {request.key: outcome for request, outcome in subject.ask(_requests(inputs()))}
    finally:
        again[0].close()
    assert len(outcomes) == 30
    lost = [key for key, outcome in outcomes.items() if outcome.output != {"n": key}]
    assert all(outcomes[key].fault.kind == "exit" for key in lost)
    assert len(lost) <= 1
    assert echoed([outcomes[key] for key in range(20, 30)], [{"n": key} for key in range(20, 30)])


def test_one_that_stays_away_is_given_up(serve, reach, ask):
    service = serve()

    def inputs() -> Iterator[Any]:
        for number in range(30):
            if number == 11:
                service.close()
            yield {"n": number}

    subject = reach(service, start_timeout=0.3)
    # By itself: what is on its way when the service goes may be lost.
    assert echoed(ask(subject, [{"n": 0}]), [{"n": 0}])
    outcomes = {request.key: outcome for request, outcome in subject.ask(_requests(inputs()))}
    assert len(outcomes) == 30
    assert outcomes[29].fault.kind == "given-up"
    assert "Nothing listens at" in outcomes[29].fault.message


def test_patience_with_silence_ends(serve, reach, ask):
    subject = reach(serve(), timeout=SHORT, patience=2.5 * SHORT)
    outcomes = ask(subject, [{"do": "silent"}] * 3 + plain(3))
    assert {outcome.fault.kind for outcome in outcomes[:3] if outcome.fault} <= {"hang", "given-up"}
    assert any(outcome.fault and outcome.fault.kind == "given-up" for outcome in outcomes)


def test_a_caller_that_stops_asking_leaves_nothing_behind(serve, reach, ask):
    service = serve()
    subject = reach(service)
    asked = subject.ask(_requests(iter([{"n": 0}, {"do": "silent"}, {"n": 2}])))
    next(asked)
    asked.close()
    assert echoed(ask(subject, plain(20)), plain(20))


# ---- at the start ----

DESCRIBED_AS = {
    "close": "closed the connection without an answer",
    "half": "in the middle of an answer",
    "no-http": "does not speak HTTP: it answered 'SSH-2.0-OpenSSH_9.2",
    "redirect": "is redirected to 'http://127.0.0.1:1/elsewhere'. Redirects are not followed",
    "html": "answered 200 OK (text/html, wanted application/json)",
    "server-error": "answered 500 Internal Server Error",
    "no-json": "answered '{nope",
    "empty": "answered ''",
    "another-id": "It needs a JSON-RPC answer with the id 0",
    "huge": "is longer than 16777216 bytes",
    "silent": "gave no whole answer within 0.5 s",
    "drip-head": "gave no whole answer within 0.5 s",
    "drip-body": "gave no whole answer within 0.5 s",
}


@pytest.mark.parametrize("deed", DESCRIBED_AS)
def test_what_does_not_describe_itself_is_reported_in_one_line(serve, reach, deed):
    service = serve()
    service.describe_deed = deed
    with pytest.raises(SubjectError) as raised:
        reach(service, start_timeout=SHORT if "silent" in deed or "drip" in deed else PATIENT).describe()
    assert DESCRIBED_AS[deed] in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_port_where_nothing_listens(reach):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listening
        with pytest.raises(SubjectError, match=r"Nothing listens at http://127\.0\.0\.1:\d+: .*refused"):
            reach(f"http://127.0.0.1:{taken.getsockname()[1]}").describe()


def test_a_host_that_is_not_known(reach):
    with pytest.raises(SubjectError, match=r"The host no-such-host\.invalid is not known"):
        reach("http://no-such-host.invalid").describe()


def test_a_server_without_tls(serve, reach):
    url = serve().url.replace("http:", "https:")
    with pytest.raises(SubjectError, match=r"gives no TLS connection .*Is it http, not https\?"):
        reach(url).describe()


def test_a_description_of_another_form(serve, reach):
    service = serve()
    service.description = {"protocol": 1}
    with pytest.raises(SubjectError, match="not of the form"):
        reach(service).describe()


def _requests(inputs: Iterator[Any]) -> Iterator[ConversionRequest]:
    for number, given in enumerate(inputs):
        yield ConversionRequest(key=number, operation="echo", input=given)
