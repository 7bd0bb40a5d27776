"""Whole requests from one API to the other."""

from conformance.checks.api import api_checks
from conformance.checks.exact import exact_checks
from conformance.checks.family import Family, checks_in
from conformance.checks.requests import api, only_to_chat, only_to_responses, rules
from conformance.checks.requests.from_chat import ChatRequest
from conformance.checks.requests.from_responses import ResponsesRequest
from conformance.checks.requests.plausible import as_sound_by

_CHECKS = {**checks_in(rules), **exact_checks(rules.exact), **api_checks(api.refused)}
# What the contract of the way to Chat calls them.
_NAMES_TO_CHAT = {
    "messages-as-part": "input-as-part", "tools-as-part": "tools-as-nested",
    "tools-to-the-letter": "nested-tools-to-the-letter", "parts-reported": "nested-tools-reported",
}  # fmt: skip

FAMILIES = {
    "chat-request-to-responses-request": Family(
        view=ChatRequest,
        checks={**_CHECKS, **checks_in(only_to_responses)},
        readers={
            "store-when-absent": only_to_responses.read_store,
            "unsupported-members": rules.read_unsupported,
            "small-limits": only_to_responses.read_small,
        },
        as_sound=as_sound_by(
            {"messages": "chat-messages-to-responses-input", "tools": "chat-tools-to-responses-tools"}, "messages"
        ),
    ),
    "responses-request-to-chat-request": Family(
        view=ResponsesRequest,
        checks={_NAMES_TO_CHAT.get(name, name): check for name, check in _CHECKS.items()} | checks_in(only_to_chat),
        readers={"limit-name": only_to_chat.read_limit_name, "unsupported-members": rules.read_unsupported},
        as_sound=as_sound_by(
            {"input": "responses-input-to-chat-messages", "tools": "responses-tools-to-chat-tools"}, "input"
        ),
    ),
}
