"""Laws of requests: what results of tools hold, and which call they answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, same
from conformance.base.wording import brief, versus
from conformance.formats.model.conversation import (
    NAMED_TEXT,
    OBJECT_TEXT,
    TEXT,
    Call,
    Media,
    Result,
    Text,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.rules.laws.law import REACHED, Breach, Found, Place
from conformance.rules.laws.request_documents import decoded, holds_in_order, inner_texts
from conformance.rules.laws.request_talk import has_place, noun_of
from conformance.rules.laws.requests import RequestComparison
from conformance.rules.laws.talk_pairing import JOINTS

# How languages write a value that is not there.
_NO_VALUES = frozenset({"none", "null", "nil", "undefined", "nan", "[object object]"})


def results(pair: RequestComparison) -> Iterator[Found]:
    """A result says what it said: its texts, in order, and nothing else but that the tool failed, or what it lacks."""
    for _one, owed, got in pair.results:
        texts, came = [text for text in result_texts(owed) if text], result_texts(got)
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
            is_there |= is_object_of(owed, whole)
            if not is_there or (not documents and _is_more(pair, owed, texts, came)):
                message = f"the result of {brief(owed.id)}: {versus(''.join(texts), whole)}"
                yield "kept/content", Breach("result-changed", at, message)
        elif came != texts and whole not in said_by(owed) and not _is_object(pair, owed, got):
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
            not owed.failed
            and len(held) == len(given) == len(came)
            and _places(owed) != _places(got)
            and not _is_apart(pair, got)
        ):
            yield "kept/media", Breach("result-media-order", at, f"the media of {brief(owed.id)} are in another order")
        known = Counter(part.address for part in given)
        if more := [address for address, count in Counter(came).items() if count > known[address]]:
            message = f"the result of {brief(owed.id)} has {brief(more[0])}, more often than the tool gave it"
            yield "added/media", Breach("result-media-added", at, message)


def _is_apart(pair: RequestComparison, got: Result) -> bool:
    """Whether the text of a result is in a member of its own, neither before nor behind the media."""
    written = (each for turn in pair.made.conversation.turns for each in turn.says if isinstance(each, Result))
    return any(each.at == got.at and each.form in (TEXT, NAMED_TEXT, OBJECT_TEXT) for each in written)


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


def result_texts(result: Result) -> list[str]:
    """Return the texts of a result; those of documents in it have their place there, or may go with a report."""
    return [part.value for part in result.content if isinstance(part, Text)]


def said_by(result: Result) -> list[str]:
    """Return the texts that a result may be as one text: its own, joined by nothing, a space or line ends.

    An object may be any JSON text of it.
    """
    given = result_texts(result)
    joined = [joint.join(some) for joint in JOINTS for some in ([text for text in given if text], given)]
    return [*joined, *_forms_of_object(result)]


def _forms_of_object(result: Result) -> list[str]:
    """Return JSON texts of the object that a result is, and of what is alone in it; none of a result that is texts."""
    values = _values_of(result) if result.form == OBJECT_TEXT else ()
    return [json.dumps(value, ensure_ascii=ascii_, separators=separators)
            for value in values for ascii_ in (False, True) for separators in (None, (",", ":"))]  # fmt: skip


def _values_of(result: Result) -> list[JSON]:
    """Return the value that the text of a result is as JSON, and what is alone in an object: a function's output."""
    value = json_or_absent("".join(result_texts(result)))
    has_inner = result.form == OBJECT_TEXT and not result.failed
    inner = [*value.values()] if has_inner and isinstance(value, dict) and len(value) == 1 else []
    return [] if value is ABSENT else [value, *inner]


def _is_object(pair: RequestComparison, owed: Result, got: Result) -> bool:
    """Whether a result arrived as the object that it is, or in which its text was alone, or is now."""
    said, came = ("".join(result_texts(result)) for result in (owed, got))
    return is_object_of(owed, came) or is_object_of(got, said) or _is_same_object(pair, owed, got)


def is_object_of(owed: Result, said: str) -> bool:
    """Whether a text is the JSON of an object in which the text of a result is alone, as it was."""
    value = json_or_absent(said) if owed.form == NAMED_TEXT else ABSENT
    return isinstance(value, dict) and [*value.values()] == ["".join(result_texts(owed))]


def _is_same_object(pair: RequestComparison, owed: Result, got: Result) -> bool:
    """Whether one of two results is an object, and the other the same one, or its JSON."""
    if OBJECT_TEXT not in (owed.form, got.form):
        return False
    came = [pair.carried(value) for value in _values_of(got)]
    return any(same(pair.carried(value), other) for value in _values_of(owed) for other in came)


def result_names(pair: RequestComparison) -> Iterator[Found]:
    """A result that names a tool names the one that was called."""
    calls: dict[str | None, list[str | None]] = {}  # an id may be used again
    for call in pair.facts(Call, pair.made):
        calls.setdefault(call.id, []).append(call.name)
    for _piece, owed, got in pair.results:
        if got.name is not None and got.id in calls:
            yield "kept/result", REACHED
            if got.name not in (*calls[got.id], owed.name):
                message = f"the result of {brief(calls[got.id][0])} names {brief(got.name)}"
                yield "kept/result", Breach("result-name", pair.in_output(got), message)
