"""The conversation of a request, as it is compared: one entry for each call, each result, and what is said between."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import Final

from conformance.base.values import ABSENT
from conformance.formats.model import talk
from conformance.formats.model.conversation import (
    CUSTOM,
    DOCUMENT,
    FUNCTION,
    IMAGE,
    MODEL,
    NAMED_TEXT,
    OBJECT_TEXT,
    PARTS,
    TOOL,
    USER,
    Arguments,
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
from conformance.formats.model.fact import Other
from conformance.formats.model.talk import FlatConversation, SourceEntry
from conformance.rules.laws.late_instructions import (
    OF_SYSTEM,
    instructions_in,
    spare_marks,
    unmarked_texts,
    with_instructions,
    with_marks,
)
from conformance.rules.laws.request_target import RequestTarget
from conformance.rules.laws.source_conversation import read_source

UNPLACED: Final = "unplaced"  # the kind of media that have no place in the target
_PLACES: Final = {"url": "url", "data": "data", "file_id": "id", "text": "text"}
# Who alone says media and files, in every format.
_CARRIERS: Final = {IMAGE: USER, talk.FILE: USER, talk.REFUSAL: MODEL}


def owed_talk(turns: Iterable[Turn], target: RequestTarget) -> FlatConversation:
    """Return what the conversation of a source owes."""
    owed = list(turns) if target.takes_blanks else _without_blanks(tuple(turns), target)
    if target.lacks("turn/late-system"):
        first = next((place for place, turn in enumerate(owed) if turn.speaker not in OF_SYSTEM), 0)
        late = map(_without_blank_instructions, owed[first:])
        owed = [*owed[:first], *(turn for turn in late if not _says_nothing(turn))]
    customs = customs_of(owed, target)
    return read_source((entry for turn in owed for entry in _entries(turn, target, customs)), _CARRIERS)


def _without_blank_instructions(turn: Turn) -> Turn:
    """Return a turn of the system without its texts of white space: moved into another text, nobody finds them."""
    if turn.speaker not in OF_SYSTEM:
        return turn
    is_blank = (isinstance(said, Text) and not said.value.strip() for said in turn.says)
    says = tuple(Text(value="", at=said.at) if blank else said for said, blank in zip(turn.says, is_blank, strict=True))
    return replace(turn, says=says)


def _says_nothing(turn: Turn) -> bool:
    """Whether a turn of the system parts nobody's texts: moved elsewhere, nothing of it would be there."""
    return turn.speaker in OF_SYSTEM and all(isinstance(said, Text) and not said.value for said in turn.says)


def _without_blanks(turns: tuple[Turn, ...], target: RequestTarget) -> list[Turn]:
    """Return turns without texts of white space, and the last one without white space at its end.

    A text of nothing stays in a content that holds something, and in the one before: white space may be there.
    """
    made: list[Turn] = []
    for turn in turns:
        says = tuple(
            Text(value="", at=utterance.at)
            if isinstance(utterance, Text | ModelRefusal) and not utterance.value.strip()
            else utterance
            for utterance in turn.says
        )
        blanks = [utterance for utterance in says if isinstance(utterance, Text) and not utterance.value]
        is_blank = bool(says) and len(blanks) == len(says)
        # What the system says between two messages may go before all others.
        # What the model thinks between two messages may be in no message; results of calls before both go before both.
        before = next((place for place in reversed(range(len(made))) if _speaks(made[place])), None)
        if blanks and before is not None and made[before].speaker == turn.speaker:
            made[before] = replace(made[before], says=(*made[before].says, blanks[0]), form=PARTS)
        if turn.speaker in OF_SYSTEM or (not is_blank and (says or turn.speaker != USER)):
            made.append(turn if says == turn.says else replace(turn, says=says, form=PARTS))
    # Behind the last words may be thoughts and steps of the host, which the target does not say.
    behind = OF_SYSTEM if target.ends_with_model else ()
    customs = customs_of(turns, target)
    spoken = (
        any(_follows(said, target, customs) for said in turn.says) and turn.speaker not in behind
        for turn in reversed(made)
    )
    end = next((len(made) - 1 - place for place, is_spoken in enumerate(spoken) if is_spoken), None)
    said = made[end].says if end is not None else ()
    at = next((number for number in reversed(range(len(said))) if _follows(said[number], target, customs)), None)
    last = said[at] if at is not None and end is not None and made[end].speaker == MODEL else None
    if (
        at is not None
        and end is not None
        and isinstance(last, Text | ModelRefusal)
        and last.value != last.value.rstrip()
    ):
        # White space that is left there is the matter of what the API takes.
        if last.value != target.last_words and not target.takes_last(last.value):
            made[end] = replace(made[end], says=(*said[:at], replace(last, value=last.value.rstrip()), *said[at + 1 :]))
    return made


