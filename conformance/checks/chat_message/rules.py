"""responses-output-to-chat-message (S4): what content is, and what becomes of reasoning, refusals and unknown items."""

from __future__ import annotations

import json
from collections.abc import Iterator

from conformance.checks.chat_message.content import parts_of
from conformance.checks.chat_message.view import ANSWERS, PLACEHOLDER, ChatMessage
from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, output_at, versus
from conformance.checks.trial import answer_of
from conformance.formats.facts import is_filled
from conformance.values import ABSENT, JSON, same

CONTENT = output_at("content")
_PLACES = ("start_index", "end_index")


def message_text(view: ChatMessage) -> Findings:
    """OUT-1: role assistant; content is all output_text of message items, in order, joined as text-join says."""
    if not view.answered or view.unfit:
        return None
    if view.message is None:
        return (Failure("no-message", "/output", f"wanted one assistant message, got {brief(view.output)}"),)
    found = []
    role = view.message.get("role", ABSENT)
    if role != "assistant":
        got = brief(role)
        found.append(Failure("role", output_at("role"), f'role: wanted "assistant", got {got}'))
    if not view.unread:
        found += _text_failures(view)
    return tuple(found)


def _text_failures(view: ChatMessage) -> Iterator[Failure]:
    if view.reads or (view.leaks and view.has_all_texts):
        return
    if not view.texts:
        # Content without text is a matter of other rules, but for other text beside a refusal.
        if view.refusals and not view.sent and view.content not in (PLACEHOLDER, ABSENT) and not view.leaks:
            message = f"there is only a refusal: wanted content null or its text, got {brief(view.content)}"
            yield Failure("added", CONTENT, message)
        return
    if view.refusals and view.without_text:
        return  # text beside a refusal has a rule of its own
    lost = view.lost_texts
    wanted = brief(view.expected()["content"])
    if lost and not view.without_text:
        # A text that was sent twice and arrived once is not missing.
        is_there = isinstance(view.content, str) and lost[0] in view.content
        message = f"content: {versus(view.expected()['content'], view.content)}"
        if not is_there:
            message = f"the text {brief(lost[0])} is missing in the content, {brief(view.content)}"
        yield Failure("text-lost", CONTENT, message)
    elif lost:
        yield Failure("text-changed", CONTENT, f"content: wanted {wanted}, got {brief(view.content)}")
    elif not view.has_all_texts:
        yield Failure(
            "text-order", CONTENT, f"the texts are not in their order: wanted {wanted}, got {brief(view.content)}"
        )
    elif view.reads_by(ANSWERS):
        answer = view.trial.choices.get("text-join")
        yield Failure("joined-otherwise", CONTENT, f"text-join is {answer}: wanted {wanted}, got {brief(view.content)}")
    else:
        yield Failure("joined", CONTENT, f"there is something else between the texts, or around them: wanted {wanted}, "
                      f"got {brief(view.content)}")  # fmt: skip


def response_object(view: ChatMessage) -> Findings:
    """OUT-1a: a response object is read like the list that its `output` holds."""
    if view.unfit or not view.in_object:
        return None
    if not view.answered:
        return None
    if view.unread:
        return (Failure("not-read", "/output", "the response's `output` was not read: neither text nor calls arrived"),)
    return OK


def no_reasoning(view: ChatMessage) -> Findings:
    """OUT-4: reasoning never enters content."""
    if not view.source.has_reasoning or view.unfit:
        return None
    if view.message is None:
        return None
    return tuple(Failure("leaked", CONTENT, f"the content holds reasoning: {brief(text)}") for text in view.leaks)


def separate_reasoning(view: ChatMessage) -> Findings:
    """OUT-4a: a reasoning_content holds only what the response has of reasoning."""
    if not view.answered or view.unfit or view.message is None or view.source.is_broken:
        return None
    held = view.message.get("reasoning_content")
    if view.source.has_reasoning and not view.source.reasoning:
        return None
    if not held or (isinstance(held, str) and not held.strip()):
        return OK
    if not isinstance(held, str):
        message = f"reasoning_content: wanted a text or null, got {brief(held)}"
    elif any(text.strip() and text.strip() in held for text in view.source.reasoning):
        return OK
    else:
        message = f"nothing of the response's reasoning is in reasoning_content, {brief(held)}"
    return (Failure("reasoning", output_at("reasoning_content"), message),)


