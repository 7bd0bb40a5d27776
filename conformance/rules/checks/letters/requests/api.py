"""What an API refuses of a request that came of one of the other API."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.base.values import JSON, equal
from conformance.formats.chat.conversation import NO_CALL
from conformance.formats.facts import word
from conformance.formats.members import CHAT, RESPONSES
from conformance.rules.checks.api import SCHEMA, Refused, not_owed, refused_value
from conformance.rules.checks.by_laws.chat_messages import api as of_input
from conformance.rules.checks.letters.requests.form import Request
from conformance.rules.checks.letters.requests.view import WholeRequest
from conformance.rules.checks.letters.responses_input import api as of_messages
from conformance.rules.checks.tools.api import refused_tools

# The members that the messages become.
_MESSAGES = {RESPONSES: frozenset({"input", "instructions"}), CHAT: frozenset({"messages"})}
# An input that the API takes, whatever the request says beside it.
_NOTHING: Request = {"input": "q"}


def whole_request_refusals(view: WholeRequest) -> list[Refused] | None:
    """Return what the API refuses and the source does not bring; None where a member of the source is broken.

    Of messages, and of nested tools, it is what their own operations say.
    """
    if view.result is None or view.broken:
        return None
    request = _with_dialects(view)
    is_apart = view.way.target == RESPONSES and not _has_customs_alone(view)
    if is_apart:  # its items are asked about by themselves, and saying what is wrong with one takes long
        request = request | _NOTHING
    elif isinstance(items := request.get("input"), list):
        request = request | {"input": of_messages.with_texts(items)}
    refusals = [request_refusal for request_refusal in _request_refusals(view, request) if request_refusal.path]
    free = _MESSAGES[view.way.target] | (
        {"tools"} if view.tools is not None and view.tools.view.has_wrong_part else frozenset()
    )

    def owed() -> Iterator[Refused]:
        expected = view.expected()
        if isinstance(expected, dict):
            is_same = equal(expected, view.result)
            yield from refusals if is_same else _request_refusals(view, expected | _NOTHING if is_apart else expected)

    found = [refusal for refusal in refusals if refusal.path[0] not in free]
    if view.way.target == RESPONSES:
        return [*not_owed(found, owed), *_of_items(view, refusals)]
    # What the schema does not say of tools is said of each tool alone, beside its source.
    found = [refusal for refusal in found if refusal.path[0] != "tools" or refusal.rule == SCHEMA]
    return [*not_owed(found, owed), *_of_nested(view, () if "tools" in free else ("tools",))]


def _of_items(view: WholeRequest, refusals: list[Refused]) -> list[Refused]:
    """Return what is refused of the items that the messages became."""
    if _has_customs_alone(view):
        return [refusal for refusal in refusals if refusal.path[0] == "input" and refusal.rule == SCHEMA]
    return of_messages.input_refusals(view.messages.view) or []


def _has_customs_alone(view: WholeRequest) -> bool:
    """Whether calls of custom tools, which both APIs have, are all that is unusual in the messages."""
    return {reason for _message, reason in view.messages.view.conversation.broken} == {NO_CALL}


def _of_nested(view: WholeRequest, tools: tuple[str, ...]) -> Iterator[Refused]:
    """Yield what is refused of the messages that the input became, and of each tool alone. tools: where these are."""
    messages = of_input.messages_refusals(view.messages.view) or []
    if view.elsewhere:  # what the API refuses of messages from its store is not the converter's
        messages = [message for message in messages if message.rule == SCHEMA]
    nested = (refused_tools(view.tools.view) or () if view.tools is not None else ()) if tools else ()
    for place, ones in (("messages", messages), ("tools", [refusal for refusal in nested if refusal.rule != SCHEMA])):
        for refusal in ones:
            yield replace(refusal, path=(place, *refusal.path))


def _with_dialects(view: WholeRequest) -> Request:
    """Return the result, with the dialects that flat schemas lost: whether the API reads them is not known, and what it
    refuses without them may be the source's, such as a list of `items`.
    """
    result = view.result or {}
    if view.way.target != RESPONSES:
        return result
    lost = {
        pair.source_name: pair.source_schema["$schema"]
        for pair in (view.tools.view.pairs if view.tools is not None else ())
        if isinstance(pair.source_schema, dict) and "$schema" in pair.source_schema and isinstance(pair.schema, dict)
    }
    if not lost:
        return result
    return result | {"tools": [_with_dialect(tool, lost) for tool in view.made_tools]}


def _with_dialect(tool: JSON, lost: dict[str, JSON]) -> JSON:
    name = word(tool, "name")
    if name not in lost or not isinstance(tool.get("parameters"), dict):
        return tool
    return tool | {"parameters": {"$schema": lost[name]} | tool["parameters"]}


def _request_refusals(view: WholeRequest, request: Request) -> Iterator[Refused]:
    # SDKs dump members that are null; recorded requests with them were answered.
    given = {key: value for key, value in request.items() if value is not None}
    yield from refused_value(f"{view.way.target}-request", given, view.trial.profile)