def _speaks(turn: Turn) -> bool:
    says = [utterance for utterance in turn.says if is_spoken(utterance) and not isinstance(utterance, Result)]
    return turn.speaker not in OF_SYSTEM and (not turn.says or bool(says))


def _has_words(utterance: Utterance | Other) -> bool:
    """Whether somebody says it, and it is no text of nothing."""
    return is_spoken(utterance) and not (isinstance(utterance, Text) and not utterance.value)


def is_spoken(utterance: Utterance | Other) -> bool:
    """Whether somebody says it: what the model thinks, and what its host does, is nothing said."""
    return not isinstance(utterance, Reasoning | Hosted | Other)


def came_talk(
    turns: Iterable[Turn],
    late: Sequence[str] = (),
    users: Collection[str] = (),
    *,
    shared: Mapping[str, Sequence[bool]] = MappingProxyType({}),
    begins: bool = False,
    in_items: bool = False,
) -> FlatConversation:
    """Return what the conversation of a result says. What the model thought is no part of it.

    late: texts of the system that a text of the user may say. users: those that users say themselves. shared: of texts
    that both say, whose each is, as `shared_texts` returns them. begins: whether the model speaks first, so that a text
    of the user may be before it. in_items: what the model says, and each of its calls, may be a turn of its own; those
    that follow each other are one.
    """
    turns = list(turns)
    turns = _without_beginning(turns, late, users) if begins else turns
    spare = spare_marks(turns, late, users)
    turns = [with_marks(turn, late, users, spare) if late else turn for turn in turns]
    unmarked = unmarked_texts(turns, late, users, shared)
    said = [instruction for turn in turns for instruction in with_instructions(turn, late, users, unmarked)]
    made = [message for turn in said for message in _messages(turn)]
    made = _by_speaker(made) if in_items else made
    found = FlatConversation.of_turns(made)
    found.paths += [turn.at[0] if turn.at else () for turn in made]
    return found


def with_refusals(turns: Iterable[Turn], refused: Collection[str]) -> list[Turn]:
    """Return turns in which a text of the model that says what it refused, and that it did, is the refusal alone."""
    longest = sorted(filter(None, refused), key=len, reverse=True)
    return [
        replace(turn, says=tuple(_refusal_in(said, longest) if isinstance(said, Text) else said for said in turn.says))
        if turn.speaker == MODEL and longest else turn
        for turn in turns
    ]  # fmt: skip


def _refusal_in(text: Text, refused: Sequence[str]) -> Text:
    value = text.value
    if value in refused:
        return text
    for name in refused:
        rest = value[: -len(name)] if value.endswith(name) else value[len(name) :] if value.startswith(name) else ""
        if "refus" in rest.lower():
            return replace(text, value=name)
    return text


def _without_beginning(turns: list[Turn], late: Sequence[str], users: Collection[str]) -> list[Turn]:
    """Return turns without a text of the user's at their beginning that nobody said, the system neither."""
    first = next((place for place, turn in enumerate(turns) if turn.speaker not in OF_SYSTEM), None)
    says = turns[first].says if first is not None and turns[first].speaker == USER else ()
    if first is None or len(says) != 1 or not isinstance(says[0], Text) or says[0].value in users:
        return turns
    return turns if instructions_in(says[0], late, users) else [*turns[:first], *turns[first + 1 :]]