def calls_and_content(view: ChatMessage) -> Findings:
    """OUT-5: no tool_calls key without calls; content null beside calls where there is no text."""
    if not view.answered or view.unfit or view.message is None or view.unread:
        return None
    found = []
    entries = view.message.get("tool_calls")
    if entries is not None and not view.sent:
        what = "an empty list" if entries == [] else brief(entries)
        found.append(Failure("tool-calls", output_at("tool_calls"), f"without calls wanted no tool_calls, got {what}"))
    if view.leaks:
        return tuple(found)
    hides_refusal = view.refusals and view.content == PLACEHOLDER  # OUT-6 charges it
    if not view.texts and not view.reads and not hides_refusal and (view.sent or view.has_empty_text):
        wanted = 'null or ""' if view.has_empty_text else "null"
        when = "beside calls and without text" if view.sent else "for an empty text"
        found.append(Failure("content", CONTENT, f"{when} wanted content {wanted}, got {brief(view.content)}"))
    elif view.sent and view.content == "" and not view.source.texts and not view.source.is_broken:
        found.append(Failure("empty-text", CONTENT, 'beside calls and without text wanted content null, got ""'))
    return tuple(found)


def empty_output(view: ChatMessage) -> Findings:
    """OUT-6: a response that holds nothing gives the placeholder or null, as empty-output says."""
    if not view.answered or view.unfit:
        return None
    if view.message is None or view.sent or view.leaks or view.source.is_broken or view.unread:
        return None
    if view.refusals and not view.texts:
        # A refusal that was lost has a rule of its own.
        if view.lost_refusals or view.content != PLACEHOLDER:
            return None if view.lost_refusals else OK
        return (Failure("placeholder", CONTENT, "a refusal is not nothing, but the content is the placeholder"),)
    if not all(text.is_optional for text in view.source.texts) or view.owed_calls or view.source.refusals:
        return None
    if view.source.texts and view.content and view.reads:
        return None  # a text that may arrive did
    legal = {"placeholder": PLACEHOLDER, "null": None}
    answers = answer_of(view.trial, "empty-output", *legal)
    if any(answer in legal and same(view.content, legal[answer]) for answer in answers):
        return OK
    wanted = " or ".join(brief(legal[answer]) for answer in answers if answer in legal)
    message = f"the response holds nothing: wanted {wanted}, got {brief(view.content)}"
    return (Failure("empty-for-null" if view.content == "" else "content", CONTENT, message),)


def refusal_kept(view: ChatMessage) -> Findings:
    """OUT-7: a refusal is kept: its text is in `refusal` or in the content."""
    if not view.refusals or view.unfit:
        return None
    if view.message is None or view.texts:
        return None  # text beside a refusal has a rule of its own
    return tuple(_lost_refusals(view))


def refusal_invented(view: ChatMessage) -> Findings:
    """OUT-7a: a refusal of the message is one of the response."""
    if not view.answered or view.unfit or view.message is None or view.source.is_broken:
        return None
    refused, owed = view.message.get("refusal"), [one.value for one in view.source.refusals]
    if refused is not None and not isinstance(refused, str):
        message = f"refusal: wanted a text or null, got {brief(refused)}"
        return (Failure("no-text", output_at("refusal"), message),)
    if refused and not owed:
        message = f"the response has no refusal, but the message refuses: {brief(refused)}"
        return (Failure("invented", output_at("refusal"), message),)
    parts = [text for kind, text in parts_of(view.content) if kind == "refusal"]
    if len(parts) > len(owed):
        message = f"of {len(owed)} refusals of the response the content has {len(parts)}"
        return (Failure("invented", CONTENT, message),)
    return OK


def _lost_refusals(view: ChatMessage) -> Iterator[Failure]:
    for index in view.lost_refusals:
        refused = view.source.refusals[index]
        message = f"the refusal {brief(refused.value)} is neither in `refusal` nor in the content"
        yield Failure("refusal-lost", input_at(*refused.at), message)


