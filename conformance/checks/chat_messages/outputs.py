"""responses-input-to-chat-messages: outputs that are lists of parts, and texts character by character."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from conformance.checks.chat_messages.items import Owed
from conformance.checks.chat_messages.kinds import USER, holds, meant_detail
from conformance.checks.chat_messages.messages import Said
from conformance.checks.chat_messages.pairing import JOINTS
from conformance.checks.chat_messages.view import ChatMessages
from conformance.checks.exact import Exact, changed_arguments, changes
from conformance.checks.findings import Failure, Findings, brief, output_at, versus
from conformance.formats.facts import CALL, FILE, IMAGE, RESULT, TEXT, Fact, is_filled
from conformance.formats.parts import image_of
from conformance.values import JSON

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
    found = list(_listed(view))
    if not found:
        return None
    return tuple(failure for result, answer in found for failure in _list_failures(view, result, answer))


def _listed(view: ChatMessages) -> Iterator[tuple[Owed, Said]]:
    for result in view.owed.of_kind(RESULT) if view.judged else ():
        answer = view.partner_of(result)
        if isinstance(result.fact.payload, list) and answer is not None:
            yield result, answer


def _list_failures(view: ChatMessages, result: Owed, answer: Said) -> Iterator[Failure]:
    at = output_at(*answer.fact.at, "content")
    rest = _without(result, answer)
    if rest is None:
        wanted, got = brief("\n".join(result.texts)), brief("".join(answer.texts))
        yield Failure("text-lost", at, f"wanted the texts of the output, {wanted}, got {got}")
        return
    if _ENCODED.search(rest):
        yield Failure("encoded", at, "the list itself was written into the text, instead of what its parts say")
        return
    said = [view.got.all[number] for number in view.pairs.left]
    beside = [rest, *(one.fact.value for one in said if one.fact.kind == TEXT and one.speaker == USER)]
    for index, part in enumerate(result.others):
        kept = _kept_as(view, result, index, answer)
        if kept is not None:
            yield from _kept_otherwise(kept, part)
            continue
        other = next((one for one in said if one.fact.kind == part.kind and _is_made_up(view, one.fact)), None)
        if other is not None:
            yield Failure("part-changed", at, f"a part of the output: {versus(part.source, other.fact.source)}")
            continue
        naming = [text for text in beside if _names(text, part)]
        if part.kind == IMAGE and any(_is_empty_image(one.fact) for one in said):
            yield Failure("part-changed", at, f"{brief(part.source)} of the output became an image without an address")
            continue
        if naming and all(_sends_on(text, part) for text in naming) and not _has_kind(view, part):
            yield Failure("part-lost", at, f"{brief(part.source)} of the output is not where the text says that it is")
            continue
        if not naming:
            yield Failure("part-lost", at, f"{brief(part.source)} of the output is neither kept nor named")
            continue
        twin = None if any(_holds_value(text, part) for text in naming) else _kept_twin(view, result, rest)
        if twin is not None and not any(text != rest and _tells_of(text, result, twin) for text in naming):
            message = (
                f"{brief(part.source)} of the output is gone, with the words that say of another image where it went"
            )
            yield Failure("part-lost", at, message)


def _is_made_up(view: ChatMessages, part: Fact) -> bool:
    """Whether an image or a file has an address, an id or data that is nowhere in the input."""
    if part.kind == IMAGE:
        value: JSON = image_of(part.source)[0]
    elif part.kind == FILE and isinstance(part.value, dict):
        value = part.value.get("file_data") or part.value.get("file_id")
    else:
        return False
    if not is_filled(value):
        return False
    data = value.rpartition(",")[2] if value.startswith("data:") else value  # which may have come without its type
    return json.dumps(data)[1:] not in json.dumps(view.given)


def _is_empty_image(said: Fact) -> bool:
    """Whether something is the form of an image, with an empty address."""
    source = said.source if isinstance(said.source, dict) else {}
    return source.get("type") == "image_url" and image_of(source)[0] == ""


def _kept_as(view: ChatMessages, result: Owed, index: int, answer: Said) -> Fact | None:
    """Return what a part of an output is in its tool message, or in a message of the user that it was moved to."""
    part = result.others[index]
    moved = view.pairs.attached.get((result.number, index))
    if moved is not None:
        return view.got.all[moved].fact
    return next((one for one in answer.parts if one.kind != TEXT and holds(one, part)), None)


def _is_kept(view: ChatMessages, result: Owed, index: int, answer: Said) -> bool:
    return _kept_as(view, result, index, answer) is not None


def _kept_otherwise(kept: Fact, part: Fact) -> Iterator[Failure]:
    """Yield what a part that was kept lost: the detail of an image, the name of a file."""
    if kept.kind == IMAGE:
        detail = image_of(part.source)[1]
        if meant_detail(kept.detail) != meant_detail(detail):
            yield Failure("part-changed", output_at(*kept.at), f"detail: {versus(detail, kept.detail)}")
    elif kept.kind == FILE and isinstance(part.source, dict) and isinstance(kept.value, dict):
        name = part.source.get("filename")
        if is_filled(name) and kept.value.get("filename") != name:
            message = f"filename: {versus(name, kept.value.get('filename'))}"
            yield Failure("part-changed", output_at(*kept.at), message)


def _sends_on(text: str, part: Fact) -> bool:
    """Whether a text says of a part no more than that it is elsewhere."""
    return _ELSEWHERE.search(text) is not None and not (_NOT_THERE.search(text) or _holds_value(text, part))


def _has_kind(view: ChatMessages, part: Fact) -> bool:
    """Whether any message holds something of the kind of a part, which a text may speak of."""
    found = [one.fact for one in view.got.all if one.fact.kind == part.kind]
    return any(one.kind != FILE or not one.value.keys().isdisjoint(("file_data", "file_id")) for one in found)


def _kept_twin(view: ChatMessages, result: Owed, rest: str) -> Owed | None:
    """Return another result of the turn whose image was kept, and whose tool message says the same of it as this one.

    Only where each has one image and nothing else that is no text, of the same scheme and media type but another
    address: an image that two results share may be shown once, and so may the only one that a server takes.
    """
    kind, address = _image(result)
    for other, answer in _listed(view) if address else ():
        if other.unit == result.unit and _image(other)[0] == kind and _image(other)[1] != address:
            if _is_kept(view, other, 0, answer) and _without(other, answer) == rest:
                return other
    return None


def _image(result: Owed) -> tuple[str, str]:
    """Return the scheme and media type, and the address, of the image of an output that has just one; else nothing."""
    if len(result.others) != 1 or result.others[0].type != "input_image":
        return "", ""
    address, _detail = image_of(result.others[0].source)
    if not isinstance(address, str):
        return "", ""
    return (re.split("[;,]", address)[0] if address.startswith("data:") else address.partition(":")[0]), address


def _tells_of(text: str, result: Owed, twin: Owed) -> bool:
    """Whether a text may speak of what one result had, and not only of what the other did, whose call it names."""
    return _speaks_of(text, result.fact.id) or not _speaks_of(text, twin.fact.id)


def _speaks_of(text: str, id_: str) -> bool:
    """Whether a text holds an id, and not by chance or as a piece of a longer one."""
    return len(id_) > 3 and re.search(rf"(?<![\w-]){re.escape(id_)}(?![\w-])", text) is not None


def _without(result: Owed, answer: Said) -> str | None:
    """Return what the tool message says beside the output's texts; None where it does not say them all, in order."""
    if not result.others:
        texts = tuple(text for text in result.texts if text)
        joined = {joint.join(some) for joint in JOINTS for some in (texts, result.texts)}
        if answer.texts == texts or "".join(answer.texts) in joined:
            return ""
        return None if texts else "".join(answer.texts)
    rest, said = [], "\n".join(answer.texts)
    for text in result.texts:
        before, found, said = said.partition(text)
        if not found:
            return None
        rest.append(before)
    return "\n".join([*rest, said])


