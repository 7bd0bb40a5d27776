"""The checks of laws: what a law finds in a trial is said by the check that it is charged to."""

from __future__ import annotations

from conformance.checks.findings import NOT_OBSERVABLE, OK
from tests.checks.lawful.samples import converted, exchange, judged, kinds, streamed

SAID = exchange(content="Hi.")
RIGHT = converted(SAID)


def test_a_check_is_passed_failed_unseen_or_not_reached() -> None:
    thought = exchange(content="Hi.", reasoning_content="Hm.")
    assert judged("texts-kept", SAID, RIGHT) is OK
    assert kinds(judged("texts-kept", SAID, {**RIGHT, "output": []})) == ["text-lost"]
    assert judged("reasoning-kept", thought, RIGHT) is NOT_OBSERVABLE
    assert judged("reasoning-kept", SAID, RIGHT) is None


def test_a_failure_points_into_input_or_output() -> None:
    lost = judged("texts-kept", SAID, {**RIGHT, "output": []})
    changed = judged("same-model", SAID, {**RIGHT, "model": "alias"})
    assert isinstance(lost, tuple) and isinstance(changed, tuple)
    assert [one.at for one in (*lost, *changed)] == ["/input/response/choices/0/message/content", "/output/model"]


def test_what_is_no_answer_is_not_judged_by_laws() -> None:
    assert judged("texts-kept", {"response": {}}, RIGHT) is None


def test_events_are_judged_by_their_grammar() -> None:
    given = streamed({"role": "assistant", "content": "Hi."})
    events = converted(given)
    assert judged("stream-ends-once", given, events) is OK
    assert kinds(judged("stream-ends-once", given, events[:-1])) == ["no-end"]
    assert kinds(judged("one-answer", given, [*events, "[DONE]"])) == ["event"]
    wrong = [*events[:-1], {**events[-1], "type": "response.incomplete"}]
    assert kinds(judged("end-true", given, wrong)) == ["end"]
