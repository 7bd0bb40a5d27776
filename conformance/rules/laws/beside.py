"""What is beside texts: citations, log probabilities and media are kept or reported, and none is invented."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from conformance.base.values import ABSENT, JSON, same
from conformance.base.wording import brief, in_json, versus
from conformance.formats.model.conversation import Citation, Hosted, Text, Token
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


def citations(both: AnswerComparison) -> Iterator[Found]:
    """Each citation of a page arrives with its text, or its loss is reported; none is changed or invented."""
    if both.result is None or both.has_failed:
        return
    owed = list(_notes(both.all_texts if both.terms.owes_all else both.texts, is_owed=True))
    got = list(_notes(both.got_texts, *both.got.citations))
    if any(is_word(one.url) for one in owed):
        yield from _kept_notes(both, owed, got)
    if not both.is_loose and (got or both.has_place("citation")):
        yield from _exact(both, owed, got)


def _kept_notes(both: AnswerComparison, owed: list[_Note], got: list[_Note]) -> Iterator[Found]:
    if not both.terms.owes_all and not both.flow.text and both.texts:
        return  # they are lost with their text
    have = [one.url for one in got]
    notes = both.arrived.notes if both.arrived is not None else None
    held = in_json([notes, both.flow.value or None, _others(both), _own_host_steps(both)])
    lost = [one for one in owed if is_word(one.url) and one.url not in have and in_json(one.url)[1:-1] not in held]
    if not lost:
        yield "kept/citation", REACHED
        return
    said = both.says_of_loss("citation", "citation", "annotation")
    if said is None:
        yield "kept/citation", UNSEEN
        return
    yield "kept/citation", REACHED
    if not said:
        message = f"the citation of {brief(lost[0].url)} is neither in the {both.terms.target} nor in a report"
        yield "kept/citation", Breach("citation-lost", both.missing("citation", lost[0].citation), message)


def _others(both: AnswerComparison) -> list[JSON]:
    """Return the members of the result's messages that the format does not know: its clients find them.

    In a stream they find each value of such a member, and not only the last one.
    """
    growth = both.arrived.growth if both.arrived is not None else None
    earlier = growth.replaced if growth is not None else ()
    return [*earlier, *(one.value for turn in both.got.turns for one in turn.others)]


def _own_host_steps(both: AnswerComparison) -> list[JSON]:
    """Return the steps of the host that a result has of its own: a search that found the cited pages shows them too."""
    own, came = ([one for turn in each.turns for one in turn.says] for each in (both.candidate, both.got))
    return [] if any(isinstance(one, Hosted) for one in own) else [one.value for one in came if isinstance(one, Hosted)]


def _exact(both: AnswerComparison, owed: list[_Note], got: list[_Note]) -> Iterator[Found]:
    """Yield the citations of the result that are none of the source's, or that come twice."""
    yield "exact/citation", REACHED
    left = list(owed)
    # Where texts are joined with something between them, the places are other ones.
    known = 6 if both.terms.join is None or len(both.all_texts) == 1 else 4
    for one in got:
        if one.url is None:
            continue
        found = next((each for each in left if _agrees(one[1:known], _titled(each, one)[1:known])), None)
        if found is None:
            held = both.as_written(one.citation)
            message = f"this is none of the {both.terms.source}'s citations that are left: {brief(held)}"
            message = message if held is not ABSENT else _wrong(one, owed)
            yield "exact/citation", Breach("citation-changed", both.in_output(one.citation), message)
        else:
            left.remove(found)


def _wrong(one: _Note, owed: list[_Note]) -> str:
    """Say what is wrong with a citation."""
    same_page = [each for each in owed if each.url == one.url]
    if not same_page:
        return f"a citation of {brief(one.url)}, which the source does not cite"
    if any(_agrees(one[1:], each[1:]) for each in same_page):
        return f"the citation of {brief(one.url)} comes more often than the source has it"
    return f"the citation of {brief(one.url)}: {versus(_note_value(same_page[0]), _note_value(one))}"


def _agrees(one: tuple[JSON, ...], owed: tuple[JSON, ...]) -> bool:
    return all(mine is None or same(mine, theirs) for mine, theirs in zip(one, owed, strict=True))


