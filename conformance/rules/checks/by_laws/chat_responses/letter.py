"""What only Chat says of a completion: its one choice, its members, and what has no place in it."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, same
from conformance.formats.chat.message import MESSAGE
from conformance.formats.facts import word
from conformance.formats.responses.read import called
from conformance.rules.checks.by_laws.chat_responses.charges import MESSAGE_TEXT
from conformance.rules.checks.by_laws.chat_responses.view import PLACES, SHARED, ChatAnswer, Object
from conformance.rules.checks.exact import differences
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, but_got, versus
from conformance.rules.laws.losses import Loss, silent


def one_choice_with_the_text(view: ChatAnswer) -> Findings:
    """RCR-1: one choice, of index 0, whose message is the assistant's and has all text as its content, in order."""
    if not view.answered or view.unfit or not view.is_whole:
        return None
    if view.message is None:
        return (Failure("no-message", view.in_output("choices"), f"wanted a message, {but_got(view.output)}"),)
    choices, index = (view.body or {})["choices"], view.choice.get("index")
    found = []
    if len(choices) > 1:
        message = f"a response is one choice, but there are {len(choices)}"
        found.append(Failure("choices", view.in_output("choices"), message))
    if index != 0:
        message = f"index of the choice: wanted 0, {but_got(index)}"
        found.append(Failure("index", view.in_output("choices", 0, "index"), message))
    text = None if view.is_mixed else MESSAGE_TEXT(view)  # the text of mixed events has a rule of its own
    return (*found, *(text if isinstance(text, tuple) else ()))


def nothing_added(view: ChatAnswer) -> Findings:
    """RCR-4: a message without text has no content: null, absent or an empty text."""
    pair = view.both
    if not view.is_read or pair.is_loose or pair.texts or pair.leaks:
        return None
    if pair.flow.value in (None, ABSENT, "") or pair.reads:
        return OK
    if any(refusal.value in pair.flow.text for refusal in pair.refusals):
        return OK  # the refusal is the content
    message = f"the response has no text, but the content is {brief(pair.flow.value)}"
    return (Failure("added", view.in_output(*MESSAGE, "content"), message),)


def own_index(view: ChatAnswer) -> Findings:
    """RCR-2a: a call has no index, or its place among the calls."""
    entries = list(map(view.both.as_written, view.both.got_calls)) if view.is_read else []
    if not entries:
        return None
    return tuple(
        Failure("index", view.in_output(*view.both.place_of("call")[1:], place, "index"),
                f"index of call {place + 1}: wanted nothing or {place}, {but_got(entry['index'])}")
        for place, entry in enumerate(entries)
        if isinstance(entry, dict) and entry.get("index") is not None and not same(entry["index"], place)
    )  # fmt: skip


def citation_places(view: ChatAnswer) -> Findings:
    """RCR-10b: the places of a citation are those in the content that was joined."""
    held = view.message.get("annotations") if view.is_read and view.message is not None else None
    if not held or not isinstance(held, list) or len(view.offsets) < 2:
        return None
    owed = [_where(note, begin) for note, begin in view.citations]
    found = []
    for index, element in enumerate(held):
        inner = element.get("url_citation") if isinstance(element, dict) else None
        where = _where(inner, 0) if isinstance(inner, dict) else [None]
        if None in where[:2] or any(same(where, each) for each in owed):
            continue
        wanted = " or ".join(brief(each[:2]) for each in owed if same(each[2], where[2])) or "those of the cited text"
        which = f"start_index and end_index of the citation of {brief(where[2])}"
        message = f"{which}: wanted {wanted}, {but_got(where[:2])}"
        found.append(Failure("places", view.in_output(*MESSAGE, "annotations", index), message))
    return tuple(found)


def _where(note: Object, begin: int) -> list[JSON]:
    """Return where a citation begins and ends, and its URL."""
    places = [note[key] + begin if isinstance(note.get(key), int) else None for key in PLACES]
    return [*places, note.get("url")]


def logprobs_exact(view: ChatAnswer) -> Findings:
    """RCR-11: log probabilities are those of the response's texts, in their order."""
    if not view.is_read or view.both.is_loose:
        return None
    held = view.choice.get("logprobs")
    entries = held.get("content") if isinstance(held, dict) else None
    if not entries:
        return OK if view.logprobs else None
    if not isinstance(entries, list) or any(differences(view.logprobs, entries)):
        message = f"log probabilities: {versus(view.logprobs, entries)}"
        return (Failure("logprobs", view.in_output("choices", 0, "logprobs"), message),)
    return OK


