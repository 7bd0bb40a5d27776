"""Every pair of keywords that hold a subschema is met, one within the other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from random import Random

import jsonschema_rs
import pytest

from conformance.formats.json_schema import subschemas
from conformance.inputs.builder import Builder, Schema
from conformance.inputs.choices import Dealing
from conformance.inputs.kinds import KINDS
from conformance.inputs.nesting import CHAINS, ONE, around, nested
from tests.inputs.test_kinds import URIS


@pytest.mark.parametrize("modern", [True, False], ids=["2020-12", "draft-07"])
def test_each_keyword_is_once_directly_within_each(modern: bool) -> None:
    neighbours = [pair for chain in CHAINS[modern] for pair in pairwise(chain)]
    assert sorted(neighbours, key=repr) == sorted(product(ONE[modern], repeat=2), key=repr)


@pytest.mark.parametrize("make", [nested, around])
def test_the_innermost_schema_has_the_default(make: Callable[[Builder], Schema]) -> None:
    choices = Dealing(Random(1))
    for _ in range(60):
        build = Builder(choices, KINDS, 20)
        schema = make(build)
        assert jsonschema_rs.meta.is_valid({"$schema": URIS[build.modern], **schema})
        defaults = [
            subschema
            for _path, subschema in subschemas(schema)
            if isinstance(subschema, dict) and "default" in subschema
        ]
        assert [default["type"] for default in defaults] == ["string"]
