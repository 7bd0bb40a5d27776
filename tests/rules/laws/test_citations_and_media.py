"""The laws of what is beside texts: citations, log probabilities and media."""

from __future__ import annotations

from dataclasses import replace

from conformance.formats.chat.stream import read_stream
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import AUDIO, IMAGE, Citation, Hosted, Media
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import ParsedSide
from conformance.rules.laws import citations_and_media
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import Breach
from conformance.rules.laws.terms import Terms
from tests.rules.laws.samples import answer, breaches, messages, page, text, token

CITED = answer(text("As A says.", citations=(page(),)))
PLAIN = answer(text("As A says."))
RAN = Hosted(format="gemini", word="executableCode", value={"code": "print(6)"}, stage="call")
MEASURED = answer(text("Hi", tokens=(token("H"), token("i", -0.25))))


def test_citations_arrive_in_the_text_or_are_reported() -> None:
    assert breaches(citations_and_media.citations, CITED, CITED) == []
    assert breaches(citations_and_media.citations, CITED, answer(text("As A says. https://a.example/"))) == []
    assert breaches(citations_and_media.citations, CITED, PLAIN) == [("kept/citation", "citation-lost")]
    assert breaches(citations_and_media.citations, CITED, PLAIN, said=("citations: left out",)) == []


def test_a_citation_in_a_member_that_the_format_does_not_know_is_there() -> None:
    turn = PLAIN.candidates[0].turns[0]
    for url, lost in (("https://a.example/", []), ("https://b.example/", [("kept/citation", "citation-lost")])):
        own = replace(turn, others=(Other(format="chat", word="pages", value=[{"page": url}], place=("pages",)),))
        got = replace(PLAIN, candidates=(replace(PLAIN.candidates[0], turns=(own,)),))
        assert breaches(citations_and_media.citations, CITED, got) == lost


def test_a_search_of_its_own_may_show_the_cited_pages_and_one_of_the_source_says_nothing_of_them() -> None:
    found = Hosted(format="anthropic", word="web_search", value=[{"url": "https://a.example/"}], stage="done")
    searching = tuple(answer(*element.candidates[0].turns[0].says, found) for element in (PLAIN, CITED))
    assert breaches(citations_and_media.citations, CITED, searching[0]) == []
    assert breaches(citations_and_media.citations, searching[1], searching[0]) == [("kept/citation", "citation-lost")]


def test_a_citation_that_is_none_of_the_sources_is_found() -> None:
    for note in (page(title="B"), page(start=1, end=3), page(url="https://b.example/")):
        got = answer(text("As A says.", citations=(page(), note)))
        assert breaches(citations_and_media.citations, CITED, got) == [("exact/citation", "citation-changed")]
    twice = answer(text("As A says.", citations=(page(), page())))
    assert breaches(citations_and_media.citations, CITED, twice) == [("exact/citation", "citation-changed")]
    assert breaches(citations_and_media.citations, PLAIN, CITED) == [("exact/citation", "citation-changed")]


def test_a_message_says_what_is_wrong_with_a_citation() -> None:
    def said(*notes: Citation) -> list[str]:
        return messages(citations_and_media.citations, CITED, answer(text("As A says.", citations=(page(), *notes))))

    assert said(page()) == ['the citation of "https://a.example/" comes more often than the source has it']
    assert said(page(url="https://b.example/")) == [
        'a citation of "https://b.example/", which the source does not cite'
    ]
    (moved,) = said(page(title="B"))
    assert moved.startswith('the citation of "https://a.example/": wanted {"title": "A"')


def test_places_of_citations_count_from_the_beginning_of_all_text() -> None:
    source = answer(text("One. As A says.", citations=(page(start=5, end=7),)))
    divided = answer(text("One. "), text("As A says.", citations=(page(),)))
    assert breaches(citations_and_media.citations, source, divided) == []


