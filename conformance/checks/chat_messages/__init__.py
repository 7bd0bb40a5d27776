"""responses-input-to-chat-messages: Responses input items to Chat messages, as gateways do it."""

from conformance.checks.api import api_checks
from conformance.checks.chat_messages import api, choices, outputs, rules
from conformance.checks.chat_messages.plausible import as_sound
from conformance.checks.chat_messages.view import ChatMessages
from conformance.checks.exact import exact_checks
from conformance.checks.family import Family

FAMILIES = {
    "responses-input-to-chat-messages": Family(
        view=ChatMessages,
        checks={
            "messages-one-a-turn": rules.one_message_a_turn,
            "messages-calls-kept": rules.calls_kept,
            "messages-results-follow": rules.results_follow,
            "messages-texts-and-images": rules.texts_and_images,
            "messages-refusals": rules.refusals_kept,
            "messages-files": rules.files_kept,
            "messages-same": rules.same_messages,
            "messages-foreign-items": rules.foreign_items,
            "messages-instructions": rules.instructions_survive,
            "messages-output-lists": outputs.output_lists,
            "messages-results-are-strings": outputs.results_are_strings,
            "messages-nothing-invented": rules.nothing_invented,
            **exact_checks(outputs.exact),
            **api_checks(api.refused),
        },
        readers={"unknown-items": choices.read_unknown_items},
        as_sound=as_sound,
    )
}
