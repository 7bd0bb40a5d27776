"""What a request holds at a place."""

from __future__ import annotations

from conformance.apis.oracles.held import list_or_empty, value_at


def test_a_place_leads_through_objects_and_to_nothing_where_there_is_none() -> None:
    request = {"text": {"format": {"type": "json_object"}}, "tools": [1]}
    assert value_at(request, ("text", "format", "type")) == "json_object"
    for place in (("text", "verbosity"), ("tools", "name"), ("tools", 0), ("input",)):
        assert value_at(request, place) is None
    assert value_at("text", ("text",)) is None


def test_what_is_no_list_has_no_entries() -> None:
    assert [list_or_empty(element) for element in ([1], None, "text", {"a": 1})] == [[1], [], [], []]
