"""The laws of a response that becomes a Chat completion, each with whom it charges."""

from __future__ import annotations

from typing import Final

from conformance.formats.chat.message import MESSAGE
from conformance.rules.checks.api import path_of
from conformance.rules.checks.by_laws.answers.charging import Into, law_checks
from conformance.rules.checks.by_laws.chat_message.charges import LAWS
from conformance.rules.checks.by_laws.chat_responses.view import ChatAnswer
from conformance.rules.checks.family import Check
from conformance.rules.checks.findings import Failure
from conformance.rules.laws import ends, streams
from conformance.rules.laws.law import Charge

# Of a response no call is in the content of a message, nothing but its items is read, and a name may have its group.
_NOT_CHARGED = dict.fromkeys(
    ("read", *(f"{law}/call/written" for law in ("kept", "exact", "order")), "order/call/written/mixed",
     *(f"exact/call/{form}/group" for form in ("function", "custom")))
)  # fmt: skip
# Where the completion would have what a law misses, by the kind of the failure.
_PLACES: Final = {"refusal-lost": "refusal", "lost": "call", "silent": "call"}


def placed(view: ChatAnswer, failure: Failure) -> Failure:
    """Return a failure where the completion has it, or would have it."""
    path, kind = path_of(failure.at), failure.kind
    if path[:1] == ("output",):
        return failure._replace(at=view.in_output(*path[1:], *((kind,) if kind == "created" else ())))
    place = view.both.place_of(_PLACES[kind])[1:] if kind in _PLACES else MESSAGE
    return failure._replace(at=view.missing_at(*place))


def _counted(view: ChatAnswer, failure: Failure) -> Failure | None:
    free = {
        # Calls that are not announced open in the order in which they end, and no rule says how refusals that are
        # streamed at the same time follow each other.
        "order": view.stream is not None and view.stream.is_unannounced,
        "refusal-lost": view.mixes_refusals,
        # An answer that says nothing of its failure is the matter of RCR-7.
        "stop": view.has_failed and not view.names_failure,
    }
    return None if free.get(failure.kind) else placed(view, failure)


CHECKS: Final = {
    **law_checks(
        {law: {**charges, **_NOT_CHARGED} for law, charges in LAWS.items()}, lambda view: view.judged, _counted
    ),
    **law_checks(
        {
            ends.end: {
                "end": Charge("finish-reason", "finish"),
                "end/failed": Charge("finish-reason", "stop"),
                "end/failed/asks": None,
            }
        },
        lambda view: view.ended,
        _counted,
    ),
    **law_checks(
        {
            ends.identity: {"same": Charge("identity"), "same/id": Charge("identity", "id"), "same/id/new": None},
            ends.created: {"same/created": Charge("created")},
        },
        lambda view: view.begun,
        placed,
    ),
}
MESSAGE_TEXT: Final = CHECKS.pop("message-text")  # a part of one-choice-with-the-text


def _of_grammar(into: Into, **checks: str) -> dict[str, Check]:
    """Return the checks that kinds of disorder of the chunks are charged to."""
    charges = {f"stream/{kind}": Charge(check) for kind, check in checks.items()}
    return law_checks({streams.grammar: {"stream": None, **charges}}, into)


STREAM_CHECKS: Final = {
    **_of_grammar(
        lambda view: view.both if view.answered and not view.unfit else None,
        list="one-head", head="one-head", role="role-first",
    ),
    **_of_grammar(lambda view: None if view.both.is_loose else view.both, call="calls-open-once"),
    **_of_grammar(lambda view: view.judged, end="one-finish"),
}  # fmt: skip
