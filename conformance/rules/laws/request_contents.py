"""What a conversation of a request holds beside texts, images and calls is kept too, or its loss is reported."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, same
from conformance.base.wording import brief, but_got, versus
from conformance.formats.model import talk
from conformance.formats.model.conversation import (
    AUDIO,
    DEVELOPER,
    DOCUMENT,
    IMAGE,
    MODEL,
    OBJECT_TEXT,
    SYSTEM,
    TEXT,
    USER,
    Call,
    Hosted,
    Media,
    ModelRefusal,
    Reasoning,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other, Path, facts_in
from conformance.formats.model.talk import CALL, EMPTY, RESULT, FlatItem
from conformance.rules.laws.late_instructions import spare_marks, with_marks
from conformance.rules.laws.law import INPUT, OUTPUT, REACHED, UNSEEN, Breach, Found, Place
from conformance.rules.laws.losses import Loss
from conformance.rules.laws.request_calls import call_losses
from conformance.rules.laws.request_documents import decoded, holds_in_order, inner_texts, unplaced_media
from conformance.rules.laws.request_member_losses import setting_losses, tool_losses
from conformance.rules.laws.request_talk import has_place, is_spoken, noun_of
from conformance.rules.laws.requests import RequestComparison, texts_of, thoughts_of
from conformance.rules.laws.talk_pairing import JOINTS, holds, known_by

# How languages write a value that is not there.
_NO_VALUES = frozenset({"none", "null", "nil", "undefined", "nan", "[object object]"})
_KINDS = {talk.OTHER: "part"}
_LEAST = 4  # characters; shorter thoughts are in any text by chance
# What reports call media too.
_ALSO_CALLED: Final = {DOCUMENT: ("file",), "file": ("document",)}
_LONG = 12  # characters; a shorter text may be in what a converter says of an image


def form(pair: RequestComparison) -> Iterator[Found]:
    """The result is a request of the target's format."""
    yield "form", REACHED
    if pair.arrived is not None and not pair.is_list:
        yield "form", Breach("no-request", (OUTPUT,), f"wanted {pair.arrived.form}, {but_got(pair.arrived.value)}")


def results(pair: RequestComparison) -> Iterator[Found]:
    """A result says what it said: its texts, in order, and nothing else but that the tool failed, or what it lacks."""
    for _one, owed, got in pair.results:
        texts, came = [text for text in _texts(owed) if text], _texts(got)
        documents = [text for part in owed.content if isinstance(part, Media) for text in inner_texts(part)]
        if documents and _is_twice([*texts, *documents], came):
            message = f"the result of {brief(owed.id)} has the text of a document more often than the source"
            yield "kept/content", Breach("result-changed", pair.in_output(got), message)
        if not texts:
            yield from _nothing(pair, owed, "".join(came), pair.in_output(got))
            continue
        yield "kept/content", REACHED
        whole, at = "".join(came), pair.in_output(got)
        if owed.failed or documents or _lost_media(pair, owed):
            is_there = holds_in_order(whole, texts) or any(said in whole for said in _forms_of_object(owed))
            if not is_there or (not documents and _is_more(pair, owed, texts, came)):
                message = f"the result of {brief(owed.id)}: {versus(''.join(texts), whole)}"
                yield "kept/content", Breach("result-changed", at, message)
        elif came != texts and whole not in said_by(owed) and not _is_same_object(pair, owed, got):
            message = f"the result of {brief(owed.id)}: {versus(''.join(texts), whole)}"
            yield "kept/content", Breach("result-changed", at, message)


def _nothing(pair: RequestComparison, owed: Result, said: str, at: Place) -> Iterator[Found]:
    """A result without a text may say so in any words, but not by a value, which the model reads as the tool's."""
    yield "kept/content", REACHED
    if said.strip().strip("\"'").lower() in _NO_VALUES:
        message = f"the tool returned no text as the result of {brief(owed.id)}, and it says {brief(said)}"
        yield "kept/content", Breach("result-invented", at, message)


def _is_twice(texts: list[str], came: list[str]) -> bool:
    """Whether one of the texts is there more often than in the source."""
    return any(count > texts.count(text) for text, count in Counter(came).items() if text in texts)


def _is_more(pair: RequestComparison, owed: Result, texts: list[str], came: list[str]) -> bool:
    """Whether one of the texts is there more often, and more texts are there than what they have to say.

    Of each medium that may not be in the result a text may say so, in any words.
    """
    return _is_twice(texts, came) and len(came) > len(texts) + len(_lost_media(pair, owed))