def _names(text: str, part: Fact) -> bool:
    return _NAMES_A_PART.search(text) is not None or _holds_value(text, part)


def _holds_value(text: str, part: Fact) -> bool:
    values = part.source.values() if isinstance(part.source, dict) else ()
    return any(isinstance(value, str) and len(value) > 3 and value in text for value in values)


def results_are_strings(view: ChatMessages) -> Findings:
    """INP-7a: the content of a tool message is a string, for a list of parts too."""
    found = list(_listed(view))
    if not found:
        return None
    return tuple(
        Failure(
            "no-string", output_at(*answer.fact.at, "content"), "the content of a tool message is a list, not a string"
        )
        for _result, answer in found
        if isinstance(view.output[answer.fact.entry].get("content"), list)
    )


def exact(view: ChatMessages) -> Exact | None:
    """Return what is said, the arguments of calls and the outputs."""
    if not view.judged:
        return None
    texts = list(_texts(view))
    arrived = [owed.fact.value for owed in view.owed.all if view.partner_of(owed) is not None]
    found = tuple(
        failure
        for wanted, got, at in texts
        for failure in (changed_arguments if at[-1] == "arguments" else changes)(wanted, got, output_at(*at))
    )
    return Exact(([wanted for wanted, _got, _at in texts], arrived), found, None)


def _texts(view: ChatMessages) -> Iterator[tuple[str, str, tuple[str | int, ...]]]:
    """Yield what texts are owed, and what came in their place."""
    for owed in view.owed.all:
        said = view.partner_of(owed)
        if said is None:
            continue
        wanted, got, at = owed.fact, said.fact, said.fact.at
        if wanted.kind == TEXT and owed.number in view.pairs.changed:
            yield wanted.value, got.value, at
        elif wanted.kind == CALL and isinstance(got.payload, str):
            yield wanted.payload, got.payload, (*at, "function", "arguments")
        elif wanted.kind == RESULT and isinstance(wanted.payload, str) and said.texts:
            yield wanted.payload, "".join(said.texts), (*at, "content")
    lost = [one for one in view.owed.instructions if one.number not in view.pairs.instructions]
    left = [view.got.all[number] for number in view.pairs.left if view.got.all[number].speaker == "system"]
    if len(lost) == len(left):
        yield from ((one.text, said.fact.value, said.fact.at) for one, said in zip(lost, left, strict=True))
