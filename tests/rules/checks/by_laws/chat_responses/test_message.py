"""The message of a Chat answer, its citations and its log probabilities."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.by_laws.chat_responses.charges import CHECKS
from conformance.rules.checks.by_laws.chat_responses.letter import losses_reported, requested_losses_reported
from conformance.rules.checks.findings import NOT_OBSERVABLE
from tests.rules.checks.by_laws.chat_responses.samples import CALL, SENT, answer, charged, response, said, text, viewed

ENTRY = {"token": "Hi", "bytes": [72, 105], "logprob": -0.5, "top_logprobs": []}
NOTE = {"type": "url_citation", "url": "https://example.org/", "title": "A", "start_index": 0, "end_index": 3}
FILE = {"type": "file_citation", "file_id": "file-1", "filename": "a.txt", "index": 0}
SEARCH = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "a"}}
PATCH = {
    "type": "apply_patch_call", "id": "apc_1", "call_id": "call_p", "status": "completed",
    "operation": {"type": "delete_file", "path": "a"},
}  # fmt: skip


def cited(start: int, end: int) -> dict[str, Any]:
    inner = {key: NOTE[key] for key in ("url", "title")} | {"start_index": start, "end_index": end}
    return {"message": {"annotations": [{"type": "url_citation", "url_citation": inner}]}}


@pytest.mark.parametrize(
    ("got", "rules"),
    [
        (answer("Hi"), set()),
        (answer("Hello"), {"RCR-1"}),
        (answer("Hi", choice={"index": 1}), {"RCR-1"}),
        (answer("Hi") | {"choices": answer("Hi")["choices"] * 2}, {"RCR-1"}),
        (answer("Hi") | {"choices": []}, {"RCR-1"}),
        ([answer("Hi")], {"RCR-1", "API-1"}),
        (answer("Hi", message={"refusal": "None"}), {"RCR-5a"}),
    ],
)
def test_one_choice_has_the_text(got: Any, rules: set[str]) -> None:
    assert charged(response(said("Hi")), got) == rules


@pytest.mark.parametrize("content", [None, ""])
def test_without_text_there_is_no_content(content: str | None) -> None:
    assert charged(response(CALL), answer(content, SENT)) == set()
    assert charged(response(), answer(content)) == set()


def test_a_call_that_lacks_its_id_may_become_a_call() -> None:
    malformed = {key: CALL[key] for key in CALL if key != "call_id"}
    assert "RCR-2" not in charged(response(malformed, said("Hi")), answer("Hi", SENT))
    assert "RCR-2" in charged(response(said("Hi")), answer("Hi", SENT))


def test_a_placeholder_is_no_content_of_the_model() -> None:
    assert charged(response(), answer("[No response generated]")) == {"RCR-4"}


def test_a_refusal_may_be_the_content_and_end_the_answer_as_a_filter_does() -> None:
    refusing = response(said({"type": "refusal", "refusal": "I can't."}))
    assert charged(refusing, answer("I can't.", finish="content_filter")) == set()
    assert charged(refusing, answer(None)) == {"RCR-5"} | ({"API-2"} & charged(refusing, answer(None)))


def test_what_is_lost_has_a_place_in_the_answer() -> None:
    """An objection to the input would cover every other one to the answer, such as that to another model."""
    refusal = CHECKS["refusal-kept"](viewed(response(said({"type": "refusal", "refusal": "No."})), answer(None)))
    calls = CHECKS["function-calls"](viewed(response(CALL), answer(None)))
    assert isinstance(refusal, tuple)
    assert isinstance(calls, tuple)
    assert [element.at for element in refusal] == ["/output/choices/0/message/refusal"]
    assert [call.at for call in calls] == ["/output/choices/0/message/tool_calls"]


@pytest.mark.parametrize("name", ["find", "crm_find", "crm__find"])
def test_a_name_may_have_its_namespace(name: str) -> None:
    given = response(CALL | {"name": "find", "namespace": "crm"})
    assert charged(given, answer(None, SENT | {"function": {"name": name, "arguments": '{"n":1}'}})) == set()


def test_another_name_is_no_namespace() -> None:
    given = response(CALL | {"name": "find", "namespace": "crm"})
    sent = SENT | {"function": {"name": "erp_find", "arguments": '{"n":1}'}}
    assert charged(given, answer(None, sent)) == {"RCR-2"}


@pytest.mark.parametrize(("index", "rules"), [(None, set()), (0, set()), (1, {"RCR-2a"})])
def test_a_call_has_its_own_index(index: int | None, rules: set[str]) -> None:
    assert charged(response(CALL), answer(None, SENT | {"index": index})) == rules


def test_what_waits_for_the_client_may_be_a_call_but_not_what_the_api_ran() -> None:
    for item, rules in ((PATCH, set()), (SEARCH, {"RCR-2"})):
        call = {"id": item.get("call_id", item["id"]), "type": "function"}
        call |= {"function": {"name": item["type"], "arguments": "{}"}}
        assert charged(response(item), answer(None, call)) == rules


@pytest.mark.parametrize(("places", "rules"), [((4, 7), set()), ((0, 3), {"RCR-10b"}), ((5, 8), {"RCR-10b"})])
def test_places_of_citations_are_those_in_the_content(places: tuple[int, int], rules: set[str]) -> None:
    given = response(said("One ", text("two", annotations=[NOTE])))
    assert charged(given, answer("One two", **cited(*places)), text_join="nothing") == rules


@pytest.mark.parametrize(("entries", "rules"), [([ENTRY], set()), ([ENTRY | {"bytes": None}], {"RCR-11"}),
                                                ([ENTRY, ENTRY], {"RCR-11"}), (None, {"RCR-9b"})])  # fmt: skip
def test_log_probabilities_are_those_of_the_texts(entries: Any, rules: set[str]) -> None:
    given = response(said(text("Hi", logprobs=[ENTRY])))
    held = None if entries is None else {"content": entries, "refusal": None}
    assert charged(given, answer("Hi", choice={"logprobs": held}), reported=()) == rules


@pytest.mark.parametrize(
    "given",
    [
        response(said("Hi"), SEARCH),
        response({"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "So."}]}, said("Hi")),
        response(said(text("Hi", annotations=[FILE]))),
        response(said("Hi"), metadata={"a": "b"}),
        response(said("Hi"), service_tier="flex"),
    ],
)
def test_what_has_no_place_is_reported(given: Any) -> None:
    assert charged(given, answer("Hi")) == set()
    assert charged(given, answer("Hi"), reported=()) == {"RCR-9"}
    assert losses_reported(viewed(given, answer("Hi"), reported=None)) is NOT_OBSERVABLE


@pytest.mark.parametrize(("given", "named"), [(response(said("Hi"), PATCH), PATCH["type"]),
                                              (response(said(text("Hi", logprobs=[ENTRY]))), "logprobs")])  # fmt: skip
def test_actions_and_log_probabilities_are_each_reported(given: Any, named: str) -> None:
    assert charged(given, answer("Hi"), reported=()) == {"RCR-9b"}
    assert charged(given, answer("Hi"), reported=({"message": f"{named} left out"},)) == set()
    assert requested_losses_reported(viewed(given, answer("Hi"), reported=None)) is NOT_OBSERVABLE


def test_a_report_of_one_loss_is_none_of_another() -> None:
    pair = response(said(text("Hi", logprobs=[ENTRY])), PATCH)
    assert charged(pair, answer("Hi"), reported=({"message": f"{PATCH['type']} left out"},)) == {"RCR-9b"}


def test_what_the_response_repeats_of_its_request_needs_no_report() -> None:
    given = response(said("Hi"), instructions="Be brief.", temperature=1.0, completed_at=1760000009)
    assert charged(given, answer("Hi"), reported=()) == set()
