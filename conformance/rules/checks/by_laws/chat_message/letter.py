"""The letter of responses-output-to-chat-message (S4): content beside calls, an empty response, and what waits."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.strict_json import json_or_absent
from conformance.base.values import pointer, same
from conformance.rules.checks.by_laws.chat_message.view import PLACEHOLDER, ChatMessage
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, absent, brief, but_got, output_at
from conformance.rules.checks.trial import answer_of
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.pairing import payload_of

CONTENT = output_at("content")


def calls_and_content(view: ChatMessage) -> Findings:
    """OUT-5: no tool_calls key without calls; content null beside calls where there is no text."""
    pair = view.both
    if view.judged is None or view.message is None or pair.is_unread:
        return None
    found = []
    name = pair.name_of("call")
    entries = view.message.get(name)
    if entries is not None and not pair.got_calls:
        what = "an empty list" if entries == [] else brief(entries)
        found.append(Failure("tool-calls", output_at(name), f"without calls wanted no {name}, got {what}"))
    if pair.leaks:
        return tuple(found)
    hides_refusal = pair.refusals and view.content == PLACEHOLDER  # OUT-6 charges it
    if not pair.texts and not pair.reads and not hides_refusal and (pair.got_calls or pair.has_empty_text):
        wanted = 'null or ""' if pair.has_empty_text else "null"
        when = "beside calls and without text" if pair.got_calls else "for an empty text"
        kind = "joined" if pair.shows(pair.flow.text) else "content"
        found.append(Failure(kind, CONTENT, f"{when} wanted content {wanted}, {but_got(view.content)}"))
    elif pair.got_calls and view.content == "" and not pair.all_texts and not pair.is_loose:
        found.append(Failure("empty-text", CONTENT, 'beside calls and without text wanted content null, got ""'))
    return tuple(found)


def empty_output(view: ChatMessage) -> Findings:
    """OUT-6: a response that holds nothing gives the placeholder or null, as empty-output says."""
    pair = view.both
    if view.judged is None or pair.result is None:
        return None
    if pair.got_calls or pair.leaks or pair.is_loose or pair.is_unread:
        return None
    if pair.refusals and not pair.texts:
        # A refusal that was lost has a rule of its own.
        if pair.lost_refusals or view.content != PLACEHOLDER:
            return None if pair.lost_refusals else OK
        return (Failure("placeholder", CONTENT, "a refusal is not nothing, but the content is the placeholder"),)
    if not all(map(pair.is_optional, pair.all_texts)) or pair.owed_calls or pair.all_refusals:
        return None
    if pair.all_texts and view.content and pair.reads:
        return None  # a text that may arrive did
    legal = {"placeholder": PLACEHOLDER, "null": None}
    answers = answer_of(view.trial, "empty-output", *legal)
    if any(answer in legal and same(view.content, legal[answer]) for answer in answers):
        return OK
    wanted = " or ".join(brief(legal[answer]) for answer in answers if answer in legal)
    message = f"the response holds nothing: wanted {wanted}, {but_got(view.content)}"
    kind = "empty-for-null" if view.content == "" else "joined" if pair.shows(pair.flow.text) else "content"
    return (Failure(kind, CONTENT, message),)


def actions_reported(view: ChatMessage) -> Findings:
    """OUT-8a: what waits for the client and cannot be said in Chat is a call or is reported."""
    pair, free = view.both, view.both.given.freedom
    if not free.actions or view.judged is None or pair.is_loose:
        return None
    if len(pair.unpaired) >= len(free.actions):
        # Other items may be calls too, and which is which is not certain.
        return () if free.callable > len(free.actions) else tuple(_wrong_actions(pair))
    if _kept_as_parts(pair):
        return None  # it is not left out: API-1 says that Chat has no such part
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if view.outcome.diagnostics:
        return OK
    at = pointer(*pair.in_input(free.actions[0]))
    return (Failure("silent", at, "an item that waits for the client was dropped without a report"),)


def _kept_as_parts(pair: AnswerComparison) -> bool:
    """Whether each action is among the parts of the content as it is."""
    parts = pair.flow.value if isinstance(pair.flow.value, list) else []
    return all(any(same(action.value, part) for part in parts) for action in pair.given.freedom.actions)


def _wrong_actions(pair: AnswerComparison) -> Iterator[Failure]:
    """Yield the calls for an action that have the id of no action, or arguments that are no object."""
    sources = (action.value for action in pair.given.freedom.actions)
    ids = {source[key] for source in sources for key in ("call_id", "id") if isinstance(source.get(key), str)}
    for call in pair.unpaired:
        id_, payload = pair.written(call, "id"), payload_of(call)
        if ids and not (isinstance(id_, str) and id_ in ids):
            message = f"id: wanted the call_id or id of the action, {but_got(absent(id_))}"
            yield Failure("id", pointer(*pair.at_member(call, "id")), message)
        if pair.written(call, "type") == "function" and not isinstance(json_or_absent(payload), dict):
            message = f"arguments: wanted an object as JSON, {but_got(absent(payload))}"
            yield Failure("arguments", pointer(*pair.at_member(call, "payload")), message)
