"""What laws find in two conversations of requests: results, failures, documents, thoughts, losses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.formats.model.conversation import DOCUMENT, IMAGE, MODEL, TOOL, USER, Media, Reasoning, Text
from conformance.rules.laws import request_contents as laws
from conformance.rules.laws import request_documents as documents
from conformance.rules.laws.law import REACHED, UNSEEN
from conformance.rules.laws.request_charges import OF_REQUESTS
from tests.rules.laws.request_samples import (
    ASKED,
    BECAME,
    GIVEN,
    LACKING,
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
    setting,
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


def test_a_loss_is_reported_by_what_it_is_of() -> None:
    assert found(*MADE, reports=()) == {"silent"}
    assert found(*MADE, reports=("seed is left out", "a warning")) == set()
    seen = list(laws.losses(compared(ASKED, BECAME, None)))
    assert dict(seen) == {"lost/setting/top_k": UNSEEN, "lost/said": UNSEEN}


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
    assert breaches(laws.losses, pair) == ["silent"]


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
    assert breaches(laws.losses, compared(given, got, ("search_step",))) == []


def test_a_picture_in_a_result_may_be_the_users() -> None:
    assert (
        found(*MADE[:4], says(4, TOOL, result("b", "B", more=(PICTURE,))), says(5, USER, Text(value="and now?")))
        == set()
    )
    assert GIVEN[3].speaker == USER


def test_what_is_no_request_is_named() -> None:
    assert breaches(laws.form, compared(ASKED, None)) == ["no-request"]


OTHER = replace(PICTURE, data="AAAA")
NATIVE = request(
    says(0, USER, Text(value="q")), says(1, MODEL, call("a")), says(2, USER, result("a", "r", more=(PICTURE,)))
)


@pytest.mark.parametrize(
    ("got", "kinds"),
    [
        (says(2, TOOL, result("a", "r", more=(PICTURE,))), []),
        (says(2, TOOL, result("a", "r")), ["result-media-lost"]),
        (says(2, TOOL, result("a", "r", more=(PICTURE, PICTURE, OTHER))), ["result-media-added"]),
    ],
)
def test_a_picture_stays_in_a_result_that_holds_pictures(got: Any, kinds: list[str]) -> None:
    pair = compared(NATIVE, request(says(0, USER, Text(value="q")), says(1, MODEL, call("a")), got))
    pair.terms = replace(pair.terms, lacks=lambda kind: kind in LACKING - {"result/image"})
    assert breaches(laws.result_media, pair) == kinds


@pytest.mark.parametrize(("texts", "kinds"), [(("r",), []), (("r", "r"), ["result-changed"])])
def test_a_text_beside_a_picture_is_there_once(texts: tuple[str, ...], kinds: list[str]) -> None:
    more = (*(Text(value=text) for text in texts[1:]), PICTURE)
    got = says(2, TOOL, result("a", texts[0], more=more))
    pair = compared(NATIVE, request(says(0, USER, Text(value="q")), says(1, MODEL, call("a")), got))
    pair.terms = replace(pair.terms, lacks=lambda kind: kind in LACKING - {"result/image"})
    assert breaches(laws.results, pair) == kinds


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


def test_the_text_of_a_document_is_in_a_result_once() -> None:
    given = request(
        says(0, USER, Text(value="q")), says(1, MODEL, call("a")), says(2, TOOL, result("a", "A", more=(PAGE,)))
    )
    for texts, kinds in (
        (("A", "the page"), []),
        (("A", "[document]", "the page"), []),
        (("A", "the page", "the page"), ["result-changed"]),
    ):
        made = request(says(0, USER, Text(value="q")), says(1, MODEL, call("a")), says(2, TOOL, result("a", *texts)))
        assert breaches(laws.results, compared(given, made, ())) == kinds


@pytest.mark.parametrize(
    ("said", "kinds"), [("None", ["result-invented"]), ("null", ["result-invented"]), ("(no output)", []), ("", [])]
)
def test_no_text_does_not_become_a_value(said: str, kinds: list[str]) -> None:
    asked = says(0, USER, Text(value="q")), says(1, MODEL, call("a"))
    owed, came = (request(*asked, says(2, TOOL, result("a", *texts))) for texts in ((), (said,)))
    assert breaches(laws.results, compared(owed, came)) == kinds


def test_where_a_tool_returned_something_it_is_asked_whether_it_failed() -> None:
    assert ("kept/failed", REACHED) in list(laws.failed(compared(ASKED, BECAME)))
    said = request(says(0, USER, Text(value="Hello")))
    assert ("kept/failed", REACHED) not in list(laws.failed(compared(said, said)))


def test_a_report_may_call_a_document_a_file() -> None:
    paper = Media(kind=DOCUMENT, media_type="application/pdf", data="JVBERi0=", at=(("d",),))
    asked = (says(0, USER, Text(value="Hello")), says(1, MODEL, call("a")))
    given = request(*asked, says(2, USER, result("a", "r", more=(paper,))), settings=(setting("top_k", 5),))
    got = request(*asked, says(2, TOOL, result("a", "r")))
    assert breaches(laws.losses, compared(given, got, ("top_k: left out", "files are left out"))) == []
    assert breaches(laws.losses, compared(given, got, ("top_k: left out",))) == ["silent"]
