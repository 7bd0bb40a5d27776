"""What is said of documents: the text of one arrives, once and in its place, where the target has none of text."""

from __future__ import annotations

import base64
import binascii
import json
from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.base.wording import brief
from conformance.formats.model.conversation import USER, Media, Text
from conformance.formats.model.fact import facts_in
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.request_talk import UNPLACED, has_place
from conformance.rules.laws.requests import RequestComparison


def kept_documents(pair: RequestComparison) -> Iterator[Found]:
    """The text of a document or of a found page arrives, as a text where the target has no documents of text."""
    for unplaced_medium in unplaced_media(pair):
        for text in inner_texts(unplaced_medium):
            yield "kept/document", REACHED
            if not any(holds_in_order(name, (text,)) for name in pair.texts_that_came):
                message = f"the text {brief(text)} of a document did not arrive"
                yield "kept/document", Breach("document-lost", pair.in_input(unplaced_medium), message)


def order(pair: RequestComparison) -> Iterator[Found]:
    """The text of a document is where it was: between the texts of its user, and in its own order."""
    came = "\n".join(pair.texts_that_came)
    for turn in pair.asked.conversation.turns if pair.is_list else ():
        if turn.speaker != USER:
            continue
        said: list[str] = []
        is_document = False
        for utterance in turn.says:
            if isinstance(utterance, Text):
                said.append(utterance.value.strip())
            elif isinstance(utterance, Media) and not has_place(utterance, pair.target):
                texts = (*inner_texts(utterance), *decoded(utterance))
                said += [text.strip() for text in texts]
                is_document |= bool(texts)
            elif isinstance(utterance, Media):
                said.append(utterance.address or "")
        said = [text for text in said if text]
        # What did not arrive is the matter of others.
        if is_document and len(said) > 1 and all(holds_in_order(came, [text]) for text in said):
            yield "order/said", REACHED
            if not holds_in_order(came, said):
                message = f"wanted {brief(said)} in this order"
                yield "order/said", Breach("misplaced", (OUTPUT,), message)


def twice(pair: RequestComparison) -> Iterator[Found]:
    """The text of a document is there as often as the source says it."""
    if not pair.is_list:
        return
    given = Counter(text for fact in facts_in(pair.asked.conversation.turns) for text in _texts_of_fact(fact))
    held = {
        text
        for unplaced_medium in unplaced_media(pair)
        for text in (*inner_texts(unplaced_medium), *decoded(unplaced_medium))
    }
    came = Counter(text for fact in facts_in(pair.made.conversation.turns) for text in _texts_of_fact(fact))
    for text in sorted(held):
        if came[text] > given[text]:
            message = f"the text {brief(text)} of a document is there once more"
            yield "twice/said", Breach("said-twice", (OUTPUT,), message)


def names(pair: RequestComparison) -> Iterator[Found]:
    """No document has the name of another one."""
    given = [fact for fact in pair.facts(Media) if fact.name is not None] if pair.is_list else []
    for got in pair.facts(Media, pair.made) if len(given) > 1 else ():
        own = [element for element in given if _is_of(got, element)]
        if not own:
            continue
        yield "kept/name", REACHED
        others = {element.name for element in given} - {element.name for element in own}
        if got.name in others:
            message = f"the document {brief(own[0].name)} has the name of another one, {brief(got.name)}"
            yield "kept/name", Breach("name-exchanged", pair.in_output(got), message)


def _is_of(got: Media, medium: Media) -> bool:
    """Whether a medium of the result has what one of the source has."""
    has = (medium.address, medium.file_id, *inner_texts(medium), *decoded(medium))
    return any(held is not None and held in has for held in (got.address, got.file_id, got.text))


def _texts_of_fact(fact: object) -> tuple[str, ...]:
    """Return the texts that a fact is, or is known by."""
    if isinstance(fact, Text):
        return (fact.value,)
    if not isinstance(fact, Media):
        return ()
    return tuple(text for text in (fact.text, fact.name, fact.about, fact.url, fact.file_id, *decoded(fact)) if text)


def inner_texts(medium: Media) -> list[str]:
    """Return the text of a document, or those of its parts."""
    return [text for text in (medium.text, *(part.value for part in medium.parts if isinstance(part, Text))) if text]


def unplaced_media(pair: RequestComparison) -> list[Media]:
    """Return the media of the source that the target has no place for, in messages and in results."""
    media = [fact for fact in pair.facts(Media) if not has_place(fact, pair.target)] if pair.is_list else []
    return [
        *media,
        *(item.fact for item in pair.owed.all if isinstance(item.fact, Media) and item.fact.kind == UNPLACED),
    ]


def decoded(medium: Media) -> tuple[str, ...]:
    """Return the text of a document that is data of one."""
    if medium.data is None or not (medium.media_type or "").startswith("text/"):
        return ()
    try:
        return (base64.b64decode(medium.data, validate=True).decode(),)
    except (binascii.Error, UnicodeDecodeError):
        return ()


def holds_in_order(whole: str, texts: Sequence[str]) -> bool:
    """Whether a text has others in it, in order, each as it is or as JSON writes it."""
    place = 0
    for text in texts:
        forms = {text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
        ends = [found + len(form) for form in forms if (found := whole.find(form, place)) >= 0]
        if not ends:
            return False
        place = min(ends)
    return True
