"""What arrives of the contents of worked cases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import pytest

import conformance.reference
from conformance.base.values import JSON
from conformance.rules.contracts.contents import CONTENTS
from conformance.rules.contracts.model import Case, Contract, Declared, Rule
from conformance.running.engine.arrivals import content_at, contents_in, facts_of_cases
from conformance.running.engine.case_results import CaseResult
from conformance.running.engine.fates import CHARACTERS, Fates, together
from conformance.running.engine.result import ADVICE, FAIL, NOT_OBSERVABLE, PASS
from tests.running.engine.certifying import certified

REQUEST, ANSWER = "chat-request-to-anthropic-request", "chat-response-to-responses-response"
Built = dict[str, dict[str, int]]
IMAGE: JSON = {"content": [{"type": "image_url"}, {"type": "text"}]}


def rule(id_: str, subject: str, **more: Any) -> Rule:
    given = {"level": "MUST", "origin": "field", "title": "", "text": "", "why": "", "sources": (), "check": "a"}
    return Rule(id=id_, subject=subject, **{**given, "sets": ("safe",), **more})


RULES = (
    rule("T-1", "text", contents={"images": ("image-lost",), "files": ("file-lost",)}),
    rule("T-2", "text", changes=True),
    rule("T-3", "results", contents={"images": ("media-lost",), "files": ("media-lost",)}),
    rule("V-1", "valid", changes=True),
    rule("F-1", "valid", changes=True, hides=True),
    rule("C-1", "calls"),
    rule("R-1", "reported"),
    rule("N-1", "none"),
    rule("D-1", "calls", sets=("documents",)),
)


def table(
    marks: Mapping[str, str],
    *,
    owed: Collection[str] = ("T-1", "V-1"),
    kinds: Mapping[str, frozenset[tuple[str, str | None]]] | None = None,
    charged: Collection[str] = (),
    operation: str = REQUEST,
    input: JSON = None,
    standing: Declared | None = None,
) -> dict[str, dict[str, int]]:
    case = Case(id="a", rules=("T-1",), note="", input=input, expectations=(), standing=standing)
    contract = Contract(
        operation=operation,
        title="",
        documents=(),
        input="",
        output="",
        conversion_rule="T-1",
        rules=RULES,
        cases=(case,),
    )
    result = CaseResult(marks=marks, owed=frozenset(owed), kinds=kinds or {}, charged=frozenset(charged))
    found = together(facts_of_cases(contract, {"a": result}).values())
    return {
        content: {fate: count for fate, count in value.numbers().items() if count} for content, value in found.items()
    }


def test_a_fact_arrives_where_the_rules_about_it_pass() -> None:
    assert table({"T-1": PASS, "V-1": ADVICE}) == {"text": {"arrives": 1}, "valid": {"arrives": 1}}


def test_what_a_rule_objects_to_is_lost_or_changed_as_the_rule_says() -> None:
    assert table({"T-1": FAIL, "T-2": FAIL, "V-1": PASS})["text"] == {"lost": 1}
    assert table({"T-1": PASS, "T-2": FAIL, "V-1": PASS})["text"] == {"changed": 1}


def test_what_an_api_refuses_loses_everything_and_an_answer_is_not_refused() -> None:
    marks = {"T-1": PASS, "V-1": FAIL}
    assert table(marks) == {"text": {"refused": 1}, "valid": {"refused": 1}}
    assert table(marks, operation=ANSWER) == {"text": {"arrives": 1}, "valid": {"changed": 1}}


def test_a_conversion_that_fails_loses_what_its_case_owes() -> None:
    assert table({"C-1": FAIL}, charged=["C-1"]) == {"text": {"breaks": 1}, "valid": {"breaks": 1}}


def test_what_no_rule_could_read_in_an_invalid_answer_is_lost() -> None:
    assert table({"V-1": FAIL}, operation=ANSWER) == {"text": {"lost": 1}, "valid": {"changed": 1}}


@pytest.mark.parametrize(("invalid", "found"), [("V-1", {}), ("F-1", {"calls": {"lost": 1}})])
def test_of_an_answer_that_was_read_only_what_a_broken_form_hides_is_lost(invalid: str, found: Built) -> None:
    marks = {"T-1": PASS, "V-1": PASS, "F-1": PASS, invalid: FAIL}
    assert table(marks, owed=["T-1", "C-1"], operation=ANSWER) == {"text": {"arrives": 1}, **found}


def test_what_a_lawful_choice_leaves_out_is_not_counted_and_a_report_of_it_is() -> None:
    assert table({"V-1": PASS}) == {"valid": {"arrives": 1}}
    assert table({"T-1": NOT_OBSERVABLE, "V-1": PASS}) == {"valid": {"arrives": 1}}
    assert table({"V-1": PASS, "R-1": PASS}, owed=["T-1", "R-1"]) == {
        "text": {"reported": 1},
        "reported": {"reported": 1},
    }


@pytest.mark.parametrize(("kinds", "fate"), [({"left-out-named"}, "reported"), ({"left-out-named", "lost"}, "lost")])
def test_what_a_report_names_is_not_lost_in_silence(kinds: set[str], fate: str) -> None:
    of_rule = {"T-1": frozenset((kind, None) for kind in kinds)}
    assert table({"T-1": FAIL, "V-1": PASS}, kinds=of_rule)["text"] == {fate: 1}


def test_a_malformed_case_has_no_facts_and_a_documented_one_has() -> None:
    marks = {"T-1": PASS, "V-1": PASS}
    assert table(marks, standing=Declared("malformed", "No list.")) == {}
    assert table(marks, standing=Declared("documented", "Section 1."))["text"] == {"arrives": 1}


def test_rules_about_the_program_and_those_outside_of_safe_have_no_facts() -> None:
    assert table({"N-1": FAIL, "D-1": FAIL, "T-1": PASS}, owed=["N-1", "D-1", "T-1"]) == {"text": {"arrives": 1}}


@pytest.mark.parametrize(
    ("kinds", "text", "images"),
    [
        ({"image-lost"}, "arrives", "lost"),
        ({"text-lost"}, "lost", "arrives"),
        ({"image-lost", "text-lost"}, "lost", "lost"),
        ({"file-lost"}, "lost", "arrives"),  # the case has no file
    ],
)
def test_of_a_rule_about_several_contents_the_kind_of_failure_says_which_one_is_lost(
    kinds: set[str], text: str, images: str
) -> None:
    found = table({"T-1": FAIL, "V-1": PASS}, kinds={"T-1": frozenset((kind, None) for kind in kinds)}, input=IMAGE)
    assert found == {"text": {text: 1}, "images": {images: 1}, "valid": {"arrives": 1}}


def test_contents_are_found_by_the_types_of_parts_at_any_depth() -> None:
    assert contents_in([{"a": [{"type": "input_image"}]}, {"b": {"type": "document"}}]) == {"images", "files"}
    assert contents_in({"type": ["image"], "image": {"type": "text"}}) == set()
    assert contents_in({"parts": [{"inlineData": {"mimeType": "image/png", "data": "a"}}]}) == {"images"}
    assert contents_in({"parts": [{"file_data": {"mime_type": "Image/PNG", "file_uri": "u"}}]}) == {"images"}
    assert contents_in([{"fileData": {"mimeType": "application/pdf"}}, {"inlineData": {}}, {"inlineData": 1}]) == {
        "files"
    }


@pytest.mark.parametrize(
    ("pointed_at", "lost"), [("images", {"images"}), ("files", {"files"}), (None, {"images", "files"})]
)
def test_where_a_kind_may_be_about_several_contents_the_place_of_the_failure_says_which(
    pointed_at: str | None, lost: set[str]
) -> None:
    kinds = {"T-3": frozenset({("media-lost", pointed_at)})}
    marks, given = {"T-3": FAIL, "V-1": PASS}, [{"type": "image"}, {"type": "file"}]
    found = table(marks, owed=["T-3", "V-1"], kinds=kinds, input=given)
    assert {name for name, fates in found.items() if "lost" in fates} == lost


@pytest.mark.parametrize(
    ("at", "content"),
    [
        ("/input/a/1", "images"),
        ("/input/a/1/image_url/url", "images"),
        ("/input/a/0", None),
        ("/input/a", None),
        ("/input/a/9", None),
        ("/input/c~1d", "files"),
        ("/output/a/1", None),
        ("", None),
    ],
)
def test_a_pointer_leads_to_a_content(at: str, content: str | None) -> None:
    image: JSON = {"type": "image_url", "image_url": {"url": "u"}}
    assert content_at({"a": [{"type": "text"}, image], "c/d": {"type": "document"}}, at) == content


def arriving(function: Callable[[Any], Any], operation: str, **more: Any) -> dict[str, Fates]:
    return dict(certified({operation: function}, operation, **{"max_examples": 0, **more}).arrivals[operation])


def without_images(value: Any) -> Any:
    """Return a value without the parts that are images."""
    if isinstance(value, list):
        return [
            without_images(element)
            for element in value
            if not (isinstance(element, dict) and element.get("type") == "image_url")
        ]
    return {key: without_images(value) for key, value in value.items()} if isinstance(value, dict) else value


def reference(operation: str) -> Callable[[Any], Any]:
    found: Callable[[Any], Any] = getattr(conformance.reference, operation.replace("-", "_"))
    return found


@pytest.mark.parametrize("operation", [ANSWER, "mcp-tools-to-responses-tools", "responses-request-to-chat-request"])
def test_of_the_reference_everything_arrives(operation: str) -> None:
    found = arriving(reference(operation), operation)
    assert {content: value.percent for content, value in found.items()} == dict.fromkeys(found, 100)
    assert sum(finding.facts for finding in found.values()) > 90
    assert list(found) == [content for content in CONTENTS if content in found]


def test_a_converter_that_drops_images_loses_images_and_neither_tools_nor_settings() -> None:
    operation = "chat-request-to-responses-request"
    found = arriving(lambda given: reference(operation)(without_images(given)), operation)
    assert (found["images"].percent, found["images"].lost) == (0, found["images"].facts)
    assert (found["tools"].percent, found["settings"].percent) == (100, 100)


def test_what_arrives_depends_on_neither_seed_nor_examples() -> None:
    operation = "chat-request-to-responses-request"

    def convert(given: Any) -> Any:
        return {key: value for key, value in reference(operation)(given).items() if key != "temperature"}

    found = arriving(convert, operation)
    assert found["settings"].percent < 100
    assert arriving(convert, operation, seed=3, max_examples=5) == found


def test_a_converter_that_always_fails_breaks_everything() -> None:
    def convert(_given: Any) -> Any:
        raise ValueError("no")

    found = arriving(convert, "chat-request-to-responses-request")
    assert {finding.percent for finding in found.values()} == {0}
    assert all(finding.breaks == finding.facts for finding in found.values())


def test_a_run_of_some_rules_or_cases_says_nothing_of_what_arrives() -> None:
    operation = "chat-request-to-responses-request"
    for narrowed in ({"rules": ("C2R-4",)}, {"cases": ("*",)}):
        more: dict[str, Any] = {"max_examples": 0, **narrowed}
        assert certified({operation: reference(operation)}, operation, **more).arrivals == {}


def test_the_facts_of_each_case_add_up_to_the_table() -> None:
    operation = "chat-request-to-responses-request"
    run = certified({operation: lambda given: reference(operation)(without_images(given))}, operation, max_examples=0)
    column = list(CONTENTS).index("images")
    found = "".join(line[column] for line in run.fates[operation].values()).replace("-", "")
    images = run.arrivals[operation]["images"]
    assert {fate: found.count(sign) for fate, sign in CHARACTERS.items()} == images.numbers()
    assert "l" in found


def test_a_failed_conversion_that_is_only_advised_against_breaks_nothing() -> None:
    operation = "mcp-result-to-tool-message"

    def convert(given: Any) -> Any:
        result = given.get("result") if isinstance(given, dict) else None
        if isinstance(result, dict) and result.get("isError", False) is None:
            raise ValueError("isError is no boolean")
        return reference(operation)(given)

    assert {element.breaks for element in arriving(convert, operation).values()} == {0}
