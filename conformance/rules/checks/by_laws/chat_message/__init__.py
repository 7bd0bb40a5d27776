"""responses-output-to-chat-message (S4): what a model put out, to one assistant message."""

from conformance.rules.checks.api import api_checks
from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.chat_message import api, choices, fidelity, letter
from conformance.rules.checks.by_laws.chat_message.charges import LAWS
from conformance.rules.checks.by_laws.chat_message.view import ChatMessage, as_sound
from conformance.rules.checks.exact import exact_checks, not_escaped
from conformance.rules.checks.family import OperationChecks, checks_in

FAMILIES = {
    "responses-output-to-chat-message": OperationChecks(
        view=ChatMessage,
        checks={
            **checks_in(letter),
            **law_checks(LAWS, lambda view: view.judged),
            "arguments-not-escaped": not_escaped(fidelity.written_json),
            **exact_checks(fidelity.exact),
            **api_checks(api.message_refusals),
        },
        readers={"text-join": choices.read_text_join, "empty-output": choices.read_empty_output},
        as_sound=as_sound(ChatMessage),
    )
}