def _titled(owed: _Note, got: _Note) -> _Note:
    """Return a citation that is owed; one without a title has what a format writes that demands one."""
    return owed._replace(title=got.title) if owed.title is None and got.title in ("", owed.url) else owed


def _note_value(one: _Note) -> dict[str, JSON]:
    return {"title": one.title, "start": one.start, "end": one.end}


def _notes(texts: list[Text], *beside: Citation, is_owed: bool = False) -> Iterator[_Note]:
    """Yield the citations of pages; their places count from the beginning of all text.

    beside: of all of it. is_owed: where a citation is of all of its text, that is its place.
    """
    begin = 0
    for text in texts:
        for one in text.citations:
            whole = (begin, begin + len(text.value)) if is_owed and one.span is None else (None, None)
            yield from (
                note if one.span else note._replace(start=whole[0], end=whole[1]) for note in _of_pages(one, begin)
            )
        begin += len(text.value)
    yield from (note for one in beside for note in _of_pages(one, 0))


def _of_pages(citation: Citation, begin: int) -> Iterator[_Note]:
    span = citation.span
    start, end = (None, None) if span is None else (span.start, span.end)
    start, end = (one + begin if begin and isinstance(one, int) else one for one in (start, end))
    for source in citation.sources:
        if source.kind in ("web", ""):
            yield _Note(citation, source.kind, source.url, source.title, start, end)


def tokens(both: AnswerComparison) -> Iterator[Found]:
    """Log probabilities that arrive are the source's, in order; where they do not arrive, a report says so.

    No client asks for them whose API has no setting for them: then they may go without a report.
    """
    if both.result is None or both.has_failed:
        return
    owed = [*both.candidate.tokens, *(one for text in both.texts for one in text.tokens)]
    got = [*both.got.tokens, *(one for text in both.got_texts for one in text.tokens)]
    if owed and got:
        yield "kept/token", REACHED
    if got and not both.is_loose:
        yield "exact/token", REACHED
        if not _are_alike(owed, got):
            yield "exact/token", Breach("tokens", both.in_output(got[0]), _unlike(owed, got))
    elif owed and not both.terms.lacks("setting/logprobs"):
        yield from _reported_loss(both, "token", "log probabilities", owed[0], "logprob", "log prob")


def _unlike(owed: list[Token], got: list[Token]) -> str:
    """Say which is the first token that is not the source's."""
    if not owed:
        return "the source has no log probabilities, but the result has some"
    for place, (one, other) in enumerate(zip_longest(owed, got)):
        if one is None or other is None or not _are_alike([one], [other]):
            return f"log probability of token {place + 1}: {versus(_told(one), _told(other))}"
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
        (one.text, one.logprob) == (other.text, other.logprob)
        and (not one.bytes or not other.bytes or one.bytes == other.bytes)
        and _are_alike(one.likeliest, other.likeliest)
        for one, other in zip(owed, got, strict=True)
    )


def media(both: AnswerComparison) -> Iterator[Found]:
    """Media of an answer arrive, or a report says that they do not."""
    if both.result is None or both.has_failed:
        return
    got = [one for turn in both.got.turns for one in turn.says]
    for one in both.media:
        if not any(getattr(each, "data", None) == one.data and one.data is not None for each in got):
            yield from _reported_loss(both, "media", one.kind or "a file", one, one.kind or "file", "media")


def hosted(both: AnswerComparison) -> Iterator[Found]:
    """Steps of tools that the host runs arrive, or a report says that something does not."""
    if both.result is None or both.has_failed:
        return
    steps, came = ([one for turn in each.turns for one in turn.says] for each in (both.candidate, both.got))
    beside = in_json(_others(both))
    lost = [one for one in steps if isinstance(one, Hosted) and not (one.id and in_json(one.id) in beside)]
    if lost and not any(isinstance(one, Hosted) for one in came):
        yield from _reported_loss(both, "hosted", f"{lost[0].word or 'step'} of a tool that the host runs", lost[0])


def _reported_loss(both: AnswerComparison, kind: str, what: str, fact: Fact, *words: str) -> Iterator[Found]:
    said = both.says_of_loss(kind, *words)
    if said is None:
        yield f"kept/{kind}", UNSEEN
        return
    yield f"kept/{kind}", REACHED
    if not said:
        message = f"{what}: dropped without a report"
        yield f"kept/{kind}", Breach("silent", both.in_input(fact), message, kind)
