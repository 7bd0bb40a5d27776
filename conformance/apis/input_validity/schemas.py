"""Whether a JSON Schema inside an input is one: valid by its draft, and all of its references resolve."""

from __future__ import annotations

from collections.abc import Iterator

import jsonschema_rs

from conformance.apis.input_validity.model import Reason, reason
from conformance.base.values import JSON, readable
from conformance.formats.json_schema import Path, dangles, dangling_references, subschemas

_MOST = 300  # characters of a validator's message


def schema_reasons(schema: JSON) -> Iterator[Reason]:
    """Yield why a schema is invalid. A reference to another document does not resolve: nothing is fetched."""
    try:
        _compile(schema)
    except jsonschema_rs.ValidationError as error:
        message = error.message if len(error.message) <= _MOST else error.message[:_MOST] + "..."
        yield reason("schema-invalid", f"not a valid JSON Schema: {message}", *error.instance_path)
        return
    except ValueError as error:
        yield reason("schema-invalid", f"not a valid JSON Schema: {error}"[:_MOST])
        return
    # The validator resolves only the references that it reaches from the root.
    for path, reference in dangling_references(schema):
        yield reason("reference-dangling", f"the reference {reference} resolves to nothing", *path)
    data = {
        (*path, key)
        for path, member in subschemas(schema)
        if isinstance(member, dict)
        for key in ("const", "default", "enum", "examples")
    }
    for path, reference in _in_unknown_keywords(schema, schema, data):
        yield reason("reference-unknown", f"the reference {reference} is in no schema, and resolves to nothing", *path)


def _in_unknown_keywords(value: JSON, root: JSON, data: set[Path], path: Path = ()) -> Iterator[tuple[Path, JSON]]:
    """Yield the references that resolve to nothing anywhere but in data: some converters follow them too."""
    if isinstance(value, dict) and not isinstance(value.get("$ref", {}), dict | bool):  # those are a property's schema
        reference = value["$ref"]
        if not isinstance(reference, str) or not reference.startswith("#") or dangles(root, reference):
            yield (*path, "$ref"), reference
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        if (*path, key) not in data:
            yield from _in_unknown_keywords(member, root, data, (*path, key))


def _compile(schema: JSON) -> None:
    try:
        jsonschema_rs.validator_for(schema, retriever=_nothing)
    except jsonschema_rs.ValidationError:
        raise
    except ValueError:  # what the validator cannot read
        jsonschema_rs.validator_for(readable(schema), retriever=_nothing)


def _nothing(uri: str) -> JSON:
    raise ValueError(f"{uri} is another document")
