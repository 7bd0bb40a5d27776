"""What laws find of documents that become texts: that they arrive, once, in their place, under their names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.formats.model.conversation import MODEL, USER, Media, Text
from conformance.rules.laws import request_contents as contents
from conformance.rules.laws import request_documents as laws
from conformance.rules.laws.request_documents import holds_in_order
from tests.rules.laws.request_samples import PAGE, breaches, compared, request, says

Q, SAID = Text(value="Which page?"), Text(value="the page")
GIVEN = request(says(0, USER, PAGE, Q))


@pytest.mark.parametrize(
    ("said", "kinds"),
    [((SAID, Q), []), ((Text(value="A page: the page\nWhich page?"),), []), ((Q, SAID), ["misplaced"]), ((Q,), [])],
)
def test_the_text_of_a_document_is_where_it_was(said: tuple[Text, ...], kinds: list[str]) -> None:
    assert breaches(laws.order, compared(GIVEN, request(says(0, USER, *said)), ())) == kinds


def test_the_text_of_a_document_is_there_once() -> None:
    assert breaches(laws.twice, compared(GIVEN, request(says(0, USER, SAID, Q)), ())) == []
    assert breaches(laws.twice, compared(GIVEN, request(says(0, USER, SAID, SAID, Q)), ())) == ["said-twice"]


def test_a_document_that_is_lost_is_found() -> None:
    assert breaches(laws.kept_documents, compared(GIVEN, request(says(0, USER, Q)), ())) == ["document-lost"]


def test_no_document_has_the_name_of_another_one() -> None:
    first, other = (
        Media(kind="", data=data, media_type="a/b", name=name) for data, name in (("AAAA", "a"), ("BBBB", "b"))
    )
    given = request(says(0, USER, first, other))
    for names, kinds in (("ab", []), (("a.txt", "b"), []), ("ba", ["name-exchanged"] * 2), ("aa", ["name-exchanged"])):
        made = (replace(each, name=name) for each, name in zip((first, other), names, strict=True))
        assert breaches(laws.names, compared(given, request(says(0, USER, *made)), ())) == kinds


@pytest.mark.parametrize(("place", "kinds"), [(0, []), (2, ["said-added"]), (3, ["said-added"])])
def test_what_a_document_is_about_is_said_beside_it(place: int, kinds: list[str]) -> None:
    page = Media(kind="", data="AAAA", media_type="a/b")
    said = [
        (USER, page, Q),
        (MODEL, Text(value="The first.")),
        (USER, Text(value="Thanks.")),
        (USER, Text(value="And?")),
    ]
    given = request(
        says(0, USER, replace(page, about="Of Monday."), Q),
        *(says(at, who, *texts) for at, (who, *texts) in enumerate(said) if at),
    )
    turns = [
        (who, (*texts, Text(value="Of Monday.")) if at == place else texts) for at, (who, *texts) in enumerate(said)
    ]
    made = request(*(says(at, who, *texts) for at, (who, texts) in enumerate(turns)))
    assert breaches(contents.added_contents, compared(given, made, ())) == kinds


@pytest.mark.parametrize(
    ("whole", "texts", "holds"),
    [
        ("a b", ["a", "b"], True),
        ("b a", ["a", "b"], False),
        ('one "two\\nlines"', ["one", "two\nlines"], True),
        ("a", ["a", "a"], False),
    ],
)
def test_texts_are_found_in_order_also_as_json_writes_them(whole: str, texts: list[str], holds: bool) -> None:
    assert holds_in_order(whole, texts) is holds


def test_a_medium_without_a_text_behind_a_document_leaves_it_in_its_place() -> None:
    given = request(says(0, USER, PAGE, Media(kind="audio", id="audio_1"), Q))
    assert breaches(laws.order, compared(given, request(says(0, USER, Q, SAID)), ())) == ["misplaced"]
