"""What texts, images, inline calls and unknown parts become (MSG-1 to MSG-3a)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from conformance.checks.exact import NUMBER, differences
from conformance.checks.findings import Failure, Findings, brief, input_at, output_at
from conformance.checks.responses_input.conversation import INSTRUCTING
from conformance.checks.responses_input.pairing import Pair, speaker
from conformance.checks.responses_input.results import output_problem, part_problem
from conformance.checks.responses_input.view import ResponsesInput
from conformance.checks.trial import answer_of, no_answer
from conformance.formats.facts import FILE, IMAGE, INLINE, OTHER, REFUSAL, TEXT, USE, Fact
from conformance.values import ABSENT, JSON


def refused(view: ResponsesInput, rule: str) -> tuple[Failure, ...]:
    """Return the failed call as a failure of the rule that is about what is unusual in the conversation."""
    failure = no_answer(view.trial) if view.blamed == rule else None
    return (failure,) if failure else ()


def text_type(role: str | None) -> str:
    """Return what a text of this role is called."""
    return "output_text" if role == "assistant" else "input_text"


def _form_failures(pair: Pair) -> Iterator[Failure]:
    """Yield what is wrong with where and how a text that arrived stands."""
    owed, found = pair.owed, pair.found
    if found is None:
        return
    at = output_at(*found.at)
    if not found.is_part:
        yield Failure("bare-text", at, f"wanted a list with one {text_type(owed.role)} part, got the text itself")
    elif found.source.get("type") != text_type(owed.role):
        got = found.source.get("type")
        yield Failure("part-type", at, f"a text of the {owed.role} is {text_type(owed.role)}, got {brief(got)}")
    if speaker(found.role) != speaker(owed.role) and owed.role not in INSTRUCTING:
        yield Failure("role", at, f"what the {owed.role} said stands in a message of role {brief(found.role)}")
    if found.value != owed.value:
        yield Failure("text-changed", at, f"wanted the text {brief(owed.value)}, got {brief(found.value)}")


def string_content(view: ResponsesInput) -> Findings:
    """MSG-1: string content becomes one text part, called by its role."""
    pairs = [pair for pair in view.of_kind(TEXT) if not pair.owed.is_part and pair.found is not None]
    if not pairs:
        return None
    found = [failure for pair in pairs for failure in _form_failures(pair)]
    spare = [one for one in view.pairing.spare if one.kind == TEXT] if view.pairing is not None else []
    further = {one.entry for one in spare}
    for pair in pairs:
        if pair.found is None or pair.found.entry not in further or _may_bear_more(view, pair):
            continue
        # Of two equal texts the one is meant that is all of its message.
        if not any(_is_whole(view, one) and _says_the_same(one, pair.owed) for one in spare):
            found.append(Failure("more-parts", output_at(*pair.found.at), "one text became several parts"))
    return tuple(found)


def _is_whole(view: ResponsesInput, text: Fact) -> bool:
    """Whether a text is all that its message holds."""
    return view.items is not None and sum(one.entry == text.entry for one in view.items.found) == 1


def _says_the_same(found: Fact, owed: Fact) -> bool:
    return speaker(found.role) == speaker(owed.role) and bool(found.value == owed.value)


def _may_bear_more(view: ResponsesInput, pair: Pair) -> bool:
    """Whether a message may get a text that the source has not: about its calls, or about what it cannot keep."""
    facts = (view.conversation.facts[position] for position in view.conversation.by_message[pair.owed.entry])
    return pair.owed.entry in view.broken_messages or any(fact.kind != TEXT for fact in facts)


def is_split(view: ResponsesInput, pair: Pair) -> bool:
    """Whether a text goes on in the next parts."""
    found = pair.found
    if found is None or pair.exact or found.kind != TEXT or pair.owed.kind != TEXT or view.pairing is None:
        return False
    rest = "".join(one.value for one in view.pairing.spare if one.kind == TEXT and one.entry == found.entry)
    return bool(rest) and found.value + rest == pair.owed.value


def list_content(view: ResponsesInput) -> Findings:
    """MSG-2: list content is mapped part by part, in order."""
    pairs = [pair for pair in view.of_kind(TEXT, IMAGE) if pair.owed.is_part and pair.found is not None]
    if not pairs:
        return None
    found: list[Failure] = []
    for pair in pairs:
        if pair.owed.kind == TEXT:
            found += _form_failures(pair)
        else:
            found += _image_failures(pair)
    for index in range(len(view.conversation.messages)):
        found += _inside_message(view, index)
    return tuple(found)


def _image_failures(pair: Pair) -> Iterator[Failure]:
    owed, found = pair.owed, pair.found
    if found is None or not isinstance(found.source, dict):
        return
    at = output_at(*found.at)
    if owed.inside and found.source.get("type") != "input_image":
        return  # what may stand in a result's list, its own rules say
    wanted = "output_image" if owed.role == "assistant" else "input_image"
    if found.source.get("type") != wanted:
        yield Failure("image-type", at, f"an image of the {owed.role} is {wanted}, got {brief(found.source['type'])}")
    elif found.source.get("image_url") != owed.value:
        kind = "image-wrapped" if found.value == owed.value else "image-changed"
        yield Failure(kind, at, f"wanted the plain URL {brief(owed.value)}, got {brief(found.source.get('image_url'))}")
    wanted_detail, detail = owed.detail, found.detail
    if detail != wanted_detail and not (wanted_detail is None and detail == "auto"):
        got = "none" if detail is None else brief(detail)
        wanted = "none, or auto" if wanted_detail is None else brief(wanted_detail)
        yield Failure("detail", at, f"detail: wanted {wanted}, got {got}")
    if speaker(found.role) != speaker(owed.role) and not owed.inside:
        yield Failure("role", at, f"an image of the {owed.role} stands in a message of role {brief(found.role)}")


def _inside_message(view: ResponsesInput, index: int) -> Iterator[Failure]:
    """Yield where the parts of one message lost their order, or each other."""
    positions = view.conversation.by_message[index]
    pairs = [view.pairs[position] for position in positions]
    split_by_items = any(pair.owed.kind in (USE, INLINE) for pair in pairs)
    last: Pair | None = None
    for pair in pairs:
        kinds = (TEXT, IMAGE, FILE, *(() if split_by_items else (REFUSAL, OTHER)))
        if pair.found is None or not pair.owed.is_part or pair.owed.inside or pair.owed.kind not in kinds:
            continue
        if pair.found.kind in (USE, INLINE):
            continue
        if pair.owed.kind == OTHER and pair.found.kind != OTHER:
            continue
        if last is not None and last.found is not None:
            if pair.found.at < last.found.at:
                yield Failure("part-order", output_at(*pair.found.at), "the parts of a message are not in their order")
            elif pair.found.entry != last.found.entry and not split_by_items and REFUSAL not in (
                pair.owed.kind, last.owed.kind
            ):  # fmt: skip
                yield Failure("scattered", output_at(*pair.found.at), "the parts of one message stand in two")
        last = pair


# Inline parts.


def inline_parts(view: ResponsesInput) -> Findings:
    """MSG-3: tool_use and tool_result parts arrive, as parts or as items: one answer."""
    failed = refused(view, "MSG-3")
    if failed:
        return failed
    pairs = view.of_kind(USE, INLINE)
    if not pairs:
        return None
    answers = answer_of(view.trial, "inline-tools", "parts", "items")
    found = []
    for pair in pairs:
        if pair.found is None:
            at = input_at(*pair.owed.at)
            found.append(Failure("inline-lost", at, f"the {pair.owed.kind} part {brief(pair.owed.value[0])} is lost"))
        elif pair.form not in answers:
            at = output_at(*pair.found.at)
            message = f"inline-tools is {answers[0]}, but this {pair.owed.kind} part became one of the {pair.form}"
            found.append(Failure("inline-form", at, message))
        else:
            found += _inline_failures(pair)
    forms = {pair.form for pair in pairs if pair.found is not None}
    if len(answers) > 1 and len(forms) > 1:
        found.append(Failure("inline-mixed", output_at(), "of the inline calls and results some are parts, some items"))
    return tuple(found)


def _inline_failures(pair: Pair) -> Iterator[Failure]:
    owed, found = pair.owed, pair.found
    if found is None:
        return
    at = output_at(*found.at)
    if found.value[0] != owed.value[0]:
        yield Failure("inline-id", at, f"wanted the id {brief(owed.value[0])}, got {brief(found.value[0])}")
    if owed.kind == INLINE:
        judge = part_problem if found.kind == INLINE else output_problem
        problem = judge(owed.value[1], found.value[1])
        if problem:
            yield Failure("inline-content", at, problem)
        return
    if found.value[1] != owed.value[1]:
        yield Failure("inline-name", at, f"wanted the name {brief(owed.value[1])}, got {brief(found.value[1])}")
    given = found.value[2] if found.kind == USE else decoded(found.value[2])
    if any(one.kind != NUMBER for one in differences(owed.value[2], given)):
        yield Failure("inline-input", at, f"wanted the input {brief(owed.value[2])}, got {brief(found.value[2])}")


def decoded(text: JSON) -> JSON:
    """Return what a JSON text holds; ABSENT where it is none."""
    if not isinstance(text, str):
        return ABSENT
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return ABSENT


def unknown_parts(view: ResponsesInput) -> Findings:
    """MSG-3a: a part of a type that has no twin is passed as it is, without cache_control."""
    pairs = [pair for pair in view.pairs if pair.owed.kind == OTHER]
    if not pairs and not any(fact.kind == OTHER for fact in view.conversation.facts):
        return None
    if view.outcome.refusal and not view.is_broken:
        failure = no_answer(view.trial)
        return (failure,) if failure else None
    if view.pairing is None:
        return None
    return tuple(
        Failure("part-lost", input_at(*pair.owed.at), f"a part of type {brief(pair.owed.value['type'])} is lost")
        for pair in pairs
        if pair.found is None
    )
