"""What texts, images, inline calls and unknown parts become (MSG-1 to MSG-3a)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from conformance.formats.chat.conversation import INSTRUCTING
from conformance.formats.facts import FILE, IMAGE, INLINE, OTHER, REFUSAL, TEXT, USE
from conformance.formats.responses.items import text_type
from conformance.rules.checks.exact import NUMBER, differences
from conformance.rules.checks.findings import (
    BARE_TEXT,
    JOINED,
    SCATTERED,
    Failure,
    Findings,
    absent,
    brief,
    but_got,
    output_at,
)
from conformance.rules.checks.letters.responses_input.pairing import FactPair, speaker
from conformance.rules.checks.letters.responses_input.results import output_problem, part_problem
from conformance.rules.checks.letters.responses_input.view import ResponsesInput
from conformance.rules.checks.trial import answer_of

_JOINTS = ("", " ", "\n", "\n\n")


def _form_failures(pair: FactPair) -> Iterator[Failure]:
    """Yield what is wrong with the form and the place of a text that arrived."""
    owed, got = pair.owed, pair.got
    wanted = text_type(owed.role)
    if not got.is_part:
        yield pair.wrong(BARE_TEXT, f"wanted a list with one {wanted} part, got the text itself")
    elif got.type != wanted:
        yield pair.wrong("part-type", f"a text of the {owed.role} is {wanted}, {but_got(got.type)}")
    if pair.has_other_speaker and owed.role not in INSTRUCTING:
        yield pair.wrong("role", f"what the {owed.role} said is in a message of role {brief(got.role)}")
    if got.value != owed.value:
        yield pair.wrong("text-changed", f"wanted the text {brief(owed.value)}, {but_got(got.value)}")


def string_content(view: ResponsesInput) -> Findings:
    """MSG-1: string content becomes one text part, called by its role."""
    pairs = [pair for pair in view.of_kind(TEXT) if not pair.owed.is_part and pair.found is not None]
    if not pairs:
        return None
    found = [failure for pair in pairs for failure in _form_failures(pair)]
    for pair in pairs:
        if any(spare_text.entry == pair.got.entry for spare_text in view.spare_texts) and not _may_bear_more(
            view, pair
        ):
            found.append(pair.wrong("more-parts", "one text became several parts"))
    return tuple(found)


def _may_bear_more(view: ResponsesInput, pair: FactPair) -> bool:
    """Whether a message may have a text that the source has not: about its calls, or about what it cannot keep.

    Of two identical texts the one is meant that is all of its message.
    """
    owed, talk = pair.owed, view.conversation
    if owed.entry in view.broken_messages or any(fact.kind != TEXT for fact in talk.facts_of(owed.entry)):
        return True
    twins = [
        spare_text
        for spare_text in view.spare_texts
        if speaker(spare_text.role) == speaker(owed.role) and spare_text.value == owed.value
    ]
    entries = [item.entry for item in view.items.found] if view.items is not None else []
    return any(entries.count(twin.entry) == 1 for twin in twins)


def is_split(view: ResponsesInput, pair: FactPair) -> bool:
    """Whether a text goes on in the next parts."""
    if pair.found is None or pair.exact or pair.found.kind != TEXT or pair.owed.kind != TEXT:
        return False
    rest = "".join(spare_text.value for spare_text in view.spare_texts if spare_text.entry == pair.got.entry)
    return bool(rest) and pair.got.value + rest == pair.owed.value


def _is_joined(view: ResponsesInput, pair: FactPair) -> bool:
    """Whether what arrived is the texts of a message in one."""
    texts = [fact.value for fact in view.conversation.facts_of(pair.owed.entry) if fact.kind == TEXT]
    return len(texts) > 1 and not pair.exact and pair.got.value in {joint.join(texts) for joint in _JOINTS}


def list_content(view: ResponsesInput) -> Findings:
    """MSG-2: list content is mapped part by part, in order."""
    pairs = [pair for pair in view.of_kind(TEXT, IMAGE) if pair.owed.is_part and pair.found is not None]
    if not pairs:
        return None
    found: list[Failure] = []
    for pair in pairs:
        if pair.owed.kind == TEXT and _is_joined(view, pair):
            found.append(pair.wrong(JOINED, "wanted each text as a part of its own, got them joined to one"))
        else:
            found += _form_failures(pair) if pair.owed.kind == TEXT else _image_failures(pair)
    for positions in view.conversation.by_message:
        found += _inside_message([view.pairs[position] for position in positions])
    return tuple(found)


def _image_failures(pair: FactPair) -> Iterator[Failure]:
    owed, got = pair.owed, pair.got
    if owed.inside and got.type != "input_image":
        return  # a result's list has rules of its own
    wanted = "output_image" if owed.role == "assistant" else "input_image"
    url = got.source.get("image_url")
    if got.type != wanted:
        yield pair.wrong("image-type", f"an image of the {owed.role} is {wanted}, {but_got(got.type)}")
    elif url != owed.value:
        kind = "image-wrapped" if got.value == owed.value else "image-changed"
        yield pair.wrong(kind, f"wanted the plain URL {brief(owed.value)}, {but_got(url)}")
    if got.detail != owed.detail and not (owed.detail is None and got.detail == "auto"):
        expected = "none, or auto" if owed.detail is None else brief(owed.detail)
        yield pair.wrong("detail", f"detail: wanted {expected}, {but_got(absent(got.detail))}")
    if pair.has_other_speaker and not owed.inside:
        yield pair.wrong("role", f"an image of the {owed.role} is in a message of role {brief(got.role)}")


def _inside_message(pairs: list[FactPair]) -> Iterator[Failure]:
    """Yield where the parts of one message lost their order, or each other."""
    is_divided = any(pair.owed.kind in (USE, INLINE) for pair in pairs)
    kinds = {TEXT, IMAGE, FILE} if is_divided else {TEXT, IMAGE, FILE, REFUSAL, OTHER}
    for before, pair in pairwise(pair for pair in pairs if pair.owed.kind in kinds and _has_a_place(pair)):
        if pair.got.at < before.got.at:
            yield pair.wrong("part-order", "the parts of a message are not in their order")
        elif pair.got.entry != before.got.entry and not (is_divided or REFUSAL in (pair.owed.kind, before.owed.kind)):
            yield pair.wrong(SCATTERED, "the parts of one message are in two")


def _has_a_place(pair: FactPair) -> bool:
    """Whether the place of a part is known, and that of a part; any other empty text may have been taken for one."""
    owed, got = pair.owed, pair.found
    if got is None or pair.is_ambiguous or not owed.is_part or owed.inside or (owed.kind == TEXT and owed.value == ""):
        return False
    return got.kind not in (USE, INLINE) and (owed.kind != OTHER or got.kind == OTHER)


# Inline parts.


def inline_parts(view: ResponsesInput) -> Findings:
    """MSG-3: tool_use and tool_result parts arrive, as parts or as items: one answer."""
    pairs = view.of_kind(USE, INLINE)
    if not pairs:
        return None
    answers = answer_of(view.trial, "inline-tools", "parts", "items")
    found = []
    for pair in pairs:
        kind = pair.owed.kind
        if pair.found is None:
            found.append(pair.lost("inline-lost", f"the {kind} part {brief(pair.owed.id)} is lost"))
        elif pair.form not in answers:
            message = f"inline-tools is {' or '.join(answers)}, but this {kind} part became one of the {pair.form}"
            found.append(pair.wrong("inline-form", message))
        else:
            found += _inline_failures(view, pair)
    forms = {pair.form for pair in pairs if pair.found is not None}
    if len(answers) > 1 and len(forms) > 1:
        found.append(Failure("inline-mixed", output_at(), "of the inline calls and results some are parts, some items"))
    return tuple(found)


def _inline_failures(view: ResponsesInput, pair: FactPair) -> Iterator[Failure]:
    owed, got = pair.owed, pair.got
    if got.id != owed.id:
        yield pair.wrong("inline-id", f"wanted the id {brief(owed.id)}, {but_got(got.id)}")
    if owed.kind == INLINE:
        problem = (part_problem if got.kind == INLINE else output_problem)(owed.payload, got.payload)
        yield from [pair.wrong("inline-content", problem)] if problem else []
        return
    if got.name != owed.name:
        yield pair.wrong("inline-name", f"wanted the name {brief(owed.name)}, {but_got(got.name)}")
    given = got.payload if got.kind == USE else view.read_json(got.payload)
    if any(difference.kind != NUMBER for difference in differences(owed.payload, given)):
        yield pair.wrong("inline-input", f"wanted the input {brief(owed.payload)}, {but_got(got.payload)}")


def unknown_parts(view: ResponsesInput) -> Findings:
    """MSG-3a: a part of a type that has no twin is passed as it is, without cache_control."""
    pairs = [pair for pair in view.pairs if pair.owed.kind == OTHER]
    lost = [pair for pair in pairs if pair.found is None]
    return (
        tuple(pair.lost("part-lost", f"a part of type {brief(pair.owed.type)} is lost") for pair in lost)
        if pairs
        else None
    )
