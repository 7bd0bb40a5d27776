"""Broken converters of MCP results to Gemini's functionResponse: its name, its id, its object, and what is beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.reference import mcp_result_to_gemini_function_response as reference
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.mcp_results import GEMINI, Object, result_of
from tests.suite.selftest.model import Convert

BANK = Bank(GEMINI.operation)
KEPT = ("RESULT-2", "RESULT-3")


def held(change: Callable[[Object], Object]) -> Convert:
    """The reference, with a change to its functionResponse."""
    return lambda given: {"functionResponse": change(reference(given)["functionResponse"])}


def said(change: Callable[[Object], Any]) -> Convert:
    """The reference, with a change to its object."""
    return held(lambda part: part | {"response": change(part["response"])})


def _failed(change: Callable[[Object], Any]) -> Convert:
    """The reference, with a change to the object of a result that failed."""

    def converted(given: Any) -> Any:
        made = reference(given)
        if result_of(given).get("isError") is not True:
            return made
        part = made["functionResponse"]
        return {"functionResponse": part | {"response": change(part["response"])}}

    return converted


def _of_the_id(given: Any) -> Any:
    """The id of the call is the name."""
    part = reference(given)["functionResponse"]
    return {"functionResponse": part | {"name": part.get("id", "unknown")}}


def _null_for_nothing(given: Any) -> Any:
    made = reference(given)
    part = made["functionResponse"]
    return {"functionResponse": part | {"response": {"output": part["response"].get("output") or None}}} if part[
        "response"] == {"output": ""} else made  # fmt: skip


BANK.add("one_name_for_all", held(lambda part: part | {"name": "tool"}), "RESULT-1", innocent=KEPT)
BANK.add("the_id_is_the_name", _of_the_id, "RESULT-1", innocent=KEPT)
BANK.add("no_name", held(lambda part: {key: value for key, value in part.items() if key != "name"}), "RESULT-1", "API-2",
         innocent=KEPT)  # fmt: skip
BANK.add("one_id_of_calls", held(lambda part: part | {"id": "call_0"}), "RESULT-1", innocent=KEPT)
BANK.add("own_id_in_capitals", held(lambda part: part | ({"id": part["id"].upper()} if "id" in part else {})), "RESULT-1",
         innocent=KEPT)  # fmt: skip
BANK.add("a_text_alone", lambda given: {"text": str(reference(given)["functionResponse"]["response"])}, "RESULT-1")
BANK.add("no_part", lambda given: reference(given)["functionResponse"], "RESULT-1")
BANK.add("a_text_in_place_of_the_object", said(lambda response: next(iter(response.values()), "")), "API-1")
BANK.add("a_list_in_place_of_the_object", said(lambda response: [response]), "API-1", innocent=("RESULT-1",))
BANK.add("output_is_null_for_nothing", _null_for_nothing, "RESULT-13", innocent=KEPT)
BANK.add(
    "a_failure_is_an_output", _failed(lambda response: {"output": response.get("error")}), "RESULT-11", innocent=KEPT
)
BANK.add(
    "a_failure_says_nothing", _failed(lambda _response: {"error": ""}), "RESULT-2", "RESULT-11", innocent=("RESULT-1",)
)
BANK.add("images_in_the_text", lambda given: held(lambda part: {key: value for key, value in part.items() if key != "parts"} | {
         "response": {"output": f"{part['response']} {part.get('parts', '')}"}})(given), "RESULT-3")  # fmt: skip
BANK.add("structured_content_is_an_error", said(lambda response: {"error": response.get("output", response)}), "RESULT-12",
         innocent=("RESULT-1", "RESULT-2"))  # fmt: skip

BANKS = (BANK,)
