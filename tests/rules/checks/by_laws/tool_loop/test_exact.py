from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome
from conformance.rules.checks.by_laws.tool_loop.view import ToolLoop
from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import family, view_of
from tests.rules.checks.by_laws.tool_loop.samples import (
    DONE,
    LOOP,
    SAID,
    body,
    call,
    charged,
    listed,
    loop,
    result,
    trial,
)


def test_a_result_needs_no_escapes() -> None:
    def reported(value: Any, text: str) -> set[str]:
        given = loop([call(1)], "Pong.", results={"ping": value})
        return charged(given, DONE, body(), body(call(1), result(1, text)))

    named = {"name": "名前"}
    assert reported(named, '{"name": "名前"}') == set()
    assert reported(named, r'{"name": "\u540d\u524d"}') == {"ALL-4a"}
    assert reported("名前", r'"\u540d\u524d"') == {"ALL-4a", "LOOP-3"}
    assert reported({"name": "<名前>"}, r'{"name": "\u003c名前\u003e"}') == set()
    assert reported({"name": r"名前 is \u540d"}, r'{"name": "名前 is \\u540d"}') == set()
    assert reported({"name": "🙂"}, r'{"name": "\ud83d\ude42"}') == {"ALL-4a"}
    assert reported({"name": "名\ud83d"}, r'{"name": "名\ud83d"}') == set()
    assert reported({"name": "x"}, r'{"name": "x"} \u540d') == set()


def test_numbers_and_texts_have_rules_of_their_own() -> None:
    given = loop([call(1, arguments='{"n": 1, "q": "naïve"}')], "naïve", results={"ping": [1, "naïve"]})
    second = body(call(1, arguments='{"n": 1, "q": "naïve"}'), result(1, '[1, "naïve"]'))

    def of(n: Any = 1, q: str = "naïve", answer: str = "naïve", follow: Any = second) -> set[str]:
        calls = listed(1, arguments={"n": n, "q": q})
        return charged(given, {"answer": answer, "calls": calls}, body(), follow)

    assert of() == set()
    assert of(n=1.0) == {"ALL-3"}
    assert of(q="na?ve") == of(answer=" naïve ") == {"ALL-4"}
    assert of(follow=body(second["input"][1], result(1, '[1.0, "naive"]'))) == {"ALL-3", "ALL-4"}
    assert of(n=2) == {"LOOP-2"}


def test_hard_numbers_are_not_observable_over_a_loose_transport() -> None:
    given = loop("Hi.", results={"ping": 2**53 + 1})
    view = view_of(trial(given, {"answer": "Hi.", "calls": []}, (body(),), {}, exact_numbers=False))
    assert family(LOOP).checks["numbers-exact"](view) is NOT_OBSERVABLE


def test_numbers_of_calls_are_read_as_a_loose_transport_gives_them() -> None:
    given = loop([call(1, arguments='{"n": 9007199254740993}')], "Hi.")
    view = view_of(trial(given, {"answer": "Hi.", "calls": []}, (body(),), {}, exact_numbers=False))
    assert isinstance(view, ToolLoop)
    assert [planned.arguments for turn in view.turns for planned in turn.calls] == [{"n": 2.0**53}]


def test_requests_of_the_second_call_are_held_against_the_first() -> None:
    done = {"answer": "Hi.", "calls": []}
    same = tuple({"path": "/v1/responses", "body": body(temperature=1), "answer": 0} for _ in range(1))
    more = tuple({"path": "/v1/responses", "body": body(SAID), "answer": 0} for _ in range(1))
    check = family(LOOP).checks["same-again"]
    for requests, findings in ((same, ()), (more, "again-differs"), (same * 2, "again-differs")):
        again = Outcome(output=done, requests=requests)
        reported = check(view_of(trial(loop("Hi."), done, (body(),), {}, again=again)))
        assert (reported[0].kind if reported else reported) == findings  # type: ignore[index, union-attr]
