"""Where the members of definitions occur in a value."""

from __future__ import annotations

from typing import Any

from conformance.running.drift.places import DefinitionMember, FoundPlaces, HeldMember, Walker

KIND = "chat-request"
TEXT = {"type": "string"}


def an_object(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def found_in(value: Any, root: dict[str, Any], **definitions: Any) -> FoundPlaces:
    found = FoundPlaces()
    Walker(KIND, {**root, "$defs": definitions}).walk(value, found)
    return found


def members(found: FoundPlaces) -> dict[str, int]:
    """How often each place occurs."""
    return {f"{place.definition}.{place.at}": len(held) for place, held in found.members.items()}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def test_places_are_named_by_the_last_definition_and_the_members_below_it() -> None:
    tool = an_object(name=TEXT, options=an_object(strict=TEXT))
    root = an_object(tools={"type": "array", "items": ref("module__Tool")})
    value = {"tools": [{"name": "a", "options": {"strict": "x"}}, {"name": "b"}]}
    found = found_in(value, root, module__Tool=tool)
    assert members(found) == {"(root).tools": 1, "Tool.name": 2, "Tool.options": 1, "Tool.options.strict": 1}
    assert found.members[DefinitionMember(KIND, "Tool", "options.strict")] == [
        HeldMember(value["tools"][0]["options"], "strict")
    ]
    assert found.objects[DefinitionMember(KIND, "Tool", "")] == value["tools"]
    assert found.entries[DefinitionMember(KIND, "(root)", "tools")] == value["tools"]


def test_the_objects_that_were_found_are_those_of_the_value() -> None:
    value = {"a": {"b": 1}}
    found = found_in(value, an_object(a=an_object(b=TEXT)))
    assert found.members[DefinitionMember(KIND, "(root)", "a.b")][0].holder is value["a"]


def test_a_member_of_a_union_is_found_by_its_tag() -> None:
    call, text = an_object(type={"const": "call"}, name=TEXT), an_object(type={"const": "text"}, name=TEXT)
    root = an_object(parts={"type": "array", "items": {"anyOf": [ref("Call"), ref("Text")]}})
    found = found_in(
        {"parts": [{"type": "text", "name": "x"}, {"type": "other", "name": "x"}]}, root, Call=call, Text=text
    )
    assert members(found) == {"(root).parts": 1, "Text.type": 1, "Text.name": 1}


def test_without_a_tag_the_one_whose_required_members_are_there_is_taken_then_the_one_that_knows_most() -> None:
    root = {"anyOf": [ref("Whole"), ref("Part"), ref("Other")]}
    definitions = {
        "Whole": an_object("a", "b", a=TEXT, b=TEXT),
        "Part": an_object("a", a=TEXT, c=TEXT),
        "Other": an_object(d=TEXT),
    }
    assert members(found_in({"a": "x", "c": "x"}, root, **definitions)) == {"Part.a": 1, "Part.c": 1}


def test_where_nothing_decides_a_value_is_taken_as_both() -> None:
    found = found_in(
        value := {"a": "x"}, {"anyOf": [ref("One"), ref("Two")]}, One=an_object(a=TEXT), Two=an_object(a=TEXT)
    )
    assert members(found) == {"One.a": 1, "Two.a": 1}
    assert [place.definition for place in found.taken_as(value, KIND)] == ["One", "Two"]
    assert found.taken_as(value, "chat-response") == []


def test_members_that_the_schema_does_not_name_are_a_star_where_it_says_what_they_hold() -> None:
    schemas = {"type": "object", "additionalProperties": an_object(a=TEXT)}
    assert members(found_in({"m": {"x": {"a": "1"}, "y": {}}}, an_object(m=schemas))) == {
        "(root).m": 1, "(root).m.*": 2, "(root).m.*.a": 1,
    }  # fmt: skip
    assert members(found_in({"m": {"x": 1}}, an_object(m={"type": "object"}))) == {"(root).m": 1}


def test_parameters_of_streams_have_one_name_with_those_of_answers_at_once() -> None:
    root = {"anyOf": [ref("ParamsNonStreaming"), ref("ParamsStreaming")]}
    streaming = an_object(model=TEXT, stream={"const": True})
    definitions = {"ParamsNonStreaming": an_object(model=TEXT), "ParamsStreaming": streaming}
    assert members(found_in({"model": "m"}, root, **definitions)) == {"Params.model": 1}


def test_what_was_found_elsewhere_is_added() -> None:
    first, other = found_in({"a": "x"}, an_object(a=TEXT)), found_in(value := {"a": "y"}, an_object(a=TEXT))
    first.add(other)
    assert members(first) == {"(root).a": 2}
    assert first.taken_as(value, KIND) == [DefinitionMember(KIND, "(root)", "")]