def _lost_media(pair: RequestComparison, owed: Result) -> list[Utterance | Other]:
    """Return what a result holds beside texts that the target's results do not, so that a text may say so."""
    others = [part for part in owed.content if not isinstance(part, Text)]
    return [part for part in others if not isinstance(part, Media) or not _is_held(pair, part)]


def _is_held(pair: RequestComparison, part: Media) -> bool:
    """Whether the target's results hold a medium."""
    return has_place(part, pair.target) and not pair.terms.lacks(f"result/{noun_of(part)}")


def result_media(pair: RequestComparison) -> Iterator[Found]:
    """Images and files of a result are in it where the target's results hold them, in order, and no others are."""
    for _one, owed, got in pair.results:
        given = [part for part in owed.content if isinstance(part, Media)]
        texts = {text for part in given for text in (*inner_texts(part), *decoded(part))}
        # A file of plain text may be a document that is a text, which has no address.
        came = [part.address for part in got.content if isinstance(part, Media) and part.text not in texts]
        held = [part for part in given if _is_held(pair, part)]
        at = pair.in_output(got)
        if held:
            yield "kept/media", REACHED
        if lost := [part for part in held if part.address not in came]:
            message = f"the {noun_of(lost[0])} {brief(lost[0].address)} of the result of {brief(owed.id)} is not in it"
            yield "kept/media", Breach("result-media-lost", pair.in_input(lost[0]), message)
        elif _are_moved(given, got) or (
            not owed.failed and len(held) == len(given) == len(came) and _places(owed) != _places(got)
        ):
            yield "kept/media", Breach("result-media-order", at, f"the media of {brief(owed.id)} are in another order")
        known = Counter(part.address for part in given)
        if more := [address for address, count in Counter(came).items() if count > known[address]]:
            message = f"the result of {brief(owed.id)} has {brief(more[0])}, more often than the tool gave it"
            yield "added/media", Breach("result-media-added", at, message)


def _are_moved(given: Sequence[Media], got: Result) -> bool:
    """Whether the media of a result that came, as media, are in another order than they were given."""
    came = [part.text or part.address for part in got.content if isinstance(part, Media)]
    wanted = [
        next((text for text in (part.address, *inner_texts(part), *decoded(part)) if text in came), None)
        for part in given
    ]
    known = [text for text in wanted if text is not None]
    came = [text for text in came if text in known]
    return came[: len(known)] != known


def _places(result: Result) -> list[int]:
    """Return, of each medium of a result, how many characters of texts are before it, but for white space."""
    found, said = [], 0
    for part in result.content:
        if isinstance(part, Text):
            said += len("".join(part.value.split()))
        elif isinstance(part, Media):
            found.append(said)
    return found


def _texts(result: Result) -> list[str]:
    """Return the texts of a result; those of documents in it have their place there, or may go with a report."""
    return [part.value for part in result.content if isinstance(part, Text)]


def said_by(result: Result) -> list[str]:
    """Return the texts that a result may be as one text: its own, joined by nothing, a space or line ends.

    An object may be any JSON text of it.
    """
    given = _texts(result)
    joined = [joint.join(some) for joint in JOINTS for some in ([text for text in given if text], given)]
    return [*joined, *_forms_of_object(result)]


def _forms_of_object(result: Result) -> list[str]:
    """Return JSON texts of the object that a result is, and of what is alone in it; none of a result that is texts."""
    values = _values_of(result) if result.form == OBJECT_TEXT else ()
    return [json.dumps(value, ensure_ascii=ascii_, separators=separators)
            for value in values for ascii_ in (False, True) for separators in (None, (",", ":"))]  # fmt: skip


def _values_of(result: Result) -> list[JSON]:
    """Return the value that the text of a result is as JSON, and what is alone in it: a function's output."""
    value = json_or_absent("".join(_texts(result)))
    inner = [*value.values()] if isinstance(value, dict) and len(value) == 1 and not result.failed else []
    return [] if value is ABSENT else [value, *inner]


def _is_same_object(pair: RequestComparison, owed: Result, got: Result) -> bool:
    """Whether one of two results is an object, and the other the same one, or its JSON."""
    if OBJECT_TEXT not in (owed.form, got.form):
        return False
    came = [pair.carried(value) for value in _values_of(got)]
    return any(same(pair.carried(value), other) for value in _values_of(owed) for other in came)


