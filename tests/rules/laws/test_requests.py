"""Two requests, compared once for all laws."""

from __future__ import annotations

import pytest

from conformance.formats.model.conversation import MODEL, TOOL, USER, Text, Turn
from conformance.formats.model.request import Request
from conformance.rules.laws import turns
from conformance.rules.laws.losses import Loss
from conformance.rules.laws.requests import thoughts_of, words_of
from tests.rules.laws.request_samples import ASKED, BECAME, breaches, call, compared, request, result, says, setting


def test_results_are_paired_with_what_the_source_has() -> None:
    pairs = compared(ASKED, BECAME).results
    assert [(owed.id, owed.failed, got.id) for _piece, owed, got in pairs] == [("a", True, "a"), ("b", None, "b")]


def test_it_knows_what_the_result_says() -> None:
    pair = compared(ASKED, BECAME)
    assert (
        pair.says("boom") and pair.says("data:image/png;base64,iVBO") and not pair.says("nothing") and not pair.says("")
    )


def test_settings_are_found_by_name() -> None:
    pair = compared(ASKED, BECAME)
    assert pair.wanted["top_k"] == 5 and "top_k" not in pair.found


def test_thoughts_and_words() -> None:
    assert thoughts_of(ASKED) == ["I should look."]
    assert list(words_of(setting("top_k", 1))) == ["top_k"]


def test_losses_without_a_report_are_unsaid() -> None:
    loss = Loss((), "the seed", ("seed",))
    assert list(compared(ASKED, BECAME).unsaid([loss])) == []
    assert list(compared(ASKED, BECAME, ()).unsaid([loss])) == [loss]
    assert list(compared(ASKED, BECAME, None).unsaid([loss])) == []


def test_ids_that_are_mapped_with_their_results_are_known() -> None:
    def made(first: str, second: str, answered: str) -> Request:
        return request(
            says(1, USER, Text(value="q")),
            says(2, MODEL, call(first), call(second, {"x": 1})),
            says(3, TOOL, result(answered, "A")),
            says(4, TOOL, result(second, "B")),
        )

    asked = made("a", "b", "a")

    def renamed(first: str, second: str, answered: str) -> int:
        return len(compared(asked, made(first, second, answered)).renamed)

    assert renamed("x", "y", "x") == 2
    assert renamed("x", "y", "a") == 1  # the result of the first call names an id that no call has
    assert renamed("x", "x", "x") == 0  # two calls with one id


def _takes_words(asked: Request) -> bool:
    return all(
        isinstance(utterance, Text) and utterance.value.strip()
        for turn in asked.conversation.turns
        for utterance in turn.says
    )


BLANK = (says(0, USER, Text(value="q")), says(1, MODEL, Text(value=" ")), says(2, USER, Text(value="r")))
JOINED = (says(0, USER, Text(value="q"), Text(value="r")),)


def _with(*texts: str) -> tuple[Turn, ...]:
    return (BLANK[0], *(says(1, MODEL, Text(value=text)) for text in texts), BLANK[2])


@pytest.mark.parametrize(
    ("made", "found"),
    [
        (JOINED, []),
        (BLANK, []),
        (_with("(nothing)"), []),
        (JOINED[::-1] + _with("(nothing)")[1:], ["other-messages"]),
        ((BLANK[0],), ["other-messages"]),
        (_with(""), []),
        ((BLANK[0], says(1, MODEL), BLANK[2]), []),
    ],
    ids=["left-out", "kept", "placeholder", "said-twice", "lost", "nothing-said", "no-content"],
)
def test_a_turn_of_white_space_that_the_target_refuses_may_have_a_placeholder(
    made: tuple[Turn, ...], found: list[str]
) -> None:
    assert breaches(turns.same_messages, compared(request(*BLANK), request(*made), takes=_takes_words)) == found


def test_a_placeholder_is_a_message_more_where_the_target_takes_white_space() -> None:
    pair = compared(request(*BLANK), request(*_with("(nothing)", " ")))
    assert breaches(turns.same_messages, pair) == ["other-messages"]


def test_what_nobody_said_is_a_message_more_where_no_text_is_white_space() -> None:
    given = request(BLANK[0], says(1, MODEL, Text(value="a")), BLANK[2])
    pair = compared(given, request(*_with("a", "(nothing)")), takes=_takes_words)
    assert breaches(turns.same_messages, pair) == ["other-messages"]


CALLED = (says(0, USER, Text(value="q")), says(1, MODEL, Text(value="a"), call("c"), call("d")),
          says(2, TOOL, result("c")), says(3, TOOL, result("d")))  # fmt: skip


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        ((says(1, MODEL, Text(value="a")), says(2, MODEL, call("c"), call("d"))), "text-apart"),
        ((says(1, MODEL, Text(value="a"), call("c")), says(2, MODEL, call("d"))), "calls-split"),
    ],
)
def test_a_turn_may_be_several_messages_where_the_target_makes_them_one(made: tuple[Turn, ...], kind: str) -> None:
    given, became = request(*CALLED), request(CALLED[0], *made, *CALLED[2:])
    assert breaches(turns.one_message_a_turn, compared(given, became)) == [kind]
    assert breaches(turns.one_message_a_turn, compared(given, became, in_items=True)) == []
    other = request(CALLED[0], says(1, MODEL, call("d")), says(2, MODEL, call("c"), Text(value="a")), *CALLED[2:])
    assert breaches(turns.one_message_a_turn, compared(given, other, in_items=True)) == ["calls-order"]


def test_a_user_who_says_nothing_parts_two_turns_where_the_result_keeps_it() -> None:
    text, called, answer = says(1, MODEL, Text(value="a")), says(3, MODEL, call("c")), says(4, TOOL, result("c"))
    first, silent = says(0, USER, Text(value="q")), says(2, USER, Text(value=""))
    given = request(first, text, silent, called, answer)
    assert breaches(turns.one_message_a_turn, compared(given, given)) == []
    assert breaches(turns.one_message_a_turn, compared(request(first, text, called, answer), given)) == ["text-apart"]