def test_log_probabilities_are_the_sources_or_reported() -> None:
    plain = answer(text("Hi"))
    assert breaches(citations_and_media.tokens, MEASURED, MEASURED) == []
    assert breaches(citations_and_media.tokens, MEASURED, plain) == [("kept/token", "silent")]
    assert breaches(citations_and_media.tokens, MEASURED, plain, said=("logprobs: left out",)) == []
    for tokens in ((token("H"),), (token("H"), token("i", -1.0)), (token("h"), token("i", -0.25))):
        assert breaches(citations_and_media.tokens, MEASURED, answer(text("Hi", tokens=tokens))) == [
            ("exact/token", "tokens")
        ]
    assert breaches(citations_and_media.tokens, plain, MEASURED) == [("exact/token", "tokens")]
    lost = messages(citations_and_media.tokens, MEASURED, answer(text("Hi", tokens=(token("H"),))))
    assert lost == ['log probability of token 2: wanted {"token": "i", "logprob": -0.25}, got null']


def test_bytes_of_a_token_are_the_sources_where_both_have_them() -> None:
    def with_bytes(*value: int) -> Answer:
        return answer(text("H", tokens=(replace(token("H"), bytes=list(value) or None),)))

    assert breaches(citations_and_media.tokens, with_bytes(72), with_bytes(73)) == [("exact/token", "tokens")]
    assert breaches(citations_and_media.tokens, with_bytes(72), with_bytes()) == []
    assert breaches(citations_and_media.tokens, with_bytes(), with_bytes(72)) == []


def test_alternatives_of_a_token_are_the_sources() -> None:
    rich = answer(text("H", tokens=(replace(token("H"), likeliest=(token("J"),)),)))
    assert breaches(citations_and_media.tokens, rich, answer(text("H", tokens=(token("H"),)))) == [
        ("exact/token", "tokens")
    ]


def test_media_arrive_or_are_reported() -> None:
    source = answer(Media(kind=AUDIO, data="UklG"), text("Hi"))
    assert breaches(citations_and_media.media, source, source) == []
    assert breaches(citations_and_media.media, source, answer(text("Hi"))) == [("kept/media", "silent")]
    assert breaches(citations_and_media.media, source, answer(text("Hi")), said=("audio: left out",)) == []


def test_media_and_steps_of_the_host_may_be_in_members_that_the_format_does_not_know() -> None:
    source = answer(Media(kind=IMAGE, data="UklG"), RAN, text("Hi"))
    url = {"image_url": {"url": "data:image/png;base64,UklG"}}
    code = {"code": "print(6)"}
    for beside, lost in (([url, code], []), ([url], ["kept/hosted"]), ([code], ["kept/media"])):
        (candidate,) = answer(text("Hi")).candidates
        (turn,) = candidate.turns
        own = Other(format="chat", word="own", value=beside, place=("own",))
        got = answer(text("Hi"))
        got = replace(got, candidates=(replace(candidate, turns=(replace(turn, others=(own,)),)),))
        found = [*breaches(citations_and_media.media, source, got), *breaches(citations_and_media.hosted, source, got)]
        assert [key for key, _kind in found] == lost


def test_a_stream_shows_each_citation_that_a_member_of_its_own_had() -> None:
    def chunk(**delta: object) -> dict[str, object]:
        return {"id": "c", "model": "m", "choices": [{"index": 0, "delta": delta}]}

    both_pages = answer(text("As A says.", citations=(page(), page(url="https://b.example/"))))
    for names, lost in (("ab", False), ("bb", True)):
        cited = [chunk(own={"citation": {"url": f"https://{name}.example/"}}) for name in names]
        growth = read_stream([*cited, chunk(content="As A says.")])
        conversion = AnswerComparison(
            given=ParsedSide(answer=both_pages), got=ParsedSide(answer=growth.answer, growth=growth),
            terms=Terms(choices={}, blanks=True), reported=lambda *_words: False,
        )  # fmt: skip
        found = [
            citation.kind
            for _key, citation in citations_and_media.citations(conversion)
            if isinstance(citation, Breach)
        ]
        assert found == (["citation-lost"] if lost else [])
