"""What a conversation of a request holds beside texts, images and calls is kept too, or its loss is reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.base.wording import brief, but_got
from conformance.formats.model import talk
from conformance.formats.model.conversation import (
    MODEL,
    TEXT,
    USER,
    Call,
    Media,
    ModelRefusal,
    Reasoning,
    Result,
    Text,
)
from conformance.formats.model.fact import facts_in
from conformance.formats.model.talk import CALL, EMPTY, RESULT, FlatItem
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.request_documents import inner_texts, unplaced_media
from conformance.rules.laws.request_results import result_texts
from conformance.rules.laws.request_talk import noun_of
from conformance.rules.laws.requests import RequestComparison, texts_of, thoughts_of
from conformance.rules.laws.talk_pairing import holds

_KINDS = {talk.OTHER: "part"}
_LEAST = 4  # characters; shorter thoughts are in any text by chance
_LONG = 12  # characters; a shorter text may be in what a converter says of an image


def form(pair: RequestComparison) -> Iterator[Found]:
    """The result is a request of the target's format."""
    yield "form", REACHED
    if pair.arrived is not None and not pair.is_list:
        yield "form", Breach("no-request", (OUTPUT,), f"wanted {pair.arrived.form}, {but_got(pair.arrived.value)}")


def thoughts(pair: RequestComparison) -> Iterator[Found]:
    """What the model thought never becomes a text of anybody, and none is invented."""
    said = thoughts_of(pair.asked) if pair.is_list else []
    if said:
        yield "apart/thought", REACHED
    thought = {id(text) for fact in pair.facts(Reasoning) for text in (*fact.content, *fact.summary)}
    given = [fact.value for fact in (*pair.facts(Text), *pair.facts(ModelRefusal)) if id(fact) not in thought]
    for text in said:
        if len(text) >= _LEAST and not any(text in element for element in given):
            for piece in pair.came.of_kind(TEXT, RESULT):
                if any(text in value for value in (piece.texts or (piece.value,)) if isinstance(value, str)):
                    message = f"a message says what the model thought: {brief(text)}"
                    yield "apart/thought", Breach("thought-aloud", pair.in_output(piece.fact), message)
    for text in thoughts_of(pair.made):
        rest = text
        for name in sorted(said, key=len, reverse=True):
            rest = rest.replace(name, "")
        if rest.strip():
            message = f"it has thoughts that the model did not have: {brief(rest)}"
            yield "added/thought", Breach("thought-added", (OUTPUT,), message)


def added_contents(pair: RequestComparison) -> Iterator[Found]:
    """Nobody says, calls or returns what is not in the source."""
    if not pair.is_list:
        return
    yield "added/said", REACHED
    for item in pair.left:
        if _is_demanded(pair, item):
            continue
        is_free = pair.is_free(item) and not _comes_from_results(pair, item)
        if item.kind != EMPTY and not is_free and not _is_repeated(pair, item):
            kind = _KINDS.get(item.kind, item.kind)
            message = f"the {item.speaker or 'unknown'} {kind} {brief(item.shown)} is added: it is not in the source"
            about = f"{item.kind} of {item.speaker}"
            yield "added/said", Breach("said-added", pair.in_output(item.fact), message, about)
    for item in (*_again(pair), *_media_again(pair), *_texts_again(pair)):
        message = f"the {item.kind} {brief(item.shown)} is there once more"
        yield "added/said", Breach("said-twice", pair.in_output(item.fact), message)
    if talk.CUSTOM in pair.owed.marks:
        return  # what a call without an id, or of another tool, became is not known
    paired = set(pair.pairs.partners.values())
    own = {fact.id for fact in pair.facts(Call)} | {fact.id for fact in pair.facts(Result)}
    for item in pair.came.of_kind(CALL, RESULT):
        if item.number not in paired and item.id not in own:
            message = f"the {item.kind} {brief(item.id)} is added: it is not in the source"
            yield "added/said", Breach(f"{item.kind}-added", pair.in_output(item.fact), message)


def _is_demanded(pair: RequestComparison, item: FlatItem) -> bool:
    """Whether white space is said, where the target takes none that is alone: whether it is, the API says.

    Between formats of one host a refusal may be there that refuses nothing.
    """
    if pair.terms.one_host and isinstance(item.fact, ModelRefusal) and not item.fact.value.strip():
        return True
    is_blank = item.kind == TEXT and isinstance(item.value, str) and not item.value.strip()
    return is_blank and not pair.target.takes_blanks


def _comes_from_results(pair: RequestComparison, item: FlatItem) -> bool:
    """Whether a medium that nobody says can only be one of a result, which the target cannot hold there."""
    held = {noun_of(each) for result in pair.facts(Result) for each in result.content if isinstance(each, Media)}
    noun = noun_of(item.fact) if isinstance(item.fact, Media) else ""
    return noun in held and pair.terms.lacks(f"result/{noun}")


