"""responses-input-to-chat-messages: outputs that are lists of parts, and texts character by character."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from conformance.formats.model.conversation import IMAGE, SYSTEM, TEXT, USER, Media, Utterance
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.talk import CALL, FILE, RESULT, FlatItem, kind_of, meant_detail
from conformance.rules.checks.by_laws.chat_messages.view import ChatMessages
from conformance.rules.checks.exact import Exact, changed_arguments, changes
from conformance.rules.checks.findings import Failure, Findings, absent, brief, but_got, output_at, versus
from conformance.rules.laws.talk_pairing import JOINTS, holds, is_namesake

# Words that say that something stood here which was no text.
_NAMES_A_PART = re.compile(
    r"image|picture|photo|screenshot|file|document|pdf|attach|audio|media|multimodal|non-text|not text|"
    r"unsupported|omitted|\bparts?\b",
    re.IGNORECASE,
)
# Words that say that it is elsewhere, and words that say that it is nowhere.
_ELSEWHERE = re.compile(r"attached|below|follow|next message|see ", re.IGNORECASE)
_NOT_THERE = re.compile(r"omit|unsupported|not |no longer|remov|dropp|left out|cannot|can't", re.IGNORECASE)
_ENCODED = re.compile(r"input_text|output_text")


def output_lists(view: ChatMessages) -> Findings:
    """INP-7: the texts of an output list are in the tool message, what is no text is kept or named."""
    found = list(_pairs_of_parts(view))
    if not found:
        return None
    return tuple(failure for result, answer in found for failure in _list_failures(view, result, answer))


def _pairs_of_parts(view: ChatMessages) -> Iterator[tuple[FlatItem, FlatItem]]:
    for result in view.owed.of_kind(RESULT) if view.judged else ():
        answer = view.both.partner_of(result)
        if not result.is_text and answer is not None:
            yield result, answer


def _list_failures(view: ChatMessages, result: FlatItem, answer: FlatItem) -> Iterator[Failure]:
    at = output_at(*answer.at, "content")
    rest = _without(result, answer)
    if rest is None:
        wanted, got = brief("\n".join(result.texts)), brief("".join(answer.texts))
        yield Failure("text-lost", at, f"wanted the texts of the output, {wanted}, got {got}")
        return
    if _ENCODED.search(rest):
        yield Failure("encoded", at, "the list itself was written into the text, instead of what its parts say")
        return
    said = view.both.left
    beside = [rest, *(item.value for item in said if item.kind == TEXT and item.speaker == USER)]
    for index, part in enumerate(result.others):
        kept = _kept_as(view, result, index, answer)
        if kept is not None:
            yield from _kept_otherwise(kept, part)
            continue
        raw, kind = view.both.given.held(part.at[0]), kind_of(part)
        source = brief(raw)
        values = (
            [element for element in raw.values() if isinstance(element, str) and len(element) > 3]
            if isinstance(raw, dict)
            else []
        )
        other = next((item for item in said if item.kind == kind and is_made_up(view, item.fact)), None)
        if other is not None:
            came = view.both.as_written(other.fact)
            yield Failure("part-changed", at, f"a part of the output: wanted {source}, {but_got(came)}")
            continue
        naming = [text for text in beside if _NAMES_A_PART.search(text) or _holds(text, values)]
        if kind == IMAGE and any(_is_empty_image(item.fact) for item in said):
            yield Failure("part-changed", at, f"{source} of the output became an image without an address")
            continue
        if naming and all(_sends_on(text, values) for text in naming) and not _has_kind(view, part):
            yield Failure("part-lost", at, f"{source} of the output is not where the text says that it is")
            continue
        if not naming:
            yield Failure("part-lost", at, f"{source} of the output is neither kept nor named")
            continue
        twin = None if any(_holds(text, values) for text in naming) else _kept_twin(view, result, rest)
        if twin is not None and not any(text != rest and _may_mean(text, result, twin) for text in naming):
            message = f"{source} of the output is gone, with the words that say of another image where it went"
            yield Failure("part-lost", at, message)


def is_made_up(view: ChatMessages, part: Utterance | Other) -> bool:
    """Whether an image or a file has an address, an id or data that is nowhere in the input."""
    value = (part.address or part.file_id) if isinstance(part, Media) else None
    if not value:
        return False
    given, (type_, _, data) = json.dumps(view.given), value.rpartition(",")
    if not type_.startswith("data:"):
        return json.dumps(value)[1:] not in given
    # Data may have come without its type.
    held = json.dumps(data)[1:]
    types = {_type_of(element) for element in re.findall(r'"(data:[^,"]*),' + re.escape(held), given)}
    return held not in given or bool(types and _type_of(type_) not in types)


def _type_of(head: str) -> str:
    """Return the media type that a data URL begins with; of two words for JPEG always the same."""
    return head.removeprefix("data:").partition(";")[0].lower().replace("image/jpg", "image/jpeg")


def _is_empty_image(said: Utterance | Other) -> bool:
    """Whether something is the form of an image, with an empty address."""
    if not isinstance(said, Other) or said.word != "image_url":
        return False
    held = said.value.get("image_url")
    return (held.get("url") if isinstance(held, dict) else held) == ""


def _kept_as(view: ChatMessages, result: FlatItem, index: int, answer: FlatItem) -> Utterance | Other | None:
    """Return what a part of an output is in its tool message, or in a message of the user that it was moved to."""
    moved = view.both.pairs.attached.get((result.number, index))
    if moved is not None:
        return view.both.came.all[moved].fact
    part = result.others[index]
    alike = [other for other in answer.others if holds(other, part)]
    return next((utterance for utterance in alike if is_namesake(utterance, part)), next(iter(alike), None))


def _kept_otherwise(kept: Utterance | Other, part: Utterance | Other) -> Iterator[Failure]:
    """Yield what a part that was kept lost: the detail of an image, the name of a file."""
    if not (isinstance(kept, Media) and isinstance(part, Media)):
        return
    if kept.kind == IMAGE and meant_detail(kept) != meant_detail(part):
        message = f"detail: {versus(part.detail, absent(kept.detail))}"
        yield Failure("part-changed", output_at(*kept.at[0]), message)
    elif part.kind == IMAGE != kept.kind:
        yield Failure("part-changed", output_at(*kept.at[0]), f"an image became a file: {brief(part.address)}")
    elif kept.kind == IMAGE != part.kind and re.match("data:(?!image/)", part.address or ""):
        yield Failure("part-changed", output_at(*kept.at[0]), f"a file became an image: {brief(part.address)}")
    elif kept.kind != IMAGE and part.name and kept.name != part.name:
        yield Failure("part-changed", output_at(*kept.at[0]), f"filename: {versus(part.name, kept.name)}")


def _sends_on(text: str, values: list[str]) -> bool:
    """Whether a text says of a part no more than that it is elsewhere."""
    return _ELSEWHERE.search(text) is not None and not (_NOT_THERE.search(text) or _holds(text, values))


def _has_kind(view: ChatMessages, part: Utterance | Other) -> bool:
    """Whether any message holds something of the kind of a part, which a text may speak of."""
    found = view.both.came.of_kind(kind_of(part))
    return any(item.kind != FILE or item.value[0] or item.value[1] for item in found)


def _kept_twin(view: ChatMessages, result: FlatItem, rest: str) -> FlatItem | None:
    """Return another result of the turn whose image was kept, and whose tool message says the same of it as this one.

    Only where each has one image and nothing else that is no text, of the same scheme and media type but another
    address: an image that two results share may be shown once, and so may the only one that a server takes.
    """
    kind, address = _image(result)
    for other, answer in _pairs_of_parts(view) if address else ():
        if other.entry == result.entry and _image(other)[0] == kind and _image(other)[1] != address:
            if _kept_as(view, other, 0, answer) is not None and _without(other, answer) == rest:
                return other
    return None


def _image(result: FlatItem) -> tuple[str, str]:
    """Return the scheme and media type, and the address, of the image of an output that has just one; else nothing."""
    part = result.others[0] if len(result.others) == 1 else None
    address = part.address if isinstance(part, Media) and part.kind == IMAGE else None
    if address is None:
        return "", ""
    return (re.split("[;,]", address)[0] if address.startswith("data:") else address.partition(":")[0]), address


def _may_mean(text: str, result: FlatItem, twin: FlatItem) -> bool:
    """Whether a text may speak of what one result had, and not only of what the other did, whose call it names."""
    return _speaks_of(text, str(result.id)) or not _speaks_of(text, str(twin.id))


def _speaks_of(text: str, id_: str) -> bool:
    """Whether a text holds an id, and not by chance or as a piece of a longer one."""
    return len(id_) > 3 and re.search(rf"(?<![\w-]){re.escape(id_)}(?![\w-])", text) is not None


def _without(result: FlatItem, answer: FlatItem) -> str | None:
    """Return what the tool message says beside the output's texts; None where it does not say them all, in order."""
    if not result.others:
        texts = tuple(text for text in result.texts if text)
        joined = {joint.join(some) for joint in JOINTS for some in (texts, result.texts)}
        if answer.texts == texts or "".join(answer.texts) in joined:
            return ""
        return None if texts else "".join(answer.texts)
    rest, said = [], "\n".join(answer.texts)
    for text in filter(None, result.texts):
        before, found, said = said.partition(text)
        if not found:
            return None
        rest.append(before)
    return "\n".join([*rest, said])


