"""What the rules of responses-request-to-chat-request require beside those of both directions."""

from __future__ import annotations

from collections import Counter

from conformance.base.values import ABSENT, JSON, equal
from conformance.formats.members import CHAT, at
from conformance.formats.model.conversation import Call
from conformance.formats.model.talk import CALL
from conformance.formats.offers import name_of
from conformance.rules.checks.by_laws.responses_tools.view import NestedTools
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, output_at, versus
from conformance.rules.checks.letters.requests.form import LIMITS, STORE
from conformance.rules.checks.letters.requests.from_responses import ResponsesRequest
from conformance.rules.checks.letters.requests.parts import named_in
from conformance.rules.checks.letters.requests.shared import is_exact_alone, plain, reported


def metadata(view: ResponsesRequest) -> Findings:
    """R2C-10a: metadata arrive, or are reported."""
    if view.result is None or not view.asks("metadata"):
        return None
    owed, got = view.said("metadata"), at(view.result, ("metadata",))
    if got is ABSENT:
        return reported(view, ("metadata",))
    if equal(owed, got) or is_exact_alone(owed, got):
        return OK
    return (Failure("member-changed", output_at("metadata"), f"metadata: {versus(owed, got)}"),)


def metadata_stored(view: ResponsesRequest) -> Findings:
    """R2C-10b: metadata come with store."""
    if view.result is None or not view.asks("metadata") or not at(view.result, ("metadata",)):
        return None
    if view.result.get(STORE) is True or at(view.result, ("metadata",)) is ABSENT:
        return OK
    return (Failure("not-stored", output_at("metadata"), "Chat takes metadata only beside store: true"),)


def details_reported(view: ResponsesRequest) -> Findings:
    """R2C-11b: what of a member has no counterpart is reported."""
    if view.result is None or not view.details:
        return None
    if view.reports is None:
        return NOT_OBSERVABLE
    reports = view.reports
    found = [(detail, *detail.partition(".")[::2]) for detail in view.details]
    return tuple(
        Failure("silent", output_at(name), f"{text} is dropped without a report")
        for text, name, part in found
        if not _is_sent(view, name, part) and not named_in(reports, name)
    )


def _is_sent(view: ResponsesRequest, name: str, part: str) -> bool:
    """Whether a member, or what it has under `part`, is sent as it was: the API's own rules say it."""
    owed, got = view.said(name), at(view.result, (name,))
    if isinstance(owed, dict) and part:
        return equal(at(owed, (part,)), at(plain(got), (part,)))
    return part in got if isinstance(got, list) else equal(owed, got)


def continued(view: ResponsesRequest) -> Findings:
    """R2C-14: a conversation that the API keeps is refused, completed or reported."""
    if view.unfit or not view.elsewhere:
        return None
    if view.trial.outcome.refusal is not None:
        return OK
    if view.result is None:
        return None
    messages, alone = view.result.get("messages"), view.messages.view.expected()
    if isinstance(messages, list) and isinstance(alone, list) and len(messages) > len(alone):
        return OK  # the converter keeps the history
    return reported(view, view.elsewhere)


def called_as_offered(view: ResponsesRequest) -> Findings:
    """R2C-16: a call of the history has the name under which its tool is offered."""
    if view.result is None or view.tools is None:
        return None
    offered, messages = _names_of_groups(view.tools.view), view.messages.view
    called = [
        (element, offered[element.fact.group, element.fact.name])
        for element in messages.owed.of_kind(CALL)
        if isinstance(element.fact, Call) and (element.fact.group, element.fact.name) in offered
    ]
    ids = Counter(element.id for element in messages.owed.of_kind(CALL))
    found = [
        (element.id, wanted, got)
        for element, wanted in called
        if (got := messages.both.partner_of(element)) is not None and ids[element.id] == 1
    ]
    if not found:
        return None
    return tuple(
        Failure(
            "another-name",
            view.messages.at(output_at(*element.at, "function", "name")),
            f"the tool is offered as {brief(wanted)}, and its call {brief(id_)} has the name {brief(element.value[1])}",
        )
        for id_, wanted, element in found
        if element.value[1] != wanted
    )


def _names_of_groups(tools: NestedTools) -> dict[tuple[JSON, JSON], JSON]:
    """Return under which names the tools of namespaces are offered, by the namespace and their own name."""
    outputs, entries = tools.outputs or [], tools.entries or []
    return {
        (tools.owners[entry].space, name_of(entries[entry])): name_of(outputs[position])
        for entry, position in tools.arrived.items()
        if tools.in_space(entry) and entry not in tools.uncertain and isinstance(outputs[position], dict)
    }


# The choices.


def read_limit_name(view: ResponsesRequest) -> str | None:
    """limit-name."""
    if view.result is None or view.form.limit is None:
        return None
    given = [name for name in LIMITS[CHAT] if view.result.get(name) is not None]
    return given[0].replace("_", "-") if len(given) == 1 else None
