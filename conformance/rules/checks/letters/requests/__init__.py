"""Whole requests from one API to the other."""

from conformance.rules.checks.api import api_checks
from conformance.rules.checks.exact import exact_checks
from conformance.rules.checks.family import OperationChecks, checks_in
from conformance.rules.checks.letters.requests import (
    api,
    from_chat,
    from_responses,
    only_to_chat,
    only_to_responses,
    rules,
)
from conformance.rules.checks.letters.requests.plausible import as_sound_by

_CHECKS = {**checks_in(rules), **exact_checks(rules.exact), **api_checks(api.whole_request_refusals)}
# What the contract of the way to Chat calls them.
_NAMES_TO_CHAT = {
    "messages-as-part": "input-as-part", "tools-as-part": "tools-as-nested",
    "tools-to-the-letter": "nested-tools-to-the-letter", "parts-reported": "nested-tools-reported",
}  # fmt: skip

FAMILIES = {
    "chat-request-to-responses-request": OperationChecks(
        view=from_chat.ChatRequest,
        checks={**_CHECKS, **checks_in(only_to_responses)},
        readers={
            "store-when-absent": only_to_responses.read_store,
            "unsupported-members": rules.read_unsupported,
            "small-limits": only_to_responses.read_small,
        },
        as_sound=as_sound_by({"messages": from_chat.MESSAGES, "tools": from_chat.TOOLS}, "messages"),
    ),
    "responses-request-to-chat-request": OperationChecks(
        view=from_responses.ResponsesRequest,
        checks={_NAMES_TO_CHAT.get(name, name): check for name, check in _CHECKS.items()} | checks_in(only_to_chat),
        readers={"limit-name": only_to_chat.read_limit_name, "unsupported-members": rules.read_unsupported},
        as_sound=as_sound_by({"input": from_responses.INPUT, "tools": from_responses.TOOLS}, "input"),
    ),
}
