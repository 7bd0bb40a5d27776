"""What laws find in two conversations of requests: results, failures, documents, thoughts, losses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.formats.model.conversation import IMAGE, MODEL, TOOL, USER, Media, Reasoning, Text
from conformance.rules.laws import request_contents as laws
from conformance.rules.laws import request_documents as documents
from conformance.rules.laws import request_losses as losses
from conformance.rules.laws.request_charges import OF_REQUESTS
from tests.rules.laws.request_samples import (
    ASKED,
    BECAME,
    GIVEN,
    MADE,
    PAGE,
    PICTURE,
    STEP,
    THOUGHT,
    breaches,
    call,
    compared,
    request,
    result,
    says,
)

NAMED = "[image: file_1]"


def found(*turns: Any, reports: tuple[str, ...] | None = ("top_k", "thinking")) -> set[str]:
    pair = compared(ASKED, replace(BECAME, conversation=replace(BECAME.conversation, turns=turns)), reports)
    return {kind for law in OF_REQUESTS for kind in breaches(law, pair)}


def test_a_sound_conversation_breaks_no_law() -> None:
    assert found(*MADE) == set()


@pytest.mark.parametrize(
    ("turns", "kinds"),
    [
        ((*MADE[:3], says(3, TOOL, result("a", "boom")), *MADE[4:]), {"failure-hidden"}),
        ((*MADE[:3], says(3, TOOL, result("a", "Error: other")), *MADE[4:]), {"result-changed"}),
        ((*MADE[:4], *MADE[5:]), {"result-lost"}),
        ((*MADE[:4], says(4, TOOL, result("b", "C")), MADE[5]), {"result-changed"}),
        ((*MADE[:5], says(5, USER, Text(value="and now?"))), {"silent"}),
        ((*MADE[:2], says(2, MODEL, Text(value="I should look. Hm."), call("a"), call("b", {"x": 1})), *MADE[3:]),
         {"thought-aloud", "text-changed"}),
        ((*MADE[:2], replace(MADE[2], says=(THOUGHT, *MADE[2].says)), *MADE[3:]), set()),
        ((*MADE[:2], says(2, MODEL, Text(value="Hm."), call("a"), call("b", {"x": 2})), *MADE[3:]),
         {"arguments-changed"}),
        ((*MADE[1:2], *MADE[2:]), {"instruction-lost"}),
        ((*MADE, says(6, MODEL, call("c"))), {"call-added"}),
        ((*MADE[:2], says(2, MODEL, Text(value="Hm."), call("a")), says(3, MODEL, call("b", {"x": 1})), *MADE[3:]),
         {"calls-split"}),
    ],
)  # fmt: skip
def test_a_changed_conversation_breaks_one(turns: Any, kinds: set[str]) -> None:
    assert found(*turns) == kinds


def test_documents_arrive_as_texts_and_other_media_are_named() -> None:
    given = request(says(0, USER, PAGE, Media(kind=IMAGE, file_id="file_1"), Text(value="q")))
    got = request(says(0, USER, Text(value="the page"), Text(value=NAMED), Text(value="q")))
    pair = compared(given, got, ())
    assert [kind for law in OF_REQUESTS for kind in breaches(law, pair)] == []
    pair = compared(
        given, request(says(0, USER, *(Text(value=element) for element in ("the page", NAMED, NAMED, "q")))), ()
    )
    assert breaches(laws.added_contents, pair) == ["said-twice"]
    pair = compared(given, request(says(0, USER, Text(value="q"))), ())
    assert breaches(documents.kept_documents, pair) == ["document-lost"]
    assert breaches(losses.losses, pair) == ["silent"]


def test_the_text_of_a_document_may_be_in_json() -> None:
    page = replace(PAGE, text="Two\nlines.")
    given = request(says(0, USER, page, Text(value="q")))
    for said, found in (('{"data": "Two\\nlines."}', []), ('{"data": "Two"}', ["document-lost"])):
        pair = compared(given, request(says(0, USER, Text(value=said), Text(value="q"))), ())
        assert breaches(documents.kept_documents, pair) == found


def test_a_step_of_a_host_is_no_call() -> None:
    given = request(
        says(0, USER, Text(value="q")), says(1, MODEL, STEP, Text(value="t")), says(2, USER, Text(value="r"))
    )
    got = request(
        says(0, USER, Text(value="q")), says(1, MODEL, Text(value="t"), call("s1")), says(2, USER, Text(value="r"))
    )
    assert breaches(laws.added_contents, compared(given, got, ())) == ["call-added"]
    assert breaches(losses.losses, compared(given, got, ("search_step",))) == []


def test_a_picture_in_a_result_may_be_the_users() -> None:
    assert (
        found(*MADE[:4], says(4, TOOL, result("b", "B", more=(PICTURE,))), says(5, USER, Text(value="and now?")))
        == set()
    )
    assert GIVEN[3].speaker == USER


def test_what_is_no_request_is_named() -> None:
    assert breaches(laws.form, compared(ASKED, None)) == ["no-request"]


def test_a_signature_is_not_the_targets_own() -> None:
    sealed = Reasoning(content=(Text(value="I should look."),), seal="EqQB")
    given = request(says(0, USER, Text(value="q")), says(1, MODEL, sealed, Text(value="a")))
    own, copied = (says(1, MODEL, Reasoning(encrypted=text)) for text in ("own", "EqQB"))
    asked = says(0, USER, Text(value="q"))
    assert breaches(laws.seals, compared(given, request(asked, own))) == []
    assert breaches(laws.seals, compared(given, request(asked, copied))) == ["seal-copied"]


def test_images_of_results_are_in_a_message_of_the_user_once_and_unchanged() -> None:
    before, last = MADE[:5], MADE[5]
    picture = replace(PICTURE, data="iV")
    moved = {"result-media": "user-message"}
    assert set(found_by_choice((*before, last), moved)) == set()
    cut = (*before, replace(last, says=(last.says[0], picture, last.says[2])))
    assert set(found_by_choice(cut, {})) == {"said-added"}
    assert set(found_by_choice(cut, moved)) == {"said-added", "not-moved"}
    assert set(found_by_choice((*before, says(5, USER, Text(value="and now?"))), moved)) == {"not-moved"}
    twice = replace(last, says=(*last.says[:2], PICTURE, last.says[2]))
    assert set(found_by_choice((*before, twice), {})) == {"said-twice"}


def test_a_message_that_joins_texts_with_a_document_is_there_once() -> None:
    given = request(says(0, USER, PAGE, Text(value="q")))
    joined = says(0, USER, Text(value="the page\nq"))
    for turns, kinds in (([joined], []), ([joined, joined], ["said-twice"])):
        assert breaches(laws.added_contents, compared(given, request(*turns), ())) == kinds
    hosted = request(says(0, USER, Text(value="q")), says(1, MODEL, STEP, Text(value="t")))
    came = says(0, USER, Text(value="q")), says(1, MODEL, Text(value="t"))
    assert breaches(laws.added_contents, compared(hosted, request(*came), ())) == []
    assert breaches(laws.added_contents, compared(hosted, request(*came, says(2, MODEL, Text(value="t"))), ())) == [
        "said-twice"
    ]
    same = request(says(0, USER, replace(PAGE, text="q"), Text(value="q")))
    assert (
        breaches(laws.added_contents, compared(same, request(says(0, USER, Text(value="q"), Text(value="q"))), ()))
        == []
    )


def found_by_choice(turns: Any, choices: dict[str, str]) -> list[str]:
    reports = ("top_k", "thinking", "an image of a result")
    became = replace(BECAME, conversation=replace(BECAME.conversation, turns=turns))
    pair = compared(ASKED, became, reports, choices=choices)
    return [kind for law in OF_REQUESTS for kind in breaches(law, pair)]


def test_thoughts_are_those_of_the_source() -> None:
    for text, kinds in (
        ("I should look.", set()),
        ("I should", {"thought-added"}),
        ("I should look. No.", {"thought-added"}),
    ):
        thought = replace(THOUGHT, content=(Text(value=text),))
        assert found(*MADE[:2], replace(MADE[2], says=(thought, *MADE[2].says)), *MADE[3:]) == kinds


def test_beside_media_a_text_is_there_once_and_is_not_in_quotes() -> None:
    given = request(says(0, USER, Media(kind=IMAGE, file_id="file_1"), Text(value="What do you see?")))
    for text, kinds in (
        (f"{NAMED} What do you see?", []),
        (f"{NAMED} What do you see? What do you see?", ["said-twice"]),
        ("[{'image': 'file_1'}, {'text': 'What do you see?'}]", ["text-changed"]),
    ):
        pair = compared(given, request(says(0, USER, Text(value=text))), ())
        assert [kind for law in OF_REQUESTS for kind in breaches(law, pair)] == kinds


def test_the_same_image_twice_is_named_twice_also_beside_a_text_that_the_name_holds() -> None:
    image, text = Media(kind=IMAGE, file_id="file_1"), Text(value="a")
    given = request(says(0, USER, image, text, image), says(1, USER, Media(kind="", file_id="file_2")))
    named = Text(value=NAMED), text, Text(value=NAMED)
    for more, kinds in (((), set()), ((Text(value=NAMED),), {"said-twice"})):
        made = request(says(0, USER, *more, *named, Text(value="[file: file_2]")))
        assert set(breaches(laws.added_contents, compared(given, made, ()))) == kinds
