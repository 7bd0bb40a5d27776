"""What is beside texts: citations, log probabilities and media are kept or reported, and none is invented."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from conformance.base.values import ABSENT, JSON, holders, same
from conformance.base.wording import brief, in_json, versus
from conformance.formats.model.conversation import Citation, Hosted, Media, Text, Token
from conformance.formats.model.fact import Fact
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, UNSEEN, Breach, Found
from conformance.rules.laws.sides import is_word


class _Note(NamedTuple):
    """One citation. kind: of its source. start, end: from the beginning of all text; None where they are not said."""

    citation: Citation
    kind: str
    url: str | None
    title: str | None
    start: int | None
    end: int | None


def citations(pair: AnswerComparison) -> Iterator[Found]:
    """Each citation of a page arrives with its text, or its loss is reported; none is changed or invented."""
    if pair.result is None or pair.has_failed:
        return
    owed = list(_notes(pair.all_texts if pair.terms.owes_all else pair.texts, is_owed=True))
    got = list(_notes(pair.got_texts, *pair.got.citations))
    if any(is_word(note.url) for note in owed):
        yield from _kept_notes(pair, owed, got)
    if not pair.is_loose and (got or pair.has_place("citation")):
        yield from _exact(pair, owed, got)


def _kept_notes(pair: AnswerComparison, owed: list[_Note], got: list[_Note]) -> Iterator[Found]:
    if not pair.terms.owes_all and not pair.flow.text and pair.texts:
        return  # they are lost with their text
    have = [note.url for note in got]
    notes = pair.arrived.notes if pair.arrived is not None else None
    held = in_json([notes, pair.flow.value or None, _others(pair), _own_host_steps(pair)])
    lost = [note for note in owed if is_word(note.url) and note.url not in have and in_json(note.url)[1:-1] not in held]
    if not lost:
        yield "kept/citation", REACHED
        return
    said = pair.says_of_loss("citation", "citation", "annotation", "grounding")
    if said is None:
        yield "kept/citation", UNSEEN
        return
    yield "kept/citation", REACHED
    if not said:
        message = f"the citation of {brief(lost[0].url)} is neither in the {pair.terms.target} nor in a report"
        yield "kept/citation", Breach("citation-lost", pair.missing("citation", lost[0].citation), message)


def _others(pair: AnswerComparison) -> list[JSON]:
    """Return the members of the result's messages that the format does not know: its clients find them.

    In a stream they find each value of such a member, and not only the last one.
    """
    growth = pair.arrived.growth if pair.arrived is not None else None
    earlier = growth.replaced if growth is not None else ()
    return [*earlier, *(other.value for turn in pair.got.turns for other in turn.others)]


def _own_host_steps(pair: AnswerComparison) -> list[JSON]:
    """Return the steps of the host that a result has of its own: a search that found the cited pages shows them too."""
    own, came = ([utterance for turn in each.turns for utterance in turn.says] for each in (pair.candidate, pair.got))
    return (
        []
        if any(isinstance(utterance, Hosted) for utterance in own)
        else [utterance.value for utterance in came if isinstance(utterance, Hosted)]
    )


def _exact(pair: AnswerComparison, owed: list[_Note], got: list[_Note]) -> Iterator[Found]:
    """Yield the citations of the result that are none of the source's, or that come twice."""
    yield "exact/citation", REACHED
    left = list(owed)
    # Where texts are joined with something between them, the places are other ones.
    known = 6 if pair.terms.join is None or len(pair.all_texts) == 1 else 4
    for note in got:
        if note.url is None:
            continue
        found = next((each for each in left if _agrees(note[1:known], _titled(each, note)[1:known])), None)
        if found is None:
            held = pair.as_written(note.citation)
            message = f"this is none of the {pair.terms.source}'s citations that are left: {brief(held)}"
            message = message if held is not ABSENT else _wrong(note, owed)
            yield "exact/citation", Breach("citation-changed", pair.in_output(note.citation), message)
        else:
            left.remove(found)


def _wrong(note: _Note, owed: list[_Note]) -> str:
    """Say what is wrong with a citation."""
    same_page = [each for each in owed if each.url == note.url]
    if not same_page:
        return f"a citation of {brief(note.url)}, which the source does not cite"
    if any(_agrees(note[1:], each[1:]) for each in same_page):
        return f"the citation of {brief(note.url)} comes more often than the source has it"
    return f"the citation of {brief(note.url)}: {versus(_note_value(same_page[0]), _note_value(note))}"


def _agrees(entry: tuple[JSON, ...], owed: tuple[JSON, ...]) -> bool:
    return all(mine is None or same(mine, theirs) for mine, theirs in zip(entry, owed, strict=True))


def _titled(owed: _Note, got: _Note) -> _Note:
    """Return a citation that is owed; one without a title has what a format writes that demands one."""
    return owed._replace(title=got.title) if owed.title is None and got.title in ("", owed.url) else owed


def _note_value(note: _Note) -> dict[str, JSON]:
    return {"title": note.title, "start": note.start, "end": note.end}