def unknown_items(view: ChatMessage) -> Findings:
    """OUT-8: an item or part of unknown type neither fails nor takes its neighbours with it."""
    if not view.source.unknown or view.unfit:
        return None
    if view.message is None:
        return None
    first = view.source.unknown[0]
    after = [call for call in view.owed_calls if call.at > first.at]
    texts = [
        text.value for text in view.source.texts if not text.is_optional and text.value and text.entry > first.entry
    ]
    # One kind alone may be lost for a reason of its own; text and calls together only by stopping here.
    lost = {call.at for call in view.lost_calls}
    if after and texts and lost.issuperset(call.at for call in after) and not any(text in view.said for text in texts):
        at = input_at(*first.at)
        return (Failure("neighbours-lost", at, "neither text nor calls arrived from behind an item of unknown type"),)
    return OK


def text_beside_refusal(view: ChatMessage) -> Findings:
    """OUT-9: text beside a refusal: both are kept."""
    if not (view.refusals and view.texts) or view.unfit:
        return None
    if view.message is None or view.unread:
        return None
    found = list(_lost_refusals(view))
    if view.without_text:
        message = f"the text {brief(view.texts[0])} beside a refusal is not in the content, {brief(view.content)}"
        found.append(Failure("text-lost", CONTENT, message))
    return tuple(found)


def citations_kept(view: ChatMessage) -> Findings:
    """OUT-10: the citations of a text are annotations of the message, are named in it, or their loss is reported."""
    if not view.answered or view.unfit or view.message is None:
        return None
    links = dict.fromkeys(_links(view.trial.input))
    if not links:
        return None
    held = json.dumps([view.message.get("annotations"), view.message.get("content")], ensure_ascii=False)
    lost = [link for link in links if json.dumps(link, ensure_ascii=False)[1:-1] not in held]
    if not lost or view.outcome.diagnostics:
        return OK
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    message = f"the citation of {brief(lost[0])} is neither in the message nor in a report"
    return (Failure("citation-lost", output_at("annotations"), message),)


def citations_exact(view: ChatMessage) -> Findings:
    """OUT-10a: the annotations of the message are the citations of the response, with their URLs and titles."""
    if not view.answered or view.unfit or view.message is None or view.source.is_broken:
        return None
    held = view.message.get("annotations")
    if held is None:
        return OK
    if not isinstance(held, list) or not all(isinstance(one, dict) for one in held):
        message = f"annotations: wanted a list of objects, got {brief(held)}"
        return (Failure("no-annotations", output_at("annotations"), message),)
    return tuple(_wrong_citations(view, held))


def _wrong_citations(view: ChatMessage, held: list[dict[str, JSON]]) -> Iterator[Failure]:
    """Yield the annotations that have a URL and are no citation of the response, or that come twice."""
    left = list(_citations(view.trial.input))
    # In joined texts the places are other ones.
    known = ("url", "title", *_PLACES) if len(view.source.texts) == 1 else ("url", "title")
    for index, one in enumerate(held):
        nested = one.get("url_citation")
        members = nested if isinstance(nested, dict) else one
        if members.get("url") is None:
            continue
        is_typed = one.get("type") == "url_citation" and all(
            isinstance(members.get(key), int | None) for key in _PLACES
        )
        found = next((each for each in left if is_typed and _agrees(members, each, known)), None)
        if found is None:
            message = f"this is none of the response's citations that are left: {brief(one)}"
            yield Failure("citation-changed", output_at("annotations", index), message)
        else:
            left.remove(found)


def _agrees(members: dict[str, JSON], citation: dict[str, JSON], keys: tuple[str, ...]) -> bool:
    return all(members.get(key) is None or same(members[key], citation.get(key)) for key in keys)


def _links(output: JSON) -> Iterator[str]:
    """Yield what the texts of messages cite by its URL."""
    return (one["url"] for one in _citations(output) if is_filled(one.get("url")))


def _citations(output: JSON) -> Iterator[dict[str, JSON]]:
    """Yield the url_citations of the texts of messages."""
    items = output.get("output") if isinstance(output, dict) else output
    for item in items if isinstance(items, list) else ():
        content = item.get("content") if isinstance(item, dict) and item.get("type") == "message" else None
        for part in content if isinstance(content, list) else ():
            annotations = part.get("annotations") if isinstance(part, dict) else None
            for annotation in annotations if isinstance(annotations, list) else ():
                if isinstance(annotation, dict) and annotation.get("type") == "url_citation":
                    yield annotation
