"""What laws find between two results of a call, of no format."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.base.values import ABSENT, JSON
from conformance.formats.model.conversation import IMAGE, Media, Result, Text, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import PARTED, AnswerText, NotOwed, ParsedSide
from conformance.rules.laws import kept_result_parts
from conformance.rules.laws.compared import Law
from conformance.rules.laws.contents import LOST, REWRITTEN, TRIMMED, ResultComparison
from conformance.rules.laws.law import UNSEEN, Breach
from conformance.rules.laws.terms import Terms

PICTURE = Media(kind=IMAGE, data="iVBORw==", media_type="image/png", is_inline=True)
PAGE = Media(kind="", url="file:///a", name="a page", about="what it is")
NEW = Other(format="x", word="new", value={"type": "new"})


def result(*facts: Utterance | Other | str, **more: Any) -> Result:
    made = [Text(value=fact) if isinstance(fact, str) else fact for fact in facts]
    return Result(id="1", content=tuple(replace(element, at=((at,),)) for at, element in enumerate(made)), **more)


def both(owed: Result, *came: Utterance | Other | str, reported: bool | None = False, **terms: Any) -> ResultComparison:
    got = result(*came)
    flow = AnswerText(value=[], text=PARTED.join(part.value for part in got.content if isinstance(part, Text)))
    places = {"speaker": ("speaker",), "result/id": ("id",), "result/content": ("content",)}
    unknown = tuple(part for part in owed.content if isinstance(part, Other))
    return ResultComparison(
        given=ParsedSide(answer=None, returned=owed, freedom=NotOwed(unknown=unknown)),
        got=ParsedSide(answer=None, value={"id": "1"}, returned=got, flow=flow, places=places),
        terms=Terms(**terms),
        reported=lambda *_words: reported,
    )


def breaches(law: Law, compared: ResultComparison) -> list[str]:
    return [found.kind for _key, found in law(compared) if isinstance(found, Breach)]


def test_a_text_arrives_as_it_is_or_in_json_and_in_order() -> None:
    for came in (("a", "b"), ("a\nb",), ('["a", "b"]',), ('{"text": "a"}', '{"text": "b"}')):
        assert breaches(kept_result_parts.texts, both(result("a", "b"), *came)) == []
    assert breaches(kept_result_parts.texts, both(result("a", "b"), "b", "a")) == ["order"]
    assert breaches(kept_result_parts.texts, both(result("a", "b"), "a")) == ["lost"]
    assert breaches(kept_result_parts.texts, both(result("a"), "[object Object] a")) == ["language-notation"]


def test_what_became_of_a_text() -> None:
    compared = both(result("a\n", '{"a": 1}', "c"), "a", '{"a":1}')
    assert compared.fates == (TRIMMED, REWRITTEN, LOST)
    assert breaches(kept_result_parts.texts, compared) == ["lost", "json-rewritten"]


def test_an_image_that_the_target_takes_is_a_part_and_no_part_is_made_up() -> None:
    images = frozenset({"image/png"})
    assert breaches(kept_result_parts.images, both(result(PICTURE), PICTURE, images=images)) == []
    assert breaches(kept_result_parts.images, both(result(PICTURE), "an image", images=images)) == ["image-lost"]
    assert breaches(kept_result_parts.images, both(result(PICTURE), "an image")) == []
    assert breaches(kept_result_parts.data, both(result(PICTURE), PICTURE)) == []
    assert breaches(kept_result_parts.data, both(result(PICTURE), PICTURE, PICTURE)) == ["other-data"]
    assert breaches(kept_result_parts.data, both(result(PAGE), Media(kind="", url="file:///a"))) == []


def test_an_image_does_not_become_a_file() -> None:
    as_file = both(result(PICTURE), replace(PICTURE, kind=""), images=frozenset({"image/png"}))
    assert breaches(kept_result_parts.images, as_file) == ["image-lost"]


def test_data_without_a_type_may_come_with_one() -> None:
    data = Media(kind="", url="file:///a", data="AAAA", is_inline=True)
    assert breaches(kept_result_parts.data, both(result(data), replace(data, media_type="application/pdf"))) == []


def test_the_loss_of_a_link_may_be_reported_and_that_of_its_name_may_not() -> None:
    assert breaches(kept_result_parts.links, both(result(PAGE), "a page (file:///a): what it is")) == []
    assert breaches(kept_result_parts.links, both(result(PAGE), "-")) == ["link-lost", "name-lost", "description-lost"]
    assert breaches(kept_result_parts.links, both(result(PAGE), "-", reported=True)) == ["name-lost"]
    assert [found for _key, found in kept_result_parts.links(both(result(PAGE), "-", reported=None))].count(UNSEEN) == 2


def test_an_address_may_have_its_letters_as_a_uri_has_them() -> None:
    page = Media(kind="", url="https://example.org/größe%20log?a=1&b=2#end")
    assert kept_result_parts.forms_of(page.url or "")[1] == "https://example.org/gr%C3%B6%C3%9Fe%20log?a=1&b=2#end"
    assert (
        breaches(kept_result_parts.links, both(result(page), "https://example.org/gr%C3%B6%C3%9Fe%20log?a=1&b=2#end"))
        == []
    )
    assert breaches(
        kept_result_parts.links, both(result(page), "https://example.org/gr%C3%B6%C3%9Fe%2520log?a=1&b=2#end")
    ) == ["link-lost"]
    part = Media(kind="", url="https://example.org/gr%C3%B6%C3%9Fe%20log")
    assert (
        breaches(kept_result_parts.data, both(result(replace(page, url="https://example.org/größe%20log")), part)) == []
    )


def test_something_does_not_become_nothing() -> None:
    assert breaches(kept_result_parts.anything, both(result("a"), " ")) == ["emptied-result"]
    assert breaches(kept_result_parts.anything, both(result(" "), " ")) == []
    assert breaches(kept_result_parts.neighbours, both(result("a", NEW), "b")) == ["neighbours-lost"]


def structured(value: JSON, *facts: str) -> Result:
    return result(*facts, structured=value)


def test_a_structured_value_arrives_where_there_is_no_content_and_once() -> None:
    assert breaches(kept_result_parts.structured, both(structured({"a": 1}), '{"a":1}')) == []
    assert breaches(kept_result_parts.structured, both(structured({"result": [1]}), "[1]")) == []
    assert breaches(kept_result_parts.structured, both(structured({"a": 1}), "nothing")) == ["structured-lost"]
    assert breaches(kept_result_parts.structured, both(structured(ABSENT), "nothing")) == []
    repeated = structured({"a": 1}, '{"a": 1}')
    assert breaches(kept_result_parts.structured, both(repeated, '{"a": 1}')) == []
    assert breaches(kept_result_parts.structured, both(repeated, '{"a": 1}', '{"a": 1}')) == ["twice-written"]


def test_a_structured_value_may_replace_the_texts_by_the_terms() -> None:
    compared = structured({"a": 1}, "said otherwise")
    assert breaches(kept_result_parts.texts, both(compared, '{"a": 1}')) == []
    assert breaches(kept_result_parts.texts, both(compared, '{"a": 1}', choices={"structured": "text"})) == ["lost"]


def test_a_result_answers_its_call() -> None:
    assert breaches(kept_result_parts.answered, both(result("a"), "a")) == []
    assert breaches(kept_result_parts.answered, both(replace(result("a"), id="2"), "a")) == ["other-id"]
    nothing = both(result("a"), "a")
    nothing.arrived = ParsedSide(answer=None, value=[], form="one object")
    assert breaches(kept_result_parts.answered, nothing) == ["no-object"]