def late_texts(turns: Sequence[Turn], target: RequestTarget) -> list[str]:
    """Return the texts of the system that come behind others, or beside nothing else: a user may say them."""
    said = list(turns) if target.takes_blanks else _without_blanks(tuple(turns), target)
    others = [place for place, turn in enumerate(turns) if turn.speaker not in OF_SYSTEM]
    beside = [
        utterance
        for turn in said
        if turn.speaker not in OF_SYSTEM
        for utterance in turn.says
        if _arrives(utterance, target)
    ]
    # A call of a custom tool may have no form.
    is_alone = all(
        isinstance(utterance, Call) and utterance.kind == CUSTOM and target.lacks("call/custom") for utterance in beside
    )
    return [
        utterance.value
        for place, turn in enumerate(turns)
        if turn.speaker in OF_SYSTEM and (is_alone or (others and place > others[0]))
        for utterance in turn.says
        if isinstance(utterance, Text)
    ]


def _arrives(utterance: Utterance | Other, target: RequestTarget) -> bool:
    """Whether somebody says it, and the target has a place for it."""
    placed = _placed(utterance, target)
    return _has_words(utterance) and not (isinstance(placed, Media) and placed.kind == UNPLACED)


def _follows(utterance: Utterance | Other, target: RequestTarget, customs: Collection[str | None]) -> bool:
    """Whether words before it are not the last: what has no place may be said in another form. customs: as of it."""
    if isinstance(utterance, Media) or (
        isinstance(utterance, Call | Result) and _is_foreign(utterance, target, customs)
    ):
        return not target.ends_with_model or (isinstance(utterance, Media) and _arrives(utterance, target))
    return _arrives(utterance, target)


def customs_of(turns: Iterable[Turn], target: RequestTarget) -> set[str | None]:
    """Return the ids of the calls of custom tools, where the target has no form for them."""
    said = [
        utterance
        for turn in turns
        for utterance in turn.says
        if isinstance(utterance, Call) and utterance.kind == CUSTOM
    ]
    return {call.id for call in said} if target.lacks("call/custom") else set()


def _is_foreign(call: Call | Result, target: RequestTarget, customs: Collection[str | None]) -> bool:
    """Whether the target has no form for a call or its result. customs: ids of calls that have none."""
    is_custom = call.id in customs and (isinstance(call, Result) or call.kind == CUSTOM)
    return is_custom or (call.id is None and target.lacks("call/without-id"))


def place_of(media: Media) -> str:
    """Return the kind of a place that media need, by a name of `formats.kinds`."""
    held = next((place for name, place in _PLACES.items() if getattr(media, name) is not None), None)
    if media.kind == IMAGE:
        return f"media/image-{held}"
    if media.kind == "search":
        return "media/search-result"
    if media.kind in ("", DOCUMENT):
        return f"media/document-{held or 'text'}"
    return "media/sound" if media.kind == "audio" else "media/film"


def has_place(media: Media, target: RequestTarget) -> bool:
    """Whether a format has a place for media. An id at a host means nothing to another one."""
    if target.knows_files and media.address is None and media.file_id is not None:
        kind = "image" if media.kind == IMAGE else "document"
        return media.kind in (IMAGE, "", DOCUMENT) and not target.lacks(f"media/{kind}-id")
    if media.kind not in (IMAGE, "", DOCUMENT) or media.address is None or target.lacks(place_of(media)):
        return False
    return target.takes_media(media)


def noun_of(media: Media) -> str:
    """Return what media are among those that results may hold: `result/NOUN` of `formats.kinds`."""
    return "image" if media.kind == IMAGE else "document"


def _entries(turn: Turn, target: RequestTarget, customs: Collection[str | None]) -> Iterator[SourceEntry]:
    """Yield what a turn says, as entries: calls and results by themselves. customs: ids of calls that have no form."""
    if not turn.says:
        yield SourceEntry(turn)
    for way, group in groupby(turn.says, _way):
        facts = list(group)
        if way == "said":
            said = tuple(_placed(fact, target) for fact in facts)
            yield SourceEntry(replace(turn, says=said, form=PARTS, at=_at(turn, facts[0])))
            continue
        for fact in facts:
            if way == talk.REASONING:
                yield SourceEntry(replace(turn, says=(), at=fact.at), talk.REASONING)
            elif isinstance(fact, Call | Result):
                speaker = TOOL if isinstance(fact, Result) else MODEL
                mark = talk.CUSTOM if _is_foreign(fact, target, customs) else None
                made = _uniform_call(fact) if isinstance(fact, Call) else _returned(fact, target)
                yield SourceEntry(Turn(speaker=speaker, says=(made,), form="", at=fact.at), mark, fact.id, fact.kind)
            elif isinstance(fact, Other):
                id_ = fact.id if isinstance(fact, Hosted) else None
                yield SourceEntry(replace(turn, says=(), at=fact.at), talk.HOSTED, id_, fact.word)


