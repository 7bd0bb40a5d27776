"""Holds each specification file against its JSON Schema and words what is wrong."""

from __future__ import annotations

from collections.abc import Mapping

import jsonschema_rs

from conformance.base.errors import UsageError
from conformance.base.values import JSON, pointer


def schema_name(name: str) -> str:
    """Return the name of the schema of a file of specs/."""
    if name.endswith("/contract.yaml"):
        return "contract.schema.json"
    if "/cases/" in name:
        return "cases.schema.json"
    if name.startswith("api/"):
        return name.removeprefix("api/").removesuffix(".yaml") + ".schema.json"
    # Files with one schema are in a folder of its name.
    return name.partition("/")[0].removesuffix(".yaml") + ".schema.json"


def check_shapes(documents: Mapping[str, JSON], schemas: Mapping[str, JSON]) -> None:
    """Check files, given by name, as `check_shape` does. Each schema is compiled once: most files are cases."""
    compiled: dict[str, jsonschema_rs.Validator] = {}
    for name, document in documents.items():
        own = schema_name(name)
        if own not in compiled:
            compiled[own] = _compiled(own, name, schemas)
        _check(document, name, compiled[own])


def check_shape(document: JSON, name: str, schemas: Mapping[str, JSON]) -> None:
    """Raise UsageError with file, pointer and reason of the deepest violation of the file's schema."""
    check_shapes({name: document}, schemas)


def _compiled(own: str, name: str, schemas: Mapping[str, JSON]) -> jsonschema_rs.Validator:
    """Return the validator of a schema. name: of the first file that needs it."""
    if own not in schemas:
        raise UsageError(f"{name} has no schema {own} beside it.", "Remove the file or add the schema.")
    try:
        return jsonschema_rs.validator_for(schemas[own])
    except ValueError as error:
        raise UsageError(f"{own} is not a JSON Schema: {error}.", "Fix the schema.") from None


def _check(document: JSON, name: str, validator: jsonschema_rs.Validator) -> None:
    errors = list(validator.iter_errors(document))
    if errors:
        # The deepest one says most: the others are often its consequence.
        worst = max(errors, key=lambda error: len(error.instance_path))
        where = pointer(*worst.instance_path) or "the whole file"
        label = _case_label(document, worst.instance_path)
        message = worst.message if len(worst.message) < 300 else worst.message[:300] + "..."
        raise UsageError(f"{name}, {where}{label}: {message}.", f"The form is in {schema_name(name)}.")


def _case_label(document: JSON, path: list[str | int]) -> str:
    """Name the case or rule an error lies in: a number alone is hard to find in a long file."""
    if len(path) >= 2 and isinstance(path[1], int):
        entry = document[path[0]][path[1]]
        if isinstance(entry, dict):
            label = entry.get("id", entry.get("name"))
            return f" ({label})" if isinstance(label, str) else ""
    return ""
