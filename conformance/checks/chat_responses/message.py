"""The message of a Chat answer: the rules of responses-output-to-chat-message at its place, and what else it says."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.api import path_of
from conformance.checks.chat_message.charges import LAWS
from conformance.checks.chat_message.fidelity import exact as exact_message
from conformance.checks.chat_responses.view import ChatAnswer
from conformance.checks.exact import NUMBER, Exact, differences, is_number
from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, versus
from conformance.checks.lawful.charging import law_checks
from conformance.formats.facts import word
from conformance.laws.compared import Compared
from conformance.values import ABSENT, JSON, same

MESSAGE = ("choices", 0, "message")
_PLACES = ("start_index", "end_index")
# Items whose loss needs no report: they have a place, or a rule of their own.
_PLACED = ("message", "function_call", "custom_tool_call")


# The members in which what is lost would be, by the kind of the failure.
_LOST_FROM = {"refusal-lost": ("refusal",), "lost": ("tool_calls",), "silent": ("tool_calls",)}


def placed(view: ChatAnswer, failure: Failure) -> Failure:
    """Return a failure in a message as one in the answer."""
    path = path_of(failure.at)
    if path[:1] == ("output",):
        return failure._replace(at=view.in_output(*MESSAGE, *path[1:]))
    return failure._replace(at=view.missing_at(*MESSAGE, *_LOST_FROM.get(failure.kind, ())))


def _told(view: ChatAnswer) -> Compared | None:
    """Return the message beside what the response says; None where there is none to judge."""
    return view.said.judged if view.is_whole and not view.unfit and view.body is not None else None


def _counted(view: ChatAnswer, failure: Failure) -> Failure | None:
    # Calls that are not announced open in the order in which they end, and no rule says how refusals that are
    # streamed at the same time follow each other.
    free = {"order": view.is_unannounced, "refusal-lost": view.mixes_refusals}
    return None if free.get(failure.kind) else placed(view, failure)


# Of a response no call is in the content of a message, and nothing but its items is read.
_NOT_CHARGED = dict.fromkeys(("read", *(f"{law}/call/written" for law in ("kept", "exact", "order"))))
_NOT_CHARGED["order/call/written/mixed"] = None
# RCR-2 to RCR-6 and RCR-9a, by the names that the contracts give them.
MESSAGE_CHECKS = law_checks({law: {**charges, **_NOT_CHARGED} for law, charges in LAWS.items()}, _told, _counted)
_text = MESSAGE_CHECKS.pop("message-text")


def one_choice_with_the_text(view: ChatAnswer) -> Findings:
    """RCR-1: one choice, of index 0, whose message is the assistant's and has all text as its content, in order."""
    if not view.answered or view.unfit or not view.is_whole:
        return None
    choices = (view.body or {}).get("choices")
    if not isinstance(view.message, dict):
        return (Failure("no-message", view.in_output("choices"), f"wanted a message, got {brief(view.output)}"),)
    found = []
    if isinstance(choices, list) and len(choices) > 1:
        message = f"a response is one choice, but there are {len(choices)}"
        found.append(Failure("choices", view.in_output("choices"), message))
    if view.choice.get("index") != 0:
        message = f"index of the choice: wanted 0, got {brief(view.choice.get('index'))}"
        found.append(Failure("index", view.in_output("choices", 0, "index"), message))
    text = None if view.overlapping else _text(view)  # the text of mixed events has a rule of its own
    return (*found, *(text if isinstance(text, tuple) else ()))


def nothing_added(view: ChatAnswer) -> Findings:
    """RCR-4: a message without text has no content: null, absent or an empty text."""
    if not view.is_read:
        return None
    both = view.said.both
    if both.is_loose or both.texts or both.leaks:
        return None
    if both.flow.value in (None, ABSENT, "") or both.reads:
        return OK
    if any(refusal.value in both.flow.text for refusal in both.refusals):
        return OK  # the refusal is the content
    message = f"the response has no text, but the content is {brief(both.flow.value)}"
    return (Failure("added", view.in_output(*MESSAGE, "content"), message),)


def own_index(view: ChatAnswer) -> Findings:
    """RCR-2a: a call has no index, or its place among the calls."""
    if not view.is_read:
        return None
    entries = list(map(view.said.both.as_written, view.said.both.got_calls))
    if not entries:
        return None
    return tuple(
        Failure("index", view.in_output(*MESSAGE, "tool_calls", place, "index"),
                f"index of call {place + 1}: wanted nothing or {place}, got {brief(entry['index'])}")
        for place, entry in enumerate(entries)
        if isinstance(entry, dict) and entry.get("index") is not None and not same(entry["index"], place)
    )  # fmt: skip


