"""Reads a completion, or a message of one, that a converter wrote: also one that is not as the API has it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.read import CALLS, ENDS, FORMAT, HELD, read_message
from conformance.formats.cursor import ObjectCursor
from conformance.formats.facts import word
from conformance.formats.model.answer import DONE, UNKNOWN, UNSAID, Answer, Candidate, End
from conformance.formats.model.conversation import (
    CHARACTERS,
    CUSTOM,
    FUNCTION,
    Arguments,
    Call,
    Citation,
    CitedSpan,
    ModelRefusal,
    Reasoning,
    Source,
    Text,
)
from conformance.formats.model.fact import Path
from conformance.formats.model.reading import PARTED, AnswerText, ParsedSide, WrongType

MESSAGE: Final = ("choices", 0, "message")  # the path of the message in a completion
_FORM: Final = "one assistant message"
_ENDS: Final = {word: kind for word, kind in ENDS.items() if word != "function_call"}  # which an older form had
_THOUGHT: Final = "reasoning_content"
PLACES: Final = {
    "speaker": ("role",), "text": ("content",), "refusal": ("refusal",), "reasoning": (_THOUGHT,),
    "citation": ("annotations",), "call": (CALLS,), "call/id": ("id",), "call/type": ("type",),
    **{f"call/{kind}/name": (kind, "name") for kind in HELD},
    **{f"call/{kind}/payload": (kind, held) for kind, held in HELD.items()},
}  # fmt: skip


def read_completion(value: JSON) -> ParsedSide:
    """Read a completion: the message of its first choice, and what is around it. Without a message it says nothing."""
    if not isinstance(value, dict):
        return ParsedSide(answer=None, form=_FORM, value=value)
    body, choices = ObjectCursor(value, (), FORMAT), value.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    choice = first if isinstance(first, dict) else {}
    word, at = choice.get("finish_reason"), (*MESSAGE[:2], "finish_reason")
    kind = UNSAID if word is None else _ENDS.get(word, UNKNOWN) if isinstance(word, str) else UNKNOWN
    reading = read_assistant(choice.get("message"), MESSAGE)
    said = reading.answer.candidates[0] if reading.answer is not None else Candidate()
    answer = Answer(
        candidates=(replace(said, end=End(kind=kind, word=word, at=(at, at))),),
        id=body.take("id", str), model=body.take("model", str), created=body.take("created", int, float), at=((),),
    )  # fmt: skip
    return replace(reading, answer=answer, value=value)


def read_assistant(value: JSON, at: Path = ()) -> ParsedSide:
    """Read one message of an assistant. Beside calls an absent content is null. at: its path."""
    if not isinstance(value, dict):
        return ParsedSide(answer=None, form=_FORM, value=value)
    entries = held if isinstance(held := value.get(CALLS), list) else []
    calls = [read_call(entry, (*at, CALLS, number)) for number, entry in enumerate(entries)]
    own = {"role": "assistant", **{name: value[name] for name in ("content", "refusal") if name in value}}
    turn = read_message(own, at)
    # A refusal among the parts is in the flow: it may stand for one, and must not for more.
    says = [
        utterance
        for utterance in turn.says
        if isinstance(utterance, Text) or (isinstance(utterance, ModelRefusal) and utterance.is_apart)
    ]
    held, notes, refusal = (value.get(name) for name in (_THOUGHT, "annotations", "refusal"))
    thoughts = [Reasoning(content=(Text(value=held, at=((*at, _THOUGHT),)),))] if isinstance(held, str) else []
    misfits = {}
    if value.get("role", ABSENT) != "assistant":
        misfits["speaker"] = WrongType('"assistant"', value.get("role", ABSENT))
    if refusal is not None and not isinstance(refusal, str):
        misfits["refusal"] = WrongType("a text or null", refusal)
    if held and not isinstance(held, str):
        misfits["reasoning"] = WrongType("a text or null", held)
    cited: tuple[Citation, ...] = ()
    if isinstance(notes, list) and all(isinstance(note, dict) for note in notes):
        cited = tuple(_citation(note, (*at, "annotations", number)) for number, note in enumerate(notes))
    elif notes is not None:
        misfits["citation"] = WrongType("a list of objects", notes)
    turn = replace(turn, says=(*thoughts, *says, *calls))
    answer = Answer(candidates=(Candidate(turns=(turn,), end=End(kind=DONE), citations=cited),))
    content = value.get("content", None if calls else ABSENT)
    return ParsedSide(
        answer=answer, form=_FORM, value=value, places=PLACES, flow=flow_of(content), notes=notes, misfits=misfits
    )


def read_call(entry: JSON, at: Path) -> Call:
    """Read an entry of the calls: all that is there is one, of whichever type."""
    holder = entry if isinstance(entry, dict) else {}
    kind = CUSTOM if CUSTOM in holder and FUNCTION not in holder else FUNCTION
    inner = holder.get(kind)
    inner = inner if isinstance(inner, dict) else {}
    payload = inner.get("arguments", inner.get("input"))
    where = ((*at, kind, HELD[kind]),)
    text = payload if isinstance(payload, str) else None
    given = Arguments(text=text, value=ABSENT if payload is None or text is not None else payload, at=where)
    id_, name = (value if isinstance(value, str) else None for value in (holder.get("id"), inner.get("name")))
    return Call(kind=kind, id=id_, name=name, arguments=given, at=(at,))


def _citation(note: dict[str, JSON], at: Path) -> Citation:
    """Read an annotation, whose members are in it or in an object of it. One of another form is of no kind."""
    inner = note.get("url_citation")
    members = inner if isinstance(inner, dict) else note
    url, title, start, end = (members.get(name) for name in ("url", "title", "start_index", "end_index"))
    if url is None:
        return Citation(at=(at,))
    is_one = note.get("type") == "url_citation" and isinstance(start, int | None) and isinstance(end, int | None)
    source = Source(kind="web" if is_one else "", url=url, title=title)
    return Citation(sources=(source,), span=CitedSpan(unit=CHARACTERS, start=start, end=end), at=(at,))


def flow_of(content: JSON) -> AnswerText:
    """Read a content as it is: a text, or parts, which are kept apart."""
    if isinstance(content, str):
        return AnswerText(value=content, text=content)
    parts = tuple(
        (
            str(word(part)),
            part.get("refusal" if word(part) == "refusal" else "text") if isinstance(part, dict) else None,
        )
        for part in (content if isinstance(content, list) else ())
    )
    texts = [text for kind, text in parts if kind in ("text", "output_text") and isinstance(text, str)]
    known = ("text", "output_text", "refusal")
    is_known = bool(parts) and all(kind in known and isinstance(text, str) for kind, text in parts)
    return AnswerText(value=content, text=PARTED.join(texts), parts=parts, is_known=is_known)
