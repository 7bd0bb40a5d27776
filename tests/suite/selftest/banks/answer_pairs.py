"""Converters of a Responses answer that show what is paired with what arrived: to a message, an answer, and a stream.

Each is there three times, because the three operations judge a message by the same checks.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

from conformance.inputs.choices import Choices
from conformance.inputs.events import make_events
from conformance.reference import responses_output_to_chat_message as message_of
from conformance.reference import responses_response_to_chat_response as answer_of
from tests.suite.selftest.banks import chat_answers, chat_message, chat_response_streams, chat_responses
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.chat_response_streams import late
from tests.suite.selftest.model import Convert, Sound

LOG = logging.getLogger(__name__)

Object = dict[str, Any]
Items = list[Any]
Change = Callable[[Items], Items]


def _changed(given: Any, change: Change) -> Any:
    """An input with other items; one that has no list of them as it is."""
    held = given.get("output") if isinstance(given, dict) else given
    if not isinstance(held, list):
        return given
    made = change([dict(item) if isinstance(item, dict) else item for item in held])
    return given | {"output": made} if isinstance(given, dict) else made


def _message(change: Change) -> Convert:
    return lambda output: message_of(_changed(output, change))


def _answer(change: Change) -> Convert:
    return lambda response: answer_of(_changed(response, change))


def _stream(change: Change) -> Convert:
    return late(_answer(change))


def _response(items: Items) -> Object:
    return {"id": "resp_1", "object": "response", "created_at": 1, "status": "completed", "model": "gpt-4o", "error": None,
            "incomplete_details": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True,
            "temperature": 1, "tool_choice": "auto", "tools": [], "top_p": 1, "output": items}  # fmt: skip


def _events(items: Items) -> Items:
    simplest = Choices(lambda _number: 0)
    return list(make_events(simplest, _response(items), "completed", None))


# Of each operation: its converter of other items, its input with some items, and its rules of function and custom calls.
_OPERATIONS: tuple[tuple[str, Callable[[Change], Convert], Callable[[Items], Any], str, str], ...] = (
    (chat_message.OPERATION, _message, lambda items: items, "OUT-2", "OUT-9a"),
    (chat_responses.OPERATION, _answer, _response, "RCR-2", "RCR-3"),
    (chat_response_streams.OPERATION, _stream, _events, "RCR-2", "RCR-3"),
)


def _is(item: Any, kind: str) -> bool:
    return isinstance(item, dict) and item.get("type") == kind


def _call(number: int, name: str, **members: Any) -> Object:
    found = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name}
    return found | {"arguments": f'{{"file":"{number}"}}', "status": "completed"} | members


def _custom(number: int, written: str) -> Object:
    return {"type": "custom_tool_call", "id": f"ctc_{number}", "call_id": f"call_{number}", "name": "apply_patch",
            "input": written, "status": "completed"}  # fmt: skip


def _ids_of_items(items: Items) -> Items:
    """A custom call that has a number for an id has its item's there; one without input is left out with a report."""
    kept = []
    for item in items:
        if _is(item, "custom_tool_call") and not item.get("input"):
            LOG.warning("a custom tool call without input is left out")
            continue
        if _is(item, "custom_tool_call") and item.get("id") and re.fullmatch(r"call_\d+", str(item.get("call_id"))):
            item["call_id"] = item["id"]
        kept.append(item)
    return kept


def _id_of_the_item(items: Items) -> Items:
    """A function call without a call_id, which is malformed, is a call with its item's id."""
    for item in items:
        if _is(item, "function_call") and item.get("call_id") is None and item.get("id"):
            item["call_id"] = item["id"]
    return items


def _other_id(items: Items) -> Items:
    """A function called apply_patch, like a custom tool that is left out with a report, is called by another id."""
    names = [item.get("name") for item in items if _is(item, "custom_tool_call")]
    beside = [item for item in items if _is(item, "function_call") and item.get("name") == "apply_patch"]
    if not beside or "apply_patch" not in names:
        return items
    LOG.warning("custom tool calls are left out")
    for item in beside:
        item["call_id"] = f"{item.get('call_id')}_of_a_function"
    return [item for item in items if not _is(item, "custom_tool_call")]


_TEXTS = ("summary", "content")  # that can be read


def _says_that_it_thought(message: Object, items: Items) -> Object:
    """Of reasoning without any text, a key beside the content says that it was there."""
    thoughts = [item for item in items if _is(item, "reasoning")]
    if thoughts and not any(item.get(key) for item in thoughts for key in _TEXTS):
        return message | {"reasoning_content": "[The model reasons in silence.]"}
    return message


def _thinking_answer(answer: Object, response: Object) -> Object:
    choice = answer["choices"][0]
    choice["message"] = _says_that_it_thought(choice["message"], response["output"])
    return answer


_THINKING: dict[str, Convert] = {
    chat_message.OPERATION: lambda output: _says_that_it_thought(message_of(output), chat_message.items_of(output)),
    chat_responses.OPERATION: chat_answers.changed(answer_of, _thinking_answer, lambda given: given),
    chat_response_streams.OPERATION: late(answer_of, _thinking_answer),
}
_HIDDEN = {"type": "reasoning", "id": "rs_1", "summary": []}
_SEALED = _HIDDEN | {"encrypted_content": "gAAAAABo"}
_SAID = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
         "content": [{"type": "output_text", "text": "Done.", "annotations": []}]}  # fmt: skip

SOUND = tuple(
    element
    for operation, of, given, _function, _custom_rule in _OPERATIONS
    for element in (
        Sound("custom_calls_by_their_items", operation, of(_ids_of_items),
              inputs=(given([_custom(0, ""), _custom(1, "*** Begin Patch")]),)),
        Sound("calls_without_an_id", operation, of(_id_of_the_item),
              inputs=(given([_call(0, "read", call_id=None), _call(1, "list")]),)),
        Sound("says_that_it_thought", operation, _THINKING[operation], inputs=(given([_HIDDEN, _SAID]), given([_SEALED, _SAID]))),
    )
)  # fmt: skip


def _bank(
    operation: str, of: Callable[[Change], Convert], given: Callable[[Items], Any], rule: str, other: str
) -> Bank:
    bank = Bank(operation)
    bank.add("another_id_beside_a_custom_tool", of(_other_id), rule, innocent=(other,),
             inputs=(given([_custom(0, "*** Begin Patch"), _call(1, "apply_patch")]),))  # fmt: skip
    return bank


BANKS = tuple(_bank(*operation) for operation in _OPERATIONS)
