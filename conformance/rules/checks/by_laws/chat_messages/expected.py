"""The Chat messages that an input owes, in the plainest of their forms."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from conformance.base.values import JSON
from conformance.formats.chat.read import FORMAT
from conformance.formats.chat.write import write_messages
from conformance.formats.cursor import Pen
from conformance.formats.model import conversation as model
from conformance.formats.model.conversation import Media, Result, Text, Turn, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.talk import RESULT, FlatConversation, FlatItem


def messages(owed: FlatConversation) -> list[JSON]:
    """Return messages that satisfy every rule; what has no twin in Chat is left out, an output's image is named."""
    held: defaultdict[tuple[int, bool], list[FlatItem]] = defaultdict(list)
    for item in owed.all:
        held[item.entry, item.kind == RESULT].append(item)
    turns: list[Turn] = []
    waiting = list(owed.instructions)
    for entry, speaker in enumerate((*owed.speakers, "")):
        while waiting and waiting[0].high <= entry:
            turns.append(_turn(model.SYSTEM, [waiting.pop(0).fact]))
        if speaker:
            turns.append(_turn(speaker, [item.fact for item in held[entry, False]]))
        results = held[entry, True]
        turns += [Turn(speaker=model.TOOL, says=(_result(result),), form="") for result in results]
        attached = [part for result in results for part in result.others if isinstance(part, Media)]
        turns += [Turn(speaker=model.USER, says=tuple(map(_bare, attached)), form=model.PARTS)] if attached else []
    return [message for turn in turns for message in write_messages(turn, Pen(FORMAT))]


def _turn(speaker: str, says: list[Utterance | Other]) -> Turn:
    """Return a turn whose content is a text where there is one text alone, and null where only calls are."""
    calls = [utterance for utterance in says if isinstance(utterance, model.Call)]
    refusals = [utterance.value for utterance in says if isinstance(utterance, model.ModelRefusal)]
    content = [
        _bare(utterance)
        for utterance in says
        if isinstance(utterance, Media) or (isinstance(utterance, Text) and utterance.value)
    ]
    form = model.PARTS if len(content) > 1 or any(isinstance(part, Media) for part in content) else model.TEXT
    refusal = [model.ModelRefusal(value="\n".join(refusals), is_apart=True)] if refusals else []
    return Turn(speaker=speaker, says=(*content, *refusal, *calls), form=model.NULL if calls and not content else form)


def _bare(medium: Text | Media) -> Text | Media:
    """Return a text or a medium without what is beside it."""
    if isinstance(medium, Text):
        return Text(value=medium.value)
    return replace(medium, others=(), cache=None, file_id=None if medium.kind == model.IMAGE else medium.file_id)


def _result(item: FlatItem) -> Result:
    named = [f"[{word_of(part)}]" for part in item.others]
    text = Text(value="\n".join([*item.texts, *named]))
    return Result(id=item.id, form=model.TEXT, content=(text,))


def word_of(part: Utterance | Other) -> str:
    """Return the type of a part of an output that is no text."""
    if isinstance(part, Media):
        return "input_image" if part.kind == model.IMAGE else "input_file"
    return (part.word if isinstance(part, Other) else "") or "part"