def result_names(pair: RequestComparison) -> Iterator[Found]:
    """A result that names a tool names the one that was called."""
    calls = {call.id: call.name for call in pair.facts(Call, pair.made)}
    for _piece, owed, got in pair.results:
        if got.name is not None and got.id in calls:
            yield "kept/result", REACHED
            if got.name not in (calls[got.id], owed.name):
                message = f"the result of {brief(calls[got.id])} names {brief(got.name)}"
                yield "kept/result", Breach("result-name", pair.in_output(got), message)


def failed(pair: RequestComparison) -> Iterator[Found]:
    """That a tool failed is said: by a flag, in its result, or in a report."""
    hidden = _failure_losses(pair)
    if pair.results:
        yield "kept/failed", REACHED
    if hidden and pair.reports is None:
        yield "kept/failed", UNSEEN
    for loss in pair.unsaid([*hidden, *_other_losses(pair)]) if hidden else ():
        if loss in hidden:
            yield (
                "kept/failed",
                Breach("failure-hidden", (INPUT, *loss.at), f"{loss.what} is neither said nor reported"),
            )
    for _one, owed, got in pair.results:
        if got.failed and not owed.failed:
            message = f"the result of {brief(owed.id)} is said to have failed, which it did not"
            yield "kept/failed", Breach("failure-added", pair.in_output(got), message)


def _says_failure(owed: Result, got: Result) -> bool:
    is_object = owed.form == OBJECT_TEXT  # which has the error
    return bool(got.failed) or is_object or "".join(_texts(got)) not in said_by(owed)


def _failure_losses(pair: RequestComparison) -> list[Loss]:
    """Return the failures of tools that no result says."""
    return [
        Loss(owed.at[0], f"that the tool of {brief(owed.id)} failed", ("error", "failed", "failure"))
        for _one, owed, got in pair.results
        if owed.failed and not _says_failure(owed, got)
    ]


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
    texts += [[text] for fact in pair.facts(Result) for text in _texts(fact) if text]
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


def losses(pair: RequestComparison) -> Iterator[Found]:
    """What the target has no place for is reported, or is where the choice about it says."""
    if not pair.is_list:
        return
    for image in _unmoved(pair):
        yield "lost", Breach("not-moved", pair.in_input(image), f"{brief(image.address)} is in no message of the user")
    found = _other_losses(pair)
    for key in dict.fromkeys(_key(finding) for finding in found):
        yield key, UNSEEN if pair.reports is None else REACHED
    for loss in pair.unsaid([*found, *_failure_losses(pair)]) if found else ():
        if loss in found:
            yield _key(loss), Breach("silent", (INPUT, *loss.at), loss.silently, loss.about)


def _key(loss: Loss) -> str:
    return f"lost/{loss.key}" if loss.key else "lost"


def _unmoved(pair: RequestComparison) -> Iterator[Media]:
    """Yield the images of results that are in no message of the user, where the choice says that they are."""
    if pair.terms.choices.get("result-media") != "user-message":
        return
    for result in pair.owed.of_kind(RESULT):
        for index, other in enumerate(result.others):
            is_moved = pair.partner_of(result) is None or (result.number, index) in pair.pairs.attached
            if isinstance(other, Media) and other.kind == IMAGE and not is_moved:
                yield other


def _other_losses(pair: RequestComparison) -> list[Loss]:
    """Return all that went, but for failures of tools."""
    said = {"media": _media_losses, "said": _said_losses, "turn": _turn_losses, "call": call_losses}
    held = (loss._replace(key=kind + loss.key) for kind, losses in said.items() for loss in losses(pair))
    return [*setting_losses(pair), *tool_losses(pair), *held]


