"""Defects of what is beside texts and calls: citations, log probabilities, signatures, and ids that are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import CHARACTERS, Call, Citation, CitedSpan, Source, Text, Token
from conformance.formats.model.reading import ParsedSide
from tests.suite.selftest.mutators.editing import candidate_of, each, placed, said, with_candidate
from tests.suite.selftest.mutators.model import Mutator, OfAnswer, of_answer, of_both

_Notes = tuple[Citation, ...]
_Tokens = tuple[Token, ...]


def _notes(change: Callable[[_Notes], _Notes]) -> OfAnswer:
    return each(Text, lambda value: replace(value, citations=change(value.citations)))


def _sources(change: Callable[[Source], Source]) -> OfAnswer:
    return _notes(lambda notes: tuple(replace(note, sources=tuple(map(change, note.sources))) for note in notes))


def _shifted(note: Citation) -> Citation:
    span = note.span or CitedSpan(unit=CHARACTERS, start=0, end=0)
    return replace(note, span=replace(span, start=(span.start or 0) + 1, end=(span.end or 0) + 1))


def _host(source: Source) -> Source:
    parts = urlsplit(source.url or "")
    return replace(source, url=f"{parts.scheme}://{parts.netloc}/")


def _tokens(change: Callable[[_Tokens], _Tokens]) -> OfAnswer:
    def changed(answer: Answer) -> Answer:
        other = each(Text, lambda value: replace(value, tokens=change(value.tokens)))(answer)
        return with_candidate(other, tokens=change(candidate_of(other).tokens))

    return changed


def _token(change: Callable[[Token], Token]) -> OfAnswer:
    return _tokens(lambda tokens: tuple(map(change, tokens)))


def _rounded(token: Token) -> Token:
    value = token.logprob
    return replace(token, logprob=float(round(value) - 1) if isinstance(value, int | float) else value)


def _unsealed(call: Call) -> Call:
    return replace(call, seal=None, others=())


def _to_the_last(calls: list[Call]) -> list[list[Call]]:
    """The signature of the first call is with the last one."""
    first, last = calls[0], calls[-1]
    moved = replace(_unsealed(last), seal=first.seal, others=first.others)
    return [[_unsealed(call)] for call in calls[:-1]] + [[moved]]


def _named(name: Callable[[Call, int], str]) -> Callable[[Answer, ParsedSide], Answer]:
    """Make a change of the ids of calls that have none in the source."""

    def changed(answer: Answer, given: ParsedSide) -> Answer:
        known = {call.id for call in said(given.answer, Call)} if given.answer is not None else set()
        return placed(Call, lambda calls: [
            [call if call.id in known else replace(call, id=name(call, number))] for number, call in enumerate(calls)
        ])(answer)  # fmt: skip

    return changed


def _other(name: str, change: OfAnswer, check: str) -> Mutator:
    needs = "citations" if "citation" in check else "log probabilities"
    return Mutator(name=name, check=check, change=of_answer(change), needs=needs, silently=check == _KEPT)


def _of_ids(name: str, made: Callable[[Call, int], str]) -> Mutator:
    return Mutator(name=name, check="calls-kept", change=of_both(_named(made)), needs=WITHOUT_ID)


_KEPT, _EXACT, _PROBABILITIES = "citations-kept", "citations-exact", "tokens-exact"
SEALED, WITHOUT_ID = "signatures of calls", "calls without ids"
MUTATORS = (
    _other("loses_citations", _notes(lambda _notes: ()), _KEPT),
    _other("loses_the_last_citation", _notes(lambda notes: notes[:-1]), _KEPT),
    _other("cites_hosts", _sources(_host), _KEPT),
    _other("cites_other_pages", _sources(lambda value: replace(value, url=f"{value.url}?page=2")), _EXACT),
    _other("cites_other_titles", _sources(lambda value: replace(value, title="Source")), _EXACT),
    _other("moves_citations", _notes(lambda notes: tuple(map(_shifted, notes))), _EXACT),
    _other("cites_twice", _notes(lambda notes: notes * 2), _EXACT),
    _other("loses_log_probabilities", _tokens(lambda _tokens: ()), "losses-reported"),
    _other("loses_the_last_log_probability", _tokens(lambda tokens: tokens[:-1] or tokens), _PROBABILITIES),
    _other("gives_log_probabilities_of_another_text",
           _token(lambda value: replace(value, text=f"{value.text}s")), _PROBABILITIES),
    _other("rounds_log_probabilities", _token(_rounded), _PROBABILITIES),
    _other("loses_alternatives", _token(lambda value: replace(value, likeliest=())), _PROBABILITIES),
    Mutator(name="loses_signatures_of_calls", check="seals-kept", change=of_answer(each(Call, _unsealed)),
            needs=SEALED, silently=True),
    Mutator(name="signs_the_last_call", check="seals-kept", change=of_answer(placed(Call, _to_the_last)),
            needs=SEALED),
    _of_ids("makes_ids_of_names", lambda call, _number: f"call_{call.name}"),
    _of_ids("makes_one_id", lambda _call, _number: "call_0"),
    _of_ids("makes_empty_ids", lambda _call, _number: ""),
)  # fmt: skip
