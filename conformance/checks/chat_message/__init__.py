"""responses-output-to-chat-message (S4): what a model put out, to one assistant message."""

from collections.abc import Iterator

from conformance.checks.api import api_checks
from conformance.checks.chat_message import api, choices, fidelity, letter
from conformance.checks.chat_message.charges import LAWS
from conformance.checks.chat_message.view import ChatMessage
from conformance.checks.exact import exact_checks, not_escaped
from conformance.checks.family import Family, checks_in
from conformance.checks.lawful.charging import law_checks
from conformance.checks.trial import Trial
from conformance.observation import Outcome
from conformance.values import JSON

_OPERATION = "responses-output-to-chat-message"


def _as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether an input is malformed only where its original is, and holds no types that the original has not."""
    after, before = (
        ChatMessage(Trial(operation=_OPERATION, input=value, outcome=Outcome())) for value in (candidate, original)
    )
    if (after.unfit and not before.unfit) or (after.may_fail and not before.may_fail):
        return False
    return set(_types(_items(after))) <= set(_types(_items(before)))


def _items(view: ChatMessage) -> list[JSON]:
    return view.source.value if isinstance(view.source.value, list) else []


def _types(values: list[JSON]) -> Iterator[str]:
    """Yield the types of items and of the parts in them."""
    for value in values:
        if isinstance(value, dict):
            yield str(value.get("type"))
            yield from _types(value["content"] if isinstance(value.get("content"), list) else [])


FAMILIES = {
    _OPERATION: Family(
        view=ChatMessage,
        checks={
            **checks_in(letter),
            **law_checks(LAWS, lambda view: view.judged),
            "arguments-not-escaped": not_escaped(fidelity.written_json),
            **exact_checks(fidelity.exact),
            **api_checks(api.refused),
        },
        readers={"text-join": choices.read_text_join, "empty-output": choices.read_empty_output},
        as_sound=_as_sound,
    )
}
