from __future__ import annotations

import jsonschema_rs
import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts.shape import check_shape, check_shapes, schema_name

SCHEMA = {
    "type": "object",
    "required": ["rules"],
    "additionalProperties": False,
    "properties": {
        "rules": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"id": {"type": "string"}, "level": {"enum": ["MUST", "SHOULD"]}},
            },
        }
    },
}


@pytest.mark.parametrize(
    ("file", "schema"),
    [
        ("sources.yaml", "sources.schema.json"),
        ("every-operation.yaml", "every-operation.schema.json"),
        ("one-to-one/contract.yaml", "contract.schema.json"),
        ("one-to-one/cases/some.yaml", "cases.schema.json"),
    ],
)
def test_each_file_has_its_schema(file, schema):
    assert schema_name(file) == schema


def test_what_has_the_form_is_accepted():
    document = {"rules": [{"id": "A-1", "level": "MUST"}]}
    assert check_shape(document, "a/contract.yaml", {"contract.schema.json": SCHEMA}) is None


@pytest.mark.parametrize(
    ("document", "reported"),
    [
        ({"rules": [{"id": "A-1", "level": "SHALL"}]}, 'a/contract.yaml, /rules/0/level (A-1): "SHALL" is not one of'),
        ({"rules": [{"id": 1}]}, "a/contract.yaml, /rules/0/id: 1 is not of type"),
        ({}, 'a/contract.yaml, the whole file: "rules" is a required property'),
        ([], "a/contract.yaml, the whole file: [] is not of type"),
        ({"rules": [], "~/x": 1}, "a/contract.yaml, the whole file: "),
    ],
)
def test_what_has_another_form_is_refused_with_its_place(document, reported):
    with pytest.raises(UsageError) as refused:
        check_shape(document, "a/contract.yaml", {"contract.schema.json": SCHEMA})
    assert str(refused.value).startswith(reported)
    assert str(refused.value).endswith("The form is in contract.schema.json.")


def test_a_long_value_is_cut():
    with pytest.raises(UsageError) as refused:
        check_shape({"rules": "x" * 5_000}, "a/contract.yaml", {"contract.schema.json": SCHEMA})
    assert len(str(refused.value)) < 500


def test_a_file_without_a_schema_is_refused():
    with pytest.raises(UsageError, match=r"other\.yaml has no schema other\.schema\.json beside it"):
        check_shape({}, "other.yaml", {})


def test_a_schema_that_is_none_is_refused():
    with pytest.raises(UsageError, match=r"other\.schema\.json is not a JSON Schema"):
        check_shape({}, "other.yaml", {"other.schema.json": {"type": "objet"}})


def test_a_schema_is_compiled_once_for_all_files_of_its_kind(monkeypatch):
    compiled = []
    compile_ = jsonschema_rs.validator_for
    monkeypatch.setattr(jsonschema_rs, "validator_for", lambda value: compiled.append(value) or compile_(value))
    check_shapes({"a/contract.yaml": {"rules": []}, "b/contract.yaml": {"rules": []}}, {"contract.schema.json": SCHEMA})
    assert compiled == [SCHEMA]
