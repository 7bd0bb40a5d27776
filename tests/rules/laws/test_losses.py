"""Which losses no report is about."""

from __future__ import annotations

import pytest

from conformance.rules.laws.losses import Loss, silent

SEED, TOP = Loss((), "the seed", ("seed",)), Loss((), "top_k", ("top_k",))


def test_a_report_that_names_another_loss_alone_is_not_about_this_one() -> None:
    assert list(silent([SEED, TOP], ["seed is left out"])) == [TOP]


def test_a_report_that_names_none_is_about_all() -> None:
    assert list(silent([SEED, TOP], ["something is left out"])) == []
    assert list(silent([SEED, TOP], ["two parameters are unsupported"])) == []
    assert list(silent([SEED, TOP], [""])) == []
    assert list(silent([SEED, TOP], [])) == [SEED, TOP]


@pytest.mark.parametrize(
    "log",
    [
        'HTTP Request: POST https://api.openai.com/v1/responses "HTTP/1.1 200 OK"',
        "DeprecationWarning: Exceptions of providers will be converted to those of the package in a future version.",
        "converted a request of 3 messages",
    ],
)
def test_a_log_of_something_else_is_about_no_loss(log: str) -> None:
    assert list(silent([SEED, TOP], [log])) == [SEED, TOP]


def test_a_report_on_one_member_is_not_about_another_and_one_on_what_holds_both_is_about_both() -> None:
    effort, summary = (Loss((), name, ("reasoning", name), ("reasoning",)) for name in ("effort", "summary"))
    assert list(silent([effort, summary], ["reasoning.summary is left out"])) == [effort]
    assert list(silent([effort, summary], ["reasoning is left out"])) == []
    assert list(silent([effort, summary], ["reasoning (effort, summary) is left out"])) == []
    assert list(silent([effort, SEED], ["seed and reasoning are left out"])) == []


def test_a_report_may_name_a_member_in_camel_case() -> None:
    thought = Loss((), "a thought", ("thinking",))
    budget = Loss((), "the budget", ("thinking_budget",))
    assert list(silent([thought, budget], ["thinkingConfig.thinkingBudget is left out"])) == []


def test_a_name_of_the_author_is_in_a_report_as_a_name() -> None:
    tool = Loss((), "the tool 'request'", ("tool",), own=("request",))
    for report in ("an API request has no seed", "seed: request_id has none", "requests have no seed"):
        assert list(silent([tool, SEED], [report])) == [tool]
    names = ("'request'", "`request`", "tools.request", "x, request", "the tool request")
    for report in ("request: not taken", *(f"left out: {name}" for name in names)):
        assert list(silent([tool, SEED], [report, "seed is left out"])) == []


def test_a_name_that_is_no_word_of_the_language_is_a_whole_word() -> None:
    call = Loss((), "the call 'call_1'", (), own=("call_1",))
    assert list(silent([call, SEED], ["call_10 has no seed"])) == [call]
    assert list(silent([call, SEED], ["call_1 and seed are left out"])) == []
