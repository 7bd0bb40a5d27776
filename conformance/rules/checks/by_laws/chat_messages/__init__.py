"""responses-input-to-chat-messages: Responses input items to Chat messages, as gateways do it."""

from conformance.base.values import JSON
from conformance.formats.model.talk import LISTED, RESULT, FlatConversation
from conformance.formats.responses.input import input_items
from conformance.rules.checks.api import api_checks
from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.chat_messages import api, choices, letter, outputs
from conformance.rules.checks.by_laws.chat_messages.charges import LAWS
from conformance.rules.checks.by_laws.chat_messages.expected import word_of
from conformance.rules.checks.by_laws.chat_messages.view import ChatMessages, owed_by
from conformance.rules.checks.exact import exact_checks
from conformance.rules.checks.family import OperationChecks, checks_in
from conformance.rules.checks.findings import Findings

_LAWS = law_checks(LAWS, lambda view: view.both if view.answered and not view.unfit else None)


def _files_kept(view: ChatMessages) -> Findings:
    """INP-3b: a file arrives as a file part; a file of an output may be named instead, but no part is without file."""
    kept, empty = _LAWS["files-kept"](view), letter.empty_files(view)
    return (*kept, *empty) if isinstance(kept, tuple) else empty or kept


def _as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether an input holds nothing odd that the one it was made from does not hold."""
    if (input_items(candidate)[0] is None) != (input_items(original)[0] is None):
        return False
    after, before = owed_by(candidate), owed_by(original)
    return after.marks <= before.marks | {LISTED} and _types(after) <= _types(before)


def _types(owed: FlatConversation) -> set[str]:
    """Return what the parts of results are that are no text."""
    return {word_of(part) for result in owed.of_kind(RESULT) for part in result.others}


FAMILIES = {
    "responses-input-to-chat-messages": OperationChecks(
        view=ChatMessages,
        checks={
            **checks_in(letter, outputs),
            **_LAWS,
            "files-kept": _files_kept,
            **exact_checks(outputs.exact),
            **api_checks(api.messages_refusals),
        },
        readers={"unknown-items": choices.read_unknown_items},
        as_sound=_as_sound,
    )
}