def losses_reported(view: ChatAnswer) -> Findings:
    """RCR-9: what has no place in a Chat completion is reported."""
    lost = next(_losses_in_completion(view), None) if view.is_read and not view.both.is_loose else None
    if lost is None:
        return None
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    return OK if view.outcome.diagnostics else (Failure("silent", *lost),)


def requested_losses_reported(view: ChatAnswer) -> Findings:
    """RCR-9b: what waits for the client, and log probabilities, are there or a report is about each of them."""
    lost = list(_lost_requested(view)) if view.is_read and not view.both.is_loose else []
    if not lost:
        return None
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    said = [
        str(diagnostic.get("message", "")) for diagnostic in view.outcome.diagnostics if isinstance(diagnostic, dict)
    ]
    return tuple(
        Failure("silent", view.in_input(*loss.at), f"{loss.what} dropped without a report")
        for loss in silent(lost, said)
    )


def _lost_requested(view: ChatAnswer) -> Iterator[Loss]:
    sent = [call.id for call in view.both.got_calls if call.id is not None]
    for action in view.both.given.freedom.actions:
        item = action.value if isinstance(action.value, dict) else {}
        if not any(id_ in (item.get("call_id"), item.get("id")) for id_ in sent):
            kind, own = word(item) or "", word(item, "call_id") or word(item, "id") or ""
            yield Loss(
                ("output", *action.at[0]), f"an item of type {kind}, which waits for the client, was", (kind, own)
            )
    if view.logprobs and not view.choice.get("logprobs"):
        yield Loss(("output",), "the log probabilities were", ("logprob", "log prob"))


def _losses_in_completion(view: ChatAnswer) -> Iterator[tuple[str, str]]:
    """Yield what has no place in the Chat completion, or none there was made for it: where it is, and a message."""
    found = (*_lost_items(view), *_lost_members(view))
    return ((view.in_input(*path), f"{what} was dropped without a report") for path, what in found)


def _lost_items(view: ChatAnswer) -> Iterator[tuple[tuple[str | int, ...], str]]:
    message, pair = view.message or {}, view.both
    sent, calls = [call.id for call in pair.got_calls if call.id is not None], str(message.get(pair.name_of("call")))
    waiting = [action.at[0] for action in pair.given.freedom.actions]  # RCR-9b has these
    for at, item in enumerate(view.response["output"]):
        if (at,) in waiting:
            continue
        kind = word(item)
        is_placed = kind == "message" or called(item) is not None  # or another rule is about its loss
        if kind == "reasoning" and pair.thoughts and not message.get("reasoning_content"):
            yield ("output", at), "reasoning"
        elif kind not in (None, "reasoning") and not is_placed:
            if not any(id_ in (item.get("call_id"), item.get("id")) for id_ in sent):
                yield ("output", at), f"an item of type {kind}"
        elif is_placed and isinstance(item.get("namespace"), str) and item["namespace"] not in calls:
            yield ("output", at, "namespace"), "a namespace"


def _lost_members(view: ChatAnswer) -> Iterator[tuple[tuple[str | int, ...], str]]:
    held = (view.message or {}).get("annotations")
    notes = held if isinstance(held, list) else []
    for text, note in view.notes():
        if note.get("type") != "url_citation" and not any(same(other_note, note) for other_note in notes):
            yield ("output", *text.at[0], "annotations"), f"an annotation of type {note.get('type')}"
    for key in SHARED:
        if view.response.get(key) not in (None, {}) and (view.body or {}).get(key) is None:
            yield (key,), key


def failure_named(view: ChatAnswer) -> Findings:
    """RCR-7: a response that failed gives an error, or an answer that names it, as failed-response says."""
    if view.unfit or not view.has_failed:
        return None
    legal = view.failing_as
    if view.outcome.refusal:
        if "raise" in legal:
            return OK
        return (Failure("raised", "/input", "a failure that is to be reported raised an error"),)
    if not view.answered:
        return None
    if "report" not in legal:
        return (Failure("not-raised", "/output", "a failure that is to raise an error gave a result"),)
    if view.names_failure:
        return OK
    error = brief(view.response.get("error"))
    message = f"the response failed ({error}), and the answer does not say so"
    return (Failure("unnamed", view.missing_at("error"), message),)


def shared_members(view: ChatAnswer) -> Findings:
    """RCR-14: service_tier and metadata of the answer are the response's."""
    if not view.is_read or view.body is None:
        return None
    found = []
    for key in SHARED:
        got, owed = view.body.get(key), view.response.get(key)
        if got is not None and not same(got, owed) and not (got == {} and owed is None):
            message = f"{key}: wanted {brief(owed)}, {but_got(got)}"
            found.append(Failure(key, view.in_output(key), message))
    return tuple(found)
