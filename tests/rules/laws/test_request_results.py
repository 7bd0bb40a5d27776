"""What laws find in results of tools in two requests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.formats.model.conversation import (
    MODEL,
    NAMED_TEXT,
    OBJECT_TEXT,
    TOOL,
    USER,
    Text,
)
from conformance.rules.laws import request_losses
from conformance.rules.laws import request_results as laws
from tests.rules.laws.request_samples import (
    LACKING,
    PAGE,
    PICTURE,
    breaches,
    call,
    compared,
    request,
    result,
    says,
)

OTHER = replace(PICTURE, data="AAAA")
NATIVE = request(
    says(0, USER, Text(value="q")), says(1, MODEL, call("a")), says(2, USER, result("a", "r", more=(PICTURE,)))
)


@pytest.mark.parametrize(
    ("got", "kinds"),
    [
        (says(2, TOOL, result("a", "r", more=(PICTURE,))), []),
        (says(2, TOOL, result("a", "r")), ["result-media-lost"]),
        (says(2, TOOL, result("a", "r", more=(PICTURE, PICTURE, OTHER))), ["result-media-added"]),
    ],
)
def test_a_picture_stays_in_a_result_that_holds_pictures(got: Any, kinds: list[str]) -> None:
    pair = compared(NATIVE, request(says(0, USER, Text(value="q")), says(1, MODEL, call("a")), got))
    pair.terms = replace(pair.terms, lacks=lambda kind: kind in LACKING - {"result/image"})
    assert breaches(laws.result_media, pair) == kinds


@pytest.mark.parametrize(("texts", "kinds"), [(("r",), []), (("r", "r"), ["result-changed"])])
def test_a_text_beside_a_picture_is_there_once(texts: tuple[str, ...], kinds: list[str]) -> None:
    more = (*(Text(value=text) for text in texts[1:]), PICTURE)
    got = says(2, TOOL, result("a", texts[0], more=more))
    pair = compared(NATIVE, request(says(0, USER, Text(value="q")), says(1, MODEL, call("a")), got))
    pair.terms = replace(pair.terms, lacks=lambda kind: kind in LACKING - {"result/image"})
    assert breaches(laws.results, pair) == kinds


def test_the_text_of_a_document_is_in_a_result_once() -> None:
    given = request(
        says(0, USER, Text(value="q")), says(1, MODEL, call("a")), says(2, TOOL, result("a", "A", more=(PAGE,)))
    )
    for texts, kinds in (
        (("A", "the page"), []),
        (("A", "[document]", "the page"), []),
        (("A", "the page", "the page"), ["result-changed"]),
    ):
        made = request(says(0, USER, Text(value="q")), says(1, MODEL, call("a")), says(2, TOOL, result("a", *texts)))
        assert breaches(laws.results, compared(given, made, ())) == kinds


@pytest.mark.parametrize(
    ("said", "kinds"), [("None", ["result-invented"]), ("null", ["result-invented"]), ("(no output)", []), ("", [])]
)
def test_no_text_does_not_become_a_value(said: str, kinds: list[str]) -> None:
    asked = says(0, USER, Text(value="q")), says(1, MODEL, call("a"))
    owed, came = (request(*asked, says(2, TOOL, result("a", *texts))) for texts in ((), (said,)))
    assert breaches(laws.results, compared(owed, came)) == kinds


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ('{"rows": [1, 2]}', []),
        ('{"rows":[1,2]}', []),
        ("[1, 2]", []),
        ("[1]", ["result-changed"]),
        ("", ["result-changed"]),
        ('{"rows": [1, 2], "more": 1}', ["result-changed"]),
        ('{"lines": [1, 2]}', ["result-changed"]),
    ],
)
def test_a_result_that_is_an_object_arrives_as_any_json_text_of_it(said: str, kinds: list[str]) -> None:
    asked = says(0, USER, Text(value="q")), says(1, MODEL, call("a"))
    owed = replace(result("a", '{"rows": [1, 2]}'), form=OBJECT_TEXT)
    pair = compared(request(*asked, says(2, USER, owed)), request(*asked, says(2, TOOL, result("a", said))), ())
    assert breaches(laws.results, pair) == kinds


@pytest.mark.parametrize(
    ("said", "came", "kinds"),
    [
        ("7", '{"result": 7}', []),
        ("[1,2]", '{"output": [1, 2]}', []),
        ('{"a":1}', '{"a": 1}', []),
        ('{"a":1}', '{"result": {"a": 1}}', []),
        ('{"a":1}', '{"result": 1}', ["result-changed"]),
        ("7", '{"result": 8}', ["result-changed"]),
    ],
)
def test_a_text_that_is_json_may_become_its_value(said: str, came: str, kinds: list[str]) -> None:
    asked = says(0, USER, Text(value="q")), says(1, MODEL, call("a"))
    got = replace(result("a", came), form=OBJECT_TEXT)
    pair = compared(request(*asked, says(2, TOOL, result("a", said))), request(*asked, says(2, USER, got)), ())
    assert breaches(laws.results, pair) == kinds


@pytest.mark.parametrize(("said", "kinds"), [('{"error": "r"}', []), ('{"error": "other"}', ["result-changed"])])
def test_a_text_that_is_an_object_with_a_text_may_become_that(said: str, kinds: list[str]) -> None:
    asked = says(0, USER, Text(value="q")), says(1, MODEL, call("a"))
    got = replace(result("a", "r"), form=NAMED_TEXT, failed=True)
    pair = compared(request(*asked, says(2, TOOL, result("a", said))), request(*asked, says(2, USER, got)), ())
    assert breaches(laws.results, pair) == kinds
    assert breaches(request_losses.failed, pair) == (["failure-added"] if kinds else [])


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("r", []),
        ('{"output": "r"}', []),
        ('{"result":"r"}', []),
        ('{"output": "R"}', ["result-changed"]),
        ('{"output": "r", "more": 1}', ["result-changed"]),
        ('"r"', ["result-changed"]),
    ],
)
@pytest.mark.parametrize("failed", [None, True])
def test_a_text_that_was_alone_in_an_object_may_stay_there(said: str, kinds: list[str], failed: bool | None) -> None:
    asked = says(0, USER, Text(value="q")), says(1, MODEL, call("a"))
    owed = replace(result("a", "r"), form=NAMED_TEXT, failed=failed)
    pair = compared(request(*asked, says(2, USER, owed)), request(*asked, says(2, TOOL, result("a", said))), ())
    is_there = failed and "r" in said  # of a tool that failed other words may be around it
    assert breaches(laws.results, pair) == ([] if is_there else kinds)


@pytest.mark.parametrize(("name", "kinds"), [(None, []), ("f", []), ("g", ["result-name"])])
def test_a_result_names_the_function_that_was_called(name: str | None, kinds: list[str]) -> None:
    asked = says(0, USER, Text(value="q")), says(1, MODEL, call("a"))
    owed, came = (
        request(*asked, says(2, TOOL, said)) for said in (result("a", "r"), replace(result("a", "r"), name=name))
    )
    assert breaches(laws.result_names, compared(owed, came)) == kinds
