"""responses-input-to-chat-messages: Responses input items to Chat messages, as gateways do it."""

from conformance.checks.api import api_checks
from conformance.checks.chat_messages import api, choices, outputs, rules
from conformance.checks.chat_messages.plausible import as_sound
from conformance.checks.chat_messages.view import ChatMessages
from conformance.checks.exact import exact_checks
from conformance.checks.family import Family, checks_in

FAMILIES = {
    "responses-input-to-chat-messages": Family(
        view=ChatMessages,
        checks={**checks_in(outputs, rules), **exact_checks(outputs.exact), **api_checks(api.refused)},
        readers={"unknown-items": choices.read_unknown_items},
        as_sound=as_sound,
    )
}