def _media_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield media whose content is not in the result, and what is said of them."""
    unplaced = {id(unplaced_medium) for unplaced_medium in unplaced_media(pair)}
    in_results = {id(part) for result in pair.facts(Result) for part in result.content}
    for fact in pair.facts(Media):
        held = [text for text in known_by(fact) if isinstance(text, str)]
        held += [text for text in (fact.url, fact.file_id, fact.id, fact.transcript, *decoded(fact)) if text]
        kind = fact.kind or "file"
        words = (kind, *_ALSO_CALLED.get(kind, ()), "media", *held[:1])
        if (id(fact) in unplaced or id(fact) in in_results) and held and not any(pair.says(text) for text in held):
            if not inner_texts(fact):
                key = "/sound" if kind == AUDIO else ""
                yield Loss(fact.at[0], f"the {_noun(kind)} {brief(held[0])}", words, about=_noun(kind), key=key)
        if fact.kind == IMAGE and fact.detail not in (None, "auto") and pair.terms.lacks("media/image-detail"):
            yield Loss(fact.at[0], f"detail {brief(fact.detail)} of the {kind}", ("detail", *words), about="detail")
        source = fact.url if kind == "search" else None
        for what, text in (("name", fact.name), ("context", fact.about), ("source", source)):
            if text and not pair.says(text):
                said = f"the {what} {brief(text)} of the {_noun(kind)}"
                yield Loss(fact.at[0], said, (what, "title", *words), about=what, key=f"/{what}")


def _noun(kind: str) -> str:
    return "search result" if kind == "search" else kind


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


def _turn_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield what is lost of who says something, and of what was refused."""
    for turn in pair.asked.conversation.turns:
        if turn.name and pair.terms.lacks("turn/name"):
            what = f"name {brief(turn.name)} of a message"
            yield Loss((*turn.at[0], "name"), what, ("name",), own=(turn.name,), about="participant")
    for fact in pair.facts(ModelRefusal) if pair.terms.lacks("text/refusal") else ():
        if fact.value.strip() and not pair.target.says(fact.value):
            yield Loss(fact.at[0], f"the refusal {brief(fact.value)}", ("refus", fact.value), about="refusal")
    if pair.is_list:
        yield from _late_losses(pair)


def _late_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield the texts of the system that a user says now, or that are in another place."""
    first = next((turn for turn in pair.made.conversation.turns if turn.is_apart), None)
    ahead = "".join(text.value for text in first.says if isinstance(text, Text)) if first is not None else ""
    system = [text.value for turn in pair.made.conversation.turns if turn.speaker == SYSTEM for text in turn.says
              if isinstance(text, Text)]  # fmt: skip
    own = _texts_of_users(pair.asked.conversation.turns)
    late = [instruction.fact.value for instruction in pair.owed.instructions]
    spare = spare_marks(pair.made.conversation.turns, late, own)
    marked = (with_marks(turn, late, own, spare) for turn in pair.made.conversation.turns)
    users = _texts_of_users(marked)
    first_places = _first_places(pair)
    for instruction in pair.owed.instructions:
        text = instruction.fact.value
        # What is said before all else may be said again.
        early = sum(each.fact.value.count(text) for each in pair.owed.instructions if each.fact.at[0] in first_places)
        # A user may say it without a mark that it is the system's.
        is_users = not any(text in each for each in system) and users[text] > own[text]
        # Where messages may be a developer's, what is before all else may be a message of the system, or apart.
        is_hoisted = pair.terms.lacks("turn/developer") and instruction.fact.at[0] not in first_places
        if instruction.fact.value.strip() and (is_users or (is_hoisted and ahead.count(text) > early)):
            yield Loss(
                instruction.fact.at[0],
                f"the place of the instruction {brief(text)}",
                ("system", "developer", text),
                about="instruction",
            )


def _texts_of_users(turns: Iterable[Turn]) -> Counter[str]:
    users = (turn for turn in turns if turn.speaker == USER)
    return Counter(text.value for turn in users for text in turn.says if isinstance(text, Text))


def _first_places(pair: RequestComparison) -> set[Path]:
    """Return where the system speaks before anybody says anything; thoughts and steps of the host are nothing said."""
    found: set[Path] = set()
    for turn in pair.asked.conversation.turns:
        if turn.speaker in (SYSTEM, DEVELOPER):
            found |= {utterance.at[0] for utterance in turn.says if utterance.at}
        elif any(
            is_spoken(utterance) and (not isinstance(utterance, Text) or utterance.value.strip())
            for utterance in turn.says
        ):
            break
    return found


def _said_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield the steps of tools that the host runs, and thoughts, that went."""
    for turn in pair.asked.conversation.turns:
        for utterance in turn.says:
            if isinstance(utterance, Other):
                words = (utterance.word, *((utterance.id, utterance.tool) if isinstance(utterance, Hosted) else ()))
                own = tuple(word for word in words if word)
                key = f"/{utterance.word}"
                yield Loss(
                    utterance.at[0], f"the {utterance.word} block or item", own, about=utterance.word or "", key=key
                )
    if thoughts_of(pair.asked) and not thoughts_of(pair.made):
        yield Loss((), "the assistant's thinking", ("think", "thought", "reasoning"), about="thinking")
