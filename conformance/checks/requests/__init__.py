"""Whole requests from one API to the other."""

from conformance.checks.api import api_checks
from conformance.checks.exact import exact_checks
from conformance.checks.family import Family, checks_in
from conformance.checks.requests import api, flat_api, flat_rules, rules
from conformance.checks.requests.flat_view import ResponsesRequest
from conformance.checks.requests.plausible import as_sound_by
from conformance.checks.requests.view import ChatRequest

FAMILIES = {
    "chat-request-to-responses-request": Family(
        view=ChatRequest,
        checks={**checks_in(rules), **exact_checks(rules.exact), **api_checks(api.refused)},
        readers={
            "store-when-absent": rules.read_store,
            "unsupported-members": rules.read_unsupported,
            "small-limits": rules.read_small,
        },
        as_sound=as_sound_by(
            {"messages": "chat-messages-to-responses-input", "tools": "chat-tools-to-responses-tools"}, "messages"
        ),
    ),
    "responses-request-to-chat-request": Family(
        view=ResponsesRequest,
        checks={**checks_in(flat_rules), **exact_checks(flat_rules.exact), **api_checks(flat_api.refused)},
        readers={"limit-name": flat_rules.read_limit_name, "unsupported-members": flat_rules.read_unsupported},
        as_sound=as_sound_by(
            {"input": "responses-input-to-chat-messages", "tools": "responses-tools-to-chat-tools"}, "input"
        ),
    ),
}
