"""The rules about services hold together with their description, and are a part of the specifications' digest."""

from __future__ import annotations

import shutil
from pathlib import Path

import jsonschema_rs
import pytest

from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.files import read_schema
from conformance.running.service.checks import CHECKS

OWN = Path(__file__).parents[3] / "specs"
NAMES = ("http-service.yaml", "subject-protocol.openapi.json")
SERVICE = load_specifications().services["http-service"]
DESCRIPTION = read_schema("subject-protocol.openapi.json")


def test_every_check_belongs_to_one_rule():
    assert sorted(rule.check for rule in SERVICE.rules) == sorted(CHECKS)


def test_every_rule_but_that_of_what_is_generated_has_a_case():
    shown = {rule for case in SERVICE.cases for rule in case.rules}
    assert {rule.id for rule in SERVICE.rules} - shown == {"HTTP-10"}


def test_the_description_is_an_openapi_document_whose_references_lead_somewhere():
    assert DESCRIPTION["openapi"].startswith("3.1.")
    references = list(references_in(DESCRIPTION))
    assert len(references) > 5
    for reference in references:
        found = DESCRIPTION
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]
        assert found


def references_in(value):
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for member in value:
            yield from references_in(member)


@pytest.mark.parametrize("name", DESCRIPTION["components"]["schemas"])
def test_its_schemas_are_schemas(name):
    assert jsonschema_rs.meta.is_valid(DESCRIPTION["components"]["schemas"][name])


def test_a_changed_description_is_another_digest(specs):
    for name in NAMES:
        shutil.copy(OWN / name, specs)
    before = load_specifications().digest
    assert list(load_specifications().services) == ["http-service"]
    for name in NAMES:
        path = specs / name
        path.write_text(path.read_text("utf-8").replace("JSON-RPC", "JSON RPC", 1), "utf-8")
        after = load_specifications().digest
        assert after != before, name
        before = after