def _is_repeated(pair: RequestComparison, item: FlatItem) -> bool:
    """Whether it is said in the source too: that it is there once more is the matter of another law."""
    if isinstance(item.fact, Media) and any(holds(item.fact, each) for each in pair.facts(Media)):
        return True
    return any((each.kind, each.value, each.speaker) == (item.kind, item.value, item.speaker) for each in pair.owed.all)


def _again(pair: RequestComparison) -> Iterator[FlatItem]:
    """Yield texts that a user says, or that name media, which are there more often than the source has a reason.

    Beside media other texts are free; one that the user said has its partner, so that it is here once more.
    """
    texts = [
        [*texts_of(fact), *(part.value for part in fact.parts if isinstance(part, Text))] for fact in pair.facts(Media)
    ]
    texts += [[text] for fact in pair.facts(Result) for text in result_texts(fact) if text]
    moved = sum(len(item.others) for item in pair.owed.of_kind(RESULT))
    known = {item.value for item in pair.owed.of_kind(TEXT) if item.speaker == USER}
    unplaced = [unplaced_medium for unplaced_medium in unplaced_media(pair) if not inner_texts(unplaced_medium)]
    seen: Counter[str] = Counter()
    for item in pair.left:
        if item.kind == TEXT and item.speaker == MODEL and pair.is_free(item) and _has_twin(pair, item):
            yield item
        if item.kind == TEXT and item.speaker == USER and pair.is_free(item):
            seen[item.value] += 1
            reasons = sum(_reasons(item.value, held) for held in texts)
            # Of some media a text says no more than the kind.
            nameless = sum(not any(text in item.value for text in texts_of(media)) for media in unplaced)
            is_more = seen[item.value] > reasons + nameless and (reasons or item.value in known)
            is_more = is_more or seen[item.value] > max(1, reasons + nameless + moved)
            if is_more or _has_twin(pair, item):
                yield item


def _parts_of(medium: Media) -> Iterator[str]:
    return (part.value for part in medium.parts if isinstance(part, Text))


def _reasons(value: str, held: Sequence[str]) -> int:
    """Return how often a text may be said for a fact with some texts: once if it has one of them, or is several."""
    return max(int(any(text in value for text in held)), held.count(value))


def seals(pair: RequestComparison) -> Iterator[Found]:
    """What only the source's host can read is not given to another one as its own."""
    sealed = {seal for fact in pair.facts(Reasoning) for seal in (fact.seal, fact.encrypted) if seal}
    for fact in pair.facts(Reasoning, pair.made) if sealed and pair.is_list else ():
        for held in (fact.seal, fact.encrypted):
            if held in sealed:
                message = f"the signature {brief(held)} of another host arrived as the target's own"
                yield "apart/seal", Breach("seal-copied", pair.in_output(fact), message)


def _has_twin(pair: RequestComparison, item: FlatItem) -> bool:
    """Whether somebody says what has a partner in the same words, and more often than the source does."""
    said = item.value, item.speaker
    came = [each.number for each in pair.came.of_kind(TEXT) if (each.value, each.speaker) == said]
    paired = set(pair.pairs.partners.values()).intersection(came)
    given = sum(text == item.value for fact in facts_in(pair.asked.conversation.turns) for text in texts_of(fact))
    # The same text may name each of some media that have no place.
    given += sum(any(text in item.value for text in texts_of(media)) for media in unplaced_media(pair))
    return bool(paired) and len(came) > max(given, len(paired))


def _media_again(pair: RequestComparison) -> Iterator[FlatItem]:
    """Yield images and files that were moved out of results, and are there more often than the source has them."""
    for item in pair.left:
        if isinstance(item.fact, Media) and pair.is_free(item):
            came = [each for each in pair.came.all if isinstance(each.fact, Media) and each.value == item.value]
            if len(came) > sum(holds(item.fact, each) for each in pair.facts(Media)) > 0:
                yield item


def _texts_again(pair: RequestComparison) -> Iterator[FlatItem]:
    """Yield texts of the user with what they became part of, which has them more often than the source has."""
    for item in pair.owed.of_kind(TEXT):
        got = pair.partner_of(item)
        if item.speaker == USER and got is not None and len(item.value) >= _LONG and got.value.count(item.value) > 1:
            known = sum(text.count(item.value) for fact in facts_in(pair.asked.conversation.turns)
                        for text in texts_of(fact))  # fmt: skip
            if got.value.count(item.value) > known:
                yield got


def refusals(pair: RequestComparison) -> Iterator[Found]:
    """What the model refused arrives as a text where the target has no other form for it, or a report names it."""
    if not pair.is_list or not pair.terms.lacks("text/refusal"):
        return
    for fact in pair.facts(ModelRefusal):
        if fact.value.strip():
            yield "kept/refusal", REACHED
            if not pair.target.says(fact.value) and not pair.terms.allows("refusal-history", "report"):
                message = f"the refusal {brief(fact.value)} did not arrive"
                yield "kept/refusal", Breach("refusal-lost", pair.in_input(fact), message)