def _notes(texts: list[Text], *beside: Citation, is_owed: bool = False) -> Iterator[_Note]:
    """Yield the citations of pages; their places count from the beginning of all text.

    beside: of all of it. is_owed: where a citation is of all of its text, that is its place.
    """
    begin = 0
    for text in texts:
        for citation in text.citations:
            whole = (begin, begin + len(text.value)) if is_owed and citation.span is None else (None, None)
            yield from (
                note if citation.span else note._replace(start=whole[0], end=whole[1])
                for note in _of_pages(citation, begin)
            )
        begin += len(text.value)
    yield from (note for citation in beside for note in _of_pages(citation, 0))


def _of_pages(citation: Citation, begin: int) -> Iterator[_Note]:
    span = citation.span
    start, end = (None, None) if span is None else (span.start, span.end)
    start, end = (number + begin if begin and isinstance(number, int) else number for number in (start, end))
    for source in citation.sources:
        if source.kind in ("web", ""):
            yield _Note(citation, source.kind, source.url, source.title, start, end)


def tokens(pair: AnswerComparison) -> Iterator[Found]:
    """Log probabilities that arrive are the source's, in order; where they do not arrive, a report says so.

    No client asks for them whose API has no setting for them: then they may go without a report.
    """
    if pair.result is None or pair.has_failed:
        return
    owed = [*pair.candidate.tokens, *(token for text in pair.texts for token in text.tokens)]
    got = [*pair.got.tokens, *(token for text in pair.got_texts for token in text.tokens)]
    if owed and got:
        yield "kept/token", REACHED
    if got and not pair.is_loose:
        yield "exact/token", REACHED
        if not _are_alike(owed, got):
            yield "exact/token", Breach("tokens", pair.in_output(got[0]), _unlike(owed, got))
    elif owed and not pair.terms.lacks("setting/logprobs"):
        yield from _reported_loss(pair, "token", "log probabilities", owed[0], "logprob", "log prob")


def _unlike(owed: list[Token], got: list[Token]) -> str:
    """Say which is the first token that is not the source's."""
    if not owed:
        return "the source has no log probabilities, but the result has some"
    for place, (value, other) in enumerate(zip_longest(owed, got)):
        if value is None or other is None or not _are_alike([value], [other]):
            return f"log probability of token {place + 1}: {versus(_told(value), _told(other))}"
    return ""


def _told(token: Token | None) -> JSON:
    if token is None:
        return None
    bytes_ = {"bytes": token.bytes} if token.bytes else {}
    likeliest = {"alternatives": [_told(each) for each in token.likeliest]} if token.likeliest else {}
    return {"token": token.text, "logprob": token.logprob, **bytes_, **likeliest}


def _are_alike(owed: Sequence[Token], got: Sequence[Token]) -> bool:
    """Whether tokens are the same. The bytes count where both sides have them: the formats differ in who needs them."""
    return len(owed) == len(got) and all(
        (token.text, token.logprob) == (other.text, other.logprob)
        and (not token.bytes or not other.bytes or token.bytes == other.bytes)
        and _are_alike(token.likeliest, other.likeliest)
        for token, other in zip(owed, got, strict=True)
    )


def media(pair: AnswerComparison) -> Iterator[Found]:
    """Media of an answer arrive, or a report says that they do not."""
    if pair.result is None or pair.has_failed:
        return
    got = [utterance for turn in pair.got.turns for utterance in turn.says]
    beside = in_json(_others(pair))
    for medium in pair.media:
        has_come = any(getattr(each, "data", None) == medium.data and medium.data is not None for each in got)
        if not has_come and not (medium.data and in_json(medium.data)[1:-1] in beside):
            yield from _reported_loss(pair, "media", medium.kind or "a file", medium, medium.kind or "file", "media")


def hosted(pair: AnswerComparison) -> Iterator[Found]:
    """Steps of tools that the host runs arrive, or a report says that something does not."""
    if pair.result is None or pair.has_failed:
        return
    steps, came = ([utterance for turn in each.turns for utterance in turn.says] for each in (pair.candidate, pair.got))
    beside = in_json(_others(pair))
    shown = [in_json(each.data) for each in came if isinstance(each, Media) and each.data]  # what a step made
    lost = [
        step for step in steps if isinstance(step, Hosted) and not _is_beside(step, beside)
        and not any(data in in_json(step.value) for data in shown)
    ]  # fmt: skip
    if lost and not any(isinstance(utterance, Hosted) for utterance in came):
        yield from _reported_loss(pair, "hosted", f"{lost[0].word or 'step'} of a tool that the host runs", lost[0])


def _is_beside(step: Hosted, beside: str) -> bool:
    """Whether members of the result's own hold a step: its id, or each text of one that has no id."""
    if step.id:
        return in_json(step.id) in beside
    held = (each.values() if isinstance(each, dict) else each for each in holders(step.value))
    texts = [text for values in held for text in values if isinstance(text, str)]
    return bool(texts) and all(in_json(text) in beside for text in texts)


def _reported_loss(pair: AnswerComparison, kind: str, what: str, fact: Fact, *words: str) -> Iterator[Found]:
    said = pair.says_of_loss(kind, *words)
    if said is None:
        yield f"kept/{kind}", UNSEEN
        return
    yield f"kept/{kind}", REACHED
    if not said:
        message = f"{what}: dropped without a report"
        yield f"kept/{kind}", Breach("silent", pair.in_input(fact), message, kind)