def _way(fact: Utterance | Other) -> str:
    if isinstance(fact, Call | Result):
        return "called"
    if isinstance(fact, Reasoning):
        return talk.REASONING
    return talk.HOSTED if isinstance(fact, Other) else "said"


def _at(turn: Turn, first: Utterance | Other) -> tuple[tuple[str | int, ...], ...]:
    return first.at[:1] or turn.at


def _placed(fact: Utterance | Other, target: RequestTarget) -> Utterance | Other:
    """Return a fact as the target can have it: a file has no name there, and what has no place is UNPLACED.

    A refusal is a text where the result says it as one.
    """
    if isinstance(fact, ModelRefusal) and target.lacks("text/refusal"):
        is_said = target.says(fact.value)
        return Text(value=fact.value, at=fact.at) if is_said else Media(kind=UNPLACED, at=fact.at)
    if not isinstance(fact, Media):
        return fact
    if not has_place(fact, target):
        return replace(fact, kind=UNPLACED)
    detail = None if target.lacks("media/image-detail") else fact.detail
    return replace(_plain(fact), detail=detail)


def _plain(fact: Media) -> Media:
    """Return media without what formats word in their own ways: a document is a file, and its name is free."""
    file_id = fact.file_id if fact.address is None else None
    return replace(fact, kind="" if fact.kind == DOCUMENT else fact.kind, name=None, file_id=file_id)


def _uniform_call(call: Call) -> Call:
    """Return a call whose arguments have one form, whichever format writes them."""
    given = call.arguments
    value = {} if given.value is ABSENT and not (given.text or "").strip() else given.value
    if value is ABSENT or call.kind != FUNCTION:
        return call
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return replace(call, group=None, arguments=Arguments(text=text, value=value, at=given.at))


def _returned(result: Result, target: RequestTarget) -> Result:
    """Return a result as parts; media in it as the target's user can have them."""
    content = tuple(_placed(part, target) for part in result.content if not isinstance(part, Text) or part.value)
    return replace(result, form=PARTS, content=content)


def _messages(turn: Turn) -> Iterator[Turn]:
    """Yield what a turn of a result says, as messages: each result is one, and what is said between them."""
    is_any = False
    for is_result, group in groupby(turn.says, lambda utterance: isinstance(utterance, Result)):
        facts = list(group)
        if is_result:
            is_any = True
            yield from (
                Turn(speaker=TOOL, says=(_received(fact),), at=fact.at[:1] or turn.at)
                for fact in facts
                if isinstance(fact, Result)
            )
        elif rest := tuple(_said_of(fact) for fact in facts if _is_said(fact, turn.speaker)):
            is_any = True
            yield replace(turn, says=rest)
    if not is_any and (not turn.says or turn.speaker in (MODEL, None)):
        yield replace(turn, says=())


def _is_said(utterance: Utterance | Other, speaker: str | None) -> bool:
    is_nothing = isinstance(utterance, Text) and not utterance.value and speaker != USER
    return not isinstance(utterance, Reasoning) and not is_nothing


def _said_of(utterance: Utterance | Other) -> Utterance | Other:
    if isinstance(utterance, Call):
        return _uniform_call(utterance)
    return _plain(utterance) if isinstance(utterance, Media) else utterance


def _by_speaker(turns: Iterable[Turn]) -> list[Turn]:
    """Join the turns of the model that follow each other; thoughts alone are none."""
    found: list[Turn] = []
    for turn in turns:
        if turn.speaker == MODEL and found and found[-1].speaker == MODEL:
            found[-1] = replace(found[-1], says=(*found[-1].says, *turn.says))
        elif turn.says or turn.speaker != MODEL:
            found.append(turn)
    return found


def _received(result: Result) -> Result:
    content = tuple(_plain(part) if isinstance(part, Media) else part for part in result.content)
    form = result.form if result.form in (OBJECT_TEXT, NAMED_TEXT) else PARTS
    return replace(result, form=form, content=content)