def _holds(text: str, values: list[str]) -> bool:
    return any(value in text for value in values)


def results_are_strings(view: ChatMessages) -> Findings:
    """INP-7a: the content of a tool message is a string, for a list of parts too."""
    found = list(_pairs_of_parts(view))
    if not found:
        return None
    return tuple(
        Failure("no-string", output_at(*answer.at, "content"), "the content of a tool message is a list, not a string")
        for _result, answer in found
        if isinstance(view.output[answer.entry].get("content"), list)
    )


def exact(view: ChatMessages) -> Exact | None:
    """Return what is said, the arguments of calls and the outputs."""
    if not view.judged:
        return None
    texts = list(_texts(view))
    arrived = [item.value for item in view.owed.all if view.both.partner_of(item) is not None]
    found = tuple(
        failure
        for wanted, got, at in texts
        for failure in (changed_arguments if at[-1] == "arguments" else changes)(wanted, got, output_at(*at))
    )
    return Exact(([wanted for wanted, _got, _at in texts], arrived), found, None)


def _texts(view: ChatMessages) -> Iterator[tuple[str, str, Path]]:
    """Yield what texts are owed, and what came in their place."""
    pair = view.both
    for item in view.owed.all:
        got = pair.partner_of(item)
        if got is None:
            continue
        if item.kind == TEXT and item.number in pair.pairs.changed:
            yield item.value, got.value, got.at
        elif item.kind == CALL and isinstance(got.value[2], str):
            yield item.value[2], got.value[2], (*got.at, "function", "arguments")
        elif item.kind == RESULT and item.is_text and got.texts:
            yield item.texts[0], "".join(got.texts), (*got.at, "content")
    lost = [
        instruction
        for number, instruction in enumerate(view.owed.instructions)
        if number not in pair.pairs.instructions
    ]
    left = [item for item in pair.left if item.speaker == SYSTEM]
    if len(lost) == len(left):
        yield from ((instruction.fact.value, said.value, said.at) for instruction, said in zip(lost, left, strict=True))
