"""A driver is one line in, one line out; however it behaves, it is ended, and the fault says how."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from conformance.running.subjects.base import Limits
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.wire_driver import Driver, DriverFault

# A driver that does what each line says.
SCRIPT = """
import json, os, sys, time

for line in sys.stdin:
    deed = json.loads(line)
    print("on standard error", file=sys.stderr, flush=True)
    if deed == "exit":
        sys.exit(3)
    if deed == "hang":
        time.sleep(600)
    print(deed["says"], flush=True)
    if deed.get("leaves"):
        sys.exit(0)
"""

Make = Callable[..., Driver]


@pytest.fixture
def driver() -> Iterator[Make]:
    made = []

    def make(timeout: float = 30.0) -> Driver:
        command = [sys.executable, "-I", "-S", "-c", SCRIPT]
        one = Driver(command, clean_environment(), Limits(timeout=timeout, start_timeout=timeout))
        made.append(one)
        return one

    yield make
    for element in made:
        element.close()


def nothing() -> int:
    return 0


def test_an_answer_is_read_with_its_calls(driver: Make) -> None:
    said = driver().converse({"says": '{"answer": "Hi", "calls": [1], "unsupported": false, "more": 1}'}, nothing)
    assert (said.answer, said.error, said.calls, said.unsupported) == ("Hi", None, [1], False)
    assert said.line["more"] == 1


def test_an_error_is_a_text(driver: Make) -> None:
    one = driver()
    assert one.converse({"says": '{"error": "no"}'}, nothing).error == "no"
    assert one.converse({"says": '{"error": {"code": 1}}'}, nothing).error == '{"code": 1}'
    assert len(one.converse({"says": '{"error": "%s"}' % ("x" * 9_000)}, nothing).error or "") == 2_000


def test_a_driver_may_end_after_each_conversation(driver: Make) -> None:
    one = driver()
    for _ in range(3):
        assert one.converse({"says": '{"answer": "Hi"}', "leaves": True}, nothing).answer == "Hi"


@pytest.mark.parametrize(
    ("deed", "kind", "message"),
    [
        ("exit", "exit", "the driver exited with status 3 before it answered"),
        ({"says": "hello"}, "garbage", "the driver wrote 'hello"),
        ({"says": "[]"}, "garbage", 'which is not a JSON object with "answer" or "error"'),
    ],
)
def test_a_fault_says_what_happened_and_the_next_conversation_works(
    driver: Make, deed: object, kind: str, message: str
) -> None:
    one = driver()
    with pytest.raises(DriverFault) as caught:
        one.converse(deed, nothing)
    assert caught.value.fault.kind == kind
    assert message in caught.value.fault.message
    assert caught.value.fault.log == ("on standard error",)
    assert one.converse({"says": '{"answer": 1}'}, nothing).answer == 1


def test_silence_ends_at_the_timeout(driver: Make) -> None:
    with pytest.raises(DriverFault) as caught:
        driver(timeout=0.5).converse("hang", nothing)
    assert caught.value.fault.kind == "hang"
    assert "gave no answer and sent no request for 0.5 s" in caught.value.fault.message
