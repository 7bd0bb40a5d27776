"""The checks of laws: what a law finds in a trial is said by the check that it is charged to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conformance.formats.model.conversation import Text
from conformance.formats.model.reading import ParsedSide
from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, UNSEEN, Breach, Charge, Found
from conformance.rules.laws.terms import Terms
from tests.rules.checks.by_laws.answers.samples import converted, exchange, judged, kinds, streamed
from tests.rules.laws.samples import answer, both, failed

SAID = exchange(content="Hi.")
RIGHT = converted(SAID)
_TOLD = AnswerComparison(given=ParsedSide(answer=None), got=None, terms=Terms())
_ID, _NAME = (Breach("changed", ("output", 0, member), member) for member in ("id", "name"))


def test_a_check_is_passed_failed_unseen_or_not_reached() -> None:
    thought = exchange(content="Hi.", reasoning_content="Hm.")
    assert judged("texts-kept", SAID, RIGHT) is OK
    assert kinds(judged("texts-kept", SAID, {**RIGHT, "output": []})) == ["text-lost"]
    assert judged("reasoning-kept", thought, RIGHT) is NOT_OBSERVABLE
    assert judged("reasoning-kept", SAID, RIGHT) is None


def test_more_text_is_no_other_form_of_the_same() -> None:
    item = next(item for item in RIGHT["output"] if item["type"] == "message")
    assert kinds(judged("no-text-added", SAID, {**RIGHT, "output": [item, {**item, "id": "msg_2"}]})) == ["added"]


def test_a_failure_points_into_input_or_output() -> None:
    lost = judged("texts-kept", SAID, {**RIGHT, "output": []})
    changed = judged("same-model", SAID, {**RIGHT, "model": "alias"})
    assert isinstance(lost, tuple) and isinstance(changed, tuple)
    assert [loss.at for loss in (*lost, *changed)] == ["/input/response/choices/0/message/content", "/output/model"]


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


# A reason to end that no one knows: a converter may say that the answer failed.
UNKNOWN = streamed({"role": "assistant", "content": "Hi."}, finish="a_reason_of_next_year")
GIVEN_UP = converted(UNKNOWN, failed_answer="failed")
ANSWERS = {"failed-answer": "failed"}


@pytest.mark.parametrize("check", ["one-answer", "one-id-an-item", "events-numbered"])
def test_a_stream_that_is_given_up_has_the_form_of_one(check: str) -> None:
    assert GIVEN_UP[-1]["type"] == "response.failed"
    assert judged(check, UNKNOWN, GIVEN_UP, choices=ANSWERS) is OK
    assert judged("texts-kept", UNKNOWN, GIVEN_UP, choices=ANSWERS) is None
    other = [{**element, "item_id": "msg_9"} if "item_id" in element else element for element in GIVEN_UP]
    assert kinds(judged("one-id-an-item", UNKNOWN, other, choices=ANSWERS))
    unnumbered = [{**element, "sequence_number": 0} for element in GIVEN_UP]
    assert kinds(judged("events-numbered", UNKNOWN, unnumbered, choices=ANSWERS))


def charged(*found: Found, **charges: Charge | None) -> Findings:
    """What the check `rule` is charged with by a law that finds this."""

    def law(_told: AnswerComparison) -> Iterator[Found]:
        yield from found

    return law_checks({law: charges}, lambda view: view)["rule"](_TOLD)


def test_what_is_found_under_a_key_is_charged_in_the_words_of_the_rule() -> None:
    assert charged(("kept", REACHED), kept=Charge("rule")) == OK
    assert charged(("kept", REACHED), ("kept", UNSEEN), kept=Charge("rule")) is NOT_OBSERVABLE
    failures = (Failure("own-word", "/output/0/id", "id"),)
    assert charged(("kept", UNSEEN), ("kept", _ID), kept=Charge("rule", "own-word")) == failures


def test_nobody_is_charged_with_a_key_that_the_letter_says_and_one_that_is_unknown_is_a_fault() -> None:
    assert charged(("kept/text", _ID), kept=Charge("rule"), **{"kept/text": None}) is None
    with pytest.raises(KeyError):
        charged(("added", _ID), kept=Charge("rule"))


def test_failures_of_one_kind_and_place_are_one() -> None:
    above = charged(("exact", _ID), ("exact", _NAME), exact=Charge("rule", above=1))
    assert above == (Failure("changed", "/output/0", "id; name"),)
    once = (Failure("changed", "/output/0/id", "id"),)
    assert charged(("exact", _ID), ("exact", _ID), exact=Charge("rule")) == once


def test_what_is_charged_alone_is_silent_beside_others() -> None:
    alone = Charge("rule", alone=True)
    assert charged(("order", _ID), order=alone) == (Failure("changed", "/output/0/id", "id"),)
    found = charged(("exact", _NAME), ("order", _ID), exact=Charge("rule"), order=alone)
    assert found == (Failure("changed", "/output/0/name", "name"),)


def test_a_failure_that_does_not_count_leaves_the_rule_reached() -> None:
    def law(_told: AnswerComparison) -> Iterator[Found]:
        yield "kept", _ID

    checks = law_checks({law: {"kept": Charge("rule")}}, lambda view: view, lambda _view, _failure: None)
    assert checks["rule"](_TOLD) == OK
    assert law_checks({law: {"kept": Charge("rule")}}, lambda _view: None)["rule"](_TOLD) is None


class _Strict:
    """A view of an input that must convert."""

    may_fail = False


def test_an_answer_that_is_said_to_have_failed_is_charged_to_whom_the_laws_charge_with_the_end() -> None:
    def end(_both: AnswerComparison) -> Iterator[Found]:
        yield "end", REACHED

    refused = both(answer(Text(value="Hi.")), failed())
    view = _Strict()
    named = law_checks({end: {"end": Charge("finish")}}, lambda _view: refused)["finish"](view)
    assert isinstance(named, tuple) and [name.kind for name in named] == ["refused"]
    silent = law_checks({end: {"end": None, "other": Charge("finish")}}, lambda _view: refused)
    assert silent["finish"](view) is None
