"""A request of Gemini as it is compared: ids, texts of results, and schemas."""

from __future__ import annotations

from typing import Any

from conformance.base.wording import MADE_ID, brief, versus
from conformance.formats.model.conversation import NAMED_TEXT, OBJECT_TEXT, Call, Media, Result, Text
from conformance.formats.model.fact import facts_in
from conformance.formats.whole_requests import REQUESTS

GEMINI = REQUESTS["gemini-request"]


def facts(kind: type[Any], *contents: tuple[str, list[Any]]) -> list[Any]:
    value = {"contents": [{"role": role, "parts": parts} for role, parts in contents]}
    return [fact for fact in facts_in(GEMINI.read(value).conversation.turns) if isinstance(fact, kind)]


def call(name: str, **more: Any) -> Any:
    return {"functionCall": {"name": name, "args": {}, **more}}


def result(name: str, response: Any = None, **more: Any) -> Any:
    return {"functionResponse": {"name": name, "response": response or {"output": "r"}, **more}}


def test_each_call_has_an_id_of_its_own() -> None:
    ids = [fact.id for fact in facts(Call, ("model", [call("f"), call("f"), call("f", id=MADE_ID.format(1))]))]
    assert len(set(ids)) == 3
    assert ids[2] == MADE_ID.format(1)


def test_no_message_shows_an_id_that_was_made_as_one() -> None:
    _first, second = facts(Call, ("model", [call("f"), call("g")]))
    assert brief(second.id) == "no. 2 of those without an id"
    assert brief([second.id, "a"]) == '[no. 2 of those without an id, "a"]'
    assert versus(second.id, "a") == 'wanted no. 2 of those without an id, got "a"'
    assert brief(f"{second.id} is a text") == f'"{second.id} is a text"'


def test_a_result_answers_the_open_call_of_its_name_and_else_the_first() -> None:
    contents = ("model", [call("f"), call("g"), call("f")]), ("user", [result("g"), result("f"), result("other")])
    calls, results = facts(Call, *contents), facts(Result, *contents)
    assert [fact.id for fact in results] == [calls[1].id, calls[0].id, calls[2].id]


def test_a_result_answers_a_call_of_its_own_round() -> None:
    round_ = ("model", [call("f")]), ("user", [result("f")])
    calls, results = facts(Call, *round_, *round_), facts(Result, *round_, *round_)
    assert [fact.id for fact in results] == [fact.id for fact in calls]


def test_a_text_that_is_alone_in_a_result_is_its_text() -> None:
    for key in ("output", "result", "content", "error"):
        (fact,) = facts(Result, ("user", [result("f", {key: "r"}, id="a")]))
        assert (fact.form, [part.value for part in fact.content], bool(fact.failed)) == (
            NAMED_TEXT,
            ["r"],
            key == "error",
        )


def test_another_object_is_its_json_and_media_are_behind_it() -> None:
    image = {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}
    (fact,) = facts(Result, ("user", [result("f", {"a": 1}, id="a", parts=[image])]))
    text, medium = fact.content
    assert (fact.form, text.value, type(medium)) == (OBJECT_TEXT, '{"a": 1}', Media)


def test_data_may_be_in_the_letters_of_base64_for_addresses() -> None:
    image = {"inlineData": {"mimeType": "image/png", "data": "-_8="}}
    said, held = facts(Media, ("user", [image, result("f", parts=[image])]))
    assert (said.data, held.data) == ("+/8=", "+/8=")


def test_an_empty_object_says_nothing() -> None:
    assert facts(Text, ("user", [{"functionResponse": {"name": "f", "id": "a", "response": {}}}])) == []


def test_a_content_without_a_role_is_the_users() -> None:
    (turn,) = GEMINI.read({"contents": [{"parts": [{"text": "q"}]}]}).conversation.turns
    assert turn.speaker == "user"


def test_schemas_of_the_dialect_are_json_schemas() -> None:
    own = {"type": "OBJECT", "properties": {"a": {"type": "STRING", "nullable": True}}, "property_ordering": ["a"]}
    value = {
        "contents": [], "tools": [{"functionDeclarations": [{"name": "f", "parameters": own}]}],
        "generationConfig": {"responseMimeType": "application/json", "responseSchema": {"type": "ARRAY"}},
    }  # fmt: skip
    request = GEMINI.read(value)
    assert request.tools is not None
    assert request.tools[0].schema is not None
    assert request.tools[0].schema.value == {"type": "object", "properties": {"a": {"type": ["string", "null"]}}}
    assert request.format is not None
    assert request.format.schema is not None
    assert request.format.schema.value == {"type": "array"}


def test_a_result_that_is_an_object_is_written_as_one() -> None:
    value = {"contents": [{"role": "user", "parts": [result("f", {"a": 1}, id="a")]}]}
    assert GEMINI.write(GEMINI.read(value)) == value
