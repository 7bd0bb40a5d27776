"""What is beside texts: citations, log probabilities and media are kept or reported, and none is invented."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from conformance.laws.compared import Compared
from conformance.laws.law import REACHED, UNSEEN, Breach, Found
from conformance.model.conversation import Citation, Text, Token
from conformance.model.fact import Fact
from conformance.values import JSON
from conformance.wording import brief, versus


class _Note(NamedTuple):
    """One citation. start, end: from the beginning of all text; None where they are not said."""

    citation: Citation
    url: str | None
    title: str | None
    start: int | None
    end: int | None


def citations(told: Compared) -> Iterator[Found]:
    """Each citation of a page arrives with its text, or its loss is reported; none is changed or invented."""
    if told.result is None or told.has_failed:
        return
    owed, got = list(_notes(told.texts)), list(_notes(told.got_texts))
    if owed:
        yield from _kept(told, owed, got)
    if got and not told.is_loose:
        yield from _exact(told, owed, got)


def _kept(told: Compared, owed: list[_Note], got: list[_Note]) -> Iterator[Found]:
    have = [one.url for one in got]
    lost = [one for one in owed if one.url not in have and str(one.url) not in told.got_text]
    if not told.got_text and told.owed_text:
        return  # they are lost with their text
    if not lost:
        yield "kept/citation", REACHED
        return
    said = told.says_of_loss("citation", "citation", "annotation")
    if said is None:
        yield "kept/citation", UNSEEN
        return
    yield "kept/citation", REACHED
    if not said:
        message = f"the citation of {brief(lost[0].url)} is neither in the result nor in a report"
        yield "kept/citation", Breach("citation-lost", told.in_input(lost[0].citation), message)


def _exact(told: Compared, owed: list[_Note], got: list[_Note]) -> Iterator[Found]:
    """Yield the citations of the result that are none of the source's, or that come twice."""
    yield "exact/citation", REACHED
    left = list(owed)
    for one in got:
        if one.url is None:
            continue
        found = next((each for each in left if each.url == one.url and _agrees(one, each)), None)
        if found is None:
            yield "exact/citation", Breach("citation-changed", told.in_output(one.citation), _wrong(one, owed))
        else:
            left.remove(found)


def _wrong(one: _Note, owed: list[_Note]) -> str:
    """Say what is wrong with a citation."""
    same_page = [each for each in owed if each.url == one.url]
    if not same_page:
        return f"a citation of {brief(one.url)}, which the source does not cite"
    if any(_agrees(one, each) for each in same_page):
        return f"the citation of {brief(one.url)} comes more often than the source has it"
    return f"the citation of {brief(one.url)}: {versus(_shown(same_page[0]), _shown(one))}"


def _agrees(one: _Note, owed: _Note) -> bool:
    return all(mine is None or mine == theirs for mine, theirs in zip(one[2:], owed[2:], strict=True))


def _shown(one: _Note) -> dict[str, str | int | None]:
    return {"title": one.title, "start": one.start, "end": one.end}


def _notes(texts: list[Text]) -> Iterator[_Note]:
    """Yield the citations of pages; their places count from the beginning of all text."""
    begin = 0
    for text in texts:
        for citation in text.citations:
            span = citation.span
            start = span.start + begin if span is not None and span.start is not None else None
            end = span.end + begin if span is not None and span.end is not None else None
            for source in citation.sources:
                if source.kind == "web":
                    yield _Note(citation, source.url, source.title, start, end)
        begin += len(text.value)


def tokens(told: Compared) -> Iterator[Found]:
    """Log probabilities that arrive are the source's, in order; where they do not arrive, a report says so."""
    if told.result is None or told.has_failed:
        return
    owed = [*told.candidate.tokens, *(one for text in told.texts for one in text.tokens)]
    got = [*told.got.tokens, *(one for text in told.got_texts for one in text.tokens)]
    if got and not told.is_loose:
        yield "exact/token", REACHED
        if [_token(one) for one in got] != [_token(one) for one in owed]:
            yield "exact/token", Breach("tokens", told.in_output(got[0]), _unlike(owed, got))
    elif owed:
        yield from _reported(told, "token", "log probabilities", owed[0], "logprob", "log prob")


def _unlike(owed: list[Token], got: list[Token]) -> str:
    """Say which is the first token that is not the source's."""
    if not owed:
        return "the source has no log probabilities, but the result has some"
    for place, (one, other) in enumerate(zip_longest(owed, got)):
        if one is None or other is None or _token(one) != _token(other):
            return f"log probability of token {place + 1}: {versus(_told(one), _told(other))}"
    return ""


def _told(token: Token | None) -> JSON:
    if token is None:
        return None
    likeliest = {"alternatives": [each.text for each in token.likeliest]} if token.likeliest else {}
    return {"token": token.text, "logprob": token.logprob, **likeliest}


def _token(one: Token) -> tuple[object, ...]:
    return (one.text, one.logprob, [_token(each) for each in one.likeliest])


def media(told: Compared) -> Iterator[Found]:
    """Media of an answer arrive, or a report says that they do not."""
    if told.result is None or told.has_failed:
        return
    got = [one for turn in told.got.turns for one in turn.says]
    for one in told.media:
        if not any(getattr(each, "data", None) == one.data and one.data is not None for each in got):
            yield from _reported(told, "media", one.kind or "a file", one, one.kind or "file", "media")


def _reported(told: Compared, kind: str, what: str, fact: Fact, *words: str) -> Iterator[Found]:
    said = told.says_of_loss(kind, *words)
    if said is None:
        yield f"kept/{kind}", UNSEEN
        return
    yield f"kept/{kind}", REACHED
    if not said:
        message = f"the {what} of the source: left out without any report"
        yield f"kept/{kind}", Breach("silent", told.in_input(fact), message)
