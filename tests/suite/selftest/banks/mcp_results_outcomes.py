"""Broken converters of MCP results: structured content, errors, empty results, and what every operation must do."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import chat_messages_to_responses_input
from tests.suite.selftest.banks.bank import Bank, dying, number
from tests.suite.selftest.banks.mcp_results import (
    CHAT,
    RESPONSES,
    TARGETS,
    BankOperation,
    Object,
    adding,
    blocks_of,
    is_binary,
    is_text,
    result_of,
    with_blocks,
    with_result,
    without,
)
from tests.suite.selftest.model import Convert


def _says_anything(given: Any) -> bool:
    return any(is_text(block) or block.get("type") != "text" for block in blocks_of(given))


def _of_result(target: BankOperation, change: Callable[[Object], Object], **answers: str) -> Convert:
    return lambda given: target.reference(with_result(given, change), **answers)


def _but(key: str) -> Callable[[Object], Object]:
    return lambda result: {name: value for name, value in result.items() if name != key}


def _truthy(result: Object) -> Object:
    return result if result.get("structuredContent") else _but("structuredContent")(result)


def _written_again(target: BankOperation) -> Convert:
    """Append the structured content, whatever the content says."""

    def converted(given: Any) -> Any:
        made, value = target.reference(given), result_of(given).get("structuredContent")
        if value is None or not _says_anything(given) or not (target.by_laws or isinstance(made[target.holder], str)):
            return made
        return made | {target.holder: target.with_more(made[target.holder], json.dumps(value, ensure_ascii=False))}

    return converted


def _structured_for_all(target: BankOperation) -> Convert:
    """Structured content in the place of everything else."""

    def converted(given: Any) -> Any:
        bare = (
            with_blocks(given, without(is_binary)) if result_of(given).get("structuredContent") is not None else given
        )
        return target.reference(bare, structured="structured")

    return converted


def _now_and_then(target: BankOperation) -> Convert:
    """Structured content beside a text, where it has few members."""

    def converted(given: Any) -> Any:
        value = result_of(given).get("structuredContent")
        return target.reference(given, structured="both" if isinstance(value, dict) and len(value) < 2 else "text")

    return converted


def _raising(target: BankOperation, on: Callable[[Any], object]) -> Convert:
    def converted(given: Any) -> Any:
        if on(given):
            raise RuntimeError("the tool call failed")
        return target.reference(given)

    return converted


def _is_error(given: Any) -> bool:
    return result_of(given).get("isError") is True


def _error_as_empty(target: BankOperation) -> Convert:
    def converted(given: Any) -> Any:
        made = target.reference(given) if target.by_laws else target.reference(given, error_form="own-text")
        bare = _is_error(given) and not any(is_text(block) for block in blocks_of(given))
        return made | {target.holder: ""} if bare and not blocks_of(given) else made

    return converted


def _error_as_nothing(target: BankOperation) -> Convert:
    """The JSON of the blocks, also where there are none."""

    def converted(given: Any) -> Any:
        made = target.reference(given, error_form="own-text", empty_result="note")
        return made if result_of(given).get("content") else made | {target.holder: "[]"}

    return converted


def _links_as_errors(target: BankOperation) -> Convert:
    """A result with a link becomes a text that says it failed."""

    def converted(given: Any) -> Any:
        made = target.reference(given)
        is_link = any(block.get("type") == "resource_link" for block in blocks_of(given))
        return made | {target.holder: "Failed to call the tool."} if is_link else made

    return converted


def _in_two_forms(target: BankOperation) -> Convert:
    def converted(given: Any) -> Any:
        return target.reference(given, error_form="prefix" if len(json.dumps(given)) % 2 else "object")

    return converted


def _marks_by_presence(target: BankOperation) -> Convert:
    """Takes a result for an error if it has the member at all."""
    return lambda given: target.reference(
        with_result(given, lambda result: result | ({"isError": True} if "isError" in result else {}))
    )


def _is_nothing(given: Any) -> bool:
    return result_of(given).get("content") == [] and not result_of(given).get("structuredContent")


def _null_for_nothing(target: BankOperation) -> Convert:
    def converted(given: Any) -> Any:
        made = target.reference(given)
        return made | {target.holder: None} if _is_nothing(given) and not _is_error(given) else made

    return converted


def _note_now_and_then(target: BankOperation) -> Convert:
    return lambda given: target.reference(given, empty_result="note" if "isError" in result_of(given) else "empty")


def _reads_no_type(target: BankOperation) -> Convert:
    """Takes a request for input for a result without content."""

    def converted(given: Any) -> Any:
        if result_of(given).get("resultType") == "input_required":
            return target.reference({**given, "result": {"content": []}})
        return target.reference(given)

    return converted


def _in_doubles(value: Any, most: float = math.inf) -> Any:
    """Make doubles of all integers up to one."""
    if isinstance(value, dict):
        return {key: _in_doubles(member, most) for key, member in value.items()}
    if isinstance(value, list):
        return [_in_doubles(member, most) for member in value]
    return float(value) if type(value) is int and abs(value) <= most else value


def _structured_in_doubles(target: BankOperation, most: float = math.inf) -> Convert:
    def changed(result: Any) -> Any:
        return result | {key: _in_doubles(result[key], most) for key in ("structuredContent",) if key in result}

    return lambda given: target.reference(with_result(given, changed))


def _remembering(target: BankOperation) -> Convert:
    kept: list[str] = []

    def converted(given: Any) -> Any:
        made = target.reference(given)
        said = json.dumps(made[target.holder]) if target.by_laws else made[target.holder]
        if isinstance(said, str):
            kept.append(said)
            made[target.holder] = "\n".join(kept[-2:])
        return made

    return converted


def _cleans_its_input(target: BankOperation) -> Convert:
    def converted(given: Any) -> Any:
        made = target.reference(given)
        for block in blocks_of(given):
            block.pop("annotations", None)
        result_of(given).pop("_meta", None)
        return made

    return converted


def _tuple_of_parts(target: BankOperation) -> Convert:
    def converted(given: Any) -> Any:
        made = target.reference(given, blocks="parts")
        return made | {target.holder: tuple(made[target.holder])}

    return converted


def _escaped(text: str) -> str:
    """Write a JSON text again, with escapes."""
    try:
        value = json.loads(text, parse_constant=number, parse_float=number)
    except (ValueError, RecursionError):
        return text
    return json.dumps(value) if isinstance(value, dict | list) else text


def _flagged(target: BankOperation, flag: Callable[[bool], Any]) -> Convert:
    """Another member that says whether the tool failed; None for none."""

    def converted(given: Any) -> Any:
        made = {key: value for key, value in target.reference(given).items() if key != "is_error"}
        said = flag(_is_error(given))
        return made if said is None else made | {"is_error": said}

    return converted


def _bank(target: BankOperation) -> Bank:
    bank = Bank(target.operation)
    add = adding(bank, target)
    kept = ("RES-1", "RES-2")
    no_structured = _but("structuredContent")
    add("no_structured_content", _of_result(target, no_structured), "RES-9", "RES-5", innocent=kept)
    add("no_falsy_structured_content", _of_result(target, _truthy), "RES-9", innocent=kept)
    add("structured_now_and_then", _now_and_then(target), "RES-9a", innocent=kept)
    add("escapes_structured_content", target.told(_escaped), "RES-9b", innocent=("RES-1",))
    add("writes_it_twice", _written_again(target), "RES-10", innocent=kept)
    add("structured_for_all", _structured_for_all(target), "RES-10a", innocent=kept)
    add("raises_on_errors", _raising(target, _is_error), "RES-11", innocent=kept)
    if target.by_laws:
        add("error_flag_left_out", _flagged(target, lambda _failed: None), "RES-11", innocent=kept)
        add("error_flag_always", _flagged(target, lambda _failed: True), "RES-12", innocent=kept)
        add("error_flag_turned", _flagged(target, lambda failed: not failed), "RES-11", "RES-12", innocent=kept)
        add("error_flag_as_text", _flagged(target, lambda failed: "true" if failed else None), "API-1", "RES-11",
            innocent=kept)  # fmt: skip
        add("errors_without_text", _error_as_empty(target), "API-2", innocent=kept)
    else:
        add("errors_without_text", _error_as_empty(target), "RES-11", innocent=kept)
        add("errors_as_an_empty_list", _error_as_nothing(target), "RES-11", "RES-9", innocent=kept)
        add("errors_in_two_forms", _in_two_forms(target), "RES-11", innocent=kept)
    add("links_as_errors", _links_as_errors(target), "RES-12", "RES-2", "RES-6", innocent=("RES-1",))
    add("errors_by_presence", _marks_by_presence(target), "RES-12", innocent=kept)
    add("error_before_all", target.told(lambda text: f"Error: {text}"), "RES-12", innocent=("RES-1",))
    add("null_for_nothing", _null_for_nothing(target), "RES-13", "API-1" if target.takes_media else "API-2")
    add("raises_on_nothing", _raising(target, _is_nothing), "RES-13", innocent=kept)
    add("notes_now_and_then", _note_now_and_then(target), "RES-13", innocent=kept)
    add("reads_no_type", _reads_no_type(target), "RES-14", innocent=kept)
    # The rules of every operation.
    add("a_tuple_of_parts", _tuple_of_parts(target), "ALL-1", innocent=("ALL-8",))
    add("remembers_the_last", _remembering(target), "ALL-2", innocent=("ALL-1", "ALL-8"))
    add("numbers_as_doubles", _structured_in_doubles(target), "ALL-3", "ALL-3a", innocent=("RES-1", "RES-2"),
             sets=("safe",))  # fmt: skip
    add("short_numbers_as_doubles", _structured_in_doubles(target, 2**53), "ALL-3", innocent=("RES-1", "ALL-3a"),
        examples=100)  # fmt: skip
    add("trims", target.told(str.strip), "ALL-4", innocent=("RES-1", "API-1"))
    add("composes", target.told(lambda text: unicodedata.normalize("NFC", text)), "ALL-4", innocent=("RES-1",))
    add("dies_without_result", dying(target.reference, lambda given: not result_of(given)), "ALL-7",
             inputs=(None,), mortal=True)  # fmt: skip
    add("cleans_its_input", _cleans_its_input(target), "ALL-8", innocent=("ALL-1", *kept))
    return bank


_LAWS = Bank(RESPONSES.operation)
_BY_CHAT = {"chat-messages-to-responses-input": chat_messages_to_responses_input}
_LAWS.add(
    "other_text_by_chat",
    RESPONSES.reference,
    "RES-15",
    innocent=("RES-1", "RES-2"),
    others={**_BY_CHAT, CHAT.operation: partial(CHAT.reference, blocks="blank-line")},
)
_LAWS.add(
    "other_error_by_chat",
    RESPONSES.reference,
    "RES-15",
    innocent=("RES-1", "RES-2"),
    others={**_BY_CHAT, CHAT.operation: partial(CHAT.reference, error_form="object")},
)

BANKS = (*map(_bank, TARGETS), _LAWS)