def citation_places(view: ChatAnswer) -> Findings:
    """RCR-10b: the places of a citation are those in the content that was joined."""
    held = view.message.get("annotations") if view.is_read and isinstance(view.message, dict) else None
    texts = [text for text in view.said.both.all_texts if text.value] if held else []
    if not isinstance(held, list) or len(texts) < 2 or not view.offsets:
        return None
    owed = [_where(note, begin) for note, begin in view.citations]
    found = []
    for index, one in enumerate(held):
        inner = one.get("url_citation") if isinstance(one, dict) else None
        where = _where(inner, 0) if isinstance(inner, dict) else None
        if where is None or where[0] is None or where[1] is None or any(same(where, each) for each in owed):
            continue
        message = f"the places {brief(where[:2])} of the citation of {brief(where[2])} are not those in the content"
        found.append(Failure("places", view.in_output(*MESSAGE, "annotations", index), message))
    return tuple(found)


def _where(note: dict[str, JSON], begin: int) -> list[JSON]:
    """Return where a citation begins and ends, and its URL."""
    places = [note[key] + begin if isinstance(note.get(key), int) else None for key in _PLACES]
    return [*places, note.get("url")]


def logprobs_exact(view: ChatAnswer) -> Findings:
    """RCR-11: log probabilities are those of the response's texts, in their order."""
    if not view.is_read or view.said.both.is_loose:
        return None
    held = view.choice.get("logprobs")
    entries = held.get("content") if isinstance(held, dict) else None
    if not entries:
        return OK if view.logprobs else None
    if not isinstance(entries, list) or not _are_alike(view.logprobs, entries):
        message = f"log probabilities: {versus(view.logprobs, entries)}"
        return (Failure("logprobs", view.in_output("choices", 0, "logprobs"), message),)
    return OK


def _are_alike(owed: list[JSON], got: list[JSON]) -> bool:
    """Whether two lists of log probabilities say the same; a null `bytes` is that of an API that has none."""
    return not list(differences(owed, got))


def losses_reported(view: ChatAnswer) -> Findings:
    """RCR-9: what has no place in a Chat completion is reported."""
    if not view.is_read or view.said.both.is_loose:
        return None
    lost = list(_lost(view))
    if not lost:
        return None
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if view.outcome.diagnostics:
        return OK
    return (Failure("silent", lost[0][0], f"{lost[0][1]} was left out without any report"),)


def _lost(view: ChatAnswer) -> Iterator[tuple[str, str]]:
    """Yield what has no place in the Chat completion, or none there was made for it: where it is, and what."""
    message = view.message if isinstance(view.message, dict) else {}
    sent = view.said.both.got_calls
    for at, item in enumerate(view.response["output"]):
        kind = word(item)
        if kind == "reasoning" and view.said.both.thoughts and not message.get("reasoning_content"):
            yield view.in_input("output", at), "reasoning"
        elif kind is not None and kind not in (*_PLACED, "reasoning"):
            if not any(_is_of(call.id, item) for call in sent):
                yield view.in_input("output", at), f"an item of type {kind}"
        elif kind in _PLACED and isinstance(item.get("namespace"), str) and not _names(view.message, item["namespace"]):
            yield view.in_input("output", at, "namespace"), "a namespace"
    for text, note in view.notes():
        if note.get("type") != "url_citation" and not _holds(message.get("annotations"), note):
            yield view.in_input("output", *text.at[0], "annotations"), f"an annotation of type {note.get('type')}"
    if view.logprobs and not (view.choice.get("logprobs") or {}):
        yield view.in_input("output"), "log probabilities"
    for key in ("service_tier", "metadata"):
        if view.response.get(key) not in (None, {}) and (view.body or {}).get(key) is None:
            yield view.in_input(key), key


def _is_of(id_: JSON, item: JSON) -> bool:
    return isinstance(id_, str) and id_ in (item.get("call_id"), item.get("id"))


def _names(message: JSON, space: str) -> bool:
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    return any(space in str(call) for call in calls or ())


def _holds(annotations: JSON, note: JSON) -> bool:
    return isinstance(annotations, list) and any(same(one, note) for one in annotations)


def exact(view: ChatAnswer) -> Exact | None:
    """Return the texts, the calls and the usage of an answer."""
    if not view.is_read:
        return None
    found = exact_message(view.said)
    usage = (view.body or {}).get("usage")
    numbers = tuple(
        Failure(NUMBER, view.in_output("usage", *one.path), f"the number {brief(one.owed)} became {brief(one.got)}")
        for one in (differences(view.usage, usage) if view.usage is not None and isinstance(usage, dict) else ())
        if one.kind == NUMBER and is_number(one.got)
    )
    if found is None:
        return Exact(view.usage, numbers, view.usage)
    changed = tuple(placed(view, one) for one in found.changes)
    return Exact((found.values, view.usage), (*changed, *numbers), (found.carried, view.usage))
