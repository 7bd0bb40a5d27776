"""OpenAPI documents as states: what they write otherwise than JSON Schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from conformance.apis.oracles.pinned import judged, validator
from conformance.running.drift.states import openapi_state

KIND, ROOT = "chat-request", "CreateChatCompletionRequest"


def accepts(folder: Path, value: Any, **components: Any) -> bool:
    """Whether a request is accepted by a document, closed as requests are."""
    document = {"openapi": "3.1.0", "info": {"version": "1"}, "components": {"schemas": components}}
    (folder / "api.json").write_text(json.dumps(document), "utf-8")
    schema = openapi_state(str(folder / "api.json")).schemas[KIND]
    return bool(validator(judged(KIND, schema, ())).is_valid(value))


def an_object(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


TEXT = {"type": "string"}


def test_the_parts_of_all_of_are_one_object(tmp_path: Path) -> None:
    components = {
        "Base": an_object("model", model=TEXT),
        ROOT: {"allOf": [{"$ref": "#/components/schemas/Base"}, an_object("messages", messages={"type": "array"})]},
    }
    assert accepts(tmp_path, {"model": "m", "messages": []}, **components)
    assert not accepts(tmp_path, {"model": "m"}, **components)
    assert not accepts(tmp_path, {"messages": []}, **components)
    assert not accepts(tmp_path, {"model": "m", "messages": [], "flavour": 1}, **components)


def test_branches_of_one_of_may_overlap(tmp_path: Path) -> None:
    model = {"oneOf": [TEXT, {"type": "string", "enum": ["m"]}]}
    assert accepts(tmp_path, {"model": "m"}, **{ROOT: an_object(model=model)})


def test_null_is_taken_where_the_document_says_nullable(tmp_path: Path) -> None:
    assert accepts(tmp_path, {"model": None}, **{ROOT: an_object(model={**TEXT, "nullable": True})})


def test_a_recursive_reference_takes_anything(tmp_path: Path) -> None:
    one = {"$recursiveAnchor": True, **an_object(filters={"type": "array", "items": {"$recursiveRef": "#"}})}
    components = {"Filter": one, ROOT: an_object(filter={"$ref": "#/components/schemas/Filter"})}
    assert accepts(tmp_path, {"filter": {"filters": [{}]}}, **components)


def test_members_that_are_required_twice_and_broken_components_elsewhere_do_no_harm(tmp_path: Path) -> None:
    components = {ROOT: an_object("model", "model", model=TEXT), "Elsewhere": {"type": "no type"}}
    assert accepts(tmp_path, {"model": "m"}, **components)


def test_a_definition_that_extends_itself_ends(tmp_path: Path) -> None:
    link = {"allOf": [{"$ref": "#/components/schemas/Link"}, an_object(next=TEXT)]}
    assert not accepts(tmp_path, 1, **{"Link": link, ROOT: an_object(link={"$ref": "#/components/schemas/Link"})})
